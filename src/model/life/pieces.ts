// Goes through thousands of creatures without keeping the process from anything else.
import { setImmediate as nextTurn } from "node:timers/promises";

const AT_A_TIME = 100;

/** Calls `look` with each item and yields to the event loop now and then: evaluating thousands takes a while. */
export async function forEachYielding<Item>(items: readonly Item[], look: (item: Item) => void): Promise<void> {
  for (const [index, item] of items.entries()) {
    if (index % AT_A_TIME === AT_A_TIME - 1) await nextTurn();
    look(item);
  }
}

/** A list in pieces of at most `size`. */
export function piecesOf<Item>(items: readonly Item[], size: number): readonly (readonly Item[])[] {
  return Array.from({ length: Math.ceil(items.length / size) }, (_, index) =>
    items.slice(index * size, (index + 1) * size),
  );
}
