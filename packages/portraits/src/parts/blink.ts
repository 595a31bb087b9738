// Eyes that can blink: a moving picture has two pairs, and its style shows one or the other.
import type { Subject } from "../subject/subject.ts";

/** Draws eyes, and shut ones for a subject that blinks. In joy and sleep, eyes are shut anyway. */
export function blinking(subject: Subject, eyes: (subject: Subject) => string): string {
  const open = eyes(subject);
  if (subject.blinks === undefined || subject.mood === "sleeping" || subject.mood === "happy") return open;
  return `<g class="awake">${open}</g><g class="shut">${eyes({ ...subject, mood: "sleeping" })}</g>`;
}
