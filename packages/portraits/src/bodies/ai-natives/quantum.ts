// A small cat seen twice at once: one copy copper, one sea green, half through each other, four worried eyes, and a box
// that it both is and is not in.
import { blend, outline, shade } from "../../kit/colour.ts";
import type { Colour } from "../../kit/colour.ts";
import { d, disc, group, oval, path, times } from "../../kit/svg.ts";
import { GROUND, MIDDLE, byStage } from "../../subject/subject.ts";
import type { BodyPlan, Coat, Subject } from "../../subject/subject.ts";
import { measure } from "../../subject/mammal.ts";
import type { MammalShape } from "../../subject/mammal.ts";
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

/** The coat of the other one. */
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

function cardboard(subject: Subject): string {
  const card: Colour = [0.72, 0.08, 70];
  const line = { stroke: outline(card), width: 5 };
  const [w, h] = byStage(subject.stage, [
    [0, 0],
    [62, 58],
    [70, 66],
    [84, 80],
  ] as const);
  const x = MIDDLE + byStage(subject.stage, [0, 66, 84, 104]);
  return (
    path(
      d`M${x - w} ${GROUND - h}L${x - w - 22} ${GROUND - h - 22}` +
        d`L${x - w + 30} ${GROUND - h - 10}M${x + w} ${GROUND - h}` +
        d`L${x + w + 24} ${GROUND - h - 20}L${x + w - 26} ${GROUND - h - 10}`,
      { fill: shade(card, -0.05), ...line },
    ) +
    path(d`M${x - w} ${GROUND - h}H${x + w}V${GROUND + 8}H${x - w}Z`, {
      fill: subject.defs.shading(card, 0.04, -0.06),
      ...line,
    }) +
    path(d`M${x} ${GROUND - h}V${GROUND + 8}`, { stroke: shade(card, 0.1), width: 13, opacity: 0.7 }) +
    path(d`M${x - w + 16} ${GROUND - 16}v-22m-8 8l8 -9l8 9`, { stroke: outline(card), width: 4 })
  );
}

export const quantum: BodyPlan = (subject) => {
  const { stage, coat, defs } = subject;
  const apart = byStage(stage, [22, 34, 40, 46]);
  const one: Subject = { ...subject, coat, tilt: subject.tilt - 5, accessories: new Set() };
  const other: Subject = { ...subject, coat: otherCoat(coat), tilt: -subject.tilt + 5 };
  const first = assemble(measure({ ...one, stage }, SHAPE));
  const second = assemble(measure(other, SHAPE));
  const at = (dx: number): string => `translate(${dx} 0)`;
  const ghosts =
    group(first.art, { turn: at(-apart * 1.9), opacity: 0.16 }) +
    group(second.art, { turn: at(apart * 1.9), opacity: 0.16 });
  const both =
    group(first.art, { turn: at(-apart), opacity: 0.94 }) + group(second.art, { turn: at(apart), opacity: 0.66 });
  const dice = subject.ageDice.named("orbits");
  const orbits = times(byStage(stage, [1, 2, 2, 3]), (i) => {
    const [rx, ry, degrees] = [190 + i * 12, 46 + i * 8, -24 + i * 24];
    const turn = `rotate(${degrees} 256 250)`;
    const along = dice.roll() * 6.28;
    const colour: Colour = i === 1 ? [0.85, 0.15, 90] : i === 2 ? coat.mark : subject.accent;
    return (
      oval(256, 250, rx, ry, { stroke: colour, width: 3.5, opacity: 0.55, turn }) +
      group(
        disc(256 + Math.cos(along) * rx, 250 + Math.sin(along) * ry, 9, { fill: colour, stroke: "#fff", width: 2.5 }),
        { turn },
      )
    );
  });
  const glow = disc(MIDDLE, 270, 220, { fill: defs.glow(coat.belly, 0.45) });
  const box = stage === "baby" ? "" : cardboard(subject);
  return { art: glow + orbits + ghosts + both + box, head: second.head, shadow: second.shadow };
};
