// Draws the axolotl: feathery gills, a wide level mouth, and a finned tail.
import { blend, outline, shade } from "../../kit/colour.ts";
import { bothSides, xIn, yIn } from "../../kit/frame.ts";
import { d, group, path, place } from "../../kit/svg.ts";
import { byStage, type BodyPlan } from "../../subject/subject.ts";
import type { Mammal } from "../../subject/mammal.ts";
import { sitting } from "../base/sitting.ts";

const GILLS = [
  [-38, 0.74, -0.42],
  [-6, 0.96, -0.02],
  [26, 0.86, 0.4],
] as const;

function gills({ head, subject }: Mammal): string {
  const { skin } = subject.coat;
  const grown = byStage(subject.stage, [0.5, 0.62, 0.76, 0.86]) * (0.9 + subject.build.ears * 0.2);
  return bothSides(head, (side, sign) =>
    GILLS.map(([degrees, x, y], index) => {
      const length = grown * head.rx * (index === 1 ? 1.1 : 1);
      let fringe = "";
      for (let hair = 1; hair < 6; hair++) {
        const at = length * (hair / 5.6);
        const long = 1.1 - hair / 8;
        fringe += d`M${at} 0q6 ${-14 * long} 15 ${-17 * long}M${at} 0q6 ${14 * long} 15 ${17 * long}`;
      }
      const stem = d`M0 0H${length}`;
      const dark = outline(skin);
      const art =
        path(fringe, { stroke: dark, width: 12 }) +
        path(stem, { stroke: dark, width: 23 }) +
        path(fringe, { stroke: skin, width: 7 }) +
        path(stem, { stroke: shade(skin, 0.08), width: 14 });
      return group(art, { turn: place([xIn(side, x), yIn(side, y)], sign * degrees, sign, 1) });
    }).join(""),
  );
}

function finTail({ torso, subject, line }: Mammal): string {
  const { coat } = subject;
  const fin = path("M-16 16C90 26 128-60 104-118C66-112 48-60-10-34Z", {
    fill: blend(coat.base, coat.skin, 0.35),
    stroke: line,
  });
  const core = path("M-4-6C52-12 84-60 94-100", { stroke: shade(coat.base, -0.03), width: 17 });
  const [x, y] = [xIn(torso, 0.62), yIn(torso, 1) - 26];
  return group(fin + core, { turn: place([x, y], 0, byStage(subject.stage, [0.6, 0.82, 1, 1.15])) });
}

export const axolotl: BodyPlan = sitting(
  {
    ears: "none",
    muzzle: "wide",
    tail: "none",
    hands: true,
    headWidth: 1.18,
    headHeight: 0.8,
    jowls: 8,
    bodyWidth: 0.92,
    eyeSize: 0.62,
    eyeApart: 0.62,
    eyeY: -0.02,
    pupil: "bead",
    always: ["bib"],
    patterns: [[], ["freckles"], ["spots"], ["patches"], ["merle"]],
  },
  { behind: finTail, behindHead: gills },
);
