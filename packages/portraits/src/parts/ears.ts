// Draws ears in units of the head. Upright ears are drawn behind the head, hanging ears in front.
import type { EarStyle, Mammal } from "../subject/mammal.ts";
import { outline, shade, type Colour } from "../kit/colour.ts";
import { bothSides, ovalIn, pen, xIn, yIn, type Frame } from "../kit/frame.ts";
import { group, grow, path, rotate } from "../kit/svg.ts";
import { byStage } from "../subject/subject.ts";

export interface Ears {
  readonly back: string;
  readonly front: string;
}

type DrawEar = (mammal: Mammal, side: Frame, sign: -1 | 1) => string;

function earScale({ subject }: Mammal): number {
  return byStage(subject.stage, [0.93, 0.99, 1.02, 1]) * (0.95 + subject.build.ears * 0.1);
}

function upright(mammal: Mammal, side: Frame, tipX: number, height: number): string {
  const P = pen(side);
  const { coat } = mammal.subject;
  const tip = height * earScale(mammal);
  const outer =
    `M${P(0.98, -0.2)}C${P(1.06, -0.8)} ${P(tipX + 0.12, -tip + 0.12)} ${P(tipX, -tip)}` +
    `C${P(tipX - 0.14, -tip + 0.02)} ${P(0.34, -1.18)} ${P(0.16, -0.86)}Z`;
  const inner =
    `M${P(0.84, -0.42)}` +
    `C${P(0.92, -0.85)} ${P(tipX + 0.04, -tip + 0.3)} ${P(tipX - 0.02, -tip + 0.22)}` +
    `C${P(tipX - 0.12, -tip + 0.24)} ${P(0.48, -1.08)} ${P(0.36, -0.78)}Z`;
  const dark = mammal.marks.has("points") || mammal.marks.has("earTips");
  return (
    path(outer, { fill: dark ? coat.mark : mammal.headFill, stroke: mammal.line }) + path(inner, { fill: coat.skin })
  );
}

/** Draws pale fur inside a pointed ear. */
function earFur(mammal: Mammal, side: Frame, tip: number): string {
  const P = pen(side);
  const fur = `M${P(0.48, -0.82)}Q${P(0.62, -1.1)} ${P(0.74, -tip + 0.38)}Q${P(0.7, -0.98)} ${P(0.74, -0.7)}Z`;
  return path(fur, { fill: mammal.subject.coat.belly });
}

const cat: DrawEar = (mammal, side) => upright(mammal, side, 0.88, 1.56);

const tufted: DrawEar = (mammal, side) => {
  const P = pen(side);
  const tip = 1.66 * earScale(mammal);
  const tuft =
    `M${P(0.76, -tip + 0.14)}Q${P(0.86, -tip - 0.1)} ${P(1, -tip - 0.36)}` +
    `Q${P(1.02, -tip - 0.05)} ${P(0.98, -tip + 0.16)}Z`;
  const brush = path(tuft, { fill: mammal.subject.coat.mark, stroke: mammal.line, width: 4 });
  return brush + upright(mammal, side, 0.88, 1.66) + earFur(mammal, side, tip);
};

const bat: DrawEar = (mammal, side) => {
  const P = pen(side);
  const outer =
    `M${P(1, -0.05)}C${P(1.35, -0.6)} ${P(1.38, -1.5)} ${P(1.18, -1.72)}` +
    `C${P(0.8, -1.66)} ${P(0.36, -1.2)} ${P(0.2, -0.84)}Z`;
  const inner =
    `M${P(0.94, -0.3)}C${P(1.2, -0.75)} ${P(1.22, -1.35)} ${P(1.1, -1.5)}` +
    `C${P(0.86, -1.44)} ${P(0.54, -1.1)} ${P(0.42, -0.78)}Z`;
  return path(outer, { fill: mammal.headFill, stroke: mammal.line }) + path(inner, { fill: mammal.subject.coat.skin });
};

const point: DrawEar = (mammal, side) => upright(mammal, side, 0.72, 1.66) + earFur(mammal, side, 1.66);

const fox: DrawEar = (mammal, side) => {
  const P = pen(side);
  const outer =
    `M${P(1, -0.1)}C${P(1.16, -0.8)} ${P(1.08, -1.7)} ${P(0.9, -1.86)}` +
    `C${P(0.66, -1.82)} ${P(0.28, -1.3)} ${P(0.14, -0.84)}Z`;
  const inner =
    `M${P(0.86, -0.4)}C${P(0.98, -0.9)} ${P(0.96, -1.45)} ${P(0.86, -1.58)}` +
    `C${P(0.72, -1.54)} ${P(0.46, -1.14)} ${P(0.36, -0.78)}Z`;
  return path(outer, { fill: mammal.headFill, stroke: mammal.line }) + path(inner, { fill: mammal.subject.coat.skin });
};

const half: DrawEar = (mammal, side) => {
  const P = pen(side);
  const root =
    `M${P(0.95, -0.3)}C${P(1.06, -0.9)} ${P(1, -1.3)} ${P(0.82, -1.36)}` +
    `C${P(0.5, -1.3)} ${P(0.3, -1.1)} ${P(0.2, -0.84)}Z`;
  return path(root, { fill: mammal.headFill, stroke: mammal.line });
};

const halfTip: DrawEar = (mammal, side) => {
  const P = pen(side);
  const fold =
    `M${P(0.5, -1.16)}C${P(0.8, -1.5)} ${P(1.2, -1.16)} ${P(1.22, -0.62)}` +
    `C${P(1, -0.62)} ${P(0.78, -0.82)} ${P(0.5, -1.16)}Z`;
  return path(fold, { fill: shade(mammal.subject.coat.base, -0.03), stroke: mammal.line });
};

function hanging(length: number, breadth: number, colour: (mammal: Mammal) => Colour): DrawEar {
  return (mammal, side) => {
    const P = pen(side);
    const long = length * (0.94 + mammal.subject.build.ears * 0.14);
    const out = 1 + breadth;
    const data =
      `M${P(0.42, -0.9)}C${P(1, -1.12)} ${P(out, -0.25)} ${P(out - 0.14, long - 0.2)}` +
      `C${P(out - 0.22, long + 0.14)} ${P(0.92, long + 0.02)} ${P(0.86, long - 0.4)}` +
      `C${P(0.8, -0.1)} ${P(0.72, -0.5)} ${P(0.42, -0.9)}Z`;
    return path(data, { fill: colour(mammal), stroke: mammal.line });
  };
}

const drop = hanging(0.6, 0.38, ({ subject }) => subject.coat.mark);
const hound = hanging(1.04, 0.6, ({ subject }) => shade(subject.coat.base, -0.09, 1.05));
const mastiff = hanging(0.2, 0.3, ({ subject }) => shade(subject.coat.base, -0.05));

/** Draws small ears that are folded back against a narrow head. */
const rose: DrawEar = (mammal, side) => {
  const P = pen(side);
  const data =
    `M${P(0.36, -0.8)}C${P(0.54, -1.2)} ${P(0.98, -1.26)} ${P(1.14, -0.98)}` +
    `C${P(1.24, -0.78)} ${P(1.3, -0.44)} ${P(1.2, -0.2)}` +
    `C${P(1.08, -0.22)} ${P(0.96, -0.3)} ${P(0.88, -0.4)}Z`;
  const fold = `M${P(0.62, -0.92)}Q${P(0.92, -0.94)} ${P(1.04, -0.6)}`;
  return (
    path(data, { fill: mammal.headFill, stroke: mammal.line }) +
    path(fold, { stroke: mammal.line, width: 3.5, opacity: 0.6 })
  );
};

const long: DrawEar = (mammal, side, sign) => {
  const P = pen(side);
  const { stage, coat, build } = mammal.subject;
  const tall = byStage(stage, [1, 1.3, 1.72, 1.8]) * (0.94 + build.ears * 0.12);
  const outer =
    `M${P(0.2, -0.6)}` +
    `C${P(0.08, -0.8 - tall * 0.5)} ${P(0.16, -0.8 - tall)} ${P(0.42, -0.84 - tall)}` +
    `C${P(0.74, -0.8 - tall)} ${P(0.8, -0.8 - tall * 0.5)} ${P(0.66, -0.6)}Z`;
  const inner =
    `M${P(0.3, -0.7)}` +
    `C${P(0.22, -0.8 - tall * 0.5)} ${P(0.28, -0.66 - tall)} ${P(0.42, -0.68 - tall)}` +
    `C${P(0.6, -0.66 - tall)} ${P(0.66, -0.8 - tall * 0.5)} ${P(0.56, -0.7)}Z`;
  const low = -0.62 - tall * 0.9;
  const tip =
    `M${P(0.17, low)}` +
    `C${P(0.2, -0.8 - tall)} ${P(0.3, -0.84 - tall)} ${P(0.42, -0.84 - tall)}` +
    `C${P(0.6, -0.84 - tall)} ${P(0.7, -0.76 - tall)} ${P(0.73, low)}` +
    `Q${P(0.45, low - 0.16)} ${P(0.17, low)}Z`;
  const art = path(outer, { fill: mammal.headFill, stroke: mammal.line }) + path(inner, { fill: coat.skin });
  const tipped = mammal.marks.has("earTips") ? path(tip, { fill: coat.mark, stroke: mammal.line, width: 4 }) : "";
  return group(art + tipped, { turn: rotate(sign * (stage === "baby" ? 20 : 11), xIn(side, 0.42), yIn(side, -0.7)) });
};

function roundEar(size: number, x: number, y: number): DrawEar {
  return (mammal, side) => {
    const ratio = Math.abs(side.rx) / side.ry;
    const outer = ovalIn(side, [x, y, size, size * ratio], { fill: mammal.subject.coat.base, stroke: mammal.line });
    return outer + ovalIn(side, [x, y + 0.03, size * 0.58, size * 0.58 * ratio], { fill: mammal.subject.coat.skin });
  };
}

const horns: DrawEar = (mammal, side) => {
  const P = pen(side);
  const horn =
    `M${P(0.28, -0.8)}C${P(0.4, -1.3)} ${P(0.62, -1.5)} ${P(0.9, -1.62)}` +
    `C${P(0.86, -1.3)} ${P(0.78, -0.95)} ${P(0.7, -0.66)}Z`;
  const fin = `M${P(0.85, -0.3)}L${P(1.42, -0.5)}L${P(1.2, -0.12)}L${P(1.36, 0.12)}L${P(0.92, 0.14)}Z`;
  const ivory: Colour = [0.93, 0.05, 85];
  return (
    path(horn, { fill: ivory, stroke: outline(ivory) }) +
    path(fin, { fill: mammal.subject.coat.mark, stroke: mammal.line })
  );
};

const BACK: Readonly<Record<EarStyle, DrawEar | null>> = {
  cat,
  tufted,
  bat,
  point,
  fox,
  half,
  rose,
  long,
  horns,
  round: roundEar(0.32, 0.78, -0.74),
  small: roundEar(0.24, 0.8, -0.66),
  low: roundEar(0.27, 0.95, -0.36),
  drop: null,
  hound: null,
  mastiff: null,
  none: null,
};

const FRONT: Readonly<Partial<Record<EarStyle, DrawEar>>> = { half: halfTip, drop, hound, mastiff };

function pair(mammal: Mammal, ear: DrawEar | null | undefined): string {
  if (!ear) return "";
  const size = mammal.shape.earSize ?? 1;
  return bothSides(mammal.head, (side, sign) =>
    group(ear(mammal, side, sign), size === 1 ? {} : { turn: grow(xIn(side, 0.66), yIn(side, -0.6), size) }),
  );
}

export function drawEars(mammal: Mammal): Ears {
  const { ears } = mammal.shape;
  return { back: pair(mammal, BACK[ears]), front: pair(mammal, FRONT[ears]) };
}
