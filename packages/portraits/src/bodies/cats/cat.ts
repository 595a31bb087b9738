// Draws cats: the sitting body with upright ears, slit pupils, and the extras of unusual breeds.
import { blend, outline, shade } from "../../kit/colour.ts";
import { pen, xIn, yIn, type Frame } from "../../kit/frame.ts";
import { fluff, star } from "../../kit/shapes.ts";
import { disc, group, path, place, times } from "../../kit/svg.ts";
import type { BodyPlan, Subject } from "../../subject/subject.ts";
import { measure, type Mammal, type MammalShape } from "../../subject/mammal.ts";
import { drawTail } from "../../parts/tails.ts";
import { assemble, torsoPath, type Extras } from "../base/sitting.ts";
import { inStance } from "../base/stance.ts";

const CAT: Omit<MammalShape, "patterns"> = {
  ears: "cat",
  muzzle: "cat",
  tail: "cat",
  headWidth: 1.05,
  headHeight: 0.92,
  jowls: 14,
  pupil: "slit",
};

export type CatShape = Partial<MammalShape> & Pick<MammalShape, "patterns">;

export function cat(shape: CatShape, extras: Extras = {}): BodyPlan {
  return inStance({ ...CAT, ...shape }, extras);
}

/** Draws a hairless cat in a knitted sweater that keeps its color for life. */
export function jumperCat(shape: CatShape): BodyPlan {
  const overBody: NonNullable<Extras["overBody"]> = (mammal) => {
    const { torso, subject } = mammal;
    const wool = subject.build.collar > 0.5 ? subject.accent : ([0.55, 0.11, 150] as const);
    const P = pen(torso);
    const knit = times(5, (row) => {
      let stitches = "";
      for (let i = -5; i <= 5; i++) stitches += `M${P(i * 0.2 - 0.06, 0.3 + row * 0.13)}l6 8l6 -8`;
      return path(stitches, { stroke: shade(wool, 0.1), width: 3.5, opacity: 0.8 });
    });
    const body = `M${P(-1.3, 0.1)}L${P(1.3, 0.1)}L${P(1.3, 0.86)}Q${P(0, 0.94)} ${P(-1.3, 0.86)}Z`;
    const hem = path(`M${P(-1.1, 0.85)}Q${P(0, 0.93)} ${P(1.1, 0.85)}`, { stroke: shade(wool, -0.08), width: 15 });
    const neck = `M${P(-0.62, 0.06)}Q${P(0, 0.34)} ${P(0.62, 0.06)}`;
    const rolled =
      path(neck, { stroke: outline(wool), width: 38 }) + path(neck, { stroke: shade(wool, 0.04), width: 27 });
    const edge = path(torsoPath(mammal), { stroke: mammal.line });
    return (
      group(path(body, { fill: wool }) + knit + hem, { clip: subject.defs.clip(torsoPath(mammal)) }) + edge + rolled
    );
  };
  return cat(shape, { overBody });
}

/** Returns a fill of hard diagonal bands of light and dark, like a pane of mirror glass. */
function glass(subject: Subject): string {
  const { base, belly, mark } = subject.coat;
  const deep = blend(mark, base, 0.25);
  return subject.defs.diagonal(
    [0, belly],
    [0.22, belly],
    [0.22, base],
    [0.4, base],
    [0.4, "#ffffff"],
    [0.5, "#ffffff"],
    [0.5, base],
    [0.58, base],
    [0.58, deep],
    [0.8, deep],
    [0.8, base],
    [1, belly],
  );
}

/** Draws a symmetric cat of mirror glass, with gleaming edges and a reflection in the floor. */
export function mirrorCat(shape: CatShape): BodyPlan {
  const behind: NonNullable<Extras["behind"]> = (mammal) => {
    const fill = mammal.subject.defs.glow("#ffffff", 0.68, 0.2);
    const { cx, cy, rx } = mammal.torso;
    return disc(cx, cy, rx * 2, { fill }) + group(drawTail(mammal), { turn: "translate(512 0) scale(-1 1)" });
  };
  const overHead: NonNullable<Extras["overHead"]> = ({ head }) =>
    path(star([xIn(head, -0.62), yIn(head, -0.52), 24]), { fill: "#fff" }) +
    path(star([xIn(head, 0.84), yIn(head, 0.3), 13]), { fill: "#fff" });
  return (subject) => {
    const mammal = measure(subject, { ...CAT, ...shape });
    const figure = assemble({ ...mammal, headFill: glass(subject), bodyFill: glass(subject) }, { behind, overHead });
    if (subject.stage === "baby") return figure;
    const reflection = group(figure.art, { turn: "translate(0 908) scale(1 -1)", opacity: 0.45 });
    return { ...figure, art: reflection + figure.art };
  };
}

function tufts({ subject, bodyFill, line }: Mammal, { cx, cy, rx, ry }: Frame): string {
  const ring = fluff([cx, cy, rx * 1.08, ry], 14, 0.15, subject.lifeDice.named("tufts"));
  return path(ring, { fill: bodyFill, stroke: line });
}

/** Draws a cloud of long fur around the body and the head. */
export const cloud: Extras = {
  behind: (mammal) => tufts(mammal, { ...mammal.torso, cy: yIn(mammal.torso, 0.56), ry: mammal.torso.ry * 0.56 }),
  behindHead: (mammal) => tufts(mammal, { ...mammal.head, cy: yIn(mammal.head, 0.2), ry: mammal.head.ry * 0.9 }),
};

/** Draws a crumb on the whiskers. */
export const crumb: NonNullable<Extras["overHead"]> = ({ head }) =>
  path("M-7-4l8-5 8 6-3 8-9 1Z", {
    fill: [0.72, 0.1, 65],
    stroke: [0.5, 0.08, 55],
    width: 2.5,
    turn: place([xIn(head, 0.86), yIn(head, 0.44)]),
  });
