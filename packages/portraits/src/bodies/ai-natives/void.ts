// Draws the void: a hole in the shape of a sitting animal, between cat and dog, with two stars at different depths for eyes.
import { pen, xIn, yIn, type Frame } from "../../kit/frame.ts";
import { star } from "../../kit/shapes.ts";
import { d, disc, group, grow, oval, path, times } from "../../kit/svg.ts";
import { blinking } from "../../parts/blink.ts";
import { eyewear } from "../../parts/eyes.ts";
import { drawHeadwear } from "../../parts/headwear.ts";
import { drawBadge } from "../../parts/neckwear.ts";
import {
  GROUND,
  MIDDLE,
  byStage,
  headByStage,
  isPoorly,
  isWorried,
  type BodyPlan,
  type Subject,
} from "../../subject/subject.ts";

const BLACK = "#04030a";

/** Draws a star-shaped eye whose light shows the mood. */
function starEye(subject: Subject, x: number, y: number, r: number): string {
  const { coat, defs } = subject;
  const mood = subject.mood;
  const light = { fill: coat.eye };
  const line = { stroke: coat.eye, width: Math.max(3, r * 0.22) };
  // A worried eye is a ring that looks toward the door, under a brow of light.
  if (isWorried(subject) && mood === "content") {
    const rise = x < MIDDLE ? -1 : 1;
    return (
      disc(x, y, r * 2, { fill: defs.glow(coat.eye, 0.4) }) +
      disc(x, y, r, line) +
      disc(x - r * 0.4, y + r * 0.1, r * 0.5, light) +
      path(d`M${x - r * 1.2} ${y - r * (1.9 + rise * 0.5)}L${x + r * 1.2} ${y - r * (1.9 - rise * 0.5)}`, line)
    );
  }
  switch (mood) {
    case "sleeping":
      return path(d`M${x - r} ${y}Q${x} ${y + r * 0.7} ${x + r} ${y}`, { ...line, opacity: 0.7 });
    case "happy":
      return (
        disc(x, y, r * 2.2, { fill: defs.glow(coat.eye, 0.6) }) +
        path(d`M${x - r} ${y + r * 0.4}Q${x} ${y - r} ${x + r} ${y + r * 0.4}`, line)
      );
    case "sick":
      return (
        disc(x, y, r * 1.4, { fill: defs.glow([0.8, 0.15, 125], 0.5) }) +
        oval([x, y, r * 0.9, r * 0.3], { fill: [0.85, 0.1, 125] })
      );
    case "critical":
      return (
        oval([x, y, r * 0.34, r * 0.34], light) +
        path(d`M${x} ${y + r * 0.7}v${r * 2.4}`, { stroke: coat.eye, width: 3, opacity: 0.6 })
      );
    case "hungry":
      return (
        disc(x, y, r * 2.6, { fill: defs.glow(coat.eye, 0.8) }) +
        disc(x, y, r * 1.05, { stroke: coat.eye, width: 4 }) +
        path(star([x, y, r * 0.8]), light)
      );
    case "content":
    case "curious": {
      const size = mood === "curious" ? 1.3 : 1;
      return (
        disc(x, y, r * 2.4, { fill: defs.glow(coat.eye, 0.7) }) +
        path(star([x, y, r * 1.5 * size], 4, 0.24), light) +
        disc(x, y, r * 0.4, { fill: "#fff" })
      );
    }
    default:
      return mood satisfies never;
  }
}

function mouthOf(subject: Subject, head: Frame): string {
  const P = pen(head);
  const line = { stroke: subject.coat.mark, width: 3.5, opacity: 0.8 };
  if (subject.mood === "happy") return path(`M${P(-0.3, 0.5)}Q${P(0, 0.84)} ${P(0.3, 0.5)}`, line);
  if (subject.mood === "hungry")
    return oval([head.cx, yIn(head, 0.6), head.rx * 0.2, head.ry * 0.24], { fill: "#000", ...line });
  if (isPoorly(subject) || isWorried(subject)) return path(`M${P(-0.2, 0.66)}Q${P(0, 0.5)} ${P(0.2, 0.66)}`, line);
  return "";
}

/** Returns the outline: one cat ear, one dog ear, and a body. */
function silhouette(head: Frame, width: number, kind: number): string {
  const P = pen(head);
  const B = (x: number, y: number): string => d`${MIDDLE + x * width} ${GROUND - y}`;
  const tip = [1.5, 1.9, 1.3, 1.7, 1.62][kind] ?? 1.5;
  const out = [0.8, 0.62, 1.06, 0.9, 0.74][kind] ?? 0.8;
  return (
    `M${P(0, -0.92)}Q${P(0.2, -0.96)} ${P(0.34, -0.9)}L${P(out, -tip)}` +
    `Q${P(0.98, -0.9)} ${P(0.98, -0.2)}C${P(1, 0.5)} ${P(0.86, 0.76)} ${P(0.66, 0.9)}` +
    `C${B(0.92, 200)} ${B(1.24, 8)} ${B(0.74, 0)}Q${B(0, -10)} ${B(-0.74, 0)}` +
    `C${B(-1.24, 8)} ${B(-0.92, 200)} ${P(-0.66, 0.9)}` +
    `C${P(-0.86, 0.76)} ${P(-1, 0.5)} ${P(-0.98, -0.2)}` +
    `L${P(-0.98, -0.5)}Q${P(-1.06, 0.08)} ${P(-1.4, 0.1)}C${P(-1.62, -0.3)} ${P(-1.3, -1.2)} ${P(-0.34, -0.9)}` +
    `Q${P(-0.2, -0.96)} ${P(0, -0.92)}Z`
  );
}

export const voidShape: BodyPlan = (subject) => {
  const { coat, stage, defs } = subject;
  const head = headByStage(subject, [270, 228, 178, 172], [98, 86, 80, 92], [88, 78, 72, 82]);
  const width = byStage(stage, [92, 86, 88, 122]) * (0.94 + subject.build.width * 0.12);
  const data = silhouette(head, width, Math.floor(subject.build.pattern * 5));
  const rings = times(5, (i) =>
    group(path(data, { stroke: coat.mark, width: 3.5 - i * 0.5 }), {
      turn: grow(MIDDLE, GROUND - 140, 1.05 + i * 0.07, 1.03 + i * 0.055),
      opacity: 0.62 - i * 0.11,
    }),
  );
  const halo = oval([MIDDLE, head.cy + 90, width * 2, 250], { fill: defs.glow(coat.mark, 0.5, 0.3) });
  const dice = subject.lifeDice.named("deep");
  const deep = times(byStage(stage, [6, 10, 14, 18]), () =>
    disc(MIDDLE + dice.spread(width * 1.6), dice.between(head.cy, GROUND - 10), dice.between(0.8, 1.8), {
      fill: "#fff",
      opacity: dice.between(0.15, 0.5),
    }),
  );
  const r = head.rx * 0.15;
  const bigLeft = subject.build.eyes < 0.5;
  const falling = times(byStage(stage, [2, 4, 5, 7]), (i) => {
    const turn = i * 1.9 + dice.roll();
    const [x, y] = [MIDDLE + Math.cos(turn) * width * 1.55, head.cy + 110 + Math.sin(turn) * 170];
    return path(d`M${x} ${y}L${x + (MIDDLE - x) * 0.16} ${y + (head.cy + 110 - y) * 0.16}`, {
      stroke: coat.mark,
      width: 4,
      opacity: 0.6,
    });
  });
  const scar =
    subject.path === "rescue"
      ? path(d`M${xIn(head, 0.3)} ${yIn(head, -0.8)}l18 22l-8 10l12 16`, { stroke: [0.87, 0.15, 88], width: 4 })
      : "";
  const art =
    halo +
    rings +
    falling +
    path(data, { fill: BLACK, stroke: coat.mark, width: 2.5 }) +
    group(deep, { clip: defs.clip(data) }) +
    blinking(
      subject,
      (as) =>
        starEye(as, xIn(head, -0.42), yIn(head, 0.04), r * (bigLeft ? 1.25 : 0.8)) +
        starEye(as, xIn(head, 0.42), yIn(head, -0.04), r * (bigLeft ? 0.8 : 1.25)),
    ) +
    mouthOf(subject, head) +
    scar +
    eyewear(subject, { x: head.cx, y: head.cy, apart: head.rx * 0.42, size: r * 1.3, face: [0.2, 0, 0] }) +
    drawHeadwear(subject, head) +
    drawBadge(subject, MIDDLE, yIn(head, 1.4));
  return { art, head, top: yIn(head, -2), shadow: 0 };
};
