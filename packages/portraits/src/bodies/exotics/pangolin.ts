// Draws the pangolin: upright, with rows of pointed scales on back, brow, and tail, a narrow pale face, and folded claws.
import { blend, outline, shade, type Colour } from "../../kit/colour.ts";
import { frame, pen, xIn, yIn, type Frame } from "../../kit/frame.ts";
import { d, disc, group, oval, path, place, rotate, sides, times, tube } from "../../kit/svg.ts";
import { drawEyesIn } from "../../parts/eyes.ts";
import { drawHeadwear } from "../../parts/headwear.ts";
import { drawCheeks, drawMouth } from "../../parts/mouth.ts";
import { drawNeckwear } from "../../parts/neckwear.ts";
import { drawToy } from "../../parts/toy.ts";
import { GROUND, MIDDLE, byStage, type BodyPlan, type Subject } from "../../subject/subject.ts";

/** Draws one scale: a rounded shield with a point and a keel, pointing down from its root at the origin. */
function shield(size: number, colour: Colour, line: Colour): string {
  const data =
    d`M${-size * 0.6} ${-size * 0.3}Q${-size * 0.66} ${size * 0.4} 0 ${size}` +
    d`Q${size * 0.66} ${size * 0.4} ${size * 0.6} ${-size * 0.3}` +
    d`Q0 ${-size * 0.6} ${-size * 0.6} ${-size * 0.3}Z`;
  return (
    path(data, { fill: colour, stroke: line, width: 3.5 }) +
    path(d`M0 ${-size * 0.1}V${size * 0.62}`, { stroke: shade(colour, 0.12), width: 3, opacity: 0.8 })
  );
}

function scaleColour(subject: Subject, row: number, at: number): Colour {
  const { coat, build } = subject;
  const kind = Math.floor(build.pattern * 4);
  const base = shade(coat.mark, (row % 2) * 0.04);
  if (kind === 1) return blend(base, coat.base, row % 3 === 0 ? 0.35 : 0);
  if (kind === 2) return shade(base, at > 0.5 ? 0.06 : -0.03);
  if (kind === 3) return blend(base, coat.skin, row / 24);
  return base;
}

/**
 * Draws the scales of the back in rows from the ground to the neck. Each row overlaps the one below and points outward at the
 * sides.
 */
function mantle(subject: Subject, top: number, halfWidth: number, line: Colour): string {
  const rows = 8;
  const tall = GROUND - top;
  let art = "";
  for (let row = 0; row < rows; row++) {
    const at = row / (rows - 1);
    const y = GROUND - 34 - at * (tall - 44);
    const w = halfWidth * Math.sqrt(1 - (at - 0.22) ** 2 * 0.9);
    const count = 8 - (row % 2);
    art += times(count, (i) => {
      const across = count === 1 ? 0 : (i / (count - 1)) * 2 - 1;
      const lean = -across * 46;
      return group(shield(halfWidth * 0.36, scaleColour(subject, row, i / count), line), {
        turn: place([MIDDLE + across * w, y - Math.abs(across) * 6], lean),
      });
    });
  }
  return art;
}

function tail(subject: Subject, size: number, line: Colour): string {
  const at = (t: number): readonly [number, number, number] => [
    MIDDLE + (40 + Math.sin(t * 2.1) * 136) * size,
    GROUND - 24 + 14 * size - t * t * 142 * size,
    (1 - t) * 46 * size + 9,
  ];
  const steps = 15;
  let art = "";
  for (let step = steps; step >= 0; step--) {
    const t = (step / steps) * 0.9;
    const [x, y, width] = at(t);
    const [nextX, nextY] = at(t + 0.02);
    const degrees = (Math.atan2(nextY - y, nextX - x) * 180) / Math.PI - 90;
    const scaleSize = width * 0.72;
    const one = shield(scaleSize, scaleColour(subject, step, 0.3), line);
    const link =
      group(one, { turn: place([-width * 0.52, 0], 16) }) +
      group(one, { turn: place([width * 0.52, 0], -16) }) +
      shield(scaleSize * 1.1, scaleColour(subject, step + 1, 0.6), line);
    art += group(link, { turn: place([x, y], degrees) });
  }
  return art;
}

function face(subject: Subject, head: Frame, line: Colour): string {
  const { coat, defs } = subject;
  const P = pen(head);
  const cone =
    `M${P(-1, -0.3)}C${P(-1.02, -1.1)} ${P(1.02, -1.1)} ${P(1, -0.3)}` +
    `C${P(0.96, 0.34)} ${P(0.56, 0.56)} ${P(0.44, 0.98)}Q${P(0, 1.42)} ${P(-0.44, 0.98)}` +
    `C${P(-0.56, 0.56)} ${P(-0.96, 0.34)} ${P(-1, -0.3)}Z`;
  const ears = sides((side) =>
    oval([xIn(head, side * 1.02), yIn(head, -0.1), head.rx * 0.18, head.ry * 0.22], {
      fill: coat.skin,
      stroke: line,
      width: 5,
    }),
  );
  const hood = [0, 1, 2]
    .map((row) => {
      const count = 5 - row;
      return times(count, (i) => {
        const across = count === 1 ? 0 : (i / (count - 1)) * 2 - 1;
        const spot = place(
          [xIn(head, across * (0.86 - row * 0.2)), yIn(head, -0.56 - row * 0.26 - (1 - across * across) * 0.1)],
          -across * 40,
        );
        return group(shield(head.rx * 0.36, scaleColour(subject, row, i / count), outline(coat.mark)), { turn: spot });
      });
    })
    .join("");
  return (
    ears +
    path(cone, { fill: defs.shading(coat.base, 0.04, -0.05), stroke: line }) +
    drawCheeks(subject, [head.cx, yIn(head, 0.24)], head.rx * 0.64, head.rx * 0.16) +
    oval([head.cx, yIn(head, 0.7), head.rx * 0.19, head.ry * 0.13], { fill: "#2c2230" }) +
    oval([head.cx - head.rx * 0.06, yIn(head, 0.65), head.rx * 0.06, head.ry * 0.04], { fill: "#fff", opacity: 0.8 }) +
    drawMouth(subject, { x: head.cx, y: yIn(head, 0.9), w: head.rx * 0.28, rest: "smile" }) +
    drawEyesIn(subject, head, { y: -0.06, apart: 0.54, size: 0.27, face: coat.base, pupil: "bead" }) +
    hood +
    (subject.path === "rescue"
      ? path(d`M${xIn(head, 0.44)} ${yIn(head, 0.28)}l14 18m-14 -4l10 -6`, { stroke: [0.6, 0.12, 15], width: 5 })
      : "") +
    drawHeadwear(subject, frame(head.cx, head.cy - head.ry * 0.12, head.rx, head.ry))
  );
}

function ant(): string {
  const dark = "#3a1f1f";
  const body = disc(-13, 0, 8, { fill: dark }) + disc(0, -1, 6, { fill: dark }) + disc(12, -3, 7, { fill: dark });
  return group(body + path("M-12 6l-6 9M-2 5l-3 10M5 4l6 10M15-8l6-10M18-5l11-5", { stroke: dark, width: 3 }), {
    turn: place([MIDDLE - 168, GROUND - 6]),
  });
}

/** Draws long claws, folded at the chest. */
function arms(subject: Subject, y: number, halfWidth: number, line: Colour): string {
  const claw: Colour = [0.88, 0.03, 85];
  return sides((side) => {
    const [x, handX] = [MIDDLE + side * halfWidth * 0.62, MIDDLE + side * 13];
    const arm = tube(
      d`M${x} ${y - 30}Q${x + side * 6} ${y + 16} ${handX + side * 8} ${y + 12}`,
      25,
      subject.coat.base,
      line,
    );
    const claws = times(
      3,
      (i) =>
        path(d`M${handX + side * (6 - i * 7)} ${y + 12}q${-side * 2} 14 ${-side * 6} 22`, { stroke: line, width: 10 }) +
        path(d`M${handX + side * (6 - i * 7)} ${y + 12}q${-side * 2} 14 ${-side * 6} 22`, { stroke: claw, width: 5 }),
    );
    return arm + claws;
  });
}

export const pangolin: BodyPlan = (subject) => {
  const { stage, coat } = subject;
  const size = byStage(stage, [0.72, 0.78, 0.92, 1.08]);
  const line = outline(coat.mark);
  const headY = byStage(stage, [268, 226, 182, 160]);
  const headR = byStage(stage, [84, 72, 64, 66]);
  const head = frame(MIDDLE, headY, headR, headR * 0.96);
  const top = headY + headR * 0.2;
  const halfWidth = byStage(stage, [96, 96, 96, 118]) * (0.94 + subject.build.width * 0.12);
  const tall = GROUND - top;
  const belly =
    d`M${MIDDLE - halfWidth * 0.34} ${top + 20}` +
    d`C${MIDDLE - halfWidth * 0.86} ${top + tall * 0.5}` +
    d` ${MIDDLE - halfWidth * 0.6} ${GROUND - 8} ${MIDDLE} ${GROUND - 6}` +
    d`C${MIDDLE + halfWidth * 0.6} ${GROUND - 8} ${MIDDLE + halfWidth * 0.86}` +
    d` ${top + tall * 0.5} ${MIDDLE + halfWidth * 0.34} ${top + 20}Z`;
  const folds = times(3, (i) =>
    path(d`M${MIDDLE - 30} ${GROUND - 60 + i * 16}q30 9 60 0`, { stroke: shade(coat.belly, -0.1), width: 3.5 }),
  );
  const feet =
    stage === "baby"
      ? ""
      : sides(
          (side) =>
            oval([MIDDLE + side * halfWidth * 0.42, GROUND - 2, halfWidth * 0.26, 16], {
              fill: coat.base,
              stroke: outline(coat.base),
            }) +
            times(3, (i) =>
              path(d`M${MIDDLE + side * halfWidth * 0.42 + (i - 1) * 14} ${GROUND + 8}v9`, {
                stroke: [0.88, 0.03, 85],
                width: 6,
              }),
            ),
        );
  const skinLine = outline(coat.base);
  const art =
    (stage === "baby" ? "" : tail(subject, size, line)) +
    mantle(subject, top, halfWidth, line) +
    path(belly, { fill: subject.defs.shading(coat.belly, 0.02, -0.07), stroke: skinLine, width: 4.5 }) +
    (stage === "baby" ? "" : folds) +
    feet +
    drawNeckwear(subject, { x: MIDDLE, y: yIn(head, 1.18), w: headR * 0.8 }) +
    (stage === "baby" ? "" : arms(subject, top + tall * 0.5, halfWidth, skinLine)) +
    group(face(subject, head, skinLine), { turn: rotate(subject.tilt, MIDDLE, yIn(head, 1)) }) +
    (stage === "child" ? drawToy(subject) : stage === "baby" ? "" : ant());
  return { art, head, shadow: halfWidth * 1.3 };
};
