// Draws small mammals, which by default sit upright with their hands together, and the extras of unusual species.
import { shade } from "../../kit/colour.ts";
import { bothSides, ovalIn, pen, xIn, yIn } from "../../kit/frame.ts";
import { oval, path, place, times } from "../../kit/svg.ts";
import type { BodyPlan } from "../../subject/subject.ts";
import type { MammalShape } from "../../subject/mammal.ts";
import { sitting, type Extras } from "../base/sitting.ts";

const SMALL: Omit<MammalShape, "patterns"> = {
  ears: "small",
  muzzle: "small",
  tail: "none",
  hands: true,
  headWidth: 1.06,
  headHeight: 0.9,
  jowls: 16,
};

export function smallMammal(
  shape: Partial<MammalShape> & Pick<MammalShape, "patterns">,
  extras: Extras = {},
): BodyPlan {
  return sitting({ ...SMALL, ...shape }, extras);
}

/** Draws full cheeks and a seed in the hands. */
export const fullCheeks: Extras = {
  behindHead: ({ head, subject, line }) =>
    bothSides(head, (side) => {
      const P = pen(side);
      const corner = `Q${P(1.36, 0.98)} ${P(0.84, 0.98)}`;
      const pouch = `M${P(0.7, -0.1)}Q${P(1.34, 0.02)} ${P(1.36, 0.44)}${corner}L${P(0.4, 0.9)}Z`;
      return path(pouch, { fill: subject.defs.shading(subject.coat.belly, 0.02, -0.08), stroke: line });
    }),
  underFace: ({ head, subject }) =>
    bothSides(head, (side) => ovalIn(side, [0.78, 0.52, 0.4, 0.42], { fill: subject.coat.belly })),
  overBody: ({ torso, subject }) => {
    if (subject.stage === "baby") return "";
    const seed = "M0-20C14-8 14 12 0 22C-14 12-14-8 0-20Z";
    const turn = place([torso.cx, yIn(torso, 0.56)], 18);
    return (
      path(seed, { fill: [0.42, 0.03, 60], stroke: [0.25, 0.03, 60], width: 4, turn }) +
      path("M-4-12Q-8 2-4 14", { stroke: [0.9, 0.03, 85], width: 3.5, turn })
    );
  },
};

/** Draws leather wings behind the back. */
export const leatherWings: Extras = {
  behind: ({ torso, subject, line }) =>
    bothSides(torso, (side) => {
      const P = pen(side);
      const grown = subject.stage === "baby" ? 0.6 : subject.stage === "child" ? 0.75 : 1;
      const Q = (x: number, y: number): string => P(0.5 + (x - 0.5) * grown, 0.3 + (y - 0.3) * grown);
      const skin =
        `M${P(0.5, 0.25)}C${Q(1.25, -0.1)} ${Q(1.5, -0.3)} ${Q(1.85, -0.28)}` +
        `Q${Q(1.74, -0.02)} ${Q(1.8, 0.16)}Q${Q(1.5, 0.06)} ${Q(1.42, 0.3)}` +
        `Q${Q(1.2, 0.18)} ${P(0.6, 0.62)}Z`;
      const finger = `M${P(0.6, 0.34)}Q${Q(1.3, 0.1)} ${Q(1.42, 0.26)}`;
      const bones = `M${P(0.6, 0.3)}Q${Q(1.32, -0.02)} ${Q(1.78, -0.24)}${finger}`;
      return (
        path(skin, { fill: subject.coat.mark, stroke: line }) +
        path(bones, { stroke: shade(subject.coat.mark, 0.12), width: 5 })
      );
    }),
};

/** Draws feathered wings, which only designed species have. */
export const featherWings: Extras = {
  behind: ({ torso, subject, line }) =>
    bothSides(torso, (side, sign) =>
      times(5, (i) => {
        const length = (subject.stage === "baby" ? 60 : 120) - i * 12;
        return path(
          `M0 0C26 ${-length * 0.3} 22 ${-length * 0.8} 4 ${-length}C-18 ${-length * 0.7} -18 ${-length * 0.3} 0 0Z`,
          {
            fill: shade(subject.coat.belly, -i * 0.03),
            stroke: line,
            width: 4.5,
            turn: place([xIn(side, 0.6), yIn(side, 0.3) + i * 9], sign * (34 + i * 20)),
          },
        );
      }),
    ),
};

export const browGem: Extras = {
  overHead: ({ head, subject }) => {
    const P = pen(head);
    const gem = `M${P(0, -0.78)}L${P(0.13, -0.56)}L${P(0, -0.3)}L${P(-0.13, -0.56)}Z`;
    return (
      oval([head.cx, yIn(head, -0.55), head.rx * 0.4, head.ry * 0.4], {
        fill: subject.defs.glow(subject.accent, 0.7),
      }) + path(gem, { fill: shade(subject.accent, 0.08), stroke: shade(subject.accent, -0.3), width: 4 })
    );
  },
};

/** Draws domes for eyes on top of the head. */
export const frogEyes: Extras = {
  behindHead: ({ head, subject, line }) =>
    bothSides(head, (side) => ovalIn(side, [0.56, -0.66, 0.34, 0.5], { fill: subject.coat.base, stroke: line })),
  underFace: ({ head, subject }) =>
    bothSides(head, (side) => ovalIn(side, [0.56, -0.62, 0.32, 0.44], { fill: subject.coat.base })),
};
