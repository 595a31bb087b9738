// Draws a species' belongings at its feet, in front of the body or behind it.
import { outline, shade, type Colour } from "../../kit/colour.ts";
import { d, group, oval, path, place } from "../../kit/svg.ts";
import { GROUND, MIDDLE } from "../../subject/subject.ts";
import type { Extras } from "./sitting.ts";

type Belonging = NonNullable<Extras["overBody"]>;

/** Draws the corner of a worn blanket, kneaded into folds around the forepaws. */
export const blanket: Belonging = ({ torso, subject }) => {
  if (subject.stage === "baby") return "";
  const wool: Colour = shade(subject.accent, -0.08, 0.8, 140);
  const line = { stroke: outline(wool), width: 5 };
  const w = torso.rx * 0.96;
  const folds =
    d`M${MIDDLE - w} ${GROUND + 14}C${MIDDLE - w * 1.16} ${GROUND - 20} ${MIDDLE - w * 0.7} ${GROUND - 44} ${MIDDLE - w * 0.4} ${GROUND - 24}` +
    d`C${MIDDLE - w * 0.3} ${GROUND - 52} ${MIDDLE + w * 0.1} ${GROUND - 48} ${MIDDLE + w * 0.14} ${GROUND - 22}` +
    d`C${MIDDLE + w * 0.3} ${GROUND - 48} ${MIDDLE + w * 0.8} ${GROUND - 40} ${MIDDLE + w * 0.86} ${GROUND - 12}` +
    d`Q${MIDDLE + w * 1.2} ${GROUND - 10} ${MIDDLE + w * 1.06} ${GROUND + 14}Z`;
  const seams =
    d`M${MIDDLE - w * 0.4} ${GROUND - 24}q${w * 0.1} 14 ${w * 0.02} 28M${MIDDLE + w * 0.14} ${GROUND - 22}q${-w * 0.06} 12 ${w * 0.04} 26` +
    d`M${MIDDLE - w * 0.74} ${GROUND - 14}q${w * 0.04} 8 0 16M${MIDDLE + w * 0.56} ${GROUND - 20}q${w * 0.06} 8 0 18`;
  const hem = d`M${MIDDLE - w * 0.96} ${GROUND + 8}H${MIDDLE + w * 1.04}`;
  return (
    path(folds, { fill: wool, ...line }) +
    path(seams, { stroke: shade(wool, -0.16), width: 4.5 }) +
    path(hem, { stroke: shade(wool, 0.2), width: 6 })
  );
};

export const shoe: Belonging = ({ torso, subject }) => {
  if (subject.stage !== "teen" && subject.stage !== "adult") return "";
  const leather: Colour = shade(subject.accent, -0.16);
  const line = { stroke: outline(leather), width: 5 };
  const art =
    path("M-52-8C-54-34-50-58-40-62L-8-64C-4-44 14-34 38-30C58-26 62-12 60-4H-52Z", { fill: leather, ...line }) +
    path("M-54-6H62V8H-54Z", { fill: "#fdf6e6", ...line }) +
    path("M-6-52l16-8M4-40l16-8M16-32l14-8", { stroke: "#fdf6e6", width: 5 }) +
    oval([-25, -63, 16, 5], { fill: shade(leather, -0.25) });
  return group(art, { turn: place([MIDDLE - torso.rx * 0.92, GROUND + 10], -5) });
};

/** Draws an open letter, to be drawn behind the creature that sits on it. */
export const letter: Belonging = ({ torso, subject }) => {
  if (subject.stage === "baby") return "";
  const x = MIDDLE - torso.rx * 0.98;
  const line = { stroke: [0.62, 0.03, 80] as const, width: 4 };
  return (
    path(d`M${x - 34} ${GROUND + 2}L${x + 50} ${GROUND - 26}L${x + 104} ${GROUND + 10}L${x + 10} ${GROUND + 26}Z`, {
      fill: "#fffaf0",
      ...line,
    }) +
    path(d`M${x - 8} ${GROUND + 4}l44 -14M${x + 4} ${GROUND + 13}l34 -11`, { stroke: [0.6, 0.06, 260], width: 3.5 })
  );
};
