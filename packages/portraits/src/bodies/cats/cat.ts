// Cats: the sitting body with upright ears and slit pupils, and what the stranger breeds add to it.
import { outline, shade } from "../../kit/colour.ts";
import type { Colour } from "../../kit/colour.ts";
import { pen, xIn, yIn } from "../../kit/frame.ts";
import { d, disc, group, path, place, times } from "../../kit/svg.ts";
import type { BodyPlan, Subject } from "../../subject/subject.ts";
import { measure } from "../../subject/mammal.ts";
import type { MammalShape } from "../../subject/mammal.ts";
import { assemble, sitting, torsoPath } from "../base/sitting.ts";
import type { Extras } from "../base/sitting.ts";

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
  return sitting({ ...CAT, ...shape }, extras);
}

/** A hairless cat in a knitted jumper, of its own colour for life. */
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

/** Bands of light and dark, as in anything polished. */
function chrome(subject: Subject): string {
  const { base, belly, mark } = subject.coat;
  return subject.defs.linear([
    [0, belly],
    [0.28, base],
    [0.46, shade(mark, -0.12)],
    [0.5, belly],
    [0.74, base],
    [1, mark],
  ]);
}

/** A cat of polished silver; a seam of light runs along its back. */
export function mirrorCat(shape: CatShape): BodyPlan {
  const behind: NonNullable<Extras["behind"]> = ({ subject, torso, head }) => {
    const glow = subject.defs.glow("#ffffff", 0.85, 0.2);
    const light: Colour = [0.97, 0.03, 210];
    const seam = d`M${head.cx} ${yIn(head, -1.3)}V${yIn(torso, 1)}`;
    return (
      disc(head.cx, yIn(torso, 0.1), torso.rx * 1.9, { fill: glow, opacity: 0.8 }) +
      path(seam, { stroke: light, width: 10, opacity: 0.6 })
    );
  };
  const overHead: NonNullable<Extras["overHead"]> = ({ head }) =>
    path(`M${pen(head)(0, -1.02)}L${pen(head)(0, -0.36)}`, { stroke: "#fff", width: 4, opacity: 0.95 });
  return (subject) => {
    const mammal = measure(subject, { ...CAT, ...shape });
    return assemble({ ...mammal, headFill: chrome(subject), bodyFill: chrome(subject) }, { behind, overHead });
  };
}

/** One crumb on the whiskers of one who has just eaten. */
export const crumb: NonNullable<Extras["overHead"]> = ({ head }) =>
  path("M-7-4l8-5 8 6-3 8-9 1Z", {
    fill: [0.72, 0.1, 65],
    stroke: [0.5, 0.08, 55],
    width: 2.5,
    turn: place(xIn(head, 0.86), yIn(head, 0.44)),
  });
