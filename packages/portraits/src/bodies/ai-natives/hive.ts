// Draws the hive: a skep of coiled straw with a face, an entrance, and bees. From the teen stage on, the bees' lights form a
// fox's ears and tail.
import { GOLD, outline, shade, type Colour } from "../../kit/colour.ts";
import { frame } from "../../kit/frame.ts";
import { box, d, disc, group, oval, path, place, times } from "../../kit/svg.ts";
import { drawFace } from "../../parts/face.ts";
import { drawHeadwear } from "../../parts/headwear.ts";
import { drawBadge } from "../../parts/neckwear.ts";
import { drawToy } from "../../parts/toy.ts";
import { GROUND, MIDDLE, byStage, type BodyPlan, type Subject } from "../../subject/subject.ts";

const DARK: Colour = [0.3, 0.06, 60];

/** Draws a bee at the origin, flying to the right. */
function bee(subject: Subject): string {
  const rim = { stroke: DARK, width: 3.5 };
  const wing = (x: number, turn: number): string =>
    oval([x, -19, 9, 15], { fill: "#ffffff", fillOpacity: 0.85, ...rim, width: 2.5, turn: `rotate(${turn} ${x} -8)` });
  return (
    disc(0, 0, 38, { fill: subject.defs.glow(GOLD, 0.75) }) +
    wing(-6, -28) +
    wing(3, 12) +
    oval([0, 0, 21, 15], { fill: GOLD, ...rim }) +
    path("M-9-12Q-13 0-9 12M2-14Q-2 0 2 14", { stroke: DARK, width: 6 }) +
    disc(12, -3, 3.4, { fill: DARK })
  );
}

/** Positions of bees around a skep, relative to its width and height, each with the trail of its flight. */
const FLIGHTS = [
  [1.34, 0.3, "M-30 6q-26 22-44-6"],
  [-1.36, 0.52, "M-30-4q-24-18-40 4t-30 6"],
  [-1.12, 0.98, "M-28 10q-10 26-34 18"],
  [1.18, 0.86, "M-30 8q-18 20-34 2"],
] as const;

/** Checks whether a point is inside a part of the fox. x counts from the middle, y up from the ground, in units at full size. */
type FoxPart = (x: number, y: number) => boolean;

const inEar: FoxPart = (x, y) => y > 214 && y < 350 - Math.abs(Math.abs(x) - 74) * 2.4;
const inTail: FoxPart = (x, y) =>
  ((x - 164) / 40) ** 2 + ((y - 104) / 92) ** 2 < 1 || (y > 0 && y < 44 && x > 90 && x < 176);

const SPACING = 15;

/** Draws slightly irregular rows of lights, which are darker at the edge. */
function lightsIn(inside: FoxPart, { coat, lifeDice }: Subject, size: number): string {
  const dice = lifeDice.named("swarm");
  let dots = "";
  for (let row = 0; row * SPACING * 0.86 < 350; row++) {
    for (let column = -14; column <= 14; column++) {
      const [x, y] = [(column + (row % 2) * 0.5) * SPACING, row * SPACING * 0.86];
      if (!inside(x, y)) continue;
      const edge = !inside(x - SPACING, y) || !inside(x + SPACING, y) || !inside(x, y + SPACING);
      const pale = x > 120 && y > 150;
      dots += disc(
        MIDDLE + (x + dice.spread(3)) * size,
        GROUND - (y + dice.spread(3)) * size,
        (edge ? 7.4 : 6) * size,
        { fill: pale ? coat.belly : edge ? coat.mark : dice.odds(0.5) ? coat.base : shade(coat.base, 0.08) },
      );
    }
  }
  return dots;
}

/** Draws a fox's ears and tail out of lights. */
function fox(subject: Subject, size: number): string {
  const glow = (x: number, y: number, rx: number, ry: number): string =>
    subject.waiting === true
      ? ""
      : oval([MIDDLE + x * size, GROUND - y * size, rx * size, ry * size], {
          fill: subject.defs.glow(subject.coat.base, 0.7),
        });
  const tail = glow(164, 104, 80, 130) + lightsIn(inTail, subject, size);
  return glow(-74, 290, 70, 90) + glow(74, 290, 70, 90) + lightsIn(inEar, subject, size) + tail;
}

export const hive: BodyPlan = (subject) => {
  const { coat, defs, stage, build } = subject;
  // A waiting hive has no bees or loose lights around it.
  const isOut = subject.waiting !== true;
  const baby = stage === "baby";
  const grown = stage === "teen" || stage === "adult";
  const foot = baby ? 438 : GROUND;
  const top = byStage(stage, [146, 190, 172, 150]);
  const w = byStage(stage, [108, 114, 108, 132]);
  const tall = foot - top;
  const line = outline(coat.mark);
  const rows = stage === "child" ? 7 : 8;
  const step = tall / rows;
  const kind = Math.floor(build.pattern * 5);
  const widthAt = (row: number): number => w * Math.sqrt(1 - ((row + 0.36) / (rows + 0.1)) ** 2.6);
  const fills = [defs.shading(coat.base, 0.08, -0.06), defs.shading(coat.mark, 0.06, -0.05)] as const;
  const straw = subject.lifeDice.named("straw");
  const coil = (row: number): string => {
    const half = widthAt(row);
    const y = foot - (row + 1) * step;
    const dark = kind === 1 ? row % 2 === 1 : kind === 2 ? row % 3 === 2 : kind === 3 && row === 0;
    const stitches = times(Math.floor(half / 17), (i) => {
      const x = MIDDLE - half + 24 + i * 34 + straw.spread(8);
      return path(d`M${x} ${y + step * 0.24}q-6 ${step * 0.26} -9 ${step * 0.5}`, {
        stroke: dark ? line : coat.mark,
        width: 4,
        opacity: 0.75,
      });
    });
    return (
      box([MIDDLE - half, y - 2, half * 2, step + 4], step * 0.5, {
        fill: dark ? fills[1] : fills[0],
        stroke: line,
        width: 5,
      }) + stitches
    );
  };
  const knob = oval([MIDDLE, top - 4, 17, 14], { fill: coat.mark, stroke: line, width: 5 });
  const faceY = byStage(stage, [250, 292, 276, 264]);
  const sill = baby ? 356 : GROUND - 6;
  const arch = (half: number, high: number): string =>
    d`M${MIDDLE - half} ${sill}v${-high * 0.4}a${half} ${high * 0.6} 0 0 1 ${half * 2} 0v${high * 0.4}Z`;
  const door =
    path(arch(42, baby ? 58 : 82), { fill: coat.belly, stroke: line, width: 5 }) +
    path(arch(31, baby ? 48 : 70), { fill: "#3b2208" });
  const board = baby
    ? ""
    : box([MIDDLE - 76, GROUND - 8, 152, 18], 8, { fill: [0.6, 0.09, 60], stroke: [0.35, 0.06, 50], width: 5 });
  const away = subject.ageDice.named("flights");
  const bees = FLIGHTS.map(([x, y, way]) => {
    const turn = place(
      [MIDDLE + x * w + away.spread(22), foot - y * tall + away.spread(26)],
      away.spread(24) * Math.sign(x),
      -Math.sign(x),
      1,
    );
    return group(path(way, { stroke: coat.base, width: 4, opacity: 0.75 }) + bee(subject), { turn });
  }).join("");
  const lights = times(16, (i) =>
    disc(
      MIDDLE + Math.cos(i * 2.4) * away.between(1.1, 1.6) * w,
      foot - (0.55 + Math.sin(i * 2.4) * 0.55) * tall,
      away.between(2.5, 5),
      { fill: i % 2 === 0 ? coat.base : shade(coat.base, 0.08), opacity: 0.85 },
    ),
  );
  const head = frame(MIDDLE, faceY, w, faceY - top + 4);
  const art =
    (isOut
      ? oval([MIDDLE, foot - tall * 0.5, w * 1.8, tall * 0.8], { fill: defs.glow(coat.base, 0.6) }) + lights
      : "") +
    (grown ? fox(subject, stage === "teen" ? 0.92 : 1.1) : knob) +
    Array.from({ length: rows }, (_, i) => coil(rows - 1 - i)).join("") +
    board +
    door +
    oval([MIDDLE, faceY + 6, w * 0.76, w * 0.43], { fill: coat.base, opacity: 0.94 }) +
    drawFace(subject, { x: MIDDLE, y: faceY, r: w * 0.86, face: coat.base, eyeSize: 0.23, mouthY: 0.22, mouth: 0.2 }) +
    group(bee(subject), { turn: place([MIDDLE + 4, sill - 16], 0, 0.92) }) +
    (isOut ? bees : "") +
    drawHeadwear(subject, head) +
    (stage === "child" ? drawToy(subject) : "") +
    drawBadge(subject, MIDDLE - w * 0.66, foot - tall * 0.24);
  return { art, head, top: grown ? 40 : top - 30, shadow: w };
};
