// Draws a child's toy. A creature always has the same kind of toy.
import { shade } from "../kit/colour.ts";
import { star } from "../kit/shapes.ts";
import { d, disc, group, oval, path, place, times } from "../kit/svg.ts";
import { GROUND, MIDDLE, type Subject } from "../subject/subject.ts";

export function drawToy(subject: Subject): string {
  const { accent } = subject;
  const rim = shade(accent, -0.32, 0.8);
  const line = { stroke: rim, width: 5 };
  const kind = Math.floor(subject.build.toy * 5);
  const at = place([MIDDLE - 146, GROUND - 22]);
  if (kind === 0) {
    const ball = disc(0, 0, 28, { fill: accent, ...line }) + path("M-25-6Q0 14 25-6", { stroke: "#fff", width: 6 });
    return group(ball + path(star([0, -12, 9], 5, 0.45), { fill: "#fff" }), { turn: at });
  }
  if (kind === 1) {
    const yarn = disc(0, 0, 27, { fill: accent, ...line });
    const threads = path("M-22-8Q0-20 22-6M-26 4Q0-10 24 10M-16 20Q2 2 8-24", { stroke: rim, width: 4 });
    return group(yarn + threads + path("M22 18q20 14 36 2", line), { turn: at });
  }
  if (kind === 2) {
    const stick = path("M0 28V-8", { stroke: [0.55, 0.05, 70], width: 6 });
    const sail = (i: number): string =>
      path("M0-8Q22-18 20-36Q2-36 0-8Z", {
        fill: i % 2 === 1 ? accent : "#fff",
        stroke: rim,
        width: 4,
        turn: `rotate(${i * 90} 0 -8)`,
      });
    return group(stick + times(4, sail) + disc(0, -8, 5, { fill: rim }), { turn: at });
  }
  if (kind === 3) {
    const block = (x: number, y: number, lighter: number): string =>
      path(d`M${x - 18} ${y - 18}h36v36h-36Z`, { fill: shade(accent, lighter), ...line }) +
      disc(x, y, 8, { fill: "#fff", opacity: 0.85 });
    return group(block(-20, 8, 0) + block(18, 8, 0.1) + block(0, -28, -0.08), { turn: at });
  }
  const duck = oval([0, 10, 30, 18], { fill: [0.88, 0.15, 92], stroke: [0.55, 0.11, 75], width: 5 });
  const head = disc(14, -12, 16, { fill: [0.88, 0.15, 92], stroke: [0.55, 0.11, 75], width: 5 });
  const bill = path("M28-12l18 2-16 9Z", { fill: [0.7, 0.18, 50], stroke: [0.5, 0.13, 45], width: 3 });
  return group(duck + head + bill + disc(16, -16, 3.4, { fill: "#2a2033" }), { turn: at });
}
