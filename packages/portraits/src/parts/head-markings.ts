// Draws head markings in units of the head, clipped to the head.
import type { Mammal, Marking } from "../subject/mammal.ts";
import { blend, shade, type Colour } from "../kit/colour.ts";
import { bothSides, ovalIn, pen, xIn, yIn } from "../kit/frame.ts";
import { fluff } from "../kit/shapes.ts";
import { disc, oval, path, rotate, times } from "../kit/svg.ts";

type DrawHeadMarking = (mammal: Mammal) => string;

/** Draws a tabby's M on the brow and lines on the cheeks. */
const tabbyFace: DrawHeadMarking = ({ subject, head }) => {
  const P = pen(head);
  const fill = { fill: subject.coat.mark };
  const middle = `M${P(-0.08, -1.05)}Q${P(-0.05, -0.6)} ${P(0, -0.34)}Q${P(0.05, -0.6)} ${P(0.08, -1.05)}Z`;
  const rest = bothSides(head, (side) => {
    const S = pen(side);
    const brow = `M${S(0.36, -1.05)}Q${S(0.28, -0.6)} ${S(0.22, -0.42)}Q${S(0.16, -0.62)} ${S(0.16, -1.05)}Z`;
    const cheek = (y: number): string =>
      `M${S(1.05, y)}Q${S(0.85, y + 0.06)} ${S(0.7, y + 0.17)}Q${S(0.9, y + 0.2)} ${S(1.05, y + 0.18)}Z`;
    return path(brow + cheek(0.12) + cheek(0.38), fill);
  });
  return path(middle, fill) + rest;
};

const tiger: DrawHeadMarking = ({ subject, head }) => {
  const P = pen(head);
  const fill = { fill: subject.coat.mark };
  const brow =
    `M${P(-0.5, -0.82)}Q${P(0, -0.66)} ${P(0.5, -0.82)}Q${P(0, -0.5)} ${P(-0.5, -0.82)}Z` +
    `M${P(-0.36, -0.54)}Q${P(0, -0.4)} ${P(0.36, -0.54)}` +
    `Q${P(0, -0.26)} ${P(-0.36, -0.54)}Z`;
  const cheeks = bothSides(head, (side) => {
    const S = pen(side);
    return path(
      `M${S(1.05, 0)}Q${S(0.84, 0.1)} ${S(0.66, 0.34)}Q${S(0.9, 0.24)} ${S(1.05, 0.24)}Z` +
        `M${S(1.05, 0.4)}Q${S(0.86, 0.46)} ${S(0.62, 0.62)}Q${S(0.9, 0.6)} ${S(1.05, 0.58)}Z`,
      fill,
    );
  });
  return path(brow, fill) + cheeks;
};

const spots: DrawHeadMarking = ({ subject, head }) => {
  const dice = subject.lifeDice.named("headSpots");
  return times(9, (i) => {
    const x = xIn(head, (i % 2 === 1 ? 1 : -1) * dice.between(0.3, 0.9));
    const y = yIn(head, i > 6 ? dice.between(0.3, 0.6) : -dice.between(0.4, 0.85));
    return oval([x, y, dice.between(4, 8), dice.between(4, 7)], { fill: subject.coat.mark });
  });
};

const ticked: DrawHeadMarking = ({ subject, head }) => {
  const dice = subject.lifeDice.named("headTicks");
  let data = "";
  for (let i = 0; i < 22; i++) data += `M${pen(head)(dice.spread(1.7), -dice.between(0.3, 0.95))}l0 8`;
  return path(data, { stroke: subject.coat.mark, width: 3.5, opacity: 0.6 });
};

const patches: DrawHeadMarking = ({ subject, head }) => {
  const dice = subject.lifeDice.named("headPatch");
  const side = dice.odds(0.5) ? 1 : -1;
  const one = fluff(
    [xIn(head, side * 0.62), yIn(head, -0.4), head.rx * dice.between(0.42, 0.58), head.ry * 0.52],
    11,
    0.08,
    dice,
  );
  const other = fluff([xIn(head, -side * 0.66), yIn(head, -0.74), head.rx * 0.36, head.ry * 0.34], 9, 0.1, dice);
  return (
    path(one, { fill: subject.coat.mark }) + path(other, { fill: blend(subject.coat.mark, subject.coat.skin, 0.25) })
  );
};

const points: DrawHeadMarking = ({ subject, head }) => {
  const fill = subject.defs.radial([0.25, subject.coat.mark], [1, subject.coat.mark, 0]);
  return ovalIn(head, [0, 0.3, 0.92, 0.88], { fill });
};

function blazeOf(top: number, cheek: number): DrawHeadMarking {
  return ({ subject, head }) => {
    const P = pen(head);
    const data =
      `M${P(-top, -1.1)}Q${P(-top * 0.7, -0.05)} ${P(-cheek, 0.45)}` +
      `Q${P(-cheek, 1.1)} ${P(0, 1.1)}T${P(cheek, 0.45)}` +
      `Q${P(top * 0.7, -0.05)} ${P(top, -1.1)}Z`;
    return path(data, { fill: subject.coat.belly });
  };
}

const thinBlaze: DrawHeadMarking = ({ subject, head }) => {
  const P = pen(head);
  return path(
    `M${P(0, -0.86)}Q${P(-0.1, -0.1)} ${P(-0.3, 0.5)}Q${P(-0.3, 1.1)} ${P(0, 1.1)}` +
      `T${P(0.3, 0.5)}Q${P(0.1, -0.1)} ${P(0, -0.86)}Z`,
    { fill: subject.coat.belly },
  );
};

const whiteFace: DrawHeadMarking = ({ subject, head }) => {
  const P = pen(head);
  return path(
    `M${P(-1.1, 0.5)}Q${P(-0.5, 0.2)} ${P(0, -0.1)}Q${P(0.5, 0.2)} ${P(1.1, 0.5)}L${P(1.1, 1.1)}L${P(-1.1, 1.1)}Z`,
    { fill: subject.coat.belly },
  );
};

const wolfMask: DrawHeadMarking = ({ subject, head }) => {
  const P = pen(head);
  const data =
    `M${P(-1.1, 0.06)}Q${P(-0.86, -0.42)} ${P(-0.5, -0.42)}` +
    `Q${P(-0.14, -0.36)} ${P(-0.09, 0.1)}L${P(0, -0.5)}L${P(0.09, 0.1)}` +
    `Q${P(0.14, -0.36)} ${P(0.5, -0.42)}Q${P(0.86, -0.42)} ${P(1.1, 0.06)}L${P(1.1, 1.1)}` +
    `L${P(-1.1, 1.1)}Z`;
  return path(data, { fill: subject.coat.belly });
};

const darkMask: DrawHeadMarking = ({ subject, head }) =>
  ovalIn(head, [0, 0.62, 0.62, 0.62], { fill: subject.coat.mark, opacity: 0.85 });

/** Draws a dark band across the eyes. */
const bandit: DrawHeadMarking = ({ subject, head }) => {
  const P = pen(head);
  const data =
    `M${P(-1.1, -0.1)}Q${P(-0.5, -0.44)} ${P(0, -0.06)}Q${P(0.5, -0.44)} ${P(1.1, -0.1)}` +
    `L${P(1.1, 0.34)}Q${P(0.5, 0.56)} ${P(0, 0.22)}Q${P(-0.5, 0.56)} ${P(-1.1, 0.34)}Z`;
  return path(data, { fill: subject.coat.mark });
};

const tanBrows: DrawHeadMarking = ({ head }) => {
  const fill: Colour = [0.7, 0.11, 58];
  return bothSides(
    head,
    (side) => ovalIn(side, [0.36, -0.34, 0.11, 0.09], { fill }) + ovalIn(side, [0.6, 0.62, 0.24, 0.2], { fill }),
  );
};

const frostMuzzle: DrawHeadMarking = ({ subject, head }) => {
  const P = pen(head);
  const data =
    `M${P(-1.1, 0.66)}L${P(-0.7, 0.44)}L${P(-0.6, 0.54)}L${P(-0.34, 0.2)}` +
    `Q${P(0, 0)} ${P(0.34, 0.2)}L${P(0.6, 0.54)}L${P(0.7, 0.44)}L${P(1.1, 0.66)}` +
    `L${P(1.1, 1.1)}L${P(-1.1, 1.1)}Z`;
  return path(data, { fill: subject.coat.belly, opacity: 0.85 });
};

const halfMask: DrawHeadMarking = ({ subject, head }) => {
  const side = subject.lifeDice.named("half").odds(0.5) ? 1 : -1;
  const P = pen({ ...head, rx: head.rx * side });
  return path(`M${P(0, -1.1)}Q${P(0.1, -0.2)} ${P(0.22, 0.4)}Q${P(0.6, 0.9)} ${P(1.1, 0.7)}L${P(1.1, -1.1)}Z`, {
    fill: subject.coat.mark,
  });
};

const paleFace: DrawHeadMarking = ({ subject, head }) =>
  ovalIn(head, [0, 0.3, 0.72, 0.6], { fill: subject.coat.belly, opacity: 0.9 });

const eyeRings: DrawHeadMarking = ({ subject, head }) =>
  bothSides(head, (side) => ovalIn(side, [0.46, 0.12, 0.38, 0.42], { fill: subject.coat.belly, opacity: 0.75 })) +
  ovalIn(head, [0, 0.8, 0.5, 0.4], { fill: subject.coat.belly });

const bands: DrawHeadMarking = ({ subject, head }) =>
  bothSides(head, (side) => {
    const P = pen(side);
    return path(`M${P(0.1, -1.05)}Q${P(0.3, -0.6)} ${P(0.2, -0.3)}Q${P(0.5, -0.6)} ${P(0.42, -1.05)}Z`, {
      fill: subject.coat.mark,
      opacity: 0.85,
    });
  }) + ovalIn(head, [0, 0.75, 0.8, 0.4], { fill: subject.coat.belly, opacity: 0.75 });

const freckles: DrawHeadMarking = ({ subject, head }) => {
  const dice = subject.lifeDice.named("headFreckles");
  return times(8, (i) => {
    const x = xIn(head, (i % 2 === 1 ? 1 : -1) * dice.between(0.3, 0.8));
    return disc(x, yIn(head, -dice.between(0.35, 0.8)), dice.between(3, 7), { fill: subject.coat.mark, opacity: 0.6 });
  });
};

const wrinkles: DrawHeadMarking = ({ subject, head }) => {
  const P = pen(head);
  const fold = (y: number, w: number): string =>
    `M${P(-w, y)}Q${P(-w * 0.5, y - 0.1)} ${P(0, y)}Q${P(w * 0.5, y - 0.1)} ${P(w, y)}`;
  return path(fold(-0.46, 0.42) + fold(-0.6, 0.5) + fold(-0.74, 0.44), {
    stroke: shade(subject.coat.base, -0.16),
    width: 4,
    opacity: 0.75,
  });
};

const agouti: DrawHeadMarking = ({ subject, head }) => {
  const P = pen(head);
  return path(
    `M${P(-0.9, -1.1)}L${P(0.9, -1.1)}L${P(0.6, -0.52)}L${P(0.4, -0.6)}L${P(0.12, -0.12)}` +
      `L${P(0, -0.3)}L${P(-0.12, -0.12)}L${P(-0.4, -0.6)}L${P(-0.6, -0.52)}Z`,
    { fill: subject.coat.mark, opacity: 0.75 },
  );
};

const merle: DrawHeadMarking = ({ subject, head }) => {
  const dice = subject.lifeDice.named("headMerle");
  return times(6, () => {
    const edge = fluff(
      [xIn(head, dice.spread(1.8)), yIn(head, -dice.between(0.2, 0.95)), dice.between(8, 20), dice.between(7, 14)],
      8,
      0.16,
      dice,
    );
    return path(edge, { fill: blend(subject.coat.mark, subject.coat.base, 0.3), opacity: 0.75 });
  });
};

const brow: DrawHeadMarking = ({ subject, head }) =>
  ovalIn(head, [0, -0.6, 0.2, 0.24], { fill: subject.coat.skin, opacity: 0.8 });

const DRAWN: readonly (readonly [Marking, DrawHeadMarking])[] = [
  ["agouti", agouti],
  ["merle", merle],
  ["mackerel", tabbyFace],
  ["classic", tabbyFace],
  ["rosettes", (mammal) => tabbyFace(mammal) + spots(mammal)],
  ["tiger", tiger],
  ["spots", spots],
  ["ticked", ticked],
  ["patches", patches],
  ["halfMask", halfMask],
  ["points", points],
  ["blaze", blazeOf(0.15, 0.54)],
  ["thinBlaze", thinBlaze],
  ["whiteFace", whiteFace],
  ["wolfMask", wolfMask],
  ["darkMask", darkMask],
  ["paleFace", paleFace],
  ["bandit", bandit],
  ["tanBrows", tanBrows],
  ["frostMuzzle", frostMuzzle],
  ["eyeRings", eyeRings],
  ["bands", bands],
  ["freckles", freckles],
  ["wrinkles", wrinkles],
  ["brow", brow],
];

export function drawHeadMarkings(mammal: Mammal): string {
  const { head, marks } = mammal;
  let art = "";
  for (const [marking, draw] of DRAWN) if (marks.has(marking)) art += draw(mammal);
  const turn = rotate(-14, head.cx, head.cy);
  art += ovalIn(head, [-0.34, -0.66, 0.42, 0.2], { fill: "#fff", opacity: 0.2, turn });
  return art + ovalIn(head, [0, 1.12, 0.9, 0.3], { fill: "#2b1640", opacity: 0.13 });
}

/** Returns the color around the eyes, which the lids use. */
export function faceColour({ marks, subject: { coat } }: Mammal): Colour {
  if (marks.has("wolfMask") || marks.has("eyeRings") || marks.has("paleFace")) return coat.belly;
  if (marks.has("bandit")) return coat.mark;
  return marks.has("points") ? blend(coat.base, coat.mark, 0.6) : coat.base;
}
