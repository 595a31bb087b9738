// Palette, layers, and objects that several scenes share.
import { hex, shade, type Colour } from "../kit/colour.ts";
import type { Defs } from "../kit/defs.ts";
import type { Dice } from "../kit/dice.ts";
import { blade, star } from "../kit/shapes.ts";
import { box, d, disc, group, oval, path, place, times, type Point } from "../kit/svg.ts";

export interface ScenePalette {
  readonly defs: Defs;
  /** Dice that roll the same throughout a life. */
  readonly dice: Dice;
  /** The hue of walls and light. */
  readonly hue: number;
  readonly accent: Colour;
}

export interface Backdrop {
  readonly back: string;
  /** Drawn in front of the creature, at the edges. */
  readonly front: string;
  readonly dark: boolean;
}

export type PaintScene = (palette: ScenePalette) => Backdrop;

export function sky(defs: Defs, ...colours: readonly [Colour, ...Colour[]]): string {
  const fill = defs.linear(
    ...colours.map((colour, index) => [index / Math.max(1, colours.length - 1), colour] as const),
  );
  return box([0, 0, 512, 512], 0, { fill });
}

export function hill(dice: Dice, y: number, height: number, colour: Colour, waves = 3): string {
  let data = d`M-10 512V${y + dice.roll() * height}`;
  const width = 532 / waves;
  for (let wave = 0; wave < waves; wave++) {
    const x = -10 + wave * width;
    const crest = (): number => y - height * dice.between(0.3, 1.3);
    data += d`C${x + width * 0.35} ${crest()} ${x + width * 0.65} ${crest()} ${x + width} ${y + dice.roll() * height}`;
  }
  return path(`${data}V512Z`, { fill: colour });
}

export function cloud(x: number, y: number, size: number, opacity = 0.85): string {
  const fill = { fill: "#fff" };
  const puffs =
    oval([0, 0, 34, 15], fill) +
    oval([-20, 5, 24, 11], fill) +
    oval([24, 4, 26, 11], fill) +
    oval([-4, -11, 20, 15], fill);
  return group(puffs, { turn: place([x, y], 0, size), opacity });
}

export function flower(x: number, y: number, size: number, colour: Colour): string {
  const petals = times(5, (i) =>
    disc(x + Math.cos(i * 1.2566) * size * 0.8, y + Math.sin(i * 1.2566) * size * 0.8, size * 0.6, { fill: colour }),
  );
  return (
    path(d`M${x} ${y}v${size * 3}`, { stroke: [0.55, 0.12, 145], width: size * 0.4 }) +
    petals +
    disc(x, y, size * 0.5, { fill: [0.9, 0.15, 95] })
  );
}

export function tuft(x: number, y: number, s: number, colour: Colour): string {
  const data = "M-1 0Q-.7-1-1-1.6Q-.1-1 0-.3Q0-1.4 .4-2Q.5-1 .4-.3Q.9-1 1.4-1.3Q1-.5 1 0Z";
  return path(data, { fill: colour, turn: place([x, y], 0, s) });
}

export function stars(dice: Dice, count: number, lowest: number): string {
  return times(count, () => {
    const [x, y, size] = [dice.roll() * 512, dice.roll() * lowest, dice.roll()];
    if (size > 0.86) return path(star([x, y, dice.between(5, 12)]), { fill: "#fff", opacity: 0.9 });
    return disc(x, y, 0.8 + size * 1.8, { fill: "#fff", opacity: 0.4 + size * 0.5 });
  });
}

export function leaf(
  [x, y]: Point,
  [length, halfWidth]: readonly [number, number],
  degrees: number,
  colour: Colour,
): string {
  const vein = path(d`M0 0V${-length * 0.9}`, { stroke: shade(colour, -0.08), width: 3 });
  return group(path(blade(length, halfWidth), { fill: colour }) + vein, { turn: place([x, y], degrees) });
}

export function pine([x, y]: Point, size: number, colour: Colour, snowy = false): string {
  return times(3, (i) => {
    const half = size * (0.62 - i * 0.13);
    const foot = y - i * size * 0.5;
    const data =
      d`M${x - half} ${foot}L${x} ${y - size * (1 + i * 0.45)}L${x + half} ${foot}` +
      d`Q${x} ${foot + size * 0.12} ${x - half} ${foot}Z`;
    return path(data, { fill: snowy && i === 2 ? [0.97, 0.01, 240] : shade(colour, i * 0.035) });
  });
}

export function toadstool(x: number, y: number, size: number, colour: Colour): string {
  const art =
    path("M-9 0Q-6-22-8-30H8Q6-22 9 0Z", { fill: [0.93, 0.03, 85] }) +
    path("M-26-28C-24-62 24-62 26-28Q0-20-26-28Z", { fill: colour }) +
    oval([-8, -40, 5, 4], { fill: "#fff" }) +
    oval([9, -35, 6, 4], { fill: "#fff" }) +
    oval([2, -48, 4, 3], { fill: "#fff" });
  return group(art, { turn: place([x, y], 0, size) });
}

export function moon(defs: Defs, x: number, y: number): string {
  const light: Colour = [0.96, 0.06, 95];
  const crater = { fill: hex([0.9, 0.07, 90]) };
  return (
    disc(x, y, 120, { fill: defs.glow(light, 0.8) }) +
    disc(x, y, 46, { fill: light }) +
    oval([x + 14, y - 12, 9, 8], crater) +
    oval([x - 14, y + 12, 12, 10], crater)
  );
}

export function rug(accent: Colour): string {
  return (
    oval([256, 452, 200, 44], { fill: shade(accent, -0.02, 0.8) }) +
    oval([256, 450, 172, 35], { fill: shade(accent, 0.09, 0.7) }) +
    oval([256, 448, 138, 25], { fill: shade(accent, 0.02, 0.8) })
  );
}
