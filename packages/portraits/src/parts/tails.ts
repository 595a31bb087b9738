// Draws tails. The origin is the tail's root, and a unit is one of the picture at a teen's size.
import type { Mammal, Marking, TailStyle } from "../subject/mammal.ts";
import { shade, type Colour } from "../kit/colour.ts";
import { xIn, yIn } from "../kit/frame.ts";
import { fluff } from "../kit/shapes.ts";
import { d, group, path, place, tube } from "../kit/svg.ts";
import { byStage } from "../subject/subject.ts";

interface Tail {
  readonly mammal: Mammal;
  readonly colour: Colour;
  readonly tip: Colour;
  readonly line: Colour;
}

type DrawTail = (tail: Tail) => string;

const TIPPED: readonly Marking[] = ["mackerel", "classic", "tiger", "points", "patches", "tailTip"];
const RINGED: readonly Marking[] = ["mackerel", "classic", "tiger", "spots", "rosettes"];

function hasTip({ mammal: { marks } }: Tail): boolean {
  return TIPPED.some((mark) => marks.has(mark));
}

const cat: DrawTail = (tail) => {
  const { marks } = tail.mammal;
  let art = tube("M0 0c70 6 92-50 64-104q-14-30 10-46", 27, tail.colour, tail.line);
  if (hasTip(tail)) art += path("M61-116q-6-22 13-34", { stroke: tail.tip, width: 27 });
  if (RINGED.some((mark) => marks.has(mark))) {
    art += path("M62-36h26M64-66h26M52-92h26", { stroke: tail.mammal.subject.coat.mark, width: 7 });
  }
  return art;
};

const plume: DrawTail = (tail) =>
  path("M-10 16C90 24 120-70 74-150C66-168 42-150 36-128C10-118 30-92 14-80C30-60 0-44-6-20Z", {
    fill: tail.colour,
    stroke: tail.line,
  }) + path("M30-6C70-40 70-90 58-128M52-8C86-40 86-80 78-112", { stroke: tail.tip, width: 7, opacity: 0.7 });

const dog: DrawTail = (tail) =>
  tube("M0 0q60-10 62-88", 23, tail.colour, tail.line) +
  (hasTip(tail) ? path("M58-52q4-14 4-36", { stroke: tail.tip, width: 23 }) : "");

/** Draws a swimmer's tail, which is thick at the root. */
const otter: DrawTail = (tail) =>
  path("M-10 18C60 26 112-18 122-74C124-92 104-96 96-80C80-40 40-30-6-30Z", { fill: tail.colour, stroke: tail.line });

const feathered: DrawTail = (tail) => {
  const whole = "M-8 14Q70 10 96-96Q70-82 64-62Q50-66 42-44Q20-48-6-22Z";
  const white = "M96-96Q72-84 66-60L82-44Q92-66 96-96Z";
  return (
    path(whole, { fill: tail.colour, stroke: tail.line }) +
    (hasTip(tail) ? path(white, { fill: tail.tip, stroke: tail.line, width: 4 }) : "")
  );
};

const curl: DrawTail = (tail) =>
  path("M-12 16C100 20 130-90 66-128C30-140 12-104 26-92C40-84 44-54-4-30Z", { fill: tail.colour, stroke: tail.line }) +
  path("M66-128C30-140 12-104 26-92C50-104 70-96 92-92Q84-116 66-128Z", {
    fill: tail.tip,
    stroke: tail.line,
    width: 4.5,
  });

/** Draws a bushy tail that hangs low to the side. */
const brush: DrawTail = (tail) =>
  path("M-14 14C40 30 110 22 138-26C152-56 140-84 124-96C118-70 100-60 84-58C56-50 20-40-6-22Z", {
    fill: tail.colour,
    stroke: tail.line,
  }) +
  (hasTip(tail)
    ? path("M138-26C152-56 140-84 124-96C120-78 112-68 100-62Q108-46 104-34Q122-32 138-26Z", {
        fill: tail.tip,
        stroke: tail.line,
        width: 4.5,
      })
    : "");

const whip: DrawTail = (tail) => tube("M0 4q74 10 92-30q10-30 36-26", 11, tail.colour, tail.line, 4.5);

const puff: DrawTail = ({ mammal, line }) =>
  path(fluff([30, -14, 26, 26], 9, 0.16, mammal.subject.lifeDice.named("tail")), {
    fill: mammal.subject.coat.belly,
    stroke: line,
    width: 5,
  });

const bob: DrawTail = (tail) =>
  path("M-6 6C44 8 60-24 44-50C30-60 8-50-6-26Z", { fill: tail.colour, stroke: tail.line }) +
  path("M44-50C30-60 18-54 10-44Q30-40 50-26Q52-40 44-50Z", {
    fill: tail.mammal.subject.coat.mark,
    stroke: tail.line,
    width: 4,
  });

const spiral: DrawTail = (tail) => {
  let data = "M-10 4Q60 22 98-34";
  for (let step = 1; step <= 26; step++) {
    const turn = 0.42 - step * 0.42;
    const far = 44 * (1 - step / 30);
    data += d`L${58 + Math.cos(turn) * far} ${-54 + Math.sin(turn) * far}`;
  }
  return tube(data, 16, tail.colour, tail.line, 5);
};

const dragon: DrawTail = (tail) =>
  path("M94-66l34-12-28-50-36 42Z", { fill: tail.mammal.subject.coat.mark, stroke: tail.line, width: 5 }) +
  path("M-14 16C90 30 120-30 96-84C84-40 50-24-10-30Z", { fill: tail.colour, stroke: tail.line });

const TAILS: Readonly<Record<TailStyle, DrawTail | null>> = {
  cat,
  plume,
  dog,
  otter,
  feathered,
  curl,
  brush,
  whip,
  puff,
  bob,
  spiral,
  dragon,
  none: null,
};

export function drawTail(mammal: Mammal): string {
  const draw = TAILS[mammal.shape.tail];
  if (draw === null) return "";
  const { coat, stage } = mammal.subject;
  const size = byStage(stage, [0.6, 0.82, 1, 1.15]) * (mammal.shape.tailSize ?? 1);
  const tip = mammal.marks.has("tailTip") ? coat.belly : coat.mark;
  const art = draw({ mammal, colour: shade(coat.base, -0.03), tip, line: mammal.line });
  const [x, y] = [xIn(mammal.torso, 0.62), yIn(mammal.torso, 1) - 26];
  return group(art, { turn: place([x, y], 0, size) });
}
