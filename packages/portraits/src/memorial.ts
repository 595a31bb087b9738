// Draws the picture on a gravestone: the sleeping creature in a stone oval, in the colors of old photographs, with flowers and a
// candle.
import { blend, hex, outline, shade, type Colour } from "./kit/colour.ts";
import type { Defs } from "./kit/defs.ts";
import type { Dice } from "./kit/dice.ts";
import { d, disc, group, oval, path, times } from "./kit/svg.ts";
import { flame } from "./kit/shapes.ts";
import { flower, hill, moon, sky, stars, tuft } from "./scenes/scene.ts";
import type { Coat } from "./subject/subject.ts";

const SEPIA: Colour = [0.72, 0.02, 80];

/** Fades a coat's colors, as in an old photograph. */
export function fadedCoat(coat: Coat): Coat {
  const fade = (colour: Colour): Colour => blend(colour, [colour[0] * 0.7 + 0.26, SEPIA[1], SEPIA[2]], 0.55);
  return {
    base: fade(coat.base),
    belly: fade(coat.belly),
    mark: fade(coat.mark),
    skin: fade(coat.skin),
    eye: fade(coat.eye),
  };
}

const STONES = [
  "M96 470V214C96 96 164 46 256 46S416 96 416 214V470Z",
  "M96 470V120Q176 96 256 44Q336 96 416 120V470Z",
  "M96 470V96Q96 62 130 62H382Q416 62 416 96V470Z",
] as const;

/** Draws the stone around a portrait. `creature` covers the whole canvas and is clipped to the oval. */
export function drawMemorial(defs: Defs, dice: Dice, accent: Colour, creature: string): string {
  const stone: Colour = [dice.between(0.62, 0.7), 0.012, 250 + dice.spread(60)];
  const shape = dice.pick(STONES);
  const window = "M256 104C348 104 384 168 384 240S348 380 256 380S128 312 128 240S164 104 256 104Z";
  const scene =
    sky(defs, [0.34, 0.06, 275], [0.5, 0.06, 300], [0.7, 0.06, 40]) +
    stars(dice, 26, 220) +
    moon(defs, dice.odds(0.5) ? 60 : 452, 84) +
    hill(dice, 372, 26, [0.38, 0.05, 160]) +
    hill(dice, 430, 14, [0.33, 0.05, 155], 2);
  const chips = times(9, () =>
    path(d`M${dice.between(104, 400)} ${dice.between(400, 462)}l${dice.spread(14)} ${dice.between(3, 9)}`, {
      stroke: shade(stone, -0.12),
      width: 3,
    }),
  );
  const moss = times(7, () =>
    oval(
      [
        dice.odds(0.5) ? dice.between(98, 130) : dice.between(380, 414),
        dice.between(360, 466),
        dice.between(8, 18),
        dice.between(5, 9),
      ],
      { fill: [0.55, 0.09, 135], opacity: 0.8 },
    ),
  );
  const slab =
    path(shape, { fill: defs.shading(stone, 0.08, -0.12), stroke: outline(stone) }) +
    group(chips + moss, { clip: defs.clip(shape) });
  const inside = oval([256, 242, 130, 140], {
    fill: defs.radialAt([0.5, 0.45, 0.6], [0, [0.92, 0.035, 85]], [1, [0.72, 0.045, 75]]),
  });
  const cameo = group(inside + group(creature, { turn: "translate(256 380) scale(0.64) translate(-256 -446)" }), {
    clip: defs.clip(window),
  });
  const rim =
    path(window, { stroke: shade(stone, -0.3), width: 13 }) + path(window, { stroke: [0.78, 0.09, 80], width: 6 });
  const candle = (x: number): string =>
    path(d`M${x - 10} 486v-44h20v44Z`, { fill: [0.95, 0.02, 88], stroke: [0.6, 0.03, 80], width: 3.5 }) +
    disc(x, 424, 30, { fill: defs.glow([0.92, 0.14, 80], 0.8) }) +
    path(flame([x, 440], 6, 24), { fill: hex([0.88, 0.16, 75]) });
  const flowers = [150, 176, 204, 300, 330, 362]
    .map((x, i) => flower(x + dice.spread(12), 448 + dice.spread(16), 9, i % 2 === 0 ? accent : [0.95, 0.02, 90]))
    .join("");
  const grass = [70, 130, 240, 286, 392, 450]
    .map((x) => tuft(x, 500, 15 + dice.roll() * 6, [0.42, 0.08, 150]))
    .join("");
  return (
    scene +
    oval([256, 474, 190, 20], { fill: "#120a20", opacity: 0.35 }) +
    slab +
    cameo +
    rim +
    flowers +
    candle(100) +
    candle(424) +
    grass
  );
}
