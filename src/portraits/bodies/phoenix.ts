// A phoenix built like a heron: long neck and legs, wings raised like a coat of arms, a crest of blown sparks.
import { blend, outline, shade } from "../kit/colour.ts";
import type { Colour } from "../kit/colour.ts";
import { frame, pen, xIn, yIn } from "../kit/frame.ts";
import { blade, blob, flame } from "../kit/shapes.ts";
import { d, disc, group, oval, path, place, sides, times, tube } from "../kit/svg.ts";
import { drawEyes } from "../parts/eyes.ts";
import { drawHeadwear } from "../parts/headwear.ts";
import { drawCheeks, drawMouth } from "../parts/mouth.ts";
import { drawBadge, drawNeckwear } from "../parts/neckwear.ts";
import { drawToy } from "../parts/toy.ts";
import { GROUND, MIDDLE, byStage } from "../sitter.ts";
import type { BodyPlan, Sitter } from "../sitter.ts";

const ASH: Colour = [0.6, 0.015, 60];

interface Phoenix {
  readonly sitter: Sitter;
  readonly size: number;
  readonly headY: number;
  readonly headR: number;
  readonly bodyY: number;
  readonly line: Colour;
}

/** A wing of long feathers that fade to pale gold at their tips. */
function wing({ sitter, size, bodyY, line }: Phoenix, side: -1 | 1): string {
  const { coat } = sitter;
  const raised = sitter.mood === "sick" || sitter.mood === "critical" || sitter.mood === "sleeping" ? 46 : 0;
  const layer = (count: number, length: number, start: number, step: number, colour: (at: number) => Colour): string =>
    times(count, (i) => {
      const at = i / (count - 1);
      const reach = length * size * (1 - Math.abs(at - 0.3) * 0.5);
      const fill = sitter.defs.linear([
        [0, blend(coat.belly, [0.95, 0.09, 92], 0.5)],
        [0.45, colour(at)],
        [1, colour(at)],
      ]);
      return path(blade(reach, 19 * size), {
        fill,
        stroke: line,
        width: 4.5,
        turn: place(MIDDLE + side * 44 * size, bodyY - 24 * size + i * 8 * size, side * (start + i * step + raised)),
      });
    });
  const shoulder = oval(MIDDLE + side * 62 * size, bodyY - 30 * size, 36 * size, 24 * size, {
    fill: coat.base,
    stroke: line,
    width: 4.5,
    turn: `rotate(${side * -34} ${Math.round(MIDDLE + side * 62 * size)} ${Math.round(bodyY - 30 * size)})`,
  });
  return (
    layer(7, 205, 22, 15, (at) => blend(coat.mark, coat.base, at)) +
    layer(5, 130, 40, 17, () => shade(coat.base, 0.04)) +
    shoulder
  );
}

/** Long tail feathers with an eye of gold near the end. */
function train({ sitter, size, bodyY, line }: Phoenix): string {
  const { coat } = sitter;
  return sides((side) =>
    times(3, (i) => {
      const reach = (170 - i * 24) * size;
      const feather = path(blade(reach, 15 * size), {
        fill: i === 1 ? coat.base : coat.mark,
        stroke: line,
        width: 4.5,
      });
      const eye =
        oval(0, -reach * 0.8, 8 * size, 13 * size, { fill: coat.belly }) +
        oval(0, -reach * 0.8, 4 * size, 7 * size, { fill: coat.mark });
      return group(feather + eye, { turn: place(MIDDLE + side * 10 * size, bodyY + 30 * size, side * (166 - i * 26)) });
    }),
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

/** Strands of hair-thin feathers, each ending in a spark. */
function crest({ sitter, headY, headR, size }: Phoenix): string {
  const dice = sitter.lifeDice.named("crest");
  const count = byStage(sitter.stage, [3, 5, 6, 7]);
  return times(count, (i) => {
    const lean = (i - (count - 1) / 2) * 17 + dice.spread(8);
    const reach = dice.between(60, 96) * size;
    const strand = path(d`M0 0Q${lean * 0.3} ${-reach * 0.6} ${lean * 0.5} ${-reach}`, {
      stroke: sitter.coat.mark,
      width: 5,
    });
    return group(
      strand +
        disc(lean * 0.5, -reach, 13, { fill: sitter.defs.glow([0.92, 0.16, 80], 0.9) }) +
        path(flame(lean * 0.5, -reach + 6, 5, 17), { fill: [0.92, 0.15, 85] }),
      { turn: place(MIDDLE, headY - headR * 0.7, lean * 0.5) },
    );
  });
}

function head(phoenix: Phoenix): string {
  const { sitter, headY, headR, line } = phoenix;
  const { coat } = sitter;
  const whole = frame(MIDDLE, headY, headR, headR * 0.94);
  const P = pen(whole);
  const beakColour: Colour = blend([0.84, 0.14, 78], coat.skin, 0.4);
  const open = sitter.mood === "happy" || sitter.mood === "hungry";
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
  const sad = sitter.mood === "sick" || sitter.mood === "critical";
  const stick =
    sitter.mood === "content" && sitter.stage !== "baby"
      ? tube(
          d`M${xIn(whole, -0.66)} ${yIn(whole, 1.12)}L${xIn(whole, 0.66)} ${yIn(whole, 0.98)}`,
          8,
          [0.52, 0.09, 48],
          [0.32, 0.06, 45],
          3,
        )
      : "";
  return (
    path(blob(MIDDLE, headY, headR, headR * 0.94, 0.56, 0.56, headR * 0.08), {
      fill: sitter.defs.shading(coat.base, 0.08, -0.06),
      stroke: line,
    }) +
    sides((side) =>
      oval(MIDDLE + side * headR * 0.46, headY + headR * 0.06, headR * 0.42, headR * 0.44, {
        fill: shade(coat.belly, 0.03),
        opacity: 0.85,
      }),
    ) +
    drawCheeks(sitter, MIDDLE, headY + headR * 0.46, headR * 0.66, headR * 0.14) +
    lower +
    upper +
    stick +
    (sad
      ? drawMouth(sitter, { x: MIDDLE + headR * 0.4, y: headY + headR * 0.66, w: headR * 0.2, rest: "smile" })
      : "") +
    drawEyes(sitter, {
      x: MIDDLE,
      y: headY + headR * 0.02,
      apart: headR * 0.45,
      size: headR * 0.28,
      face: shade(coat.belly, 0.03),
    }) +
    drawHeadwear(sitter, whole)
  );
}

export const phoenix: BodyPlan = (sitter) => {
  const { stage, coat } = sitter;
  const size = byStage(stage, [0.62, 0.7, 0.88, 1]);
  const headR = byStage(stage, [82, 66, 56, 54]);
  const headY = byStage(stage, [272, 216, 150, 132]);
  const bodyY = GROUND - 128 * size;
  const p: Phoenix = { sitter, size, headY, headR, bodyY: stage === "baby" ? 396 : bodyY, line: outline(coat.mark) };
  const aglow = disc(MIDDLE, stage === "baby" ? headY : bodyY - 40, 210 * size, {
    fill: sitter.defs.glow([0.92, 0.15, 75], 0.55),
  });
  const neckData =
    d`M${MIDDLE} ${headY + headR * 0.5}` +
    d`C${MIDDLE + 26 * size} ${headY + headR + 20} ${MIDDLE - 24 * size}` +
    d` ${p.bodyY - 70 * size} ${MIDDLE} ${p.bodyY - 20 * size}`;
  const neck =
    tube(neckData, 40 * size, shade(coat.base, 0.02), p.line) +
    path(neckData, { stroke: coat.belly, width: 14 * size, opacity: 0.7 });
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
      stroke: coat.belly,
      width: 5,
      opacity: 0.9,
    });
  });
  const body = path(bodyData, { fill: sitter.defs.shading(coat.base, 0.06, -0.1), stroke: p.line }) + chest;
  const dice = sitter.ageDice.named("sparks");
  const sparks = times(8, () => {
    const [turn, far] = [dice.roll() * 6.28, dice.between(160, 215)];
    return path(flame(256 + Math.cos(turn) * far, 250 + Math.sin(turn) * far * 0.9, 5, 18), {
      fill: [0.88, 0.16, 80],
      opacity: 0.85,
    });
  });
  const whole = frame(MIDDLE, headY, headR, headR);
  if (stage === "baby") {
    const down = sides((side) =>
      path(blade(74, 20), {
        fill: coat.mark,
        stroke: p.line,
        width: 5,
        turn: place(MIDDLE + side * 58, 372, side * 52),
      }),
    );
    return { art: aglow + neck + body + down + crest(p) + head(p), head: whole, shadow: 110 };
  }
  const scarfed = stage === "teen" || sitter.accessories.has("scarf") || sitter.accessories.has("bandana");
  const worn = scarfed
    ? drawNeckwear(sitter, { x: MIDDLE, y: p.bodyY - 66 * size, w: 34 })
    : drawBadge(sitter, MIDDLE, p.bodyY - 62 * size);
  const art =
    aglow +
    train(p) +
    wing(p, -1) +
    wing(p, 1) +
    legs(p) +
    body +
    neck +
    worn +
    crest(p) +
    head(p) +
    sparks +
    (stage === "child" ? drawToy(sitter) : "");
  return { art, head: whole, shadow: 90 * size };
};
