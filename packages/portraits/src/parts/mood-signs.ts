// Draws signs of mood next to a head: hearts, a question mark, a thought bubble with a need, a thermometer, or sleep.
import { hex } from "../kit/colour.ts";
import { xIn, yIn, type Frame } from "../kit/frame.ts";
import { drop, heart } from "../kit/shapes.ts";
import { d, disc, group, oval, path, place } from "../kit/svg.ts";
import type { Subject } from "../subject/subject.ts";

const DARK = hex([0.28, 0.08, 285]);

function snore(x: number, y: number, size: number): string {
  const data = d`M${x} ${y}h${size}l${-size} ${size}h${size}`;
  return path(data, { stroke: DARK, width: size * 0.42 }) + path(data, { stroke: "#fff", width: size * 0.2 });
}

function question(x: number, y: number): string {
  const hook = d`M${x - 14} ${y - 12}c0 -26 40 -26 38 0c0 18 -20 16 -20 34`;
  const layer = (colour: string, width: number): string =>
    path(hook, { stroke: colour, width }) + disc(x + 4, y + 42, width * 0.6, { fill: colour });
  return layer(DARK, 16) + layer("#ffd95e", 9);
}

/** Draws a need in a thought bubble, which is visible even when the face is only a few pixels wide. */
function thought(head: Frame, high: number, need: string, fill = "#fff"): string {
  const cloud = { fill, stroke: DARK, width: 4 };
  const bubbles = oval([-44, 40, 9, 8], cloud) + oval([-56, 58, 5, 4.5], { ...cloud, width: 3 });
  return group(oval([0, 0, 50, 40], cloud) + bubbles + need, {
    turn: place([inside(xIn(head, 1.25)), Math.max(64, high - 6)]),
  });
}

function food(subject: Subject): string {
  return (
    path("M-24 4c4-18 16-14 22-10c8-10 24-6 26 10Z", { fill: [0.7, 0.12, 50], stroke: DARK, width: 4 }) +
    path("M-28 6h56c0 24-12 26-28 26s-28-2-28-26Z", { fill: subject.accent, stroke: DARK, width: 4 })
  );
}

function thermometer(): string {
  return (
    path("M0-5H62a5 5 0 0 1 0 10H0Z", { fill: "#fff", stroke: "#6a6f86", width: 3 }) +
    path("M6 0H40", { stroke: "#f0506a", width: 5 }) +
    disc(66, 0, 9, { fill: "#f0506a", stroke: "#6a6f86", width: 3 })
  );
}

/** A half-red capsule. */
const MEDICINE = [
  path("M-30-14H30a14 14 0 0 1 0 28H-30a14 14 0 0 1 0-28Z", { fill: "#fff", stroke: DARK, width: 4 }),
  path("M0-14H30a14 14 0 0 1 0 28H0Z", { fill: "#f0506a", stroke: DARK, width: 4 }),
].join("");
const ALARM = path("M0-22V6M0 22v.1", { stroke: "#fff", width: 13 });

/** Limits a sign's position to the picture. */
function inside(x: number): number {
  return Math.min(432, Math.max(70, x));
}

export function drawMoodSigns(subject: Subject, head: Frame): string {
  const high = Math.max(70, yIn(head, -0.85));
  switch (subject.mood) {
    case "sleeping": {
      const x = inside(xIn(head, 0.95));
      return snore(x, high + 20, 22) + snore(x + 26, high - 16, 28) + snore(Math.min(x + 56, 470), high - 54, 34);
    }
    case "happy": {
      const paint = { fill: "#ff6b8b", stroke: "#b3264d", width: 3 };
      return (
        path(heart(inside(xIn(head, -1.25)), yIn(head, -0.6), 13), paint) +
        path(heart(inside(xIn(head, 1.25)), yIn(head, -0.75), 16), paint) +
        path(heart(inside(xIn(head, 1.5)), yIn(head, -0.1), 10), paint)
      );
    }
    case "curious":
      return question(inside(xIn(head, subject.tilt > 0 ? -1.3 : 1.3)), high - 6);
    case "sick":
      return (
        group(thermometer(), { turn: place([xIn(head, 0.42), yIn(head, 0.62)], -28) }) +
        thought(head, high, group(MEDICINE, { turn: place([0, 0], -28) }))
      );
    case "critical":
      return (
        path(drop(xIn(head, 0.78), yIn(head, -0.5), 28), { fill: "#8fd0ff", stroke: "#3d77b5", width: 3 }) +
        thought(head, high, ALARM, "#c2274c")
      );
    case "hungry":
      return thought(head, high, food(subject));
    case "content":
      return "";
    default:
      return subject.mood satisfies never;
  }
}
