// Draws the marks of a long life: a braided rug with a ring for each age, pebbles on its rim for deeds, and signs of age from day
// 100. Signs of age are gray hair, or a patch, rivets, or rings on a hairless body.
import { blend, outline, shade, type Colour } from "../kit/colour.ts";
import { xIn, yIn, type Frame } from "../kit/frame.ts";
import { d, disc, group, oval, path, place, sides, times } from "../kit/svg.ts";
import { GROUND, MIDDLE, type AgeSign, type Coat, type Subject, type Wear } from "../subject/subject.ts";

const SILVER: Colour = [0.9, 0.012, 250];
const BRASS: Colour = [0.74, 0.11, 80];

/** Returns 1 from the third age on and 2 from the fourth. */
function oldness({ ages }: Wear): number {
  return Math.max(0, ages - 2);
}

/** Blends a coat toward silver. */
export function silverCoat(coat: Coat, wear: Wear): Coat {
  const part = [0, 0.14, 0.26][oldness(wear)] ?? 0;
  if (part === 0) return coat;
  return { ...coat, base: blend(coat.base, SILVER, part), mark: blend(coat.mark, SILVER, part * 0.7) };
}

export function drawRug({ accent, lifeDice }: Subject, { ages: rings, deeds }: Wear): string {
  if (rings === 0) return "";
  const dice = lifeDice.named("pebbles");
  const [outer, y] = [124 + rings * 28, GROUND + 6];
  const wool = (ring: number): Colour => shade(accent, ring % 2 === 0 ? -0.04 : 0.13, 0.75, ring * 46);
  const rug = times(rings + 1, (i) => {
    const rx = outer - i * 28;
    return oval([MIDDLE, y, rx, rx * 0.2], { fill: wool(rings - i), stroke: outline(wool(rings - i)), width: 4 });
  });
  const at = (turn: number, rx: number): readonly [number, number] => [
    MIDDLE + Math.cos(turn) * rx,
    y + Math.sin(turn) * rx * 0.2,
  ];
  const stitches = times(40, (i) => {
    const turn = (i / 40) * 2 * Math.PI;
    const [[fromX, fromY], [toX, toY]] = [at(turn, outer - 20), at(turn, outer - 8)];
    return d`M${fromX} ${fromY}L${toX} ${toY}`;
  });
  const pebbles = times(deeds, (i) => {
    const [x, py] = at(Math.PI * (0.1 + (0.8 * (i + 0.5)) / deeds), outer - 6);
    const stone: Colour = [dice.between(0.62, 0.84), dice.between(0.02, 0.09), dice.roll() * 360];
    return (
      oval([x, py, dice.between(10, 14), dice.between(7, 9)], { fill: stone, stroke: outline(stone), width: 3.5 }) +
      oval([x - 3, py - 3, 3.4, 1.8], { fill: "#fff", opacity: 0.7 })
    );
  });
  return rug + path(stitches, { stroke: shade(accent, -0.22, 0.6), width: 2.5, opacity: 0.7 }) + pebbles;
}

interface LifeMarkSpot {
  readonly head: Frame;
  readonly x: number | undefined;
  readonly y: number | undefined;
}

type DrawLifeMark = (subject: Subject, spot: LifeMarkSpot, old: number) => string;

/** Draws a mark in hundredths of the head's size. */
function on({ head, x = 0.44, y = -0.7 }: LifeMarkSpot, turn: number, art: string): string {
  const size = Math.min(Math.abs(head.rx), head.ry, 100) / 100;
  return group(art, { turn: place([xIn(head, x), yIn(head, y)], turn, size) });
}

/** Draws short pale hairs over the eyes and around the mouth. */
const gray: DrawLifeMark = ({ coat }, { head, x = 0.2, y = 0.56 }, old) => {
  const brow = (side: -1 | 1): string =>
    times(3, (i) => d`M${xIn(head, side * (0.3 + i * 0.12))} ${yIn(head, -0.34 - i * 0.02)}l${side * 5} -9`);
  const cheek = (side: -1 | 1): string =>
    times(1 + old * 3, (i) => {
      return d`M${xIn(head, side * (x + i * 0.08))} ${yIn(head, y + (i % 2) * 0.1 - i * 0.03)}l${side * 7} 8`;
    });
  const hairs = sides((side) => brow(side) + cheek(side));
  return path(hairs, { stroke: blend(coat.base, SILVER, 0.82), width: 4.5, opacity: 0.95 });
};

/** Draws a sewn-on patch, and at a greater age a second patch next to the first. */
const patch: DrawLifeMark = ({ accent }, spot, old) => {
  const cloth = shade(accent, 0.08, 0.6);
  const one = (side: -1 | 1, colour: Colour): string => {
    const thread = { stroke: outline(colour), width: 3 };
    const sewn = path("M-14-20v9M0-20v9M14-20v9M-14 11v9M0 11v9M14 11v9M-24-6h9M-24 7h9M15-6h9M15 7h9", thread);
    const art = path("M-19-15H19V15H-19Z", { ...thread, fill: colour, width: 4 }) + sewn;
    return on({ ...spot, x: (spot.x ?? 0.46) * side }, 20 * side, art);
  };
  return one(1, cloth) + (old > 1 ? one(-1, shade(cloth, -0.12, 1, 60)) : "");
};

/** Draws rivets, and at a greater age a plate under them. */
const rivets: DrawLifeMark = (_, spot, old) => {
  const rivet = (x: number, y: number): string =>
    disc(x, y, 6.5, { fill: BRASS, stroke: outline(BRASS), width: 3 }) + disc(x - 2, y - 2, 1.8, { fill: "#fff" });
  const plate =
    old > 1 ? path("M-30-13H30V13H-30Z", { fill: shade(BRASS, 0.08), stroke: outline(BRASS), width: 4 }) : "";
  return on(spot, 10, plate + rivet(-20, 0) + rivet(20, 0) + (old > 1 ? "" : rivet(0, 0)));
};

/** Draws concentric rings, as in a tree or a shell. */
const rings: DrawLifeMark = ({ coat }, spot, old) => {
  const grown = (stroke: Colour, width: number): string =>
    times(1 + old, (i) => oval([0, 0, 7 + i * 9, 5 + i * 7], { stroke, width }));
  return on(spot, 14, grown(outline(coat.base), 5.5) + grown(SILVER, 2.5));
};

const SIGNS: Readonly<Record<AgeSign[0], DrawLifeMark>> = { gray, patch, rivets, rings };

export function drawAge(subject: Subject, head: Frame, [sign, x, y]: AgeSign, wear: Wear): string {
  const old = oldness(wear);
  return old === 0 ? "" : SIGNS[sign](subject, { head, x, y }, old);
}
