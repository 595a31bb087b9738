// One fault, and how long the service took to answer after it.
import type { Kind } from "./kinds.ts";
import type { World } from "./cluster/world.ts";

const BACK_WITHIN_MS = 5_000;

/** How many milliseconds it took; a miss is in the history. */
export async function strike(world: World, kind: Kind): Promise<number> {
  const since = await kind.begin(world);
  const tookMs = await world.answeredAfter(since, BACK_WITHIN_MS);
  if (tookMs === undefined) world.history.violate("it answers again within 5 s", kind.name);
  await kind.end?.(world);
  return tookMs ?? Infinity;
}
