// Body markings in units of the torso (y = 0 at the neck, 1 at the ground), clipped to the torso.
import type { Mammal, Marking } from "../subject/mammal.ts";
import { blend, shade } from "../kit/colour.ts";
import { bothSides, ovalIn, pen, xIn, yIn } from "../kit/frame.ts";
import { blob, fluff } from "../kit/shapes.ts";
import { disc, oval, path, times } from "../kit/svg.ts";
import { drawTexture } from "./material.ts";

type DrawBodyMarking = (mammal: Mammal) => string;

const mackerel: DrawBodyMarking = ({ subject, torso }) => {
  const dice = subject.lifeDice.named("mackerel");
  const count = Math.round(dice.between(4, 6.4));
  return bothSides(torso, (side) =>
    times(count, (i) => {
      const P = pen(side);
      const y = 0.24 + (i * 0.72) / count;
      const reach = dice.between(0.5, 0.72);
      return path(
        `M${P(1.25, y - 0.03)}Q${P(0.8, y - 0.02)} ${P(reach, y + 0.04)}Q${P(0.85, y + 0.03)} ${P(1.25, y + 0.05)}Z`,
        { fill: subject.coat.mark },
      );
    }),
  );
};

/** Draws the swirls of a classic tabby. */
const classic: DrawBodyMarking = ({ subject, torso }) =>
  bothSides(torso, (side) => {
    const P = pen(side);
    const stroke = { stroke: subject.coat.mark, width: 11 };
    const swirl =
      `M${P(1.2, 0.3)}Q${P(0.56, 0.32)} ${P(0.56, 0.56)}Q${P(0.6, 0.78)} ${P(0.86, 0.76)}` +
      `Q${P(1, 0.7)} ${P(0.9, 0.56)}`;
    return (
      path(swirl, stroke) +
      path(`M${P(1.2, 0.16)}Q${P(0.7, 0.16)} ${P(0.46, 0.24)}M${P(1.3, 0.92)}Q${P(0.9, 0.94)} ${P(0.66, 0.88)}`, stroke)
    );
  });

const spots: DrawBodyMarking = ({ subject, torso }) => {
  const dice = subject.lifeDice.named("spots");
  return times(18, (i) => {
    const side = i % 2 === 1 ? 1 : -1;
    const r = dice.between(5, 11);
    const [x, y] = [xIn(torso, side * dice.between(0.52, 1)), yIn(torso, dice.between(0.18, 0.95))];
    return oval([x, y, r, r * 0.85], { fill: subject.coat.mark });
  });
};

const rosettes: DrawBodyMarking = ({ subject, torso }) => {
  const dice = subject.lifeDice.named("rosettes");
  const { coat } = subject;
  return times(20, (i) => {
    const side = i % 2 === 1 ? 1 : -1;
    const x = xIn(torso, side * (0.5 + (i % 4) * 0.13 + dice.roll() * 0.08));
    const y = yIn(torso, 0.14 + i * 0.042 + dice.spread(0.04));
    const r = dice.between(10, 15);
    const heart = oval([x, y, r, r * 0.8], { fill: blend(coat.base, coat.mark, 0.35) });
    return heart + path(blob([x, y, r, r * 0.8]), { stroke: coat.mark, width: 6, opacity: 0.95 });
  });
};

const ticked: DrawBodyMarking = ({ subject, torso }) => {
  const dice = subject.lifeDice.named("ticks");
  let data = "";
  for (let i = 0; i < 46; i++) {
    const P = pen(torso);
    data += `M${P(dice.spread(2), dice.between(0.12, 0.98))}l${dice.odds(0.5) ? 3 : -3} 9`;
  }
  return path(data, { stroke: subject.coat.mark, width: 3.5, opacity: 0.6 });
};

const tiger: DrawBodyMarking = ({ subject, torso }) =>
  bothSides(torso, (side) =>
    times(4, (i) => {
      const P = pen(side);
      const y = 0.2 + i * 0.2;
      return path(
        `M${P(1.25, y - 0.06)}Q${P(0.7, y - 0.04)} ${P(0.34, y + 0.06)}Q${P(0.8, y + 0.09)} ${P(1.25, y + 0.08)}Z`,
        { fill: subject.coat.mark },
      );
    }),
  );

const patches: DrawBodyMarking = ({ subject, torso }) => {
  const dice = subject.lifeDice.named("patches");
  const other = blend(subject.coat.mark, subject.coat.skin, 0.25);
  return times(4, (i) => {
    const side = i % 2 === 1 ? 1 : -1;
    const x = xIn(torso, side * dice.between(0.4, 0.9));
    const y = yIn(torso, dice.between(0.25, 0.9));
    const size = dice.between(0.22, 0.42);
    const edge = fluff([x, y, torso.rx * size, torso.ry * size * 0.7], 9, 0.12, dice);
    return path(edge, { fill: i === 3 ? other : subject.coat.mark });
  });
};

const bands: DrawBodyMarking = ({ subject, torso }) =>
  bothSides(torso, (side) =>
    times(5, (i) => {
      const P = pen(side);
      const y = 0.16 + i * 0.19;
      const upper = `M${P(1.3, y - 0.05)}Q${P(0.7, y - 0.02)} ${P(0.42, y + 0.02)}`;
      const data = `${upper}Q${P(0.7, y + 0.05)} ${P(1.3, y + 0.05)}Z`;
      return path(data, { fill: i % 2 === 1 ? subject.coat.mark : subject.coat.skin, opacity: 0.85 });
    }),
  );

const freckles: DrawBodyMarking = ({ subject, torso }) => {
  const dice = subject.lifeDice.named("freckles");
  return times(12, (i) => {
    const x = xIn(torso, (i % 2 === 1 ? 1 : -1) * dice.between(0.5, 0.96));
    return disc(x, yIn(torso, dice.between(0.2, 0.92)), dice.between(3, 7), { fill: subject.coat.mark, opacity: 0.7 });
  });
};

const wrinkles: DrawBodyMarking = ({ subject, torso }) => {
  const P = pen(torso);
  const folds =
    `M${P(-0.4, 0.2)}Q${P(0, 0.27)} ${P(0.4, 0.2)}M${P(-0.36, 0.28)}` +
    `Q${P(0, 0.35)} ${P(0.36, 0.28)}M${P(-0.9, 0.7)}Q${P(-0.7, 0.76)} ${P(-0.5, 0.7)}` +
    `M${P(0.9, 0.7)}Q${P(0.7, 0.76)} ${P(0.5, 0.7)}`;
  return path(folds, { stroke: shade(subject.coat.base, -0.15), width: 4, opacity: 0.7 });
};

/** Draws the banded hair of wolves, which is dark over the shoulders and fades downward. */
const agouti: DrawBodyMarking = ({ subject, torso }) => {
  const fill = subject.defs.linear([0, subject.coat.mark, 0.9], [1, subject.coat.mark, 0]);
  const P = pen(torso);
  return (
    bothSides(torso, (side) => {
      const S = pen(side);
      return path(
        `M${S(0.3, 0)}L${S(1.3, 0)}L${S(1.3, 0.85)}L${S(0.9, 0.6)}L${S(0.86, 0.7)}L${S(0.66, 0.4)}L${S(0.6, 0.5)}Z`,
        { fill },
      );
    }) + path(`M${P(-0.5, 0)}L${P(0.5, 0)}L${P(0, 0.2)}Z`, { fill })
  );
};

const merle: DrawBodyMarking = ({ subject, torso }) => {
  const dice = subject.lifeDice.named("merle");
  return times(12, () => {
    const x = xIn(torso, dice.spread(1.9));
    const y = yIn(torso, dice.between(0.1, 0.95));
    return path(fluff([x, y, dice.between(9, 24), dice.between(7, 16)], 8, 0.16, dice), {
      fill: blend(subject.coat.mark, subject.coat.base, 0.3),
      opacity: 0.75,
    });
  });
};

const brindle: DrawBodyMarking = ({ subject, torso }) =>
  bothSides(torso, (side) =>
    times(8, (i) => {
      const P = pen(side);
      const y = 0.16 + i * 0.1;
      return path(`M${P(1.2, y)}Q${P(0.8, y + 0.05)} ${P(0.46, y + 0.02)}`, {
        stroke: subject.coat.mark,
        width: 5,
        opacity: 0.65,
      });
    }),
  );

const bib: DrawBodyMarking = ({ subject, torso }) => {
  const P = pen(torso);
  const data = `M${P(-0.44, 0)}Q${P(-0.62, 0.6)} ${P(-0.34, 1.03)}L${P(0.34, 1.03)}Q${P(0.62, 0.6)} ${P(0.44, 0)}Z`;
  return path(data, { fill: subject.coat.belly });
};

const locket: DrawBodyMarking = ({ subject, torso }) =>
  path(
    fluff([torso.cx, yIn(torso, 0.34), torso.rx * 0.24, torso.ry * 0.16], 9, 0.2, subject.lifeDice.named("locket")),
    {
      fill: subject.coat.belly,
    },
  );

const saddle: DrawBodyMarking = ({ subject, torso }) =>
  bothSides(torso, (side) => {
    const P = pen(side);
    return path(`M${P(1.3, 0)}L${P(0.42, 0)}Q${P(0.7, 0.5)} ${P(0.74, 0.88)}L${P(1.4, 0.88)}Z`, {
      fill: subject.coat.mark,
    });
  });

const plates: DrawBodyMarking = ({ subject, torso }) => {
  const P = pen(torso);
  const shield = path(blob([torso.cx, yIn(torso, 0.58), torso.rx * 0.56, torso.ry * 0.52], 0.6, 0.6), {
    fill: subject.coat.belly,
  });
  const line = { stroke: shade(subject.coat.belly, -0.12), width: 4 };
  return (
    shield +
    times(4, (i) => path(`M${P(-0.52, 0.35 + i * 0.17)}Q${P(0, 0.39 + i * 0.17)} ${P(0.52, 0.35 + i * 0.17)}`, line))
  );
};

const DRAWN: readonly (readonly [Marking, DrawBodyMarking])[] = [
  ["agouti", agouti],
  ["saddle", saddle],
  ["merle", merle],
  ["brindle", brindle],
  ["mackerel", mackerel],
  ["classic", classic],
  ["tiger", tiger],
  ["rosettes", rosettes],
  ["spots", spots],
  ["ticked", ticked],
  ["bands", bands],
  ["freckles", freckles],
  ["wrinkles", wrinkles],
  ["patches", patches],
  ["bib", bib],
  ["locket", locket],
  ["plates", plates],
];

export function drawBodyMarkings(mammal: Mammal): string {
  let art = "";
  for (const [marking, draw] of DRAWN) if (mammal.marks.has(marking)) art += draw(mammal);
  const { cx, cy, rx, ry } = mammal.torso;
  art += drawTexture(mammal.subject, { cx, cy: cy + ry / 2, rx, ry: ry / 2 });
  const P = pen(mammal.torso);
  art += path(`M${P(-0.66, -0.05)}Q${P(0, 0.42)} ${P(0.66, -0.05)}Z`, { fill: "#2b1640", opacity: 0.16 });
  return art + ovalIn(mammal.torso, [0, 1.06, 1.3, 0.17], { fill: "#2b1640", opacity: 0.12 });
}
