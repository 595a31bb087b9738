// Draws noses, muzzles, and whiskers in units of the head. The mouth is at the end of the muzzle.
import type { Mammal, MuzzleStyle } from "../subject/mammal.ts";
import { blend, shade, type Colour } from "../kit/colour.ts";
import { bothSides, ovalIn, pen, xIn, yIn } from "../kit/frame.ts";
import { blob } from "../kit/shapes.ts";
import { path } from "../kit/svg.ts";
import { isWorried } from "../subject/subject.ts";
import { drawMouth, type MouthStyle } from "./mouth.ts";

const ROSE: Colour = [0.62, 0.14, 8];
const NOSE_BLACK = "#2c2230";

type DrawMuzzle = (mammal: Mammal) => string;

function mouthAt({ subject, head }: Mammal, y: number, w: number, rest: MouthStyle["rest"]): string {
  return drawMouth(subject, { x: head.cx, y: yIn(head, y), w: w * head.rx, rest });
}

function whiskers({ head }: Mammal, y: number): string {
  return bothSides(head, (side) => {
    const P = pen(side);
    const data =
      `M${P(0.5, y + 0.1)}Q${P(0.9, y)} ${P(1.2, y - 0.04)}M${P(0.5, y + 0.2)}` +
      `Q${P(0.9, y + 0.2)} ${P(1.18, y + 0.24)}`;
    return path(data, { stroke: "#fff", width: 3.5, opacity: 0.9 });
  });
}

/** Draws the small triangular nose of cats, rabbits, and rodents. */
function buttonNose({ head }: Mammal, y: number, colour: Colour): string {
  const P = pen(head);
  const data =
    `M${P(-0.1, y - 0.04)}Q${P(0, y - 0.1)} ${P(0.1, y - 0.04)}` +
    `Q${P(0.07, y + 0.1)} ${P(0, y + 0.12)}Q${P(-0.07, y + 0.1)} ${P(-0.1, y - 0.04)}Z`;
  return path(data, { fill: colour, stroke: shade(colour, -0.24, 0.7), width: 3 });
}

function wetNose({ head }: Mammal, y: number, width: number): string {
  const P = pen(head);
  const w = width;
  const data =
    `M${P(-w, y - 0.14)}Q${P(0, y - 0.26)} ${P(w, y - 0.14)}` +
    `Q${P(w * 0.84, y + 0.08)} ${P(0, y + 0.12)}` +
    `Q${P(-w * 0.84, y + 0.08)} ${P(-w, y - 0.14)}Z`;
  return path(data, { fill: NOSE_BLACK }) + ovalIn(head, [-0.05, y - 0.13, 0.07, 0.03], { fill: "#fff", opacity: 0.7 });
}

/** Draws a content dog's tongue. */
function tongue({ subject, head }: Mammal, y: number): string {
  if (subject.mood !== "content" || isWorried(subject) || !subject.build.tongue || subject.memorial) return "";
  const P = pen(head);
  const data =
    `M${P(-0.1, y)}Q${P(0, y - 0.07)} ${P(0.1, y)}Q${P(0.12, y + 0.25)} ${P(0, y + 0.25)}` +
    `Q${P(-0.12, y + 0.25)} ${P(-0.1, y)}Z`;
  return path(data, { fill: "#ff8fa3", stroke: "#a83a5a", width: 3.5 });
}

function catMuzzle(y: number): DrawMuzzle {
  return (mammal) => {
    const { head, subject, marks } = mammal;
    const pad = marks.has("points") ? blend(subject.coat.mark, subject.coat.belly, 0.25) : subject.coat.belly;
    const fill = { fill: pad };
    const pads = ovalIn(head, [-0.15, y + 0.16, 0.23, 0.19], fill) + ovalIn(head, [0.15, y + 0.16, 0.23, 0.19], fill);
    const nose: Colour = subject.coat.base[0] < 0.5 && pad[0] < 0.6 ? [0.45, 0.06, 10] : ROSE;
    return (
      pads +
      ovalIn(head, [0, y + 0.3, 0.17, 0.13], fill) +
      mouthAt(mammal, y + 0.09, 0.25, "double") +
      buttonNose(mammal, y, nose) +
      whiskers(mammal, y)
    );
  };
}

const PALE_MUZZLES = ["blaze", "whiteFace", "wolfMask", "frostMuzzle", "thinBlaze"] as const;

function muzzleColour({ subject, marks }: Mammal): Colour {
  if (marks.has("darkMask")) return shade(subject.coat.mark, 0.02);
  if (PALE_MUZZLES.some((mark) => marks.has(mark))) return subject.coat.belly;
  return blend(subject.coat.belly, subject.coat.base, 0.25);
}

function dogMuzzle(width: number, height: number, nose: number): DrawMuzzle {
  return (mammal) => {
    const { head } = mammal;
    const y = 0.58;
    const bridge = blob([head.cx, yIn(head, y + 0.12), head.rx * width, head.ry * height], 0.6, 0.6);
    return (
      path(bridge, { fill: muzzleColour(mammal) }) +
      mouthAt(mammal, y + 0.1, 0.32, "double") +
      wetNose(mammal, y, nose) +
      tongue(mammal, y + 0.35)
    );
  };
}

/** Draws heavy jowls on both sides of the mouth. */
const broad: DrawMuzzle = (mammal) => {
  const { head } = mammal;
  const fill = muzzleColour(mammal);
  const jowls = bothSides(head, (side) => ovalIn(side, [0.24, 0.66, 0.34, 0.34], { fill }));
  return (
    jowls +
    ovalIn(head, [0, 0.5, 0.3, 0.28], { fill }) +
    mouthAt(mammal, 0.62, 0.4, "double") +
    wetNose(mammal, 0.5, 0.22) +
    tongue(mammal, 0.84)
  );
};

/** Returns the drawing of a narrow muzzle that ends below the chin. */
function slimMuzzle(reach: number, wide: number): DrawMuzzle {
  return (mammal) => {
    const { head, line } = mammal;
    const P = pen({ ...head, rx: head.rx * wide });
    const edge = `M${P(-0.36, 0.62)}Q${P(-0.4, 1.16 + reach)} ${P(0, 1.18 + reach)}Q${P(0.4, 1.16 + reach)} ${P(0.36, 0.62)}`;
    const bridge = `M${P(-0.26, -0.3)}Q${P(-0.2, 0.3)} ${edge.slice(1)}Q${P(0.2, 0.3)} ${P(0.26, -0.3)}Z`;
    const tip = muzzleColour(mammal);
    const fill = mammal.marks.has("wolfMask")
      ? mammal.subject.defs.linear([0, tip], [1, tip])
      : mammal.subject.defs.linear([0.1, mammal.subject.coat.base], [0.62, tip]);
    return (
      path(bridge, { fill }) +
      path(edge, { stroke: line, width: 5 }) +
      mouthAt(mammal, 0.84 + reach, 0.3 * wide, "double") +
      wetNose(mammal, 0.78 + reach, 0.2)
    );
  };
}

const rabbit: DrawMuzzle = (mammal) => {
  const { head, subject } = mammal;
  const P = pen(head);
  const fill = { fill: subject.coat.belly };
  const pads = ovalIn(head, [-0.15, 0.68, 0.22, 0.18], fill) + ovalIn(head, [0.15, 0.68, 0.22, 0.18], fill);
  const teeth = `M${P(-0.09, 0.82)}L${P(0.09, 0.82)}L${P(0.09, 0.99)}Q${P(0, 1.05)} ${P(-0.09, 0.99)}Z`;
  return (
    pads +
    path(teeth, { fill: "#fff", stroke: "#7c6b80", width: 3 }) +
    mouthAt(mammal, 0.58, 0.26, "double") +
    buttonNose(mammal, 0.5, [0.66, 0.14, 8]) +
    whiskers(mammal, 0.5)
  );
};

const snout: DrawMuzzle = (mammal) => {
  const P = pen(mammal.head);
  const data =
    `M${P(-0.4, 0.38)}Q${P(-0.24, 0.98)} ${P(0, 1)}Q${P(0.24, 0.98)} ${P(0.4, 0.38)}` +
    `Q${P(0, 0.18)} ${P(-0.4, 0.38)}Z`;
  return (
    path(data, { fill: mammal.subject.coat.belly }) +
    mouthAt(mammal, 0.78, 0.26, "double") +
    ovalIn(mammal.head, [0, 0.62, 0.13, 0.12], { fill: NOSE_BLACK }) +
    ovalIn(mammal.head, [-0.04, 0.57, 0.04, 0.03], { fill: "#fff", opacity: 0.8 })
  );
};

const small: DrawMuzzle = (mammal) => {
  const fill = { fill: mammal.subject.coat.belly };
  const pads =
    ovalIn(mammal.head, [-0.11, 0.52, 0.16, 0.13], fill) + ovalIn(mammal.head, [0.11, 0.52, 0.16, 0.13], fill);
  return pads + mouthAt(mammal, 0.46, 0.2, "double") + buttonNose(mammal, 0.4, ROSE) + whiskers(mammal, 0.42);
};

const wide: DrawMuzzle = (mammal) => {
  const { head, line } = mammal;
  const nostrils = bothSides(head, (side) => ovalIn(side, [0.09, 0.34, 3.6 / head.rx, 3 / head.ry], { fill: line }));
  return mouthAt(mammal, 0.52, 0.46, "smile") + nostrils;
};

const MUZZLES: Readonly<Record<MuzzleStyle, DrawMuzzle>> = {
  cat: catMuzzle(0.48),
  flat: catMuzzle(0.32),
  dog: dogMuzzle(0.46, 0.4, 0.19),
  broad,
  slim: slimMuzzle(0, 1),
  long: slimMuzzle(0.26, 0.86),
  rabbit,
  snout,
  small,
  wide,
};

export function drawMuzzle(mammal: Mammal): string {
  return MUZZLES[mammal.shape.muzzle](mammal);
}

/** Draws a rescued creature's scar. */
export function drawScar({ subject, head }: Mammal): string {
  if (subject.path !== "rescue") return "";
  const P = pen(head);
  const cut = path(`M${P(0.3, -0.66)}L${P(0.62, -0.24)}`, { stroke: [0.6, 0.12, 15], width: 6 });
  const stitches = [0, 1, 2]
    .map((i) => `M${xIn(head, 0.32 + i * 0.1).toFixed(1)} ${yIn(head, -0.5 + i * 0.13).toFixed(1)}l11 -9`)
    .join("");
  return cut + path(stitches, { stroke: [0.6, 0.12, 15], width: 4.5 });
}
