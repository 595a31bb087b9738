// Draws landscapes.
import { shade, type Colour } from "../kit/colour.ts";
import { star } from "../kit/shapes.ts";
import { box, d, disc, group, oval, path, place, times } from "../kit/svg.ts";
import { cloud, flower, hill, leaf, moon, pine, sky, stars, toadstool, tuft, type PaintScene } from "./scene.ts";

export const meadow: PaintScene = ({ defs, dice, hue, accent }) => {
  const sunX = dice.odds(0.5) ? 90 : 420;
  const sun: Colour = [0.97, 0.1, 98];
  const back =
    sky(defs, [0.84, 0.085, 225 + dice.spread(40)], [0.965, 0.035, 95 + dice.spread(40)]) +
    disc(sunX, 90, 130, { fill: defs.glow(sun) }) +
    disc(sunX, 90, 34, { fill: sun }) +
    cloud(140 + dice.spread(120), 120 + dice.spread(50), 0.9) +
    cloud(400 + dice.spread(80), 150 + dice.spread(60), 0.7, 0.7) +
    hill(dice, 330, 40, [0.86, 0.09, 150 + dice.spread(20)]) +
    hill(dice, 368, 34, [0.81, 0.12, 140 + dice.spread(16)]) +
    hill(dice, 404, 22, [0.76, 0.14, 135 + dice.spread(16)], 2);
  const grass: Colour = [0.66, 0.15, 138];
  const flowers = times(7, (i) => {
    const x = dice.odds(0.5) ? dice.between(18, 118) : dice.between(394, 494);
    return flower(x, dice.between(430, 480), dice.between(6, 10), i % 2 === 1 ? accent : [0.93, 0.04, hue + 40]);
  });
  return {
    back,
    front: flowers + tuft(60, 500, 15, grass) + tuft(450, 506, 18, grass) + tuft(400, 512, 13, grass),
    dark: false,
  };
};

export const autumn: PaintScene = ({ defs, dice }) => {
  const trees = times(6, (i) => {
    const x = 20 + i * 95 + dice.spread(40);
    const crown: Colour = [dice.between(0.68, 0.8), 0.16, dice.between(35, 85)];
    const trunk = path(d`M${x} 370v-60`, { stroke: [0.45, 0.06, 50], width: 9 });
    return (
      trunk +
      oval([x, 270 + dice.spread(30), 46, 56], { fill: crown }) +
      oval([x - 12, 256, 20, 24], { fill: shade(crown, 0.06) })
    );
  });
  const back =
    sky(defs, [0.9, 0.06, 75 + dice.spread(40)], [0.96, 0.05, 90]) +
    hill(dice, 330, 44, [0.82, 0.11, 70]) +
    trees +
    hill(dice, 385, 26, [0.74, 0.13, 62], 2) +
    hill(dice, 425, 18, [0.67, 0.13, 52], 2);
  const leaves = times(10, () => {
    const y = dice.odds(0.5) ? dice.between(440, 506) : dice.between(0, 260);
    return leaf([dice.roll() * 512, y], [16, 7], dice.roll() * 360, [0.7, 0.17, dice.between(30, 80)]);
  });
  return { back, front: leaves, dark: false };
};

export const forest: PaintScene = ({ defs, dice }) => {
  const back =
    sky(defs, [0.88, 0.07, 150 + dice.spread(30)], [0.95, 0.06, 110]) +
    oval([256, 150, 260, 230], { fill: defs.glow([0.98, 0.07, 105], 0.8) }) +
    times(7, (i) => pine([i * 88 + dice.spread(40), 350], dice.between(88, 128), [0.74, 0.08, 160])) +
    times(6, (i) =>
      Math.abs(i - 2.5) > 1 ? pine([i * 104 - 4 + dice.spread(30), 398], dice.between(110, 160), [0.6, 0.1, 155]) : "",
    ) +
    hill(dice, 392, 22, [0.66, 0.12, 142], 2) +
    hill(dice, 430, 14, [0.6, 0.12, 140], 2);
  const red: Colour = [0.62, 0.19, 28];
  const grass: Colour = [0.52, 0.12, 142];
  return {
    back,
    front:
      toadstool(54, 470, 1, red) + toadstool(462, 470, 1, red) + tuft(110, 508, 13, grass) + tuft(410, 510, 14, grass),
    dark: false,
  };
};

export const jungle: PaintScene = ({ defs, dice }) => {
  const fans = times(12, (i) => {
    const degrees = -95 + i * 17 + dice.spread(8);
    const x = 256 + Math.sin((degrees * Math.PI) / 180) * 60;
    return leaf([x, 470], [dice.between(370, 430), 50], degrees, [
      dice.between(0.72, 0.8),
      0.11,
      145 + dice.spread(30),
    ]);
  });
  const back =
    sky(defs, [0.87, 0.1, 160 + dice.spread(30)], [0.94, 0.09, 115]) +
    oval([256, 190, 250, 230], { fill: defs.glow([0.98, 0.08, 105]) }) +
    fans +
    hill(dice, 430, 16, [0.6, 0.12, 145], 2);
  const front = times(4, (i) => {
    const green = (): Colour => [dice.between(0.5, 0.6), 0.13, 148 + dice.spread(20)];
    return (
      leaf([-14, 60 + i * 120], [110, 30], 60 + i * 20, green()) +
      leaf([526, 40 + i * 125], [110, 30], -60 - i * 20, green())
    );
  });
  return { back, front, dark: false };
};

export const ocean: PaintScene = ({ defs, dice }) => {
  const ray = defs.linear([0, "#fff", 0.5], [1, "#fff", 0]);
  const rays = times(5, (i) => {
    const x = 40 + i * 110 + dice.spread(40);
    return path(d`M${x} -5h${dice.between(26, 52)}l${60 + dice.spread(40)} 400h-110Z`, { fill: ray, opacity: 0.55 });
  });
  const weed = [34, 70, 452, 486].map((x) => {
    const tall = dice.between(90, 210);
    const stem =
      d`M${x} 450` +
      d`C${x - 30} ${450 - tall * 0.33} ${x + 30} ${450 - tall * 0.6} ${x + dice.spread(20)} ${450 - tall}`;
    return path(stem, { stroke: [0.62, 0.12, 150 + dice.spread(70)], width: 15 });
  });
  const coral = [-26, -8, 12, 28].map((lean, i) =>
    path(d`M0 0Q${lean} -20 ${lean * 1.3} ${-46 - (i % 2) * 16}`, { stroke: [0.72, 0.16, 15 + i * 9], width: 12 }),
  );
  const back =
    sky(defs, [0.9, 0.07, 205 + dice.spread(20)], [0.78, 0.1, 210], [0.62, 0.11, 225 + dice.spread(20)]) +
    rays +
    hill(dice, 420, 22, [0.84, 0.06, 90], 2) +
    weed.join("") +
    group(coral.join(""), { turn: place([112, 440]) });
  const bubbles = times(14, () => {
    const [x, y, r] = [dice.roll() * 512, dice.roll() * 420, dice.between(4, 15)];
    return (
      disc(x, y, r, { fill: "#fff", fillOpacity: 0.18, stroke: "#fff", width: 2, opacity: 0.6 }) +
      disc(x - r * 0.35, y - r * 0.35, r * 0.22, { fill: "#fff", opacity: 0.9 })
    );
  });
  return {
    back,
    front:
      bubbles +
      oval([420, 486, 22, 12], { fill: [0.7, 0.03, 70] }) +
      path(star([80, 486, 18], 5, 0.5), { fill: [0.75, 0.15, 45] }),
    dark: false,
  };
};

export const beach: PaintScene = ({ defs, dice }) => {
  const back =
    sky(defs, [0.82, 0.1, 225 + dice.spread(30)], [0.95, 0.05, 80]) +
    cloud(120 + dice.spread(60), 90, 1) +
    cloud(400 + dice.spread(60), 130, 0.8) +
    box([0, 290, 512, 90], 0, { fill: [0.72, 0.11, 215] }) +
    path("M0 372q64-20 128 0t128 0 128 0 128 0v60H0Z", { fill: [0.95, 0.03, 200] }) +
    hill(dice, 390, 14, [0.9, 0.07, 88], 2);
  return { back, front: path(star([84, 470, 22], 5, 0.5), { fill: [0.72, 0.17, 35] }), dark: false };
};

export const desert: PaintScene = ({ defs, dice }) => {
  const sun: Colour = [0.98, 0.09, 92];
  const back =
    sky(defs, [0.84, 0.09, 45 + dice.spread(30)], [0.9, 0.09, 65], [0.95, 0.07, 88]) +
    disc(360, 190, 190, { fill: defs.glow(sun) }) +
    disc(360, 190, 48, { fill: sun }) +
    path("M-5 345V268l24-14h72l20 30 26 4 14 57Z", { fill: [0.72, 0.12, 42] }) +
    path("M372 345l12-60 26-8 12-30h60l40 26v72Z", { fill: [0.76, 0.11, 46] }) +
    hill(dice, 352, 22, [0.83, 0.1, 60], 2) +
    hill(dice, 398, 20, [0.78, 0.11, 55], 2) +
    hill(dice, 436, 10, [0.73, 0.12, 48], 2);
  const limbs = "M0 0V-96M0-38H-28V-66M0-52H26V-82";
  const cactus =
    path(limbs, { stroke: [0.44, 0.1, 150], width: 26 }) +
    path(limbs, { stroke: [0.6, 0.13, 148], width: 18 }) +
    oval([0, -106, 8, 7], { fill: [0.7, 0.18, 0] });
  return {
    back,
    front: group(cactus, { turn: place([64, 452]) }) + group(cactus, { turn: place([462, 452], 0, 0.8) }),
    dark: false,
  };
};

const PEAKS = "M-10 360L90 190l60 80 70-110 120 150 60-80 130 150Z";
const CAPS = "M62 238L90 190l30 42-22 8-16-10ZM184 216l36-56 44 56-26 14-18-16-18 14Z";

export const snow: PaintScene = ({ defs, dice }) => {
  let front = "";
  let back =
    sky(defs, [0.82, 0.07, 245 + dice.spread(30)], [0.96, 0.02, 240]) +
    path(PEAKS, { fill: [0.84, 0.04, 250] }) +
    path(CAPS, { fill: "#fff" }) +
    [24, 84, 146, 372, 434, 494]
      .map((x) => pine([x + dice.spread(16), 390], dice.between(66, 106), [0.6, 0.07, 190], true))
      .join("") +
    hill(dice, 388, 18, [0.95, 0.015, 240], 2) +
    hill(dice, 430, 14, [0.985, 0.008, 240], 2);
  for (let flake = 0; flake < 26; flake++) {
    const x = dice.roll() * 512;
    const snowflake = disc(x, dice.roll() * 480, dice.between(2, 6.5), { fill: "#fff", opacity: 0.85 });
    if (Math.abs(x - 256) > 130) front += snowflake;
    else back += snowflake;
  }
  return { back, front, dark: false };
};

export const night: PaintScene = ({ defs, dice }) => {
  const hue = 270 + dice.spread(50);
  const back =
    sky(defs, [0.3, 0.1, hue], [0.45, 0.11, hue - 12], [0.62, 0.1, hue - 25]) +
    stars(dice, 42, 330) +
    moon(defs, dice.odds(0.5) ? 110 : 400, 110) +
    hill(dice, 352, 36, [0.4, 0.09, hue - 20]) +
    hill(dice, 396, 26, [0.34, 0.08, hue - 10], 2) +
    hill(dice, 436, 12, [0.28, 0.07, hue], 2);
  const fireflies = times(10, () => {
    const x = dice.odds(0.5) ? dice.roll() * 110 : 402 + dice.roll() * 110;
    const y = dice.between(270, 490);
    return disc(x, y, 9, { fill: [0.95, 0.15, 110], opacity: 0.25 }) + disc(x, y, 3.2, { fill: [0.97, 0.13, 108] });
  });
  return { back, front: fireflies, dark: true };
};

export const rain: PaintScene = (palette) => {
  const { defs, dice } = palette;
  const hue = 240 + dice.spread(30);
  const back =
    sky(defs, [0.5, 0.05, hue], [0.72, 0.04, hue - 15]) +
    cloud(120, 90, 2.1, 0.45) +
    cloud(390, 70, 2.3, 0.4) +
    hill(dice, 352, 36, [0.55, 0.06, 180]) +
    hill(dice, 404, 22, [0.48, 0.07, 165], 2) +
    hill(dice, 438, 12, [0.43, 0.07, 160], 2);
  let fall = "";
  for (let line = 0; line < 30; line++) fall += d`M${dice.roll() * 520} ${dice.roll() * 480}l-6 22`;
  const puddles =
    oval([90, 480, 60, 10], { fill: [0.75, 0.04, hue], opacity: 0.7 }) +
    oval([430, 492, 50, 8], { fill: [0.75, 0.04, hue], opacity: 0.7 });
  return { back, front: puddles + path(fall, { stroke: "#dfefff", width: 3, opacity: 0.5 }), dark: true };
};

export const aurora: PaintScene = ({ defs, dice }) => {
  const ribbon = (y: number, hue: number): string => {
    const fill = defs.linear([0, [0.8, 0.17, hue], 0], [0.6, [0.82, 0.17, hue], 0.75], [1, [0.8, 0.15, hue + 30], 0]);
    const rise = dice.between(20, 60);
    return path(
      d`M-10 ${y}C100 ${y - rise} 180 ${y + rise} 280 ${y}S440 ${y - rise} 522 ${y + 10}` +
        d`V${y - 120}C440 ${y - 130 - rise} 360 ${y - 90} 280 ${y - 120}` +
        d`S100 ${y - 130 - rise} -10 ${y - 110}Z`,
      { fill },
    );
  };
  const back =
    sky(defs, [0.2, 0.06, 265], [0.34, 0.07, 235]) +
    stars(dice, 50, 300) +
    ribbon(170, 155 + dice.spread(20)) +
    ribbon(240, 170 + dice.spread(30)) +
    ribbon(140, 310 + dice.spread(30)) +
    path(PEAKS, { fill: [0.36, 0.05, 250] }) +
    path(CAPS, { fill: [0.8, 0.03, 240] }) +
    hill(dice, 388, 18, [0.6, 0.03, 245], 2) +
    hill(dice, 432, 12, [0.74, 0.025, 240], 2);
  const flakes = times(14, () =>
    disc(dice.odds(0.5) ? dice.roll() * 110 : 402 + dice.roll() * 110, dice.roll() * 470, dice.between(2, 5), {
      fill: "#fff",
      opacity: 0.8,
    }),
  );
  return { back, front: flakes, dark: true };
};
