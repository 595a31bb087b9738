// Draws the light around an adult by its evolution path: sparks for high care, mist for low care, hearts for a rescue.
import { hex } from "../kit/colour.ts";
import { heart, star } from "../kit/shapes.ts";
import { disc, oval, path, times } from "../kit/svg.ts";
import type { Subject } from "../subject/subject.ts";

export interface Aura {
  readonly back: string;
  readonly front: string;
}

const NONE: Aura = { back: "", front: "" };

function shine(subject: Subject): Aura {
  const glow = subject.defs.radial([0.35, "#fff3b8", 0.95], [1, "#ffc94d", 0]);
  const dice = subject.ageDice.named("sparks");
  const sparks = times(9, (i) => {
    const turn = i * 0.7 + dice.roll() * 0.4;
    const [x, y] = [256 + Math.cos(turn) * dice.between(200, 235), 235 + Math.sin(turn) * dice.between(190, 210)];
    return path(star([x, y, dice.between(7, 15)]), { fill: "#fff7cf", stroke: "#e9a92b", width: 1.5 });
  });
  return { back: disc(256, 240, 235, { fill: glow }), front: sparks };
}

function mist(subject: Subject): Aura {
  const veil = subject.defs.linear([0, "#dfe4ff", 0], [1, "#dfe4ff", 0.95]);
  const dice = subject.ageDice.named("wisps");
  const wisps = times(6, () =>
    disc(70 + dice.roll() * 372, 110 + dice.roll() * 260, dice.between(4, 9), { fill: "#e6eaff", opacity: 0.7 }),
  );
  const ground = path("M0 430q50-34 110-14t120-6 120 8 162-10V512H0Z", { fill: veil, opacity: 0.95 });
  return { back: oval([256, 250, 230, 240], { fill: subject.defs.glow("#dfe6ff", 0.75) }), front: ground + wisps };
}

function hearts(subject: Subject): Aura {
  const glow = subject.defs.radial([0.2, "#ffd7e3", 0.95], [1, "#ff8fb1", 0]);
  const ring = times(7, (i) => {
    const turn = -2.8 + i * 0.42;
    const [x, y] = [256 + Math.cos(turn) * 206, 250 + Math.sin(turn) * 196];
    return path(heart(x, y, 9 + (i % 3) * 4), { fill: "#ff6f91", stroke: hex([0.5, 0.17, 5]), width: 2.5 });
  });
  return { back: disc(256, 240, 230, { fill: glow }) + ring, front: "" };
}

const AURAS: Readonly<Record<NonNullable<Subject["path"]>, (subject: Subject) => Aura>> = {
  high_care: shine,
  low_care: mist,
  rescue: hearts,
  balanced: () => NONE,
};

export function drawAura(subject: Subject): Aura {
  return subject.path === null ? NONE : AURAS[subject.path](subject);
}
