// Draws upright birds: one outline from crown to belly, folded wings, and a feathered face. Owls and parrots differ in the face.
import { blend, outline, shade, type Colour } from "../../kit/colour.ts";
import { frame, ovalIn, pen, yIn, type Frame } from "../../kit/frame.ts";
import { blade, blob } from "../../kit/shapes.ts";
import { d, disc, group, oval, path, place, rotate, sides, times, tube } from "../../kit/svg.ts";
import { drawEyes } from "../../parts/eyes.ts";
import { drawHeadwear } from "../../parts/headwear.ts";
import { drawTexture } from "../../parts/material.ts";
import { drawCheeks, drawMouth } from "../../parts/mouth.ts";
import { drawBadge, drawNeckwear } from "../../parts/neckwear.ts";
import { drawToy } from "../../parts/toy.ts";
import { GROUND, MIDDLE, byStage, isPoorly, isWorried, type BodyPlan, type Subject } from "../../subject/subject.ts";

export interface BirdShape {
  readonly face: "heart" | "cheeks" | "tufts" | "plain";
  readonly beak: "hook" | "small" | "long" | "flat";
  readonly crest?: boolean;
  readonly tail?: boolean;
  readonly headWidth?: number;
  readonly bodyWidth?: number;
}

interface Bird {
  readonly subject: Subject;
  readonly shape: BirdShape;
  readonly head: Frame;
  readonly bodyWidth: number;
  readonly wing: Colour;
  readonly line: Colour;
}

function outlinePath({ head, bodyWidth: w }: Bird): string {
  const { cx, cy, rx, ry } = head;
  const tall = GROUND - cy;
  const low = GROUND - tall * 0.28;
  return (
    d`M${cx - rx} ${cy}` +
    d`C${cx - rx} ${cy - ry * 1.36} ${cx + rx} ${cy - ry * 1.36} ${cx + rx} ${cy}` +
    d`C${cx + rx} ${cy + tall * 0.22} ${cx + w} ${cy + tall * 0.4} ${cx + w} ${low}` +
    d`C${cx + w} ${GROUND + 6} ${cx - w} ${GROUND + 6} ${cx - w} ${low}` +
    d`C${cx - w} ${cy + tall * 0.4} ${cx - rx} ${cy + tall * 0.22} ${cx - rx} ${cy}Z`
  );
}

function belly({ subject, head, bodyWidth }: Bird): string {
  const { coat } = subject;
  const tall = GROUND - head.cy;
  const middle = GROUND - tall * 0.34;
  const size = byStage(subject.stage, [17, 18, 19, 22]);
  const speckled = subject.build.pattern;
  const feathers = times(20, (i) => {
    const [row, column] = [Math.floor(i / 5), (i % 5) - 2];
    const x = head.cx + (column + (row % 2) * 0.5) * size * 1.5;
    const y = middle - tall * 0.16 + row * size * 1.25;
    if (Math.abs(x - head.cx) > bodyWidth * 0.52) return "";
    if (speckled < 0.35) return disc(x, y, size * 0.16, { fill: coat.mark, opacity: 0.75 });
    if (speckled < 0.6)
      return path(d`M${x} ${y - size * 0.3}v${size * 0.5}`, { stroke: coat.mark, width: 4.5, opacity: 0.8 });
    return path(d`M${x - size * 0.42} ${y}q${size * 0.42} ${size * 0.62} ${size * 0.84} 0`, {
      stroke: shade(coat.belly, -0.11, 1.3),
      width: 4.5,
    });
  });
  return path(blob([head.cx, middle + 8, bodyWidth * 0.7, tall * 0.4], 0.6, 0.6), { fill: coat.belly }) + feathers;
}

function foldedWings({ subject, head, bodyWidth, shape, wing, line }: Bird): string {
  const tall = GROUND - head.cy;
  const fill = subject.defs.shading(wing, 0.07, -0.06);
  const [top, bottom] = [head.cy + tall * 0.32, GROUND - tall * 0.1];
  return sides((side) => {
    const x = MIDDLE + side * bodyWidth * 0.96;
    const out = side * (subject.stage === "adult" ? 34 : 20);
    const w = side * bodyWidth;
    const data =
      d`M${x - w * 0.16} ${top}` +
      d`C${x + out * 1.3} ${top + 6} ${x + out * 1.5} ${bottom - 40} ${x - w * 0.05} ${bottom}` +
      d`C${x - w * 0.4} ${bottom - 30} ${x - w * 0.42} ${top + 40} ${x - w * 0.16} ${top}Z`;
    const middle = (top + bottom) / 2;
    const band =
      shape.face === "cheeks"
        ? path(d`M${x - w * 0.26} ${middle - 22}Q${x + out * 0.4} ${middle - 2} ${x + out * 1.08} ${middle - 22}`, {
            stroke: [0.88, 0.15, 92],
            width: 12,
          })
        : "";
    const dice = subject.lifeDice.named("wing");
    const dots =
      shape.face === "heart"
        ? times(7, () =>
            disc(x - w * dice.between(-0.08, 0.22), dice.between(top + 34, bottom - 24), dice.between(2, 4.5), {
              fill: dice.odds(0.5) ? "#fff" : subject.coat.mark,
              opacity: 0.85,
            }),
          )
        : "";
    const quills =
      d`M${x - w * 0.26} ${bottom - tall * 0.2}q${side * 14} 16 ${side * 30} 0` +
      d`M${x - w * 0.18} ${bottom - tall * 0.1}q${side * 11} 12 ${side * 22} 0`;
    return (
      path(data, { fill, stroke: line }) +
      band +
      dots +
      path(quills, { stroke: shade(wing, wing[0] > 0.5 ? -0.16 : 0.14), width: 4.5 })
    );
  });
}

function feet(owner: Bird): string {
  const { subject, bodyWidth } = owner;
  if (subject.stage === "baby") return "";
  return sides((side) => {
    if (side === 1 && showsWalnut(owner)) return "";
    const x = MIDDLE + side * bodyWidth * 0.34;
    const claw = d`M${x} ${GROUND - 12}v12M${x - 18} ${GROUND + 8}q18 -16 18 -6q0 -10 18 6M${x} ${GROUND}v10`;
    return tube(claw, 8, subject.coat.skin, outline(subject.coat.skin), 3.5);
  });
}

function tailFeathers({ subject, line }: Bird): string {
  const size = byStage(subject.stage, [0.55, 0.85, 1.2, 1.5]);
  return [-12, 12, 0]
    .map((lean) => {
      const x = MIDDLE + lean * 2.4;
      const data =
        d`M${MIDDLE - 14} ${GROUND - 50}L${x - 12} ${GROUND + 22 * size}` +
        d`Q${x} ${GROUND + 36 * size} ${x + 12} ${GROUND + 22 * size}` +
        d`L${MIDDLE + 14} ${GROUND - 50}Z`;
      return path(data, {
        fill: lean === 0 ? shade(subject.coat.base, -0.05) : subject.coat.mark,
        stroke: line,
        width: 5,
      });
    })
    .join("");
}

function crest({ subject, head, line }: Bird): string {
  const size = byStage(subject.stage, [0.5, 0.7, 1, 1.4]);
  const top = yIn(head, -1) + 22;
  return [-34, 12, -12]
    .map((degrees, i) => {
      const fill = i === 2 ? subject.coat.belly : subject.coat.mark;
      return path(blade(84 * size, 22), { fill, stroke: line, width: 5, turn: place([head.cx, top], degrees) });
    })
    .join("");
}

function tufts({ head, line, subject, wing }: Bird): string {
  const fill = subject.defs.shading(wing, 0.07, -0.06);
  return sides((side) => {
    const P = pen({ ...head, rx: head.rx * side });
    const high = byStage(subject.stage, [0.28, 0.34, 0.4, 0.46]);
    return path(`M${P(0.2, -0.84)}Q${P(0.7, -1.1)} ${P(1.02, -1.12 - high)}Q${P(1.08, -0.7)} ${P(0.94, -0.25)}Z`, {
      fill,
      stroke: line,
    });
  });
}

/** Draws the face feathers, clipped to the bird's outline. */
function faceFeathers({ subject, head, shape, wing }: Bird): string {
  const { coat } = subject;
  const P = pen(head);
  switch (shape.face) {
    case "heart": {
      const half = (sign: number): string =>
        `C${P(sign * 0.18, -0.98)} ${P(sign * 0.96, -0.96)} ${P(sign * 0.94, -0.1)}` +
        `C${P(sign * 0.92, 0.5)} ${P(sign * 0.4, 0.84)} ${P(0, 0.96)}`;
      const heart = `M${P(0, -0.5)}${half(-1)}M${P(0, -0.5)}${half(1)}`;
      const whole =
        `M${P(0, -0.5)}${half(-1)}C${P(0.4, 0.84)} ${P(0.92, 0.5)} ${P(0.94, -0.1)}` +
        `C${P(0.96, -0.96)} ${P(0.18, -0.98)} ${P(0, -0.5)}Z`;
      const ridge = path(`M${P(0, -0.5)}Q${P(0.06, 0)} ${P(0, 0.3)}Q${P(-0.06, 0)} ${P(0, -0.5)}Z`, {
        fill: blend(coat.mark, coat.belly, 0.4),
      });
      return path(whole, { fill: shade(coat.belly, 0.03) }) + path(heart, { stroke: coat.mark, width: 9 }) + ridge;
    }
    case "cheeks": {
      const lines = sides((side) =>
        times(3, (i) =>
          path(d`M${head.cx + side * head.rx * 0.3} ${yIn(head, 0.3 + i * 0.09)}q${side * 22} 6 ${side * 40} 0`, {
            stroke: shade(coat.base, 0.04),
            width: 3,
          }),
        ),
      );
      return sides((side) => ovalIn(head, [side * 0.5, 0.06, 0.4, 0.44], { fill: [0.97, 0.02, 90] })) + lines;
    }
    case "tufts":
      return (
        sides((side) => ovalIn(head, [side * 0.44, 0.05, 0.54, 0.56], { fill: coat.belly })) +
        path(`M${P(-0.3, -1.1)}Q${P(0, -0.2)} ${P(0, 0.3)}Q${P(0, -0.2)} ${P(0.3, -1.1)}Z`, { fill: wing })
      );
    case "plain":
      return ovalIn(head, [0, 0.2, 0.74, 0.66], { fill: coat.belly, opacity: 0.85 });
    default:
      return shape.face satisfies never;
  }
}

function beak({ subject, head, shape }: Bird): string {
  const skin = subject.coat.skin;
  const P = pen(head);
  const edge = outline(skin[0] < 0.5 ? [0.4, 0.03, 60] : skin);
  const open = subject.mood === "happy" || subject.mood === "hungry";
  const inside = open
    ? path(`M${P(-0.14, 0.36)}Q${P(0, 0.84)} ${P(0.14, 0.36)}Z`, { fill: "#8a2c3d", stroke: edge, width: 4.5 }) +
      ovalIn(head, [0, 0.54, 0.07, 0.07], { fill: "#ff8fa3" })
    : "";
  const shapes: Readonly<Record<BirdShape["beak"], string>> = {
    hook:
      `M${P(-0.2, 0.12)}Q${P(0, -0.1)} ${P(0.2, 0.12)}Q${P(0.2, 0.44)} ${P(0, 0.62)}` +
      `Q${P(-0.2, 0.44)} ${P(-0.2, 0.12)}Z`,
    small:
      `M${P(-0.11, 0.24)}Q${P(0, 0.1)} ${P(0.11, 0.24)}Q${P(0.08, 0.44)} ${P(0, 0.54)}` +
      `Q${P(-0.08, 0.44)} ${P(-0.11, 0.24)}Z`,
    long:
      `M${P(-0.14, 0.14)}Q${P(0, 0.02)} ${P(0.14, 0.14)}Q${P(0.1, 0.6)} ${P(0, 0.86)}` +
      `Q${P(-0.1, 0.6)} ${P(-0.14, 0.14)}Z`,
    flat:
      `M${P(-0.3, 0.3)}Q${P(0, 0.12)} ${P(0.3, 0.3)}Q${P(0.32, 0.46)} ${P(0, 0.48)}` +
      `Q${P(-0.32, 0.46)} ${P(-0.3, 0.3)}Z`,
  };
  const sad = isPoorly(subject) || isWorried(subject);
  const mouth = sad ? drawMouth(subject, { x: head.cx, y: yIn(head, 0.66), w: head.rx * 0.22, rest: "smile" }) : "";
  return (
    inside +
    path(shapes[shape.beak], { fill: skin, stroke: edge, width: 5 }) +
    ovalIn(head, [-0.04, 0.2, 0.03, 0.05], { fill: "#fff", opacity: 0.6 }) +
    mouth
  );
}

/** Checks whether a parrot stands on one foot and holds up a walnut, which only teens and adults do. */
function showsWalnut({ subject, shape }: Bird): boolean {
  return shape.beak === "hook" && (subject.stage === "teen" || subject.stage === "adult");
}

function walnut(owner: Bird): string {
  if (!showsWalnut(owner)) return "";
  const { subject, bodyWidth, line } = owner;
  const x = MIDDLE + bodyWidth * 0.34;
  const [nutX, nutY] = [x - 18, GROUND - 96];
  const shell: Colour = [0.68, 0.09, 65];
  const { skin } = subject.coat;
  const claws = times(3, (i) =>
    tube(
      d`M${nutX + 20} ${nutY + 22}Q${nutX + 16 - i * 14} ${nutY + 16} ${nutX + 12 - i * 13} ${nutY + 1 + i * 2}`,
      7,
      skin,
      outline(skin),
      3,
    ),
  );
  return (
    tube(d`M${x + 6} ${GROUND - 44}Q${x + 16} ${nutY + 40} ${nutX + 20} ${nutY + 22}`, 9, skin, outline(skin), 3.5) +
    oval([nutX, nutY, 24, 21], { fill: shell, stroke: outline(shell), width: 4.5 }) +
    path(d`M${nutX} ${nutY - 20}q8 20 0 40M${nutX - 13} ${nutY - 10}q6 8 0 16M${nutX + 13} ${nutY - 10}q-5 9 0 16`, {
      stroke: outline(shell),
      width: 3,
    }) +
    claws +
    oval([x + 4, GROUND - 34, 30, 25], { fill: shade(subject.coat.base, -0.04), stroke: line, width: 5 })
  );
}

export function bird(shape: BirdShape): BodyPlan {
  return (subject) => {
    const { coat, stage } = subject;
    const headY = byStage(stage, [262, 222, 186, 182]);
    const w = byStage(stage, [116, 108, 94, 102]);
    const h = byStage(stage, [102, 94, 83, 90]);
    const isOwl = shape.face === "heart" || shape.face === "tufts";
    const head = frame(MIDDLE, headY, w * (shape.headWidth ?? (isOwl ? 1.02 : 0.88)), h);
    const bodyWidth = byStage(stage, [98, 104, 102, 124]) * (shape.bodyWidth ?? 1) * (0.95 + subject.build.width * 0.1);
    const b: Bird = {
      subject,
      shape,
      head,
      bodyWidth,
      wing: blend(coat.base, coat.mark, isOwl ? 0.5 : 0.8),
      line: outline(coat.base),
    };
    const data = outlinePath(b);
    const shine = ovalIn(head, [-0.3, -0.66, 0.4, 0.18], {
      fill: "#fff",
      opacity: 0.22,
      turn: rotate(-14, head.cx, head.cy),
    });
    const shadow = oval([MIDDLE, GROUND + 8, bodyWidth * 1.2, 44], { fill: "#2b1640", opacity: 0.14 });
    const plumage = frame(MIDDLE, GROUND - (GROUND - headY) * 0.4, bodyWidth, (GROUND - headY) * 0.4);
    const neck = { x: MIDDLE, y: yIn(head, 0.9), w: head.rx * 0.94 };
    const face =
      drawCheeks(subject, [head.cx, yIn(head, 0.42)], head.rx * 0.72, head.rx * 0.13) +
      beak(b) +
      drawEyes(subject, {
        x: head.cx,
        y: yIn(head, 0.04),
        apart: head.rx * 0.44,
        size: w * 0.205 * (0.94 + subject.build.eyes * 0.12),
        face: shape.face === "cheeks" ? [0.97, 0.02, 90] : coat.belly,
        ...(shape.face === "heart" ? { pupil: "bead" as const, height: 1.12 } : {}),
      }) +
      drawHeadwear(subject, head);
    const art =
      (shape.tail === true && stage !== "baby" ? tailFeathers(b) : "") +
      feet(b) +
      (shape.crest === true ? crest(b) : "") +
      (shape.face === "tufts" ? tufts(b) : "") +
      path(data, { fill: subject.defs.shading(coat.base, 0.06, -0.1), stroke: b.line }) +
      group(belly(b) + drawTexture(subject, plumage) + faceFeathers(b) + shine + shadow, {
        clip: subject.defs.clip(data),
      }) +
      path(data, { stroke: b.line }) +
      foldedWings(b) +
      walnut(b) +
      (stage === "teen" || subject.accessories.has("scarf") || subject.accessories.has("bandana")
        ? drawNeckwear(subject, neck)
        : drawBadge(subject, MIDDLE, yIn(head, 1.2))) +
      group(face, { turn: rotate(subject.tilt * (isOwl ? 1.6 : 0.6), head.cx, yIn(head, 0.3)) }) +
      (stage === "child" ? drawToy(subject) : "");
    return { art, head, top: yIn(head, shape.crest === true ? -2.1 : -1.6), shadow: bodyWidth * 1.2 };
  };
}
