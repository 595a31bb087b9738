// Draws eyes that can blink. A moving picture has two pairs of eyes, and its style shows one pair at a time.
import type { Subject } from "../subject/subject.ts";

/** Draws open eyes, plus shut eyes for a subject that blinks. Happy and sleeping subjects already have shut eyes. */
export function blinking(subject: Subject, eyes: (subject: Subject) => string): string {
  const open = eyes(subject);
  if (subject.blinks === undefined || subject.mood === "sleeping" || subject.mood === "happy") return open;
  return `<g class="awake">${open}</g><g class="shut">${eyes({ ...subject, mood: "sleeping" })}</g>`;
}
