// Draws the quantum cat twice: a small copy in a box behind, and a larger one in front in the other color.
import { blend, outline, shade, type Colour } from "../../kit/colour.ts";
import { frame } from "../../kit/frame.ts";
import { d, disc, group, grow, num, oval, path, rotate, times } from "../../kit/svg.ts";
import { GROUND, MIDDLE, byStage, type BodyPlan, type Coat, type Subject } from "../../subject/subject.ts";
import { measure, type MammalShape } from "../../subject/mammal.ts";
import { assemble } from "../base/sitting.ts";

const SHAPE: MammalShape = {
  ears: "cat",
  muzzle: "cat",
  tail: "cat",
  headWidth: 1,
  headHeight: 0.92,
  jowls: 14,
  bodyWidth: 0.82,
  pupil: "round",
  patterns: [[], ["mackerel"], ["spots"], ["bib"], ["points"]],
};

function otherCoat(coat: Coat): Coat {
  const base = coat.mark;
  return {
    base,
    mark: shade(base, -0.16),
    belly: shade(base, 0.16, 0.5),
    skin: blend(base, [0.8, 0.12, 350], 0.6),
    eye: coat.eye,
  };
}

/** Draws an open box as a back and a front, so that its contents appear between them. */
function cardboard(
  subject: Subject,
  x: number,
  w: number,
  h: number,
): { readonly back: string; readonly front: string } {
  const card: Colour = [0.72, 0.08, 70];
  const line = { stroke: outline(card), width: 5 };
  const top = GROUND - h;
  return {
    back: path(d`M${x - w} ${top}L${x - w * 0.8} ${top - 24}H${x + w * 0.8}L${x + w} ${top}Z`, {
      fill: shade(card, -0.14),
      ...line,
    }),
    front:
      path(
        d`M${x - w} ${top}L${x - w - 26} ${top + 22}L${x - w - 18} ${top + 40}L${x - w} ${top + 22}Z` +
          d`M${x + w} ${top}L${x + w + 26} ${top + 22}L${x + w + 18} ${top + 40}L${x + w} ${top + 22}Z`,
        { fill: shade(card, -0.06), ...line },
      ) +
      path(d`M${x - w} ${top}H${x + w}V${GROUND + 8}H${x - w}Z`, {
        fill: subject.defs.shading(card, 0.04, -0.06),
        ...line,
      }) +
      path(d`M${x} ${top}v${h * 0.5}`, { stroke: shade(card, 0.1), width: 15, opacity: 0.8 }) +
      path(d`M${x - w + 22} ${GROUND - 14}v-26m-9 9l9 -10l9 10`, { stroke: outline(card), width: 4.5 }),
  };
}

/** Scale of the cat in the box. Two faces of different sizes are easier to read. */
const SMALLER = 0.72;

export const quantum: BodyPlan = (subject) => {
  const { stage, coat, defs } = subject;
  const size = byStage(stage, [0.74, 0.86, 0.9, 0.94]);
  const apart = byStage(stage, [62, 84, 94, 104]);
  const small = size * SMALLER;
  const one: Subject = { ...subject, coat, tilt: subject.tilt - 4, accessories: new Set() };
  const other: Subject = { ...subject, coat: otherCoat(coat), tilt: 4 - subject.tilt };
  const inBox = assemble(measure(one, SHAPE));
  const beside = assemble(measure(other, SHAPE));
  const baby = stage === "baby";
  const lift = baby ? 0 : 44 * small;
  const [inside, before] = baby ? [-76, 34] : [-apart * 1.35, apart * 0.28];
  const spot = (x: number, up: number, scale: number): string =>
    `translate(${num(x)} ${num(-up)}) ${grow(MIDDLE, GROUND, scale)}`;
  const dice = subject.ageDice.named("orbits");
  const heart = GROUND - 170 * size;
  const orbits = times(2, (i) => {
    const [rx, ry, degrees] = [214, 58, i === 0 ? -16 : 16];
    const turn = rotate(degrees, MIDDLE, heart);
    const along = dice.roll() * 6.28;
    const colour: Colour = i === 0 ? subject.accent : [0.85, 0.15, 90];
    return group(
      oval([MIDDLE, heart, rx, ry], { stroke: colour, width: 4, opacity: 0.7 }) +
        disc(MIDDLE + Math.cos(along) * rx, heart + Math.sin(along) * ry, 10, {
          fill: colour,
          stroke: "#fff",
          width: 3,
        }),
      { turn },
    );
  });
  const glow = disc(MIDDLE, heart, 220, { fill: defs.glow(coat.belly, 0.45) });
  const box = cardboard(subject, MIDDLE + inside, 110 * small, 96 * small);
  const art =
    glow +
    orbits +
    (baby ? "" : box.back) +
    group(inBox.art, { turn: spot(inside, lift, small) }) +
    (baby ? "" : box.front) +
    group(beside.art, { turn: spot(before, 0, size) });
  const { head } = beside;
  const shown = frame(MIDDLE + before, GROUND + (head.cy - GROUND) * size, head.rx * size, head.ry * size);
  return { art, head: shown, top: shown.cy - shown.ry * 1.8, shadow: apart + beside.shadow * size };
};
