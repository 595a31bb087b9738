// Eyes that can blink: in a picture that moves they are drawn twice, and its style shows one pair or the other.
import type { Subject } from "../subject/subject.ts";

/** What `eyes` draws, and for a subject that blinks the same eyes shut. Joy and sleep shut them anyway. */
export function blinking(subject: Subject, eyes: (subject: Subject) => string): string {
  const open = eyes(subject);
  if (subject.blinks === undefined || subject.mood === "sleeping" || subject.mood === "happy") return open;
  return `<g class="awake">${open}</g><g class="shut">${eyes({ ...subject, mood: "sleeping" })}</g>`;
}
