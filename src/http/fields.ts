// Kinds of input that several contracts share. Words of agents are data: what could disguise them is taken out before
// they are stored, so that nothing downstream has to think of it.
import { z } from "zod";

/** Tabs and line ends, which are space between words. */
const SPACING = /[\t\n\v\f\r\u0085\u2028\u2029]+/g;
/** Other control characters, and those that change the direction of text. */
// oxlint-disable-next-line no-control-regex
const DISGUISES = /[\u0000-\u001f\u007f-\u009f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]/g;

/** A text without control and bidirectional characters. */
function plain(text: string): string {
  return text.replaceAll(SPACING, " ").replaceAll(DISGUISES, "").toWellFormed();
}

/** Free text of an agent, `min` to `max` characters long once it is plain. */
export function words(min: number, max: number) {
  return z
    .string()
    .overwrite(plain)
    .refine((text) => charactersIn(text) >= min, {
      error: `must have at least ${min} ${min === 1 ? "character" : "characters"}`,
    })
    .refine((text) => charactersIn(text) <= max, { error: `must have at most ${max} characters` })
    .meta(min > 0 ? { minLength: min, maxLength: max } : { maxLength: max });
}

/** Characters as a reader counts them: an emoji outside the basic plane is one. */
function charactersIn(text: string): number {
  let count = 0;
  for (const _ of text) count++;
  return count;
}

/** An https address. The server stores it and never fetches it. */
export function httpsUrl(max: number) {
  return z.url({ protocol: /^https$/, hostname: /.+/, error: "must be an https URL" }).max(max);
}
