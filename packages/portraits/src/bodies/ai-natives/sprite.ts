// Draws the sprite: a furry, pear-shaped body in mid-hop, with leaf-shaped ears, beating wings, and a trail of pixels.
import { outline, shade } from "../../kit/colour.ts";
import { ovalIn, pen, xIn, yIn, type Frame } from "../../kit/frame.ts";
import { blob } from "../../kit/shapes.ts";
import { box, d, group, oval, path, place, rotate, sides, times, tube } from "../../kit/svg.ts";
import { drawFace } from "../../parts/face.ts";
import { drawHeadwear } from "../../parts/headwear.ts";
import { drawNeckwear } from "../../parts/neckwear.ts";
import { MIDDLE, byStage, headByStage, isPoorly, type BodyPlan, type Subject } from "../../subject/subject.ts";

function wings(subject: Subject, x: number, y: number, size: number): string {
  const fill = subject.defs.linear([0, "#ffffff", 0.95], [1, subject.coat.mark, 0.6]);
  const line = { stroke: shade(subject.coat.mark, -0.2), width: 4 };
  return sides((side) => {
    return [0, 1]
      .map((phase) =>
        path("M0 0C30-60 96-86 112-52C122-20 70 6 0 0ZM0 4C40 0 86 14 78 44C66 70 20 44 0 4Z", {
          fill,
          ...line,
          opacity: phase === 0 ? 0.45 : 0.95,
          turn: place([x + side * 16 * size, y], side * (phase === 0 ? -18 : 6), side * size, size),
        }),
      )
      .join("");
  });
}

/** Draws leaf-shaped ears and three tufts between them. */
function ears(subject: Subject, head: Frame): string {
  const { coat } = subject;
  const line = outline(coat.base);
  const P = pen(head);
  const both = sides((side) => {
    const S = pen({ ...head, rx: head.rx * side });
    const leaf = `M${S(0.5, -0.6)}C${S(0.6, -1.3)} ${S(0.94, -1.66)} ${S(1.3, -1.7)}C${S(1.46, -1.1)} ${S(1.24, -0.4)} ${S(0.88, -0.2)}Z`;
    const inner = `M${S(0.74, -0.6)}C${S(0.8, -1.1)} ${S(0.98, -1.36)} ${S(1.2, -1.44)}C${S(1.26, -1)} ${S(1.1, -0.6)} ${S(0.92, -0.44)}Z`;
    return path(leaf, { fill: coat.base, stroke: line }) + path(inner, { fill: coat.mark, opacity: 0.75 });
  });
  const tufts = `M${P(-0.3, -0.9)}Q${P(-0.44, -1.3)} ${P(-0.34, -1.5)}Q${P(-0.14, -1.3)} ${P(-0.1, -1.1)}Q${P(-0.06, -1.5)} ${P(0.08, -1.7)}Q${P(0.16, -1.4)} ${P(0.12, -1.1)}Q${P(0.24, -1.4)} ${P(0.4, -1.44)}Q${P(0.4, -1.1)} ${P(0.28, -0.9)}Z`;
  return both + path(tufts, { fill: coat.belly, stroke: line, width: 5 });
}

/** Draws head and body as one furry pear, after the baby stage with boots and arms. */
function figure(subject: Subject, head: Frame, size: number): string {
  const { coat, defs, stage } = subject;
  const line = outline(coat.base);
  const bottom = yIn(head, 1) + 62 * size;
  const pear = blob(
    [MIDDLE, (yIn(head, -1) + bottom) / 2, head.rx * 1.04, (bottom - yIn(head, -1)) / 2],
    0.58,
    0.6,
    16 * size,
  );
  const belly = oval([MIDDLE, bottom - 34 * size, 46 * size, 40 * size], { fill: coat.belly });
  const down = isPoorly(subject) || subject.mood === "sleeping";
  const arms = sides((side) => {
    const [x, y] = [MIDDLE + side * head.rx * 0.86, yIn(head, 1)];
    return tube(
      d`M${x} ${y}q${side * 22 * size} ${(down ? 22 : -4) * size} ${side * 34 * size} ${(down ? 34 : -26) * size}`,
      19 * size,
      coat.base,
      line,
    );
  });
  const boots = sides((side) =>
    oval([MIDDLE + side * 30 * size, bottom + 4 * size - (side === 1 ? 8 : 0) * size, 25 * size, 15 * size], {
      fill: coat.mark,
      stroke: line,
    }),
  );
  const lower = stage === "baby" ? "" : boots + arms;
  return (
    lower +
    ears(subject, head) +
    path(pear, { fill: defs.shading(coat.base, 0.08, -0.08), stroke: line }) +
    group(belly, { clip: defs.clip(pear) }) +
    ovalIn(head, [0, 0.24, 0.82, 0.66], { fill: coat.belly }) +
    path(pear, { stroke: line })
  );
}

/** Draws the trail of the hop as squares of light that shrink with distance. */
function pixels(subject: Subject, y: number, size: number): string {
  if (subject.stage === "baby") return "";
  return times(5, (i) => {
    const side = (18 - i * 2.6) * size;
    return box([MIDDLE - (118 + i * 24) * size, y + (i * i * 6 - 20) * size, side, side], 2, {
      fill: i % 2 === 0 ? subject.coat.mark : subject.coat.belly,
      opacity: 0.95 - i * 0.15,
    });
  });
}

export const sprite: BodyPlan = (subject) => {
  const { stage } = subject;
  const size = byStage(stage, [0.76, 0.8, 0.98, 1.14]);
  const head = headByStage(subject, [276, 290, 250, 226], [90, 76, 80, 88], [78, 64, 66, 72]);
  const face = drawFace(subject, {
    x: head.cx,
    y: yIn(head, 0.12),
    r: head.rx,
    face: subject.coat.belly,
    eyeSize: 0.25,
    apart: 0.4,
    mouthY: 0.32,
    mouth: 0.2,
  });
  const scar =
    subject.path === "rescue"
      ? path(d`M${xIn(head, 0.56)} ${yIn(head, 0.5)}l18 8m-14 4l8 -14`, { stroke: [0.6, 0.12, 15], width: 4.5 })
      : "";
  const neck = drawNeckwear(subject, { x: MIDDLE, y: yIn(head, 1.06), w: head.rx * 0.72 });
  const art =
    pixels(subject, yIn(head, 1), size) +
    group(
      wings(subject, MIDDLE, yIn(head, 0.6), size * 1.15) +
        figure(subject, head, size) +
        face +
        scar +
        neck +
        drawHeadwear(subject, head),
      { turn: rotate(stage === "baby" ? subject.tilt : subject.tilt * 0.6, MIDDLE, yIn(head, 1)) },
    );
  return { art, head, top: yIn(head, -1.8), shadow: stage === "baby" ? 100 : 74 * size };
};
