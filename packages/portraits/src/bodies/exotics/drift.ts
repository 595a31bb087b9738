// Draws the drift: a translucent bell of mist with fine ribbons, a ring of silver eyespots, and drops of sea water.
import { blend, outline, shade } from "../../kit/colour.ts";
import { pen, xIn, yIn } from "../../kit/frame.ts";
import { d, disc, oval, path, sides, times } from "../../kit/svg.ts";
import { drawFace } from "../../parts/face.ts";
import { drawHeadwear } from "../../parts/headwear.ts";
import { drawBadge } from "../../parts/neckwear.ts";
import { byStage, type BodyPlan, type Subject } from "../../subject/subject.ts";
import { orb } from "../base/floating.ts";

function ribbons(subject: Subject, x: number, y: number, w: number): string {
  const count = byStage(subject.stage, [4, 5, 7, 9]);
  const dice = subject.ageDice.named("ribbons");
  return times(count, (i) => {
    const at = count === 1 ? 0 : (i / (count - 1)) * 2 - 1;
    const [startX, length, sway] = [
      x + at * w * 0.8,
      dice.between(120, 190) * byStage(subject.stage, [0.5, 0.65, 0.9, 1]),
      dice.spread(50),
    ];
    const data = d`M${startX} ${y}c${sway} ${length * 0.3} ${-sway} ${length * 0.6} ${at * 24} ${length}`;
    const wide = i % 3 === 1;
    const colour = blend(subject.coat.base, subject.coat.mark, wide ? 0.7 : 0.35);
    return path(data, { stroke: colour, width: wide ? 13 : 6, opacity: wide ? 0.8 : 0.95 });
  });
}

export const drift: BodyPlan = (subject) => {
  const { coat, defs } = subject;
  const bell = orb(subject, 1.06);
  const P = pen(bell);
  const line = outline(blend(coat.base, coat.mark, 0.6));
  const skirt = times(6, (i) => `Q${P(0.9 - i * 0.34, 0.86)} ${P(0.74 - i * 0.34, 0.6)}`);
  const data =
    `M${P(-1.08, 0.56)}C${P(-1.14, -0.7)} ${P(-0.6, -1.1)} ${P(0, -1.1)}` +
    `C${P(0.6, -1.1)} ${P(1.14, -0.7)} ${P(1.08, 0.6)}${skirt}Z`;
  const glass = defs.radialAt(
    [0.45, 0.35, 0.8],
    [0, shade(coat.belly, 0.04), 0.95],
    [0.7, coat.base, 0.86],
    [1, coat.mark, 0.8],
  );
  const inner = times(5, (i) =>
    path(`M${P(0, -1)}Q${P((i - 2) * 0.44, -0.5)} ${P((i - 2) * 0.42, 0.5)}`, {
      stroke: shade(coat.mark, 0.1),
      width: 4,
      opacity: 0.4,
    }),
  );
  const spotCount = byStage(subject.stage, [5, 6, 7, 9]);
  const eyespots = times(spotCount, (i) => {
    const at = (i / (spotCount - 1)) * 2 - 1;
    const [x, y] = [xIn(bell, at * 0.86), yIn(bell, -0.42 - (1 - at * at) * 0.3)];
    return disc(x, y, 7, { fill: "#f4f8ff", opacity: 0.9 }) + disc(x, y, 3, { fill: line });
  });
  const dice = subject.lifeDice.named("beads");
  const beads = times(9, (i) =>
    disc(xIn(bell, -1 + i * 0.25), yIn(bell, 0.66 + dice.spread(0.1)), dice.between(4, 7), {
      fill: "#e9fbff",
      stroke: "#8fc7d6",
      width: 2,
    }),
  );
  const shine = oval([xIn(bell, -0.44), yIn(bell, -0.62), bell.rx * 0.26, bell.ry * 0.14], {
    fill: "#fff",
    opacity: 0.6,
  });
  const glow = disc(bell.cx, bell.cy, bell.rx * 1.7, { fill: defs.glow(coat.belly, 0.5) });
  const arms =
    subject.stage === "baby"
      ? ""
      : sides((side) =>
          path(
            d`M${xIn(bell, side * 0.5)} ${yIn(bell, 0.6)}q${side * 30} 40 ${side * 4} 90` +
              d`q${-side * 16} 30 ${side * 8} 60`,
            { stroke: blend(coat.base, coat.skin, 0.5), width: 17, opacity: 0.7 },
          ),
        );
  const face = drawFace(subject, {
    x: bell.cx,
    y: yIn(bell, 0.06),
    r: bell.rx,
    face: coat.base,
    eyeSize: 0.21,
    apart: 0.38,
    mouthY: 0.3,
    mouth: 0.26,
  });
  const art =
    glow +
    ribbons(subject, bell.cx, yIn(bell, 0.5), bell.rx) +
    arms +
    path(data, { fill: glass, stroke: line }) +
    inner +
    eyespots +
    beads +
    shine +
    face +
    drawHeadwear(subject, bell) +
    drawBadge(subject, bell.cx, yIn(bell, 0.78));
  return { art, head: bell, shadow: 0 };
};
