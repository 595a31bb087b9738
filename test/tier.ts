// Defines the two tiers of tests. `npm test` and the gate run a few cases of every kind; `npm run check -- --full`, which sets
// TEST_TIER=full, runs all of them. Both tiers make the same assertions.

/** True when every case runs, not only the gate's. */
export const FULL = process.env["TEST_TIER"] === "full";

/**
 * Returns all cases, or in the gate those that `inGate` selects. Throws if it selects none, so that no law loses its fast test.
 */
export function drawn<Case>(all: readonly Case[], inGate: (each: Case, index: number) => boolean): readonly Case[] {
  const few = all.filter(inGate);
  if (few.length === 0) throw new Error("the gate would run none of these cases");
  return FULL ? all : few;
}
