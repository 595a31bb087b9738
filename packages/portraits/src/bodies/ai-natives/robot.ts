// Draws the robot: a former bread bin of enamel, with a radio dial on its chest and two mismatched lamps for eyes.
import { outline, shade, type Colour } from "../../kit/colour.ts";
import { frame } from "../../kit/frame.ts";
import {
  box,
  d,
  disc,
  group,
  oval,
  path,
  place,
  rotate,
  sides,
  times,
  tube,
  type Box,
  type Circle,
  type Point,
} from "../../kit/svg.ts";
import { blinking } from "../../parts/blink.ts";
import { eyewear } from "../../parts/eyes.ts";
import { drawHeadwear } from "../../parts/headwear.ts";
import { drawBadge } from "../../parts/neckwear.ts";
import { drawToy } from "../../parts/toy.ts";
import { GROUND, MIDDLE, byStage, type BodyPlan, type Subject } from "../../subject/subject.ts";

const TIN: Colour = [0.74, 0.012, 240];
const GREEN: Colour = [0.82, 0.18, 145];

/** Draws a lamp behind glass, with a shutter that shows the mood. */
function lamp(subject: Subject, [x, y, r]: Circle, colour: Colour, line: Colour): string {
  const { defs } = subject;
  const mood = subject.mood;
  const dim = mood === "critical" || mood === "sick" || mood === "sleeping";
  const lit = dim ? shade(colour, -0.28, 0.6) : colour;
  const light = dim ? "" : disc(x, y, r * 2, { fill: defs.glow(colour, 0.6) });
  const rim = disc(x, y, r * 1.22, { fill: TIN, stroke: line, width: 5 });
  const glass = disc(x, y, r, {
    fill: defs.radialAt([0.4, 0.4, 0.7], [0, shade(lit, 0.14)], [0.6, lit], [1, shade(lit, -0.2)]),
  });
  const wire = { stroke: shade(lit, -0.45, 0.8), width: 6 };
  const base = light + rim + glass;
  const shine = disc(x - r * 0.34, y - r * 0.38, r * 0.22, { fill: "#fff", opacity: 0.9 });
  switch (mood) {
    case "happy":
      return (
        base + path(d`M${x - r * 0.6} ${y + r * 0.3}Q${x} ${y - r * 0.8} ${x + r * 0.6} ${y + r * 0.3}`, wire) + shine
      );
    case "sleeping":
      return base + path(d`M${x - r * 0.7} ${y}H${x + r * 0.7}`, wire);
    case "sick":
      return (
        base + path(d`M${x - r * 0.4} ${y - r * 0.4}l${r * 0.8} ${r * 0.8}m0 ${-r * 0.8}l${-r * 0.8} ${r * 0.8}`, wire)
      );
    case "critical":
      return (
        base +
        path(d`M${x - r * 0.2} ${y - r * 0.8}l${r * 0.4} ${r * 0.5}l${-r * 0.4} ${r * 0.3}l${r * 0.4} ${r * 0.6}`, wire)
      );
    case "hungry":
    case "content":
    case "curious": {
      const up = mood === "content" ? 0.04 : -0.22;
      return base + disc(x, y + r * up, r * 0.42, { fill: shade(lit, -0.5, 0.7) }) + shine;
    }
    default:
      return mood satisfies never;
  }
}

function slot(subject: Subject, [x, y]: Point, w: number, line: Colour): string {
  const ink = { stroke: line, width: 6 };
  switch (subject.mood) {
    case "happy":
      return path(d`M${x - w} ${y - 5}H${x + w}Q${x} ${y + w * 1.2} ${x - w} ${y - 5}Z`, { fill: "#5a2236", ...ink });
    case "hungry":
      return box([x - w * 0.6, y - 6, w * 1.2, w * 0.9], 6, { fill: "#5a2236", ...ink });
    case "sick":
      return path(d`M${x - w} ${y + 4}l${w * 0.5} -9l${w * 0.5} 9l${w * 0.5} -9l${w * 0.5} 9`, ink);
    case "critical":
      return path(d`M${x - w} ${y + 8}Q${x} ${y - 10} ${x + w} ${y + 8}`, ink);
    case "content":
    case "curious":
    case "sleeping":
      return path(d`M${x - w} ${y - 3}Q${x} ${y + 13} ${x + w} ${y - 3}`, ink);
    default:
      return subject.mood satisfies never;
  }
}

function enamelPrint(subject: Subject, [x, y, w, h]: Box): string {
  const { mark } = subject.coat;
  const kind = Math.floor(subject.build.pattern * 5);
  if (kind === 0) return path(d`M${x - w} ${y + h}H${x + w}`, { stroke: mark, width: 11 });
  if (kind === 1)
    return path(d`M${x - w} ${y + h - 6}H${x + w}M${x - w} ${y + h + 10}H${x + w}`, { stroke: mark, width: 5 });
  if (kind === 2) return times(7, (i) => disc(x - w + (i * w) / 3, y + h, 7, { fill: mark }));
  if (kind === 3)
    return times(12, (i) => box([x - w + i * (w / 6), y + h - 8 + (i % 2) * 9, w / 6, 9], 0, { fill: mark }));
  return path(d`M${x - w} ${y + h}q${w / 6} -14 ${w / 3} 0t${w / 3} 0t${w / 3} 0t${w / 3} 0t${w / 3} 0t${w / 3} 0`, {
    stroke: mark,
    width: 6,
  });
}

function body(subject: Subject, top: number, w: number, line: Colour): string {
  const { coat, defs, stage } = subject;
  const foot = GROUND - 34;
  const tin = shade(TIN, -0.08);
  const legs = sides((side) => {
    const x = MIDDLE + side * w * 0.5;
    return (
      box([x - 13, foot - 14, 26, 40], 6, { fill: tin, stroke: line }) +
      path(d`M${x - 30} ${GROUND + 6}q0 -26 30 -26t30 26Z`, { fill: coat.mark, stroke: line })
    );
  });
  const arms = sides((side) => {
    const [x, y] = [MIDDLE + side * w, top + 40];
    const wave = side === 1 && (stage === "child" || subject.mood === "happy");
    const [handX, handY] = [x + side * 42, y + (wave ? -58 : 52)];
    const arm = tube(d`M${x} ${y}L${x + side * 26} ${y + (wave ? -6 : 12)}L${handX} ${handY}`, 14, TIN, line);
    return (
      arm +
      disc(x + side * 26, y + (wave ? -6 : 12), 11, { fill: tin, stroke: line, width: 5 }) +
      disc(handX, handY, 17, { fill: coat.mark, stroke: line })
    );
  });
  const chest = (top + foot) / 2;
  const r = Math.min(40, (foot - top) * 0.3);
  const needle = (subject.build.toy * 2 - 1) * 60;
  const dial =
    disc(MIDDLE, chest, r, { fill: "#fbf3dc", stroke: line, width: 5 }) +
    times(9, (i) =>
      path(d`M0 ${-r * 0.62}V${-r * 0.82}`, { stroke: line, width: 3, turn: place([MIDDLE, chest], -80 + i * 20) }),
    ) +
    path(d`M0 6V${-r * 0.66}`, { stroke: [0.6, 0.2, 27], width: 5, turn: place([MIDDLE, chest], needle) }) +
    disc(MIDDLE, chest, 6, { fill: line });
  return (
    legs +
    arms +
    box([MIDDLE - w, top, w * 2, foot - top], 22, { fill: defs.shading(coat.base), stroke: line }) +
    dial +
    sides((side) => disc(MIDDLE + side * w * 0.74, foot - 20, 5, { fill: TIN, stroke: line, width: 2.5 }))
  );
}

export const robot: BodyPlan = (subject) => {
  const { coat, defs, stage } = subject;
  const line = outline([0.5, 0.04, coat.base[2]]);
  const w = byStage(stage, [100, 96, 90, 104]);
  const h = byStage(stage, [74, 70, 64, 72]);
  const cy = byStage(stage, [296, 238, 192, 176]);
  const bin =
    d`M${MIDDLE - w} ${cy + h}V${cy - h * 0.1}` +
    d`C${MIDDLE - w} ${cy - h * 1.1} ${MIDDLE - w * 0.7}` +
    d` ${cy - h * 1.2} ${MIDDLE - w * 0.4} ${cy - h * 1.2}` +
    d`H${MIDDLE + w * 0.4}` +
    d`C${MIDDLE + w * 0.7} ${cy - h * 1.2} ${MIDDLE + w} ${cy - h * 1.1} ${MIDDLE + w} ${cy - h * 0.1}` +
    d`V${cy + h}Q${MIDDLE} ${cy + h * 1.14} ${MIDDLE - w} ${cy + h}Z`;
  const aerial =
    d`M${MIDDLE + w * 0.6} ${cy - h * 1.1}` +
    d`L${MIDDLE + w * 0.9} ${cy - h * 1.1 - byStage(stage, [34, 44, 64, 76])}`;
  const [tipX, tipY] = [MIDDLE + w * 0.9, cy - h * 1.1 - byStage(stage, [34, 44, 64, 76])];
  const pencil = group(
    path("M-34 0H22l14-6-14-6H-34Z", { fill: [0.86, 0.15, 85], stroke: line, width: 3.5 }) +
      path("M22 0l14-6-14-6Z", { fill: [0.88, 0.05, 75], stroke: line, width: 3 }) +
      path("M-34 0v-12", { stroke: [0.75, 0.12, 10], width: 7 }),
    { turn: place([MIDDLE + w * 0.62, cy - h * 1.12], -52) },
  );
  const small = 0.7 + subject.build.eyes * 0.14;
  const r = w * 0.25;
  const apart = w * 0.44;
  const head = frame(MIDDLE, cy, w, h * 1.15);
  const patch =
    subject.path === "rescue"
      ? group(
          box([-20, -16, 40, 32], 4, { fill: [0.8, 0.06, 60], stroke: line, width: 4 }) +
            path("M-8 0h16M0-8v16", { stroke: [0.6, 0.18, 20], width: 5 }),
          { turn: place([MIDDLE - w * 0.66, cy - h * 0.84], -14) },
        )
      : "";
  const top =
    tube(aerial, 4, TIN, line, 3) +
    disc(tipX, tipY, 20, { fill: defs.glow(coat.eye, 0.8) }) +
    disc(tipX, tipY, 9, { fill: coat.eye, stroke: line, width: 4 }) +
    (stage === "baby" ? "" : pencil) +
    sides((side) =>
      box([MIDDLE + side * (w + 7) - 9, cy - h * 0.36, 18, h * 0.8], 7, { fill: coat.mark, stroke: line }),
    ) +
    path(bin, { fill: defs.shading(coat.base, 0.06, -0.08), stroke: line }) +
    group(enamelPrint(subject, [MIDDLE, cy - h * 0.1, w, h * 0.94]), { clip: defs.clip(bin) }) +
    path(d`M${MIDDLE - w} ${cy - h * 0.52}H${MIDDLE + w}`, { stroke: line, width: 4, opacity: 0.7 }) +
    box([MIDDLE - 20, cy - h * 0.6, 40, 11], 5, { fill: TIN, stroke: line, width: 3.5 }) +
    oval([MIDDLE - w * 0.5, cy - h * 0.94, w * 0.26, h * 0.1], { fill: "#fff", opacity: 0.6 }) +
    blinking(
      subject,
      (as) =>
        lamp(as, [MIDDLE - apart, cy + h * 0.06, r], coat.eye, line) +
        lamp(as, [MIDDLE + apart, cy + h * 0.06, r * small], GREEN, line),
    ) +
    sides((side) => oval([MIDDLE + side * w * 0.8, cy + h * 0.56, 12, 7], { fill: [0.74, 0.15, 20], opacity: 0.45 })) +
    slot(subject, [MIDDLE, cy + h * 0.58], w * 0.17, line) +
    eyewear(subject, { x: MIDDLE, y: cy + h * 0.06, apart, size: r, face: coat.base }) +
    patch +
    drawHeadwear(subject, head);
  const neck = box([MIDDLE - 22, cy + h, 44, 26], 5, { fill: shade(TIN, -0.12), stroke: line });
  const lower =
    stage === "baby" ? "" : neck + body(subject, cy + h + 18, w * 0.84, line) + drawBadge(subject, MIDDLE, cy + h + 34);
  const art =
    lower +
    group(top, { turn: rotate(subject.tilt * 0.7, MIDDLE, cy + h) }) +
    (stage === "child" ? drawToy(subject) : "");
  return { art, head, shadow: w * 1.2 };
};
