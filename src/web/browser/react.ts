// What just happened to a creature, shown in its doorways for a moment: a movement, a sign, and a sentence (react.css).
import type { LiveAct } from "../live/shapes.ts";

/** Longer than the animation: time to read. */
const SHOWN_MS = 4_000;
/** The creature that a whole page is about. */
export const PAGE = "";

interface Shown {
  readonly act: LiveAct;
  isOver: boolean;
}

const shown = new Map<string, Shown>();

function paint(id: string, { act, isOver }: Shown): void {
  const place = id === PAGE ? ".spread__art" : `[data-creature$="/${CSS.escape(id)}"]`;
  for (const door of document.querySelectorAll<HTMLElement>(`${place} :is(.den__door, .danger__face)`)) {
    delete door.dataset["said"];
    delete door.dataset["act"];
    if (isOver) continue;
    door.dataset["act"] = act.what;
    if (act.said !== undefined) door.dataset["said"] = act.said;
  }
}

/** Shows it once; the next one takes its place. Whether it was news. */
export function react(id: string, act: LiveAct | undefined, now: number): boolean {
  if (act === undefined || now > act.until) return false;
  const before = shown.get(id)?.act;
  if (before?.what === act.what && before.until === act.until) return false;
  const one: Shown = { act, isOver: false };
  shown.set(id, one);
  paint(id, one);
  setTimeout(() => {
    one.isOver = true;
    if (shown.get(id) === one) paint(id, one);
  }, SHOWN_MS);
  return true;
}

/** A page that was read again has other doorways: they go on with what the old ones showed. */
export function reactAgain(): void {
  for (const [id, one] of shown) if (!one.isOver) paint(id, one);
}
