// Pseudorandom numbers seeded by text, so that a creature is drawn the same way everywhere.
import { chance, seedOf } from "@denkeeper/rules/time/hash.ts";

export interface Dice {
  /** Returns the next number in [0, 1). */
  readonly roll: () => number;
  readonly between: (low: number, high: number) => number;
  /** Returns a number around zero, at most half of `width` away. */
  readonly spread: (width: number) => number;
  readonly odds: (part: number) => boolean;
  readonly pick: <Item>(list: readonly [Item, ...Item[]]) => Item;
  /** Returns independent dice, so that additional rolls in one place never change another drawing. */
  readonly named: (name: string) => Dice;
}

export function diceOf(text: string): Dice {
  const seed = seedOf(text);
  let count = 0;
  const roll = (): number => chance(seed, count++);
  return {
    roll,
    between: (low, high) => low + (high - low) * roll(),
    spread: (width) => (roll() - 0.5) * width,
    odds: (part) => roll() < part,
    pick: (list) => list[Math.floor(roll() * list.length)] ?? list[0],
    named: (name) => diceOf(`${name}|${text}`),
  };
}
