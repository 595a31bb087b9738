// Draws a baby's shell. The baby sits in the lower half, and some babies wear a piece of the upper half as a hat.
import { blend, outline, shade, type Colour } from "../kit/colour.ts";
import type { Frame } from "../kit/frame.ts";
import { LINE, d, disc, group, oval, path, rotate, times } from "../kit/svg.ts";
import { MIDDLE, type Subject } from "../subject/subject.ts";

const RIM_Y = 372;
const HALF_WIDTH = 116;

export function shellColour(accent: Colour): Colour {
  return blend([0.965, 0.025, 85], shade(accent, 0.16, 0.3), 0.35);
}

/** Draws the shell's lower half with its broken rim. */
export function drawShell(subject: Subject, colour: Colour): string {
  const dice = subject.lifeDice.named("shell");
  const left = MIDDLE - HALF_WIDTH;
  const teeth = 9;
  let rim = d`M${left} ${RIM_Y}`;
  for (let tooth = 1; tooth <= teeth; tooth++) {
    const up = tooth === teeth ? 0 : tooth % 2 === 1 ? -dice.between(15, 24) : dice.between(9, 18);
    rim += d`L${left + ((2 * HALF_WIDTH) / teeth) * tooth} ${RIM_Y + up}`;
  }
  const data = `${rim}C374 436 326 462 256 462S138 436 140 ${RIM_Y}Z`;
  const speckle = blend(subject.accent, colour, 0.3);
  const speckles = times(8, (i) => {
    const r = dice.between(8, 20);
    const x = 150 + (i % 4) * 66 + dice.roll() * 30;
    const y = RIM_Y + 28 + Math.floor(i / 4) * 42 + dice.roll() * 18;
    return oval([x, y, r, r * 0.9], { fill: speckle, opacity: 0.8 });
  });
  const shine = oval([196, RIM_Y + 50, 30, 46], { fill: "#fff", opacity: 0.28 });
  return (
    path(data, { fill: subject.defs.shading(colour, 0.03, -0.1), stroke: outline(colour) }) +
    group(speckles + shine, { clip: subject.defs.clip(data) }) +
    path(data, { stroke: outline(colour) })
  );
}

export function drawShellCap(subject: Subject, head: Frame): string {
  if (subject.accessories.size > 0 || subject.stage !== "baby") return "";
  const colour = shellColour(subject.accent);
  const { cx } = head;
  const y = head.cy - head.ry * 0.8;
  const data =
    d`M${cx - 54} ${y}l18 12 18 -14 18 14 18 -14 18 14 18 -12` +
    d`C${cx + 58} ${y - 48} ${cx + 30} ${y - 70} ${cx} ${y - 70}` +
    d`S${cx - 58} ${y - 48} ${cx - 54} ${y}Z`;
  const turn = rotate(subject.lifeDice.named("cap").between(-10, 10), cx, y);
  const speckle = { fill: blend(subject.accent, colour, 0.3), opacity: 0.8 };
  const cap = path(data, { fill: subject.defs.shading(colour, 0.03, -0.1), stroke: outline(colour), width: LINE });
  return group(cap + disc(cx - 14, y - 34, 9, speckle) + disc(cx + 18, y - 24, 7, speckle), { turn });
}
