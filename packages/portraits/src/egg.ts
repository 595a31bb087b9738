// Draws an egg. Its color comes from the species or the creature's coat, its bed and the kind of its pattern from the family.
import type { Family } from "@denkeeper/rules/species/species.ts";
import { blend, outline, shade, type Colour } from "./kit/colour.ts";
import { frame, xIn, yIn, type Frame } from "./kit/frame.ts";
import { fluff, scale, star } from "./kit/shapes.ts";
import { box, d, disc, group, oval, path, place, rotate, sides, times, type Point } from "./kit/svg.ts";
import { GROUND, MIDDLE, type Figure, type Subject } from "./subject/subject.ts";

const EGG: Frame = frame(MIDDLE, 296, 106, 132);
const OUTLINE =
  d`M${MIDDLE - 106} 322C${MIDDLE - 106} 232 ${MIDDLE - 62} 164 ${MIDDLE} 164` +
  d`S${MIDDLE + 106} 232 ${MIDDLE + 106} 322` +
  d`C${MIDDLE + 106} 386 ${MIDDLE + 62} 428 ${MIDDLE} 428` +
  d`S${MIDDLE - 106} 386 ${MIDDLE - 106} 322Z`;

function paw([x, y]: Point, size: number, colour: Colour, degrees: number): string {
  const pads =
    oval([0, 6, 12, 10], { fill: colour }) +
    [-14, -5, 5, 14].map((dx, i) => oval([dx, i % 3 === 0 ? -5 : -12, 5, 6.5], { fill: colour })).join("");
  return group(pads, { turn: place([x, y], degrees, size) });
}

function bone([x, y]: Point, size: number, colour: Colour, degrees: number): string {
  const knobs = [-18, 18].map((dx) => disc(dx, -6, 8, { fill: colour }) + disc(dx, 6, 8, { fill: colour })).join("");
  return group(box([-18, -6, 36, 12], 4, { fill: colour }) + knobs, { turn: place([x, y], degrees, size) });
}

/** Repeats a drawing at positions spread over the shell. */
function scattered(subject: Subject, count: number, draw: (x: number, y: number, index: number) => string): string {
  const dice = subject.lifeDice.named("scatter");
  return times(count, (i) => {
    const [column, row] = [i % 3, Math.floor(i / 3)];
    return draw(
      xIn(EGG, -0.62 + column * 0.62 + (row % 2) * 0.2 + dice.spread(0.2)),
      yIn(EGG, -0.66 + row * 0.46 + dice.spread(0.16)),
      i,
    );
  });
}

function catPattern(subject: Subject): string {
  const { coat, build } = subject;
  if (build.pattern < 0.4) return scattered(subject, 12, (x, y, i) => paw([x, y], 1.1, coat.mark, i * 40));
  return times(5, (i) =>
    path(
      d`M${xIn(EGG, -1.1)} ${yIn(EGG, -0.6 + i * 0.34)}` +
        d`q50 ${build.pattern < 0.7 ? 22 : -16} 92 4` +
        d`M${xIn(EGG, 1.1)} ${yIn(EGG, -0.6 + i * 0.34)}` +
        d`q-50 ${build.pattern < 0.7 ? 22 : -16} -92 4`,
      { stroke: coat.mark, width: 12 },
    ),
  );
}

function dogPattern(subject: Subject): string {
  const { coat, build } = subject;
  if (build.pattern < 0.5) return scattered(subject, 12, (x, y, i) => bone([x, y], 0.9, coat.mark, i * 55));
  return scattered(subject, 7, (x, y) =>
    path(fluff([x, y, 30, 24], 9, 0.12, subject.lifeDice.named(`patch${Math.round(y)}`)), { fill: coat.mark }),
  );
}

function exoticPattern(subject: Subject): string {
  const { coat, build, lifeDice } = subject;
  if (build.pattern < 0.4) {
    return times(49, (i) => {
      const [column, row] = [(i % 7) - 3, Math.floor(i / 7)];
      return path(scale(MIDDLE + (column + (row % 2) * 0.5) * 38, yIn(EGG, -0.9 + row * 0.28), 36), {
        fill: shade(coat.base, (i % 3) * 0.03),
        stroke: outline(coat.base),
        width: 3,
      });
    });
  }
  const dice = lifeDice.named("speckles");
  return times(44, () =>
    oval([xIn(EGG, dice.spread(2)), yIn(EGG, dice.spread(2)), dice.between(3, 11), dice.between(3, 9)], {
      fill: dice.odds(0.5) ? coat.mark : coat.skin,
      opacity: 0.85,
    }),
  );
}

function aiPattern(subject: Subject): string {
  const { coat, build, defs } = subject;
  const line = { stroke: coat.mark, width: 5 };
  const traces = sides((side) =>
    times(5, (i) => {
      const y = yIn(EGG, -0.56 + i * 0.32);
      const x = MIDDLE + side * 112;
      const run = 24 + ((i * 37 + Math.floor(build.pattern * 90)) % 44);
      return (
        path(d`M${x} ${y}h${-side * run}l${-side * 14} ${i % 2 === 0 ? 14 : -14}`, line) +
        disc(x - side * (run + 14), y + (i % 2 === 0 ? 14 : -14), 7, { fill: coat.eye, stroke: coat.mark, width: 3 })
      );
    }),
  );
  const window = disc(MIDDLE, yIn(EGG, 0.06), 40, { fill: "#141728", stroke: coat.mark, width: 6 });
  const light = disc(MIDDLE, yIn(EGG, 0.06), 34, { fill: defs.glow(coat.base, 0.95) });
  return traces + window + light + path(star([MIDDLE, yIn(EGG, 0.06), 15]), { fill: "#fff" });
}

const PATTERNS: Readonly<Record<Family, (subject: Subject) => string>> = {
  cat: catPattern,
  dog: dogPattern,
  exotic: exoticPattern,
  "ai-native": aiPattern,
};

function cushion(subject: Subject): string {
  const { accent } = subject;
  const line = { stroke: shade(accent, -0.3, 0.8), width: 5.5 };
  const tassels = sides((side) =>
    path(d`M${MIDDLE + side * 150} 424l${side * 22} 16m${-side * 22} -16l${side * 14} 22`, {
      stroke: shade(accent, 0.1),
      width: 7,
    }),
  );
  return (
    tassels +
    path(
      d`M${MIDDLE - 156} 420Q${MIDDLE - 130} 380 ${MIDDLE} 388T${MIDDLE + 156} 420` +
        d`Q${MIDDLE + 140} 466 ${MIDDLE} 466T${MIDDLE - 156} 420Z`,
      { fill: subject.defs.shading(accent, 0.05, -0.12), ...line },
    )
  );
}

function basket(subject: Subject): string {
  const straw: Colour = [0.68, 0.09, 70];
  const weave = times(3, (row) =>
    times(10, (i) =>
      path(d`M${MIDDLE - 140 + i * 29 + (row % 2) * 12} ${404 + row * 20}q12 10 24 0`, {
        stroke: shade(straw, -0.18),
        width: 5,
      }),
    ),
  );
  return (
    path(d`M${MIDDLE - 156} 392H${MIDDLE + 156}L${MIDDLE + 132} 462Q${MIDDLE} 474 ${MIDDLE - 132} 462Z`, {
      fill: straw,
      stroke: outline(straw),
    }) +
    weave +
    path(d`M${MIDDLE - 160} 394Q${MIDDLE} 416 ${MIDDLE + 160} 394`, { stroke: subject.accent, width: 16 })
  );
}

function nest(): string {
  const twig: Colour = [0.58, 0.08, 65];
  const bowl = path(
    d`M${MIDDLE - 160} 400Q${MIDDLE} 440 ${MIDDLE + 160} 400Q${MIDDLE + 130} 470 ${MIDDLE} 470T${MIDDLE - 160} 400Z`,
    { fill: twig, stroke: outline(twig) },
  );
  const sticks = times(12, (i) =>
    path(d`M${MIDDLE - 150 + i * 26} ${404 + (i % 3) * 14}l${30 - (i % 4) * 8} ${26 - (i % 3) * 22}`, {
      stroke: shade(twig, i % 2 === 0 ? -0.16 : 0.12),
      width: 6,
    }),
  );
  return bowl + sticks;
}

function dock(subject: Subject): string {
  const metal: Colour = [0.5, 0.02, 250];
  const lamps = times(5, (i) =>
    disc(MIDDLE - 84 + i * 42, 446, 6, { fill: i % 2 === 0 ? subject.coat.eye : subject.accent }),
  );
  return (
    path(d`M${MIDDLE - 130} 400H${MIDDLE + 130}L${MIDDLE + 158} 466H${MIDDLE - 158}Z`, {
      fill: subject.defs.shading(metal, 0.1, -0.1),
      stroke: outline(metal),
    }) +
    oval([MIDDLE, 402, 130, 14], { fill: shade(metal, -0.14) }) +
    oval([MIDDLE, 402, 100, 9], { fill: subject.defs.glow(subject.coat.base, 0.9) }) +
    lamps
  );
}

const BEDS: Readonly<Record<Family, (subject: Subject) => string>> = {
  cat: cushion,
  dog: basket,
  exotic: nest,
  "ai-native": dock,
};

/** Draws the egg in its bed. `shell` is the species' egg color, if it has one. */
export function drawEgg(subject: Subject, family: Family, shell: Colour | undefined): Figure {
  const { defs, coat } = subject;
  const colour = shell ?? blend(blend([0.95, 0.03, 85], coat.base, 0.34), subject.accent, 0.08);
  const line = outline(colour);
  const wobble = subject.mood === "curious" || subject.mood === "happy" ? 9 : subject.tilt * 0.6;
  const clip = defs.clip(OUTLINE);
  const shine = oval([xIn(EGG, -0.42), yIn(EGG, -0.44), 24, 44], {
    fill: "#fff",
    opacity: 0.45,
    turn: rotate(18, xIn(EGG, -0.42), yIn(EGG, -0.44)),
  });
  const shadow = oval([MIDDLE, 436, 110, 44], { fill: "#2b1640", opacity: 0.16 });
  const egg =
    path(OUTLINE, { fill: defs.shading(colour, 0.05, -0.12), stroke: line }) +
    group(PATTERNS[family](subject) + shadow + shine, { clip }) +
    path(OUTLINE, { stroke: line });
  const glow = oval([MIDDLE, 300, 170, 190], { fill: defs.glow(shade(coat.base, 0.1), 0.45) });
  const bed = BEDS[family](subject);
  const art =
    glow +
    (family === "ai-native" || family === "cat" ? bed : "") +
    group(egg, { turn: rotate(wobble, MIDDLE, GROUND - 30) }) +
    (family === "ai-native" || family === "cat" ? "" : bed);
  return { art, head: frame(MIDDLE, 250, 96, 90), shadow: 150 };
}
