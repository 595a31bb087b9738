// Four hundred points of light that hold the outline of a sitting fox, with gaps like honeycomb between them. While
// it is small the lights live in a skep.
import { hex, shade } from "../../kit/colour.ts";
import type { Colour } from "../../kit/colour.ts";
import { frame } from "../../kit/frame.ts";
import { d, disc, oval, path, times } from "../../kit/svg.ts";
import { blinking } from "../../parts/blink.ts";
import { eyewear } from "../../parts/eyes.ts";
import { drawHeadwear } from "../../parts/headwear.ts";
import { drawBadge } from "../../parts/neckwear.ts";
import { GROUND, MIDDLE, eyeMood } from "../../subject/subject.ts";
import type { BodyPlan, Subject } from "../../subject/subject.ts";
import { skep } from "./skep.ts";

/** Whether a point lies in the fox; x from the middle, y up from the ground, both at full size. */
function inFox(x: number, y: number): boolean {
  const across = Math.abs(x);
  const body = y < 190 && y > 0 && across < 92 * Math.sqrt(1 - ((y - 50) / 146) ** 2);
  const head =
    ((across / 96) ** 2 + ((y - 222) / 66) ** 2 < 1 && y > 172) || (y <= 222 && y > 150 && across < (y - 138) * 0.8);
  const ear = y > 246 && y < 346 && across > 30 && across < 92 && y < 346 - Math.abs(across - 66) * 2.4;
  const tail = x > 70 && (((x - 156) / 36) ** 2 + ((y - 96) / 88) ** 2 < 1 || (y > 6 && y < 44 && x < 168));
  return body || head || ear || tail;
}

/** A curve of points: eyes and mouth are written with them. */
function dotted(points: readonly (readonly [number, number])[], colour: Colour | string, r: number): string {
  return points.map(([x, y]) => disc(x, y, r, { fill: colour })).join("");
}

function arcOf(x: number, y: number, w: number, bend: number, count: number): readonly (readonly [number, number])[] {
  return Array.from({ length: count }, (_, i) => {
    const at = (i / (count - 1)) * 2 - 1;
    return [x + at * w, y + bend * (1 - at * at)] as const;
  });
}

function eye(subject: Subject, x: number, y: number, r: number): string {
  const dark = "#3b2208";
  const mood = eyeMood(subject);
  switch (mood) {
    case "happy":
      return dotted(arcOf(x, y + r * 0.4, r, -r * 1.2, 7), dark, r * 0.2);
    case "sleeping":
      return dotted(arcOf(x, y, r, r * 0.8, 7), dark, r * 0.18);
    case "sick":
    case "critical":
      return (
        oval(x, y, r, r * 0.55, { fill: dark }) +
        disc(x, y, r * 0.28, { fill: subject.coat.eye }) +
        dotted(arcOf(x, y - r * 0.9, r, mood === "sick" ? 0 : -r * 0.3, 6), dark, r * 0.16)
      );
    case "content":
    case "curious":
    case "hungry":
      return (
        disc(x, y, r * 1.05, { fill: dark }) +
        disc(x, y, r * 0.62, { fill: subject.coat.eye }) +
        disc(x, y - r * (mood === "content" ? 0 : 0.2), r * 0.34, { fill: dark }) +
        disc(x - r * 0.3, y - r * 0.34, r * 0.24, { fill: "#fff" })
      );
    default:
      return mood satisfies never;
  }
}

const fox: BodyPlan = (subject) => {
  const { coat, defs, stage } = subject;
  const size = stage === "teen" ? 0.94 : 1.12;
  const foot = GROUND - 2;
  const dice = subject.lifeDice.named("swarm");
  const spacing = stage === "teen" ? 13.5 : 12.5;
  const kind = Math.floor(subject.build.pattern * 5);
  const colours = [hex(coat.base), hex(shade(coat.base, 0.08)), hex(coat.mark), hex(coat.belly)] as const;
  let dots = "";
  for (let row = 0; row * spacing * 0.86 < 350; row++) {
    for (let column = -15; column <= 15; column++) {
      const [x, y] = [(column + (row % 2) * 0.5) * spacing, row * spacing * 0.86];
      const gap = (column + Math.floor(row / 2) + 60) % 3 === 0 && row % 3 === 1;
      if (gap || !inFox(x, y)) continue;
      const pale = (y < 120 && Math.abs(x) < 44) || (y < 190 && y > 140 && Math.abs(x) < 60) || (x > 100 && y > 140);
      const striped =
        kind === 1
          ? row % 5 < 2
          : kind === 2
            ? (column + 30) % 5 < 2
            : kind === 3
              ? Math.abs(x) > 60
              : kind === 4 && (row + column + 60) % 4 === 0;
      const edge = !inFox(x - spacing, y) || !inFox(x + spacing, y) || !inFox(x, y + spacing);
      const colour = edge ? colours[2] : pale ? colours[3] : striped ? colours[2] : colours[dice.odds(0.5) ? 0 : 1];
      dots += disc(
        MIDDLE + (x + dice.spread(4)) * size,
        foot - (y + dice.spread(4)) * size,
        (edge ? 6.2 : dice.between(3.4, 5.6)) * size,
        { fill: colour },
      );
    }
  }
  const faceY = foot - 218 * size;
  const apart = 44 * size;
  const w = 96 * size;
  const glow = oval(MIDDLE, foot - 150 * size, 200 * size, 220 * size, { fill: defs.glow(coat.base, 0.6) });
  const shadow = oval(MIDDLE, foot - 130 * size, 120 * size, 150 * size, {
    fill: defs.glow(shade(coat.mark, -0.3), 0.55),
  });
  const mood = subject.mood;
  const bend = mood === "critical" ? -9 : mood === "sick" ? 0 : mood === "happy" ? 16 : 8;
  const mouth =
    mood === "hungry"
      ? dotted(
          Array.from(
            { length: 9 },
            (_, i) => [MIDDLE + Math.cos(i * 0.7) * 11, faceY + 58 * size + Math.sin(i * 0.7) * 11] as const,
          ),
          "#3b2208",
          4,
        )
      : dotted(arcOf(MIDDLE, faceY + 52 * size, 20 * size, bend, 7), "#3b2208", 3.6);
  const nose = disc(MIDDLE, faceY + 38 * size, 8 * size, { fill: "#3b2208" });
  const away = subject.ageDice.named("straggler");
  const [strayX, strayY] = [MIDDLE + (away.odds(0.5) ? 1 : -1) * away.between(150, 190), away.between(120, 260)];
  const straggler =
    path(d`M${strayX} ${strayY}q20 30 ${(MIDDLE - strayX) * 0.3} 44`, { stroke: coat.base, width: 3, opacity: 0.6 }) +
    disc(strayX, strayY, 12, { fill: defs.glow(coat.base, 0.9) }) +
    disc(strayX, strayY, 6, { fill: coat.base });
  const loose = times(14, (i) =>
    disc(
      MIDDLE + Math.cos(i * 2.4) * away.between(130, 180) * size,
      foot - (160 + Math.sin(i * 2.4) * 150) * size,
      away.between(2, 4),
      { fill: coat.base, opacity: 0.7 },
    ),
  );
  const head = frame(MIDDLE, faceY - 6, w, 66 * size);
  const face =
    disc(MIDDLE - apart, faceY, 30 * size, { fill: defs.glow("#3b2208", 0.6) }) +
    disc(MIDDLE + apart, faceY, 30 * size, { fill: defs.glow("#3b2208", 0.6) }) +
    blinking(subject, (as) => eye(as, MIDDLE - apart, faceY, 16 * size) + eye(as, MIDDLE + apart, faceY, 16 * size)) +
    eyewear(subject, { x: MIDDLE, y: faceY, apart, size: 17 * size, face: coat.base });
  const art =
    glow +
    shadow +
    loose +
    dots +
    straggler +
    face +
    nose +
    mouth +
    drawHeadwear(subject, head) +
    drawBadge(subject, MIDDLE, foot - 110 * size);
  return { art, head, shadow: 110 * size };
};

export const hive: BodyPlan = (subject) =>
  subject.stage === "baby" || subject.stage === "child" ? skep(subject) : fox(subject);
