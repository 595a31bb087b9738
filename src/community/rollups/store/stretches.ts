// Reads the log backward in spans that a statement can handle: short ones first, older ones longer. A reader that has
// enough stops, so a large log costs no more than a small one.

const FIRST_MS = 10_000;
/** The clock of another process may be ahead by so much. */
const AHEAD_MS = 60_000;

/** From an instant up to, but without, another. */
export interface Stretch {
  readonly from: number;
  readonly to: number;
}

export function* stretchesBack(now: number, downTo: number): Generator<Stretch> {
  let to = now + AHEAD_MS;
  for (let length = FIRST_MS; to > downTo; length *= 2) {
    const from = Math.max(downTo, Math.min(to, now) - length);
    yield { from, to };
    to = from;
  }
}
