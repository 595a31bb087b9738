// Draws the Cheshire cat: the body fades out toward the ground, and the grin remains.
import { shade } from "../../kit/colour.ts";
import { pen, xIn, yIn } from "../../kit/frame.ts";
import { d, disc, group, oval, path, times } from "../../kit/svg.ts";
import { drawToy } from "../../parts/toy.ts";
import { drawTail } from "../../parts/tails.ts";
import { byStage, isPoorly, isWorried, type BodyPlan, type Subject } from "../../subject/subject.ts";
import { measure, type Mammal, type MammalShape } from "../../subject/mammal.ts";
import { drawBody, drawHead } from "../base/sitting.ts";

function grin(mammal: Mammal): string {
  const { head, subject } = mammal;
  const P = pen(head);
  const sad = isPoorly(subject) || isWorried(subject);
  const [corner, dip] = sad
    ? [0.72, 0.36]
    : [0.36, subject.mood === "happy" || subject.mood === "hungry" ? 1.06 : 0.92];
  const crescent =
    `M${P(-0.74, corner)}Q${P(0, dip - (sad ? 0.02 : 0.1))} ${P(0.74, corner)}` +
    `Q${P(0, dip + 0.42)} ${P(-0.74, corner)}Z`;
  const teeth = times(11, (i) => {
    const x = -0.6 + i * 0.12;
    return path(d`M${xIn(head, x)} ${yIn(head, 0.3)}V${yIn(head, 1.3)}`, { stroke: [0.35, 0.08, 310], width: 2.6 });
  });
  const clip = subject.defs.clip(crescent);
  const middle = path(`M${P(-0.74, corner)}Q${P(0, dip + 0.16)} ${P(0.74, corner)}`, {
    stroke: [0.35, 0.08, 310],
    width: 2.6,
  });
  const nose = path(`M${P(-0.08, 0.3)}Q${P(0, 0.25)} ${P(0.08, 0.3)}Q${P(0, 0.44)} ${P(-0.08, 0.3)}Z`, {
    fill: subject.coat.skin,
    stroke: mammal.line,
    width: 3,
  });
  return (
    oval([head.cx, yIn(head, dip - 0.1), head.rx * 0.9, head.ry * 0.5], { fill: subject.defs.glow("#fffbe0", 0.5) }) +
    path(crescent, { fill: "#fffdf2", stroke: mammal.line, width: 5 }) +
    group(teeth + middle, { clip }) +
    nose
  );
}

export function cheshire(shape: MammalShape): BodyPlan {
  return (own) => {
    // Children and teens have lighter coats, because the scene is dark.
    const lighter = byStage(own.stage, [0, 0.12, 0.06, 0]);
    const coat = { ...own.coat, base: shade(own.coat.base, lighter), belly: shade(own.coat.belly, lighter / 2) };
    const subject: Subject = { ...own, coat };
    const mammal = measure(subject, shape);
    const { head, torso } = mammal;
    const solid = drawTail(mammal) + drawBody(mammal, {});
    const faded =
      subject.stage === "baby"
        ? solid
        : group(solid, { mask: subject.defs.fade(yIn(torso, 0.3 + lighter * 3), yIn(torso, 0.95 + lighter * 2)) });
    const dice = subject.ageDice.named("mist");
    const mist = times(16, () => {
      const x = xIn(torso, dice.spread(2.4));
      return disc(x, yIn(torso, dice.between(0.6, 1)), dice.between(2, 7), {
        fill: subject.coat.base,
        opacity: dice.between(0.3, 0.8),
      });
    });
    const luminous = oval([head.cx, yIn(head, 0.1), head.rx * 1.5, head.ry * 1.5], {
      fill: subject.defs.glow(subject.coat.eye, 0.35 + lighter * 2),
    });
    const art =
      luminous +
      faded +
      mist +
      drawHead(mammal, { muzzle: grin }) +
      (subject.stage === "child" ? drawToy(subject) : "");
    return { art, head, shadow: 0 };
  };
}
