// Draws dogs: the sitting body with a dog's muzzle. Breeds differ in ears, head, height, and coat.
import { shade } from "../../kit/colour.ts";
import { pen, xIn, yIn } from "../../kit/frame.ts";
import { drop } from "../../kit/shapes.ts";
import { d, disc, group, oval, path, place, times, tube } from "../../kit/svg.ts";
import type { BodyPlan } from "../../subject/subject.ts";
import type { MammalShape } from "../../subject/mammal.ts";
import type { Extras } from "../base/sitting.ts";
import { inStance } from "../base/stance.ts";

const DOG: Omit<MammalShape, "patterns"> = {
  ears: "drop",
  muzzle: "dog",
  tail: "dog",
  headWidth: 0.95,
  headHeight: 0.98,
  jowls: 8,
};

export type DogShape = Partial<MammalShape> & Pick<MammalShape, "patterns">;

export function dog(shape: DogShape, extras: Extras = {}): BodyPlan {
  return inStance({ ...DOG, ...shape }, extras);
}

/** Draws waves in a long coat. */
export const wavyCoat: NonNullable<Extras["overBody"]> = ({ torso, subject }) => {
  const P = pen(torso);
  let waves = "";
  for (const side of [-1, 1]) for (let i = 0; i < 4; i++) waves += `M${P(side * 0.6, 0.34 + i * 0.15)}q8 8 0 18t0 16`;
  return path(waves, { stroke: shade(subject.coat.base, -0.1), width: 4.5, opacity: 0.7 });
};

/** Draws pond weed and drops on a wet coat. */
export const wetCoat: Extras = {
  overHead: ({ head, subject }) => {
    const weed =
      tube("M0 0q10 16 4 34t6 30", 4, [0.68, 0.15, 135], [0.42, 0.1, 140], 2) +
      disc(4, 18, 6, { fill: [0.72, 0.16, 130] }) +
      disc(8, 44, 7, { fill: [0.66, 0.15, 135] });
    return subject.stage === "baby" ? "" : group(weed, { turn: place([xIn(head, -0.86), yIn(head, -0.86)], 8) });
  },
  overBody: ({ torso, subject }) => {
    const dice = subject.ageDice.named("drops");
    const shine = path(`M${pen(torso)(-0.62, 0.4)}Q${pen(torso)(-0.86, 0.62)} ${pen(torso)(-0.82, 0.84)}`, {
      stroke: "#fff",
      width: 8,
      opacity: 0.25,
    });
    return (
      shine +
      times(7, () =>
        path(drop(xIn(torso, dice.spread(2)), yIn(torso, dice.between(0.2, 0.9)), 11), {
          fill: "#bfe3ff",
          stroke: "#5b9bd1",
          width: 1.5,
        }),
      )
    );
  },
};

/** Draws Fenrir's mane, the scars on its shoulders, and the silk ribbon around a foreleg. */
export const fenrirsMane: Extras = {
  behind: ({ head, torso, subject, line }) => {
    const tufts = 22;
    const [cx, cy, rx, ry] = [head.cx, yIn(head, 0.55), Math.max(head.rx * 1.36, torso.rx * 1.02), head.ry * 1.6];
    let data = "";
    for (let i = 0; i <= tufts * 2; i++) {
      const turn = (Math.PI * i) / tufts;
      const far = i % 2 === 1 ? 1.16 : 0.94;
      data += d`${i === 0 ? "M" : "L"}${cx + Math.cos(turn) * rx * far} ${cy + Math.sin(turn) * ry * far}`;
    }
    const glow = oval([cx, cy, rx * 1.7, ry * 1.5], { fill: subject.defs.glow([0.85, 0.12, 160], 0.4) });
    return subject.stage === "baby"
      ? glow
      : glow +
          path(`${data}Z`, { fill: subject.defs.shading(shade(subject.coat.base, 0.02), 0.08, -0.04), stroke: line });
  },
  overBody: ({ torso, subject }) => {
    if (subject.stage === "baby") return "";
    const P = pen(torso);
    const scars = `M${P(-0.74, 0.36)}l26 30M${P(-0.82, 0.46)}l24 28M${P(0.64, 0.42)}l14 34`;
    const y = yIn(torso, 0.76);
    const x = xIn(torso, 0.3);
    const w = torso.rx * 0.2;
    const silk =
      d`M${x - w} ${y}q${w} 12 ${w * 2} 0M${x - w} ${y + 16}q${w} 12 ${w * 2} 0` +
      d`M${x + w} ${y + 16}q22 6 18 30m-18 -30q8 16 0 34`;
    return (
      path(scars, { stroke: shade(subject.coat.base, 0.2), width: 5 }) +
      path(silk, { stroke: [0.9, 0.07, 20], width: 6 })
    );
  },
};

/** Returns a drawing of a glow under the eyes, for species of legend. */
export function eyeGlow(opacity: number): NonNullable<Extras["underFace"]> {
  return ({ head, subject, shape }) => {
    const y = yIn(head, 0.1 + (shape.eyeY ?? 0));
    return [-1, 1]
      .map((side) =>
        disc(head.cx + side * head.rx * 0.46, y, head.rx * 0.42, {
          fill: subject.defs.glow(subject.coat.eye, opacity),
        }),
      )
      .join("");
  };
}
