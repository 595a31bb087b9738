// Draws the pixel: a lit square, made of squares, on the screen of an old monitor.
import { hex, shade, type Colour } from "../../kit/colour.ts";
import { frame } from "../../kit/frame.ts";
import { box, d, disc, path, sides, times, type Point } from "../../kit/svg.ts";
import { blinking } from "../../parts/blink.ts";
import { eyewear } from "../../parts/eyes.ts";
import { drawHeadwear } from "../../parts/headwear.ts";
import { drawBadge } from "../../parts/neckwear.ts";
import { GROUND, MIDDLE, byStage, isWorried, type BodyPlan, type Subject } from "../../subject/subject.ts";

/** Faces as rows of eight pixels: `#` is dark, `o` is bright. */
const FACES: Readonly<Record<Subject["mood"] | "worried", readonly string[]>> = {
  content: ["........", ".#o..#o.", ".##..##.", "........", "..#..#..", "...##...", "........"],
  happy: ["........", ".##..##.", "#..##..#", "........", ".######.", "..#oo#..", "...##..."],
  curious: ["........", ".....#o.", ".#o..##.", ".##..##.", "........", "...##...", "...##..."],
  hungry: ["........", ".#o..#o.", ".##..##.", "........", "..####..", "..#oo#..", "..####.."],
  sick: ["........", "#.#..#.#", ".#....#.", "#.#..#.#", "........", ".#.#.#..", "..#.#.#."],
  critical: ["........", ".#....#.", "..#..#..", ".##..##.", "........", "..####..", ".#....#."],
  worried: ["..#..#..", ".#....#.", "o#..o#..", "##..##..", "........", "...##...", "..#..#.."],
  sleeping: ["........", "........", ".##..##.", "........", "........", "...##...", "........"],
};

function drawPixels(
  rows: readonly string[],
  [x, y]: Point,
  size: number,
  [dark, bright]: readonly [string, string],
): string {
  let art = "";
  for (const [row, line] of rows.entries()) {
    for (const [column, sign] of Array.from(line).entries()) {
      if (sign === ".") continue;
      art += box([x + column * size, y + row * size, size, size], size * 0.12, { fill: sign === "#" ? dark : bright });
    }
  }
  return art;
}

function monitor(subject: Subject): string {
  const plastic: Colour = [0.86, 0.035, 85 + subject.build.toy * 20];
  const line = { stroke: shade(plastic, -0.4), width: 5.5 };
  return (
    path(d`M${MIDDLE - 66} ${GROUND + 6}L${MIDDLE - 40} ${GROUND - 40}H${MIDDLE + 40}L${MIDDLE + 66} ${GROUND + 6}Z`, {
      fill: shade(plastic, -0.1),
      ...line,
    }) +
    box([MIDDLE - 184, 66, 368, 346], 34, { fill: subject.defs.shading(plastic, 0.04, -0.1), ...line }) +
    box([MIDDLE - 152, 94, 304, 262], 44, { fill: "#11141f", stroke: shade(plastic, -0.3), width: 6 }) +
    disc(MIDDLE + 140, 386, 8, { fill: [0.8, 0.2, 145], stroke: shade(plastic, -0.4), width: 3 }) +
    times(4, (i) => path(d`M${MIDDLE - 150 + i * 16} 378v14`, { stroke: shade(plastic, -0.25), width: 5 })) +
    times(16, (i) =>
      path(d`M${MIDDLE - 146} ${106 + i * 16}H${MIDDLE + 146}`, { stroke: "#2a3348", width: 2, opacity: 0.5 }),
    )
  );
}

export const pixel: BodyPlan = (subject) => {
  const { stage, coat, defs } = subject;
  const half = byStage(stage, [76, 62, 80, 100]);
  const cy = byStage(stage, [300, 248, 232, 224]);
  const cell = (half * 2) / 10;
  const glow = disc(MIDDLE, cy, half * 2.1, { fill: defs.glow(coat.base, 0.75) });
  const edge = box([MIDDLE - half - 7, cy - half - 7, half * 2 + 14, half * 2 + 14], 20, {
    fill: coat.base,
    opacity: 0.45,
  });
  const body = box([MIDDLE - half, cy - half, half * 2, half * 2], 12, { fill: defs.shading(coat.base, 0.1, -0.06) });
  const shine =
    box([MIDDLE - half + cell * 0.6, cy - half + cell * 0.6, cell * 2.4, cell * 0.8], 3, {
      fill: "#fff",
      opacity: 0.75,
    }) +
    box([MIDDLE - half + cell * 0.6, cy - half + cell * 0.6, cell * 0.8, cell * 2], 3, { fill: "#fff", opacity: 0.75 });
  const dark = hex(shade(coat.base, -0.55, 0.7));
  const face = blinking(subject, (as) =>
    drawPixels(
      FACES[isWorried(as) && as.mood === "content" ? "worried" : as.mood],
      [MIDDLE - cell * 4, cy - cell * 3.2],
      cell,
      [dark, "#ffffff"],
    ),
  );
  const blush = sides((side) =>
    box([MIDDLE + side * cell * 3.9 - cell * 0.6, cy + cell * 0.4, cell * 1.2, cell * 0.7], 3, {
      fill: coat.skin,
      opacity: 0.7,
    }),
  );
  const kind = Math.floor(subject.build.pattern * 5);
  const print: readonly (readonly string[])[] = [
    [],
    ["##......", "#......."],
    ["#.#.#.#.", ".#.#.#.#"],
    ["#......#"],
    ["...##...", "..####.."],
  ];
  const marks = drawPixels(print[kind] ?? [], [MIDDLE - cell * 4, cy + half - cell * 2], cell, [
    hex(coat.mark),
    "#fff",
  ]);
  const dice = subject.ageDice.named("bits");
  const bits = times(byStage(stage, [3, 5, 8, 12]), (i) => {
    const turn = i * 2.4 + dice.roll();
    const far = half * dice.between(1.3, 1.6);
    const size = cell * dice.between(0.5, 1.1);
    return box([MIDDLE + Math.cos(turn) * far - size / 2, cy + Math.sin(turn) * far * 0.85 - size / 2, size, size], 2, {
      fill: i % 3 === 0 ? coat.mark : coat.base,
      opacity: dice.between(0.5, 0.95),
    });
  });
  const limbs =
    stage === "baby"
      ? ""
      : sides(
          (side) =>
            box([MIDDLE + side * cell * 2.4 - cell, cy + half, cell * 2, cell * (stage === "adult" ? 1.6 : 1.1)], 4, {
              fill: shade(coat.base, -0.1),
            }) +
            box([MIDDLE + side * (half + cell * 0.6) - cell * 0.6, cy + cell, cell * 1.2, cell * 2.2], 4, {
              fill: shade(coat.base, -0.06),
            }),
        );
  const crown =
    stage === "adult" || stage === "teen"
      ? sides((side) =>
          box([MIDDLE + side * cell * 3 - cell / 2, cy - half - cell * 1.6, cell, cell * 1.7], 3, { fill: coat.base }),
        )
      : "";
  const head = frame(MIDDLE, cy, half, half);
  const worn = eyewear(subject, {
    x: MIDDLE,
    y: cy - cell * 1.6,
    apart: cell * 2.6,
    size: cell * 1.1,
    face: coat.base,
  });
  const scar =
    subject.path === "rescue"
      ? path(d`M${MIDDLE + half * 0.5} ${cy - half}v${cell}h${cell}v${cell}`, { stroke: dark, width: 5 })
      : "";
  const art =
    (stage === "baby" ? "" : monitor(subject)) +
    glow +
    limbs +
    crown +
    edge +
    body +
    shine +
    marks +
    blush +
    face +
    scar +
    bits +
    worn +
    drawHeadwear(subject, head) +
    drawBadge(subject, MIDDLE, cy + half * 0.96);
  const dressed = frame(MIDDLE, 206, 168, 134);
  return { art, head: frame(MIDDLE, cy, half * 1.1, half), dressed, shadow: stage === "baby" ? 100 : 150 };
};
