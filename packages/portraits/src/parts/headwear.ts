// Draws hats and other headwear that a prompt can request, and the crests of adults.
import { GOLD, blend, outline, shade, type Colour } from "../kit/colour.ts";
import { xIn, yIn, type Frame } from "../kit/frame.ts";
import { blade, star } from "../kit/shapes.ts";
import { d, disc, group, oval, path, place, sides, times } from "../kit/svg.ts";
import type { Subject } from "../subject/subject.ts";

const VIOLET: Colour = [0.42, 0.15, 285];
const BRASS: Colour = [0.55, 0.11, 75];

function crown(): string {
  return (
    path("M-42 14l-8-46 26 18 24-34 24 34 26-18-8 46Z", { fill: GOLD, stroke: BRASS, width: 5 }) +
    oval([0, -4, 7, 8], { fill: [0.62, 0.22, 20] }) +
    sides((side) => disc(side * 26, 2, 5, { fill: [0.65, 0.15, 250] }))
  );
}

function wizardHat(): string {
  const felt = "M-78 24Q-30 0-22-66Q4-110 44-104Q18-80 30-30Q42 4 80 22Q0 52-78 24Z";
  return (
    path(felt, { fill: VIOLET, stroke: shade(VIOLET, -0.17), width: 5 }) +
    path("M-42 6Q0 24 44 4", { stroke: GOLD, width: 12 }) +
    path(star([-2, -40, 13], 5, 0.45), { fill: [0.9, 0.14, 95] }) +
    path(star([16, -78, 7], 5, 0.45), { fill: [0.9, 0.14, 95] })
  );
}

function cap(colour: Colour): string {
  const rim = shade(colour, -0.3, 0.8);
  return (
    path("M-52 16C-54-46 54-46 52 16Q0 30-52 16Z", { fill: colour, stroke: rim, width: 5 }) +
    path("M-6 20Q54 4 92 28Q50 44-6 30Z", { fill: shade(colour, -0.08), stroke: rim, width: 5 }) +
    disc(0, -32, 7, { fill: shade(colour, 0.12), stroke: rim, width: 3 })
  );
}

function halo(): string {
  return (
    oval([0, -34, 58, 15], { stroke: [0.72, 0.13, 80], width: 13 }) +
    oval([0, -34, 58, 15], { stroke: [0.95, 0.1, 95], width: 7 })
  );
}

function flower(colour: Colour): string {
  const petal = { fill: shade(colour, 0.1), stroke: shade(colour, -0.25), width: 2.5 };
  return (
    times(6, (i) => disc(Math.cos(i * 1.047) * 15, Math.sin(i * 1.047) * 15, 11, petal)) +
    disc(0, 0, 10, { fill: GOLD })
  );
}

function bow(colour: Colour): string {
  const loops = path("M0 0l-34-20q-8 20 0 40ZM0 0l34-20q8 20 0 40Z", {
    fill: colour,
    stroke: shade(colour, -0.3),
    width: 5,
  });
  return loops + oval([0, 0, 9, 10], { fill: shade(colour, -0.08) });
}

function headphones(head: Frame, colour: Colour): string {
  const { cx, cy, rx, ry } = head;
  const band =
    d`M${cx - rx * 1.02} ${cy}` +
    d`C${cx - rx * 1.05} ${cy - ry - 40} ${cx + rx * 1.05} ${cy - ry - 40} ${cx + rx * 1.02} ${cy}`;
  const cups = sides((side) =>
    oval([cx + side * rx * 1.02, cy + 4, 22, 32], { fill: colour, stroke: "#332b45", width: 6 }),
  );
  return path(band, { stroke: "#332b45", width: 13 }) + cups;
}

/** Draws an adult's crest, which depends on the sign of age: three tufts for gray hair, spines for rings, or else a star. */
function crest({ ageSign: [kind], coat: { base, mark }, build }: Subject): string {
  if (kind === "patch" || kind === "rivets")
    return path(star([0, -34, 24], 4, 0.34), { fill: GOLD, stroke: outline(GOLD), width: 4.5 });
  const paint = { fill: blend(mark, base, 0.25), stroke: outline(mark), width: 4.5 };
  const lean = (build.ears - 0.5) * 20;
  if (kind === "gray")
    return [-32, 28, -3].map((turn) => path(blade(52, 15), { ...paint, turn: place([0, 16], turn + lean) })).join("");
  return [-2, 2, -1, 1, 0]
    .map((at) => path("M-14 10L0-26L14 10Z", { ...paint, turn: place([at * 18, at * at * 4], at * 12) }))
    .join("");
}

/** Draws headwear and an adult's crest. The top of the head is at y = -1 of the frame. */
export function drawHeadwear(subject: Subject, head: Frame, crested = subject.stage === "adult"): string {
  const worn = subject.accessories;
  const size = Math.max(0.55, Math.min(1.1, head.rx / 100));
  const onTop = place([head.cx, head.cy - head.ry], 0, size);
  let art = crested ? group(crest(subject), { turn: onTop }) : "";
  if (worn.has("headphones")) art += headphones(head, subject.accent);
  if (worn.has("crown")) art += group(crown(), { turn: onTop });
  if (worn.has("wizard")) art += group(wizardHat(), { turn: onTop });
  if (worn.has("cap")) art += group(cap(subject.accent), { turn: onTop });
  if (worn.has("halo")) art += group(halo(), { turn: onTop });
  if (worn.has("flower"))
    art += group(flower(subject.accent), { turn: place([xIn(head, -0.62), yIn(head, -0.72)], 0, size) });
  if (worn.has("bow")) art += group(bow(subject.accent), { turn: place([xIn(head, 0.55), yIn(head, -0.82)], 0, size) });
  return art;
}
