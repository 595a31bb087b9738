// Draws fantasy places.
import { shade, type Colour } from "../kit/colour.ts";
import { box, d, disc, group, oval, path, place, times } from "../kit/svg.ts";
import { cloud, hill, moon, sky, stars, toadstool, type PaintScene } from "./scene.ts";

export const space: PaintScene = ({ defs, dice, accent }) => {
  const x = dice.odds(0.5) ? 92 : 420;
  const planet = defs.linear([0, shade(accent, 0.1)], [1, shade(accent, -0.25)]);
  const tilt = `rotate(-18 ${x} 110)`;
  const back =
    sky(defs, [0.2, 0.08, 285 + dice.spread(40)], [0.38, 0.14, 300 + dice.spread(60)]) +
    oval([120 + dice.spread(80), 160, 240, 170], { fill: defs.glow([0.6, 0.2, 340 + dice.spread(60)], 0.55) }) +
    oval([400, 330, 240, 200], { fill: defs.glow([0.65, 0.16, 230 + dice.spread(60)], 0.5) }) +
    stars(dice, 80, 512) +
    disc(x, 110, 46, { fill: planet }) +
    oval([x, 110, 76, 17], { stroke: shade(accent, 0.15), width: 7, opacity: 0.8, turn: tilt }) +
    path(d`M${x - 46} 110a46 46 0 0 1 92 0Z`, { fill: planet, turn: tilt }) +
    oval([256, 462, 190, 36], { fill: [0.3, 0.08, 290] }) +
    oval([256, 454, 190, 34], { fill: [0.46, 0.1, 290] }) +
    oval([256, 450, 160, 25], { fill: [0.56, 0.11, 290] });
  return { back, front: "", dark: true };
};

export const circuit: PaintScene = ({ defs, dice, accent }) => {
  const hue = 200 + dice.spread(120);
  const trace: Colour = [0.72, 0.13, hue];
  const traces = times(11, (i) => {
    const left = dice.odds(0.5);
    const [start, way] = left ? [-4, 1] : [516, -1];
    const [run, bend, y] = [dice.between(40, 130), dice.spread(60), 22 + i * 36];
    const line = path(d`M${start} ${y}h${way * run}l${way * Math.abs(bend)} ${bend}h${way * 24}`, {
      stroke: trace,
      width: 3.5,
      opacity: 0.55,
    });
    return line + disc(start + way * (run + Math.abs(bend) + 30), y + bend, 6.5, { fill: trace, opacity: 0.85 });
  });
  let grid = "";
  for (let column = -8; column <= 8; column++) grid += d`M${256 + column * 22} 400L${256 + column * 74} 520`;
  for (let row = 0; row < 6; row++) grid += d`M-10 ${400 + row * row * 4.6}H522`;
  const back =
    sky(defs, [0.25, 0.06, hue + 40], [0.42, 0.1, hue]) +
    oval([256, 230, 260, 230], { fill: defs.glow([0.75, 0.14, hue], 0.6) }) +
    traces +
    box([0, 400, 512, 112], 0, { fill: [0.3, 0.09, hue + 20] }) +
    path(grid, { stroke: trace, width: 2.5, opacity: 0.6 });
  const bits = times(10, () => {
    const size = dice.between(5, 14);
    const fill: Colour = dice.odds(0.5) ? accent : [0.85, 0.13, hue];
    const x = dice.odds(0.5) ? dice.roll() * 120 : 390 + dice.roll() * 110;
    return box([x, dice.roll() * 390, size, size], 2, { fill, opacity: 0.6 });
  });
  return { back, front: bits, dark: true };
};

export const ember: PaintScene = ({ defs, dice }) => {
  const sparks = times(30, () =>
    disc(dice.roll() * 512, dice.roll() * 470, dice.between(1.5, 5), {
      fill: [0.88, 0.17, dice.between(55, 95)],
      opacity: dice.between(0.5, 1),
    }),
  );
  const back =
    sky(defs, [0.3, 0.1, 10 + dice.spread(30)], [0.48, 0.17, 28], [0.74, 0.17, 60]) +
    oval([256, 240, 270, 250], { fill: defs.glow([0.9, 0.16, 75], 0.85) }) +
    path("M-10 420L86 250h40l26 70 40 30 30 70Z", { fill: [0.3, 0.08, 20] }) +
    path("M86 250h40l10 30-18-8-10 26-12-22-14 8Z", { fill: [0.82, 0.17, 70] }) +
    path("M522 430L436 296l-30 40-60 94Z", { fill: [0.34, 0.09, 22] }) +
    hill(dice, 412, 18, [0.27, 0.06, 20], 2) +
    path("M0 470q80-20 160 0t170 0 182 0v42H0Z", { fill: [0.68, 0.2, 45] }) +
    sparks;
  return { back, front: "", dark: true };
};

export const candy: PaintScene = ({ defs, dice }) => {
  const lolly =
    path("M0 0V-70", { stroke: "#fff", width: 9 }) +
    disc(0, -92, 34, { fill: [0.78, 0.15, 0] }) +
    path("M-22-92a22 22 0 0 1 44 0a15 15 0 0 1-30 0a8 8 0 0 1 14 0", { stroke: "#fff", width: 7 });
  const back =
    sky(defs, [0.92, 0.06, 350], [0.93, 0.05, 200], [0.95, 0.05, 300]) +
    cloud(110 + dice.spread(60), 100, 1.2) +
    cloud(410 + dice.spread(60), 150, 1) +
    hill(dice, 350, 40, [0.88, 0.08, 350]) +
    hill(dice, 396, 28, [0.9, 0.07, 180], 2) +
    hill(dice, 432, 14, [0.88, 0.08, 310], 2);
  return {
    back,
    front: group(lolly, { turn: place([56, 470]) }) + group(lolly, { turn: place([456, 470]) }),
    dark: false,
  };
};

export const wonderland: PaintScene = ({ defs, dice }) => {
  const hue = 310 + dice.spread(40);
  const branch = path("M-10 96C80 60 150 110 230 84M522 60C450 90 400 50 330 74", {
    stroke: [0.28, 0.05, 320],
    width: 20,
  });
  const back =
    sky(defs, [0.24, 0.1, hue - 20], [0.42, 0.12, hue], [0.56, 0.1, hue - 60]) +
    stars(dice, 30, 300) +
    moon(defs, dice.odds(0.5) ? 96 : 414, 140) +
    branch +
    hill(dice, 372, 30, [0.36, 0.09, hue - 50]) +
    hill(dice, 420, 18, [0.3, 0.08, hue - 40], 2);
  const glow = times(8, () =>
    disc(dice.odds(0.5) ? dice.roll() * 110 : 402 + dice.roll() * 110, dice.between(240, 480), dice.between(2, 5), {
      fill: [0.92, 0.12, 190],
      opacity: 0.85,
    }),
  );
  return {
    back,
    front:
      toadstool(52, 486, 1.5, [0.6, 0.17, 320]) +
      toadstool(104, 500, 0.9, [0.7, 0.13, 200]) +
      toadstool(460, 490, 1.3, [0.66, 0.15, 270]) +
      glow,
    dark: true,
  };
};
