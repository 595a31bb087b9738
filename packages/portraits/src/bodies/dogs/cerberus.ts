// Draws Cerberus: three heads on a broad chest. The left head glares, the right one sulks, and the middle one shows its tongue.
import { xIn, yIn, frame, pen } from "../../kit/frame.ts";
import { outline, shade, type Colour } from "../../kit/colour.ts";
import { d, disc, group, oval, path, rotate, times } from "../../kit/svg.ts";
import { drawTail } from "../../parts/tails.ts";
import { drawToy } from "../../parts/toy.ts";
import { byStage, type BodyPlan } from "../../subject/subject.ts";
import { eyeGlow } from "./dog.ts";
import { measure, type Mammal, type MammalShape } from "../../subject/mammal.ts";
import { drawBody, drawHead } from "../base/sitting.ts";

const BRONZE: Colour = [0.66, 0.1, 70];

function collar(x: number, y: number, w: number): string {
  const band = d`M${x - w} ${y - 10}Q${x} ${y + 20} ${x + w} ${y - 10}`;
  const studs = times(3, (i) => disc(x + (i - 1) * w * 0.5, y + (i === 1 ? 5 : 0), 5, { fill: shade(BRONZE, 0.18) }));
  return path(band, { stroke: outline(BRONZE), width: 22 }) + path(band, { stroke: BRONZE, width: 14 }) + studs;
}

/** Draws brows, which slope down toward the middle for a glare and up for a sulk. */
function brows({ head, subject }: Mammal, inner: number, outer: number): string {
  if (subject.mood === "happy" || subject.mood === "sleeping") return "";
  const P = pen(head);
  const data = `M${P(-0.2, inner)}L${P(-0.66, outer)}M${P(0.2, inner)}L${P(0.66, outer)}`;
  return path(data, { stroke: [0.15, 0.02, 40], width: 8 });
}

export function cerberus(shape: MammalShape): BodyPlan {
  return (subject) => {
    const whole = measure(subject, shape);
    const small = byStage(subject.stage, [0.62, 0.7, 0.76, 0.8]);
    const apart = byStage(subject.stage, [1.06, 1.2, 1.38, 1.36]) * whole.head.rx;
    const glow = eyeGlow(0.5);
    const sideHead = (side: -1 | 1): string => {
      const own = { ...subject, tilt: 0, accessories: new Set<never>(), build: { ...subject.build, tongue: false } };
      const { rx, ry, cx, cy } = whole.head;
      const head = frame(cx + side * apart, cy + ry * 0.3, rx * small, ry * small);
      const mammal: Mammal = { ...whole, subject: own, head, eyeSize: whole.eyeSize * small };
      const art = drawHead(mammal, {
        underFace: glow,
        overHead: (one) => (side === -1 ? brows(one, -0.12, -0.42) : brows(one, -0.44, -0.2)),
      });
      const neck = oval([head.cx - side * rx * 0.22, head.cy + ry * 0.75, rx * 0.5, ry * 0.62], {
        fill: whole.bodyFill,
        stroke: whole.line,
      });
      return (
        neck +
        group((subject.stage === "baby" ? "" : collar(head.cx - side * 8, yIn(head, 1), rx * small * 0.62)) + art, {
          turn: rotate(side * 8, head.cx, yIn(head, 1)),
        })
      );
    };
    const middle = { ...whole, subject: { ...subject, build: { ...subject.build, tongue: true } } };
    const art =
      drawTail(whole) +
      sideHead(-1) +
      sideHead(1) +
      drawBody(whole, {}) +
      (subject.stage === "baby" ? "" : collar(whole.head.cx, yIn(whole.head, 0.98), whole.head.rx * 0.62)) +
      drawHead(middle, { underFace: glow }) +
      (subject.stage === "child" ? drawToy(subject) : "");
    return {
      art,
      head: frame(whole.head.cx, whole.head.cy, xIn(whole.head, 1.3) - whole.head.cx, whole.head.ry),
      shadow: whole.torso.rx * 1.4,
    };
  };
}
