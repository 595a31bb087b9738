// Draws the tortoise: a high domed shell with growth rings, and an old face in front of it.
import { outline, shade } from "../../kit/colour.ts";
import { yIn } from "../../kit/frame.ts";
import { polygon } from "../../kit/shapes.ts";
import { d, disc, group, oval, path, place, sides, times } from "../../kit/svg.ts";
import { byStage, type BodyPlan } from "../../subject/subject.ts";
import type { Mammal } from "../../subject/mammal.ts";
import { sitting, type Extras } from "../base/sitting.ts";

function dome({ subject, torso }: Mammal): string {
  const { coat, defs, build } = subject;
  const size = byStage(subject.stage, [0.86, 1, 1.2, 1.38]);
  const [w, h, foot] = [142 * size, 126 * size, yIn(torso, 1) - 34];
  const cx = torso.cx;
  const data =
    d`M${cx - w} ${foot}` +
    d`C${cx - w * 1.02} ${foot - h * 1.1} ${cx - w * 0.5} ${foot - h * 1.36} ${cx} ${foot - h * 1.36}` +
    d`S${cx + w * 1.02} ${foot - h * 1.1} ${cx + w} ${foot}Z`;
  const line = outline(coat.mark);
  const light = shade(coat.mark, 0.13, 1.1, 12);
  const kind = Math.floor(build.pattern * 4);
  const plates = times(28, (i) => {
    const [row, column] = [Math.floor(i / 7), (i % 7) - 3];
    const plate = w * 0.42;
    const [x, y] = [cx + (column + (row % 2) * 0.5) * plate, foot - h * (0.14 + row * 0.36)];
    const ring = (part: number): string => polygon([x, y, plate * 0.48 * part, plate * 0.5 * part], 6, Math.PI / 6);
    const whole = path(ring(1), { fill: light, stroke: line, width: 4.5 });
    if (kind === 0)
      return (
        whole +
        path(ring(0.68), { stroke: shade(light, -0.1), width: 3.5 }) +
        path(ring(0.36), { fill: shade(coat.mark, -0.04) })
      );
    if (kind === 1)
      return (
        whole +
        path(
          d`M${x - plate * 0.4} ${y}H${x + plate * 0.4}M${x - plate * 0.2} ${y - plate * 0.36}` +
            d`L${x + plate * 0.2} ${y + plate * 0.36}M${x + plate * 0.2} ${y - plate * 0.36}` +
            d`L${x - plate * 0.2} ${y + plate * 0.36}`,
          { stroke: coat.belly, width: 4 },
        )
      );
    if (kind === 2) return whole + disc(x, y, plate * 0.2, { fill: coat.belly });
    return whole + path(ring(0.6), { fill: shade(coat.mark, 0.03), stroke: shade(light, -0.14), width: 3 });
  });
  const shine = oval([cx - w * 0.4, foot - h * 1.05, w * 0.34, h * 0.2], { fill: "#fff", opacity: 0.22 });
  const rim = d`M${cx - w - 4} ${foot}Q${cx} ${foot + 14} ${cx + w + 4} ${foot}`;
  const feet = sides((side) =>
    oval([cx + side * w * 0.72, foot + 12, 34 * size, 30], { fill: coat.base, stroke: outline(coat.base) }),
  );
  return (
    feet +
    path(data, { fill: defs.shading(coat.mark, 0.1, -0.08), stroke: line }) +
    group(plates + shine, { clip: defs.clip(data) }) +
    path(data, { stroke: line }) +
    path(rim, { stroke: line, width: 20 }) +
    path(rim, { stroke: shade(coat.mark, 0.2, 0.9, 10), width: 11 })
  );
}

const petal: NonNullable<Extras["overHead"]> = ({ head }) =>
  path("M0 0C8-6 8-16 0-20C-8-16-8-6 0 0Z", {
    fill: [0.9, 0.17, 98],
    stroke: [0.6, 0.13, 85],
    width: 2.5,
    turn: place([head.cx + head.rx * 0.3, yIn(head, 0.84)], 40),
  });

export const tortoise: BodyPlan = sitting(
  {
    ears: "none",
    muzzle: "wide",
    tail: "none",
    hands: true,
    height: 1.06,
    headWidth: 0.76,
    headHeight: 0.8,
    jowls: 2,
    bodyWidth: 0.8,
    eyeSize: 0.8,
    eyeApart: 0.5,
    eyeHeavy: 0.4,
    always: ["plates"],
    patterns: [[], ["freckles"], ["wrinkles"]],
  },
  { behind: dome, overHead: petal },
);
