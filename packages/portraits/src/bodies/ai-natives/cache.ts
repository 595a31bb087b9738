// Draws the cache: a plump dormouse of warm glass with drawers in its sides, gift shelves in its belly, and a ribbon tail.
import { outline, shade, type Colour } from "../../kit/colour.ts";
import { bothSides, pen, xIn, yIn } from "../../kit/frame.ts";
import { box, d, disc, group, grow, path, place, sides, times } from "../../kit/svg.ts";
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
    glow + group(ribbon, { turn: place([xIn(torso, 0.66), yIn(torso, 1) - 20], 0, subject.stage === "baby" ? 0.6 : 1) })
  );
}

function drawersAndShelves({ torso, subject }: Mammal): string {
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
        box([x - w / 2 + sign * open, y, w, h - 4], 6, { fill: shade(coat.mark, 0.08), stroke: line, width: 3.5 }) +
        knob
      );
    }),
  );
  // The gifts on the shelves are visible behind the belly's glass.
  const [x, y, r] = [torso.cx, yIn(torso, 0.6), torso.rx * 0.5];
  const dice = subject.lifeDice.named("kept");
  const kept = times(12, (i) => {
    const [at, row] = [(i % 4) - 1.5, Math.floor(i / 4) - 1];
    const fill: Colour = [0.76, 0.16, dice.roll() * 360];
    const [left, up] = [x + at * r * 0.44, y + row * r * 0.5];
    const paint = { fill, stroke: line, width: 3 };
    return dice.odds(0.5)
      ? disc(left, up + r * 0.08, r * 0.17, paint)
      : box([left - r * 0.14, up - r * 0.14, r * 0.28, r * 0.36], 3, paint);
  });
  const shelves = path(
    times(2, (i) => d`M${x - r} ${y + (i - 0.5) * r * 0.5 + 1}H${x + r}`),
    { stroke: line, width: 3 },
  );
  const window =
    disc(x, y, r, { fill: "#fff8e6", stroke: line, width: 6 }) +
    group(shelves + kept, { turn: grow(x, y, 0.86) }) +
    path(d`M${x - r * 0.7} ${y - r * 0.2}Q${x - r * 0.6} ${y - r * 0.7} ${x - r * 0.1} ${y - r * 0.76}`, {
      stroke: "#fff",
      width: 8,
      opacity: 0.85,
    });
  return drawers + window;
}

/** Draws the round, thin, large ears of a dormouse. */
function mouseEars({ head, subject, line }: Mammal): string {
  const { base, skin } = subject.coat;
  return sides((side) => {
    const [x, y, r] = [xIn(head, side * 0.8), yIn(head, -0.78), head.rx * 0.5];
    return disc(x, y, r, { fill: base, stroke: line }) + disc(x, y + r * 0.1, r * 0.64, { fill: skin });
  });
}

function glassShine({ head }: Mammal): string {
  const P = pen(head);
  return (
    path(`M${P(-0.78, -0.28)}Q${P(-0.68, -0.74)} ${P(-0.3, -0.86)}`, { stroke: "#fff", width: 9, opacity: 0.75 }) +
    disc(xIn(head, -0.14), yIn(head, -0.88), 5, { fill: "#fff", opacity: 0.8 })
  );
}

export const cache: BodyPlan = sitting(
  {
    ears: "none",
    muzzle: "small",
    tail: "none",
    hands: true,
    headWidth: 1.04,
    headHeight: 0.9,
    jowls: 18,
    bodyWidth: 1.2,
    height: 0.9,
    patterns: [["bib"], ["bib", "paleFace"], ["freckles"], ["bib", "ticked"], ["paleFace", "locket"]],
  },
  { behind: ribbonTail, behindHead: mouseEars, overBody: drawersAndShelves, overHead: glassShine },
);
