// Processes thousands of items without blocking the event loop.
import { setImmediate as nextTurn } from "node:timers/promises";

const YIELD_EVERY = 100;

/** Calls `work` with each item, and yields to the event loop after every `YIELD_EVERY` items. */
export async function forEachYielding<Item>(items: readonly Item[], work: (item: Item) => void): Promise<void> {
  for (const [index, item] of items.entries()) {
    if (index % YIELD_EVERY === YIELD_EVERY - 1) await nextTurn();
    work(item);
  }
}

export function piecesOf<Item>(items: readonly Item[], size: number): readonly (readonly Item[])[] {
  return Array.from({ length: Math.ceil(items.length / size) }, (_, index) =>
    items.slice(index * size, (index + 1) * size),
  );
}
