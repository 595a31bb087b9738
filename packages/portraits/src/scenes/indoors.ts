// Draws rooms: a sitting room, a wall of servers, and wallpaper that bends toward a void.
import { shade, type Colour } from "../kit/colour.ts";
import { polyline } from "../kit/shapes.ts";
import { box, d, disc, group, oval, path, place, times } from "../kit/svg.ts";
import { cloud, hill, leaf, rug, sky, type Backdrop, type PaintScene, type ScenePalette } from "./scene.ts";

const FRAME: Colour = [0.97, 0.02, 80];

function window({ defs, dice }: ScenePalette, evening: boolean): string {
  const glass = evening
    ? defs.linear([0, [0.55, 0.12, 285]], [1, [0.85, 0.11, 50]])
    : defs.linear([0, [0.83, 0.09, 228]], [1, [0.96, 0.03, 200]]);
  const light = evening
    ? disc(26, 66, 22, { fill: [0.97, 0.07, 95] }) +
      disc(-30, 50, 2, { fill: "#fff" }) +
      disc(-10, 90, 2, { fill: "#fff" })
    : cloud(-10, 70, 0.8) + cloud(34, 110, 0.6);
  const view =
    box([-80, -20, 160, 230], 0, { fill: glass }) +
    light +
    group(hill(dice, 170, 24, [0.74, 0.1, 145]), { turn: place([-200, 0]) });
  const pane = defs.clip("M-70 198V62C-70-14 70-14 70 62V198Z");
  return (
    path("M-84 210V60C-84-30 84-30 84 60V210Z", { fill: FRAME }) +
    group(view, { clip: pane }) +
    path("M0 0V198M-70 110H70", { stroke: FRAME, width: 9 }) +
    path("M-98 210H98", { stroke: [0.93, 0.03, 75], width: 18 })
  );
}

function shelf({ hue }: ScenePalette): string {
  const books = [-52, -36, -22, -4].map((x, i) =>
    box([x, -28 - (i % 3) * 9, 12 + (i % 2) * 4, 52 + (i % 3) * 9], 2, { fill: [0.68, 0.13, hue + 60 + i * 75] }),
  );
  const plant = [-40, -15, 12, 36].map((lean, i) => leaf([40, -4], [40, 12], lean, [0.64, 0.13, 145 + i * 6]));
  return (
    path("M-70 30H70", { stroke: [0.6, 0.08, 55], width: 11 }) +
    books.join("") +
    plant.join("") +
    path("M22 24l5-30h26l5 30Z", { fill: [0.68, 0.13, 40] })
  );
}

function picture({ hue, accent }: ScenePalette): string {
  return (
    box([-52, -58, 104, 84], 4, { fill: [0.55, 0.09, 60] }) +
    box([-42, -48, 84, 64], 2, { fill: [0.93, 0.04, hue + 40] }) +
    path("M-42 16L-10-22l22 26 12-12 18 24Z", { fill: shade(accent, -0.1, 0.8) }) +
    disc(22, -28, 9, { fill: [0.95, 0.1, 95] })
  );
}

function wallOf(palette: ScenePalette): string {
  const { dice, hue, defs } = palette;
  const wall: Colour = [0.9, 0.045, hue];
  const kind = dice.roll();
  const print = { fill: shade(wall, -0.02, 1.2), opacity: 0.6 };
  const base = sky(defs, shade(wall, 0.03), shade(wall, -0.05, 1.3));
  if (kind < 0.4) return base + times(9, (i) => box([i * 60 + 6, 0, 22, 400], 0, print));
  if (kind < 0.7)
    return (
      base + times(40, (i) => disc((i % 8) * 68 + (Math.floor(i / 8) % 2) * 34, Math.floor(i / 8) * 80 + 24, 9, print))
    );
  return base + box([0, 270, 512, 130], 0, print) + path("M0 268H512", { stroke: shade(wall, 0.06), width: 8 });
}

export const room: PaintScene = (palette): Backdrop => {
  const { dice, accent } = palette;
  const floor: Colour = [dice.between(0.66, 0.78), 0.075, 62 + dice.spread(30)];
  const windowX = dice.odds(0.5) ? 130 : 382;
  const other = dice.odds(0.6) ? shelf(palette) : picture(palette);
  const boards = [430, 468].map((y) => path(d`M0 ${y}H512`, { stroke: shade(floor, -0.05), width: 3 }));
  const back =
    wallOf(palette) +
    group(window(palette, dice.odds(0.4)), { turn: place([windowX, 56]) }) +
    group(other, { turn: place([512 - windowX, 130]) }) +
    box([0, 396, 512, 116], 0, { fill: floor }) +
    path("M0 396H512", { stroke: shade(floor, 0.1), width: 10 }) +
    boards.join("") +
    rug(accent);
  return { back, front: "", dark: false };
};

export const servers: PaintScene = ({ defs, dice }) => {
  const metal: Colour = [0.32, 0.02, 250];
  const rack = (x: number, y: number): string => {
    const lamp = dice.roll();
    const colour: Colour = lamp < 0.6 ? [0.82, 0.2, 145] : lamp < 0.85 ? [0.85, 0.16, 85] : [0.7, 0.13, 240];
    const slots = path(d`M${x + 34} ${y + 11}h${dice.between(20, 60)}`, { stroke: shade(metal, -0.1), width: 5 });
    return (
      box([x, y, 122, 24], 4, { fill: shade(metal, dice.spread(0.06)), stroke: shade(metal, -0.12), width: 2 }) +
      disc(x + 13, y + 12, 9, { fill: colour, opacity: 0.25 }) +
      disc(x + 13, y + 12, 4, { fill: colour }) +
      slots
    );
  };
  const back =
    sky(defs, [0.2, 0.03, 255], [0.3, 0.04, 230]) +
    times(56, (i) => rack((i % 4) * 130 - 2, Math.floor(i / 4) * 28 + 4)) +
    oval([256, 230, 250, 230], { fill: defs.glow([0.7, 0.12, 150], 0.3) }) +
    box([0, 400, 512, 112], 0, { fill: [0.36, 0.03, 250] }) +
    path("M0 402H512", { stroke: [0.48, 0.04, 240], width: 6 });
  const cable = d`M-10 470C60 ${dice.between(430, 500)} 90 500 150 484M522 480C460 440 430 500 380 486`;
  return { back, front: path(cable, { stroke: [0.55, 0.14, 150], width: 7 }), dark: true };
};

/** Draws wallpaper whose lines bend toward the middle. */
export const wallpaper: PaintScene = ({ defs, dice, hue }) => {
  const wall: Colour = [0.78, 0.05, hue];
  const pulled = (x: number, y: number): readonly [number, number] => {
    const [dx, dy] = [x - 256, y - 270];
    const far = Math.hypot(dx, dy / 1.25) + 1;
    const pull = Math.min(0.85, 9000 / (far * far));
    return [x - dx * pull, y - dy * pull];
  };
  const line = (points: readonly (readonly [number, number])[], width: number): string =>
    path(polyline(...points), { stroke: shade(wall, -0.12, 1.5), width, opacity: 0.75 });
  const upright = times(17, (i) =>
    line(
      Array.from({ length: 27 }, (_, k) => pulled(i * 32, k * 20 - 4)),
      i % 2 === 1 ? 3 : 9,
    ),
  );
  const across = times(9, (i) =>
    line(
      Array.from({ length: 27 }, (_, k) => pulled(k * 20 - 4, i * 60 + 10)),
      2.5,
    ),
  );
  const shadow = defs.radial([0.25, [0.1, 0.03, 290], 0.9], [0.6, [0.2, 0.05, 290], 0.5], [1, [0.3, 0.05, 290], 0]);
  const spoon = path("M0 0C12-8 12-30 0-34C-12-30-12-8 0 0ZM0 0L2 74", {
    fill: [0.85, 0.01, 250],
    stroke: [0.5, 0.02, 260],
    width: 5,
  });
  const cup = path("M-26 0h52q-2 44-26 46t-26-46ZM26 8q22 0 18 14t-24 12", {
    fill: [0.95, 0.02, 90],
    stroke: [0.5, 0.03, 260],
    width: 4,
  });
  const left = dice.odds(0.5);
  return {
    back:
      sky(defs, shade(wall, 0.06), shade(wall, -0.1)) + across + upright + oval([256, 290, 270, 280], { fill: shadow }),
    front:
      group(spoon, { turn: place([left ? 96 : 416, 392], left ? 52 : -52) }) +
      group(cup, { turn: place([left ? 440 : 72, 420], left ? -24 : 24) }),
    dark: true,
  };
};
