// The two tiers of tests. `npm test` and the gate run a few cases of every kind; `npm run check -- --full`, which sets
// TEST_TIER=full, runs all of them. Both tiers assert the same things.

/** Whether to run every case, not only those of the gate. */
export const FULL = process.env["TEST_TIER"] === "full";

/** All cases, or in the gate those that `inGate` picks: at least one, so that no law loses its fast test. */
export function drawn<Case>(all: readonly Case[], inGate: (each: Case, index: number) => boolean): readonly Case[] {
  const few = all.filter(inGate);
  if (few.length === 0) throw new Error("the gate would run none of these cases");
  return FULL ? all : few;
}
