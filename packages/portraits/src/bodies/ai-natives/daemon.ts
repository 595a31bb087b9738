// Draws the daemon: small and soot-dark, with folded horns, lantern eyes, a ring of old keys, and a green light along its side.
import { shade, type Colour } from "../../kit/colour.ts";
import { bothSides, pen, xIn, yIn } from "../../kit/frame.ts";
import { disc, group, oval, path, place, tube } from "../../kit/svg.ts";
import { drawMouth } from "../../parts/mouth.ts";
import type { BodyPlan } from "../../subject/subject.ts";
import type { Mammal } from "../../subject/mammal.ts";
import { sitting } from "../base/sitting.ts";

function horns({ head, subject, line }: Mammal): string {
  return bothSides(head, (side) => {
    const P = pen(side);
    const curl =
      `M${P(0.29, -0.83)}C${P(0.5, -1.64)} ${P(1.44, -1.64)} ${P(1.52, -0.91)}` +
      `C${P(1.55, -0.57)} ${P(1.22, -0.46)} ${P(1.14, -0.73)}` +
      `C${P(1.14, -0.99)} ${P(0.88, -1.02)} ${P(0.79, -0.57)}Z`;
    const rings =
      `M${P(0.58, -1.26)}L${P(0.71, -0.91)}M${P(0.9, -1.48)}L${P(0.93, -1.08)}` +
      `M${P(1.25, -1.42)}L${P(1.14, -1.05)}`;
    return path(curl, { fill: subject.coat.mark, stroke: line }) + path(rings, { stroke: line, width: 3.5 });
  });
}

function lanternEyes({ head, subject }: Mammal): string {
  return bothSides(head, (side) =>
    disc(xIn(side, 0.46), yIn(side, 0.1), head.rx * 0.42, { fill: subject.defs.glow(subject.coat.eye, 0.6) }),
  );
}

function mouthWithFang(mammal: Mammal): string {
  const { head, subject } = mammal;
  const P = pen(head);
  const pale: Colour = [0.94, 0.03, 90];
  const fang =
    subject.mood === "content" || subject.mood === "curious"
      ? path(`M${P(0.12, 0.64)}l5 15l6 -15Z`, { fill: pale })
      : "";
  return drawMouth(subject, { x: head.cx, y: yIn(head, 0.54), w: head.rx * 0.36, rest: "smile", line: pale }) + fang;
}

function keysAndLight({ torso, subject }: Mammal): string {
  if (subject.stage === "baby") return "";
  const P = pen(torso);
  const brass: Colour = [0.68, 0.12, 80];
  const dark = shade(brass, -0.35);
  const key = (degrees: number): string =>
    group(tube("M0 12V46M0 40h10M0 30h8", 4, brass, dark, 2), { turn: place([0, 0], degrees) });
  const ring = disc(0, 0, 15, { stroke: dark, width: 9 }) + disc(0, 0, 15, { stroke: brass, width: 4.5 });
  const light: Colour = [0.85, 0.22, 145];
  return (
    path(`M${P(-0.82, 0.42)}Q${P(-1, 0.66)} ${P(-0.9, 0.88)}`, { stroke: light, width: 5, opacity: 0.9 }) +
    oval([xIn(torso, -0.92), yIn(torso, 0.62), 26, 44], { fill: subject.defs.glow(light, 0.5) }) +
    group(key(-24) + key(4) + key(30) + ring, { turn: place([xIn(torso, 0.68), yIn(torso, 0.62)]) })
  );
}

export const daemon: BodyPlan = sitting(
  {
    ears: "none",
    muzzle: "small",
    tail: "dragon",
    headWidth: 1.02,
    headHeight: 0.94,
    bodyWidth: 0.86,
    height: 0.92,
    eyeSize: 1.12,
    eyeHeavy: 0.46,
    pupil: "slit",
    patterns: [[], ["freckles"], ["bands"], ["locket"], ["paleFace"]],
  },
  { behindHead: horns, underFace: lanternEyes, muzzle: mouthWithFang, overBody: keysAndLight },
);
