// A plump dormouse of warm glass: drawers and pockets in its sides, both arms round a folded note, a ribbon for a tail.
import { outline, shade } from "../../kit/colour.ts";
import { bothSides, pen, xIn, yIn } from "../../kit/frame.ts";
import { box, disc, group, path, place, times } from "../../kit/svg.ts";
import type { BodyPlan } from "../../subject/subject.ts";
import type { Mammal } from "../../subject/mammal.ts";
import { sitting } from "../base/sitting.ts";

function ribbonTail({ torso, subject }: Mammal): string {
  const glow = disc(torso.cx, yIn(torso, 0.4), torso.rx * 2.1, { fill: subject.defs.glow(subject.coat.base, 0.7) });
  const ribbon = path("M0 0C60 6 96-20 88-60S120-112 140-92L146-128L112-136C70-124 46-90 56-58S30-26-4-30Z", {
    fill: subject.accent,
    stroke: shade(subject.accent, -0.32, 0.8),
    width: 5,
  });
  return (
    glow + group(ribbon, { turn: place(xIn(torso, 0.66), yIn(torso, 1) - 20, 0, subject.stage === "baby" ? 0.6 : 1) })
  );
}

function drawersAndNote({ torso, subject }: Mammal): string {
  if (subject.stage === "baby") return "";
  const { coat } = subject;
  const line = outline(coat.base);
  const rows = subject.build.pattern < 0.5 ? 3 : 2;
  const drawers = bothSides(torso, (side, sign) =>
    times(rows, (i) => {
      const [w, h] = [torso.rx * 0.42, (torso.ry * 0.46) / rows];
      const [x, y] = [xIn(side, 0.74), yIn(side, 0.42 + (i * 0.5) / rows)];
      const open = (i + (sign === 1 ? 0 : 1)) % 2 === 0 ? 5 : 0;
      const knob =
        subject.build.toy < 0.5
          ? disc(x + sign * open, y + h / 2, 4.5, { fill: line })
          : path(`M${(x - 8).toFixed(1)} ${(y + h / 2).toFixed(1)}h16`, { stroke: line, width: 4 });
      return (
        box(x - w / 2 + sign * open, y, w, h - 4, 6, { fill: shade(coat.mark, 0.08), stroke: line, width: 3.5 }) + knob
      );
    }),
  );
  const P = pen(torso);
  const note =
    path(`M${P(-0.24, 0.4)}L${P(0.24, 0.4)}L${P(0.24, 0.68)}L${P(-0.24, 0.68)}Z`, {
      fill: "#fffaf0",
      stroke: "#a3927a",
      width: 4,
    }) +
    path(`M${P(-0.24, 0.4)}L${P(0, 0.55)}L${P(0.24, 0.4)}`, { stroke: "#a3927a", width: 3.5 }) +
    disc(torso.cx, yIn(torso, 0.55), 6, { fill: subject.accent });
  return drawers + note;
}

/** Light through glass. */
function glassShine({ head }: Mammal): string {
  const P = pen(head);
  return (
    path(`M${P(-0.78, -0.28)}Q${P(-0.68, -0.74)} ${P(-0.3, -0.86)}`, { stroke: "#fff", width: 9, opacity: 0.75 }) +
    disc(xIn(head, -0.14), yIn(head, -0.88), 5, { fill: "#fff", opacity: 0.8 })
  );
}

export const cache: BodyPlan = sitting(
  {
    ears: "round",
    muzzle: "small",
    tail: "none",
    hands: true,
    headWidth: 1.04,
    headHeight: 0.9,
    jowls: 18,
    bodyWidth: 1.2,
    height: 0.9,
    eyeHeavy: 0.5,
    patterns: [["bib"], ["bib", "paleFace"], ["freckles"], ["bib", "ticked"], ["paleFace", "locket"]],
  },
  { behind: ribbonTail, overBody: drawersAndNote, overHead: glassShine },
);
