// Draws a heron-like phoenix: a long neck and legs, raised wings, and a crest of flames.
import { GOLD, blend, outline, shade, type Colour } from "../../kit/colour.ts";
import { frame, pen, xIn, yIn } from "../../kit/frame.ts";
import { blob, flame } from "../../kit/shapes.ts";
import { d, disc, group, grow, oval, path, place, rotate, sides, times, tube } from "../../kit/svg.ts";
import { drawEyes } from "../../parts/eyes.ts";
import { drawHeadwear } from "../../parts/headwear.ts";
import { drawCheeks, drawMouth } from "../../parts/mouth.ts";
import { drawBadge, drawNeckwear } from "../../parts/neckwear.ts";
import { drawToy } from "../../parts/toy.ts";
import { GROUND, MIDDLE, byStage, isPoorly, isWorried, type BodyPlan, type Subject } from "../../subject/subject.ts";

const ASH: Colour = [0.6, 0.015, 60];
const FIRE: Colour = [0.6, 0.2, 38];
const PALE_GOLD: Colour = [0.95, 0.09, 92];
const SMOKE: Colour = [0.24, 0.08, 15];

interface Phoenix {
  readonly subject: Subject;
  /** The color at the root of each flame. */
  readonly deep: Colour;
  readonly size: number;
  readonly headY: number;
  readonly headR: number;
  readonly bodyY: number;
  readonly line: Colour;
}

/** Returns a flame from the origin upward with its tip blown aside, for use in a placed group. */
function tongue(length: number, halfWidth: number, blown: number): string {
  const w = halfWidth * Math.sign(blown);
  return (
    d`M0 0C${w * 1.3} ${-length * 0.24} ${w * 0.3 + blown * 0.3} ${-length * 0.66} ${blown} ${-length}` +
    d`C${blown * 0.25 - w * 0.6} ${-length * 0.92} ${-w * 1.25} ${-length * 0.42} 0 0Z`
  );
}

/** Draws dark edges behind all shapes, so that the shapes are visible on any background. */
function edged(
  shapes: readonly (readonly [data: string, fill: Colour | string, turn: string])[],
  line: Colour,
): string {
  return (
    shapes.map(([data, , turn]) => path(data, { stroke: shade(line, -0.1), width: 11, turn })).join("") +
    shapes.map(([data, fill, turn]) => path(data, { fill, stroke: line, width: 4.5, turn })).join("")
  );
}

/** Returns a gradient from a fiery root to a pale tip, for feathers that are drawn upward. */
function burning({ subject: { coat, defs }, deep }: Phoenix): string {
  const tip = blend(coat.belly, PALE_GOLD, 0.5);
  return defs.linear([0, tip], [0.42, blend(deep, tip, 0.35)], [0.9, deep]);
}

/** Draws a heraldic raised wing: flame-shaped feathers along an arm that reaches up and out. */
function wing(phoenix: Phoenix, side: -1 | 1): string {
  const { subject, size, bodyY, line, deep } = phoenix;
  const { coat } = subject;
  const [x, y] = [MIDDLE + side * 28 * size, bodyY - 22 * size];
  const layer = (count: number, length: number, fill: Colour | string): string =>
    edged(
      Array.from({ length: count }, (_, i) => {
        const at = 1 - i / (count - 1);
        return [
          tongue((length + 92 * at) * (length / 92) * size, 21 * size, -side * (length / 92) * 36 * size),
          fill,
          place([x + side * 92 * at * size, y - (84 * at - 8) * size], side * (116 - 102 * at)),
        ] as const;
      }),
      line,
    );
  const P = pen(frame(x, y, side * size, size));
  const arm = `M${P(-8, 16)}C${P(0, -34)} ${P(46, -92)} ${P(106, -104)}C${P(90, -66)} ${P(66, -26)} ${P(22, 22)}Z`;
  const down = `M${P(14, -22)}Q${P(28, -20)} ${P(34, -4)}M${P(36, -48)}Q${P(50, -44)} ${P(54, -28)}M${P(60, -70)}Q${P(72, -66)} ${P(74, -52)}`;
  const art =
    layer(7, 92, burning(phoenix)) +
    layer(5, 56, blend(deep, coat.base, 0.6)) +
    path(arm, { fill: coat.base, stroke: line, width: 4.5 }) +
    path(down, { stroke: blend(coat.base, deep, 0.65), width: 4.5 });
  const hanging = isPoorly(subject) || subject.mood === "sleeping";
  return hanging ? group(art, { turn: `${rotate(side * 92, x, y)} ${grow(x, y, 0.72)}` }) : art;
}

/** Draws long tail feathers that fall to the ground and curl up like flames. */
function train(phoenix: Phoenix): string {
  const { size, bodyY, line } = phoenix;
  const fill = burning(phoenix);
  const feathers = [
    [162, 126, 30],
    [143, 164, 62],
    [124, 204, 88],
  ] as const;
  return sides((side) =>
    edged(
      feathers.map(([turn, reach, blown]) => [
        tongue(reach * size, 21 * size, -side * blown * size),
        fill,
        place([MIDDLE + side * 10 * size, bodyY + 26 * size], side * turn),
      ]),
      line,
    ),
  );
}

function legs({ size, bodyY }: Phoenix): string {
  return sides((side) => {
    const x = MIDDLE + side * 20 * size;
    const leg =
      d`M${x} ${bodyY + 60 * size}L${x + side * 4} ${GROUND - 50 * size}L${x} ${GROUND - 4}` +
      d`M${x - 18} ${GROUND + 6}L${x} ${GROUND - 6}L${x + 18} ${GROUND + 6}` +
      d`M${x} ${GROUND - 6}V${GROUND + 8}`;
    return tube(leg, 7, ASH, outline(ASH), 3.5);
  });
}

/** Returns the maximum height of the crest above the head. */
function crestReach({ subject, size }: Phoenix): number {
  return byStage(subject.stage, [118, 104, 94, 90]) * size;
}

/** Draws thin, flame-like feathers with sparks above them. */
function crest(phoenix: Phoenix): string {
  const { subject, headY, headR, size, line, deep } = phoenix;
  const dice = subject.lifeDice.named("crest");
  const count = byStage(subject.stage, [3, 3, 5, 5]);
  const fill = subject.defs.linear([0, PALE_GOLD], [0.5, blend(deep, GOLD, 0.5)], [1, deep]);
  const strand = (i: number): string => {
    const lean = (i - (count - 1) / 2) * (104 / count) + dice.spread(8);
    const reach = crestReach(phoenix) * dice.between(0.86, 1) * (1 - Math.abs(lean) / 150);
    const blown = (lean < 0 ? -1 : 1) * 16 * size;
    return group(
      path(tongue(reach, 13 * size, blown), { fill, stroke: line, width: 4.5 }) +
        path(flame([blown, -reach - 8 * size], 5, 15), { fill: GOLD, stroke: line, width: 2 }),
      { turn: place([MIDDLE, headY - headR * 0.74], lean) },
    );
  };
  // Draws from the sides to the middle, so that the highest feather is in front.
  const order = Array.from({ length: count }, (_, i) => i).toSorted(
    (one, other) => Math.abs(other - (count - 1) / 2) - Math.abs(one - (count - 1) / 2),
  );
  return order.map(strand).join("");
}

function head(phoenix: Phoenix): string {
  const { subject, headY, headR, line, deep } = phoenix;
  const { coat } = subject;
  const whole = frame(MIDDLE, headY, headR, headR * 0.94);
  const P = pen(whole);
  const beakColour: Colour = blend([0.84, 0.14, 78], coat.skin, 0.4);
  const open = subject.mood === "happy" || subject.mood === "hungry";
  const lower = open
    ? path(`M${P(-0.12, 0.46)}L${P(0, 1.24)}L${P(0.12, 0.46)}Z`, {
        fill: "#8a2c3d",
        stroke: outline(beakColour),
        width: 4,
      })
    : "";
  const upper = path(
    `M${P(-0.2, 0.34)}Q${P(0, 0.16)} ${P(0.2, 0.34)}` +
      `Q${P(0.1, 0.8)} ${P(0, open ? 1 : 1.24)}Q${P(-0.1, 0.8)} ${P(-0.2, 0.34)}Z`,
    { fill: beakColour, stroke: outline(beakColour), width: 4.5 },
  );
  const brow =
    `M${P(-0.62, -0.76)}Q${P(-0.1, -0.5)} ${P(0, 0.12)}` +
    `Q${P(0.1, -0.5)} ${P(0.62, -0.76)}Q${P(0, -1.2)} ${P(-0.62, -0.76)}Z`;
  const stick =
    subject.mood === "content" && !isWorried(subject) && subject.stage !== "baby"
      ? tube(
          d`M${xIn(whole, -0.66)} ${yIn(whole, 1.12)}L${xIn(whole, 0.66)} ${yIn(whole, 0.98)}`,
          8,
          [0.52, 0.09, 48],
          [0.32, 0.06, 45],
          3,
        )
      : "";
  const outlineOfHead = blob([MIDDLE, headY, headR, headR * 0.94], 0.56, 0.56, headR * 0.08);
  return (
    path(outlineOfHead, { fill: subject.defs.shading(coat.base, 0.08, -0.06), stroke: line }) +
    sides((side) =>
      oval([MIDDLE + side * headR * 0.46, headY + headR * 0.06, headR * 0.42, headR * 0.44], {
        fill: shade(coat.belly, 0.03),
        opacity: 0.85,
      }),
    ) +
    path(brow, { fill: deep }) +
    path(outlineOfHead, { stroke: line }) +
    drawCheeks(subject, [MIDDLE, headY + headR * 0.46], headR * 0.66, headR * 0.14) +
    lower +
    upper +
    stick +
    (isPoorly(subject)
      ? drawMouth(subject, { x: MIDDLE + headR * 0.4, y: headY + headR * 0.66, w: headR * 0.2, rest: "smile" })
      : "") +
    drawEyes(subject, {
      x: MIDDLE,
      y: headY + headR * 0.02,
      apart: headR * 0.45,
      size: headR * 0.28,
      face: shade(coat.belly, 0.03),
    }) +
    drawHeadwear(subject, whole)
  );
}

export const phoenix: BodyPlan = (subject) => {
  const { stage, coat } = subject;
  const size = byStage(stage, [0.62, 0.7, 0.88, 1]);
  const headR = byStage(stage, [82, 72, 66, 68]);
  const headY = byStage(stage, [272, 224, 168, 156]);
  const bodyY = GROUND - 128 * size;
  // A pale phoenix would be invisible against a glow of fire, so its flames have deeper roots and a background of smoke.
  const pale = coat.base[0] > 0.7;
  const deep = !pale
    ? coat.mark
    : coat.mark[1] < 0.06
      ? blend(coat.mark, FIRE, 0.85)
      : shade(coat.mark, -0.08, 1.25, -12);
  const p: Phoenix = { subject, deep, size, headY, headR, bodyY: stage === "baby" ? 396 : bodyY, line: outline(deep) };
  const aglow = disc(MIDDLE, stage === "baby" ? headY : bodyY - 40, (pale ? 240 : 210) * size, {
    fill: pale ? subject.defs.glow(SMOKE, 0.6, 0.25) : subject.defs.glow([0.92, 0.15, 75], 0.55),
  });
  const neckData =
    d`M${MIDDLE} ${headY + headR * 0.5}` +
    d`C${MIDDLE + 26 * size} ${headY + headR + 20} ${MIDDLE - 24 * size}` +
    d` ${p.bodyY - 70 * size} ${MIDDLE} ${p.bodyY - 20 * size}`;
  // The neck joins the breast without an outline between them.
  const neckRim = path(neckData, { stroke: p.line, width: 54 * size + 11 });
  const neck =
    path(neckData, { stroke: shade(coat.base, 0.02), width: 54 * size }) +
    path(neckData, { stroke: coat.belly, width: 20 * size, opacity: 0.7 });
  const bodyData =
    d`M${MIDDLE} ${p.bodyY - 84 * size}` +
    d`C${MIDDLE + 66 * size} ${p.bodyY - 50 * size} ${MIDDLE + 70 * size}` +
    d` ${p.bodyY + 40 * size} ${MIDDLE} ${p.bodyY + 76 * size}` +
    d`C${MIDDLE - 70 * size} ${p.bodyY + 40 * size} ${MIDDLE - 66 * size}` +
    d` ${p.bodyY - 50 * size} ${MIDDLE} ${p.bodyY - 84 * size}Z`;
  const chest = times(9, (i) => {
    const [x, y] = [
      MIDDLE + ((i % 3) - 1) * 26 * size + (Math.floor(i / 3) % 2) * 10,
      p.bodyY - 34 * size + Math.floor(i / 3) * 28 * size,
    ];
    return path(d`M${x - 9 * size} ${y}q${9 * size} ${14 * size} ${18 * size} 0`, {
      stroke: pale ? blend(coat.base, deep, 0.6) : coat.belly,
      width: 5,
      opacity: 0.9,
    });
  });
  const body = path(bodyData, { fill: subject.defs.shading(coat.base, 0.06, -0.1), stroke: p.line }) + chest;
  const dice = subject.ageDice.named("sparks");
  const sparks = times(8, () => {
    const [turn, far] = [dice.roll() * 6.28, dice.between(160, 215)];
    return path(flame([256 + Math.cos(turn) * far, 250 + Math.sin(turn) * far * 0.9], 5, 18), {
      fill: [0.88, 0.16, 80],
      opacity: 0.85,
    });
  });
  const whole = frame(MIDDLE, headY, headR, headR);
  const top = headY - headR * 0.7 - crestReach(p) - 26 * size;
  if (stage === "baby") {
    const down = sides((side) =>
      edged([[tongue(92, 25, -side * 22), burning(p), place([MIDDLE + side * 62, 378], side * 62)]], p.line),
    );
    return { art: aglow + neckRim + body + neck + down + crest(p) + head(p), head: whole, top, shadow: 110 };
  }
  const scarfed = stage === "teen" || subject.accessories.has("scarf") || subject.accessories.has("bandana");
  const worn = scarfed
    ? drawNeckwear(subject, { x: MIDDLE, y: p.bodyY - 66 * size, w: 34 })
    : drawBadge(subject, MIDDLE, p.bodyY - 62 * size);
  const art =
    aglow +
    sparks +
    train(p) +
    wing(p, -1) +
    wing(p, 1) +
    legs(p) +
    neckRim +
    body +
    neck +
    worn +
    crest(p) +
    head(p) +
    (stage === "child" ? drawToy(subject) : "");
  return { art, head: whole, top, shadow: 90 * size };
};
