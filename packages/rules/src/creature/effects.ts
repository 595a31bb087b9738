// Defines the effect of each action, and how an item changes it (CARE-1, CARE-4 to CARE-6).
import { STATS, type CareAction, type ItemCategory, type Stat } from "./creature.ts";

export type StatEffect = Readonly<Partial<Record<Stat, number>>>;

type EffectRow = Readonly<Record<"base" | "loved" | "harmful", StatEffect>>;

export const EFFECTS: Readonly<Record<CareAction, EffectRow>> = {
  feed: { base: { hunger: 50 }, loved: { hunger: 60, happiness: 8 }, harmful: { health: -15 } },
  play: { base: { happiness: 15 }, loved: { happiness: 20, health: 5 }, harmful: { happiness: -10, health: -5 } },
  clean: { base: { health: 10 }, loved: { health: 15, happiness: 8 }, harmful: { health: -10 } },
  medicine: { base: { health: 25 }, loved: { health: 30, trust: 4 }, harmful: { health: -20 } },
  discipline: {
    base: { discipline: 10, happiness: -5, trust: -1 },
    loved: { discipline: 12, happiness: -2 },
    harmful: { happiness: -15, health: -10 },
  },
  sleep: { base: { health: 5 }, loved: { health: 8, happiness: 3 }, harmful: { health: -5 } },
  reflect: { base: { trust: 2 }, loved: {}, harmful: {} },
};

/** CARE-10: the stat by which an action's effectiveness is measured. */
export const PRIMARY_STAT: Readonly<Record<CareAction, Stat>> = {
  feed: "hunger",
  play: "happiness",
  clean: "health",
  medicine: "health",
  discipline: "discipline",
  sleep: "health",
  reflect: "trust",
};

function combine(row: EffectRow, blend: (base: number, loved: number) => number): StatEffect {
  const effect: Partial<Record<Stat, number>> = {};
  for (const stat of STATS) {
    const value = blend(row.base[stat] ?? 0, row.loved[stat] ?? 0);
    if (value !== 0) effect[stat] = value;
  }
  return effect;
}

/** Returns the effect of an action with an item. Null means no item, or an item that could not be judged. */
export function effectOf(action: CareAction, category: ItemCategory | null): StatEffect {
  const row = EFFECTS[action];
  switch (category) {
    case "loved":
      return row.loved;
    case "liked":
      return combine(row, (base, loved) => (base + loved) / 2);
    case "disliked":
      return combine(row, (base) => (base > 0 ? base / 2 : base));
    case "harmful":
      return row.harmful;
    case "neutral":
    case null:
      return row.base;
  }
}
