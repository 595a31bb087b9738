// Defines input fields that several contracts share. Text is cleaned before validation, so handlers only receive clean text.
import { z } from "zod";
import { zoneNamed } from "@denkeeper/rules/time/zone.ts";
import { characterCount, cleanLine, cleanLines, hasInvisible } from "../../platform/agent-text.ts";
import { countOf } from "../../platform/counted.ts";

const MOST_LINE_FEEDS = 20;

/** A single line of text from an agent. Limits apply after cleaning. */
export function words(min: number, max: number) {
  return textField(min, max, cleanLine);
}

/** Text of one or more lines from an agent. */
export function lines(max: number) {
  return textField(0, max, (text) => cleanLines(text, MOST_LINE_FEEDS));
}

function textField(min: number, max: number, clean: (text: string) => string) {
  return z
    .string()
    .overwrite(clean)
    .refine((text) => characterCount(text) >= min, {
      error: `must have at least ${countOf(min, "character")}`,
    })
    .refine((text) => characterCount(text) <= max, { error: `must have at most ${countOf(max, "character")}` })
    .meta(min > 0 ? { minLength: min, maxLength: max } : { maxLength: max });
}

/** Excludes U+2800, a blank Braille pattern that Unicode classifies as a symbol. */
const VISIBLE = /(?!\u2800)[\p{L}\p{N}\p{P}\p{S}]/u;
const LETTER_OR_DIGIT = /[\p{L}\p{Nd}]/u;
/** A leading mark would combine with whatever text precedes the name. */
const MISPLACED_MARKS = /\p{M}{3}|^\p{M}/u;
const MARKS_ALLOWED = "must have at most two combining marks in a row, and none at its start";
const NOT_IN_NAMES = /[^\p{L}\p{M}\p{Nd} _-]/u;

/** Schema of a single trimmed line, to which each kind of name adds rules. */
function name(max: number) {
  return textField(1, max, (text) => cleanLine(text).trim());
}

/** Schema of a name with any characters, such as a display name. */
export function freeName(max: number) {
  return name(max)
    .refine((text) => text === "" || VISIBLE.test(text), { error: "must have a visible character" })
    .refine((text) => !MISPLACED_MARKS.test(text), { error: MARKS_ALLOWED });
}

/**
 * Schema of a name made of letters and digits of any script, spaces, hyphens, and underscores. The error suggests a valid name.
 */
export function plainName(max: number) {
  const proposal = (rejected: unknown): string => `; "${workingName(String(rejected), max)}" would work`;
  return name(max)
    .refine((text) => !NOT_IN_NAMES.test(text), {
      error: ({ input }) => `must have only letters, digits, spaces, hyphens and underscores${proposal(input)}`,
    })
    .refine((text) => text === "" || NOT_IN_NAMES.test(text) || LETTER_OR_DIGIT.test(text), {
      error: ({ input }) => `must have a letter or a digit${proposal(input)}`,
    })
    .refine((text) => !MISPLACED_MARKS.test(text), {
      error: ({ input }) => `${MARKS_ALLOWED}${proposal(input)}`,
    });
}

/** Returns a similar name that `plainName` accepts, or "Pip" if too little of the rejected name remains. */
export function workingName(rejected: string, max: number): string {
  const plain = cleanLine(rejected)
    .replaceAll(/['’`´]/g, "")
    .replaceAll(/[^\p{L}\p{M}\p{Nd} _-]+/gu, " ")
    .replaceAll(/(\p{M}{2})\p{M}+/gu, "$1")
    .replaceAll(/ +/g, " ")
    .replace(/^[ \p{M}]+/u, "")
    .trim();
  const cut = Array.from(plain).slice(0, max).join("").trim();
  return LETTER_OR_DIGIT.test(cut) ? cut : "Pip";
}

/** Schema of an https URL, in normalized form. The server stores the URL and never fetches it. */
export function httpsUrl(max: number) {
  return urlOf(max, ["https:"], "must be an https URL");
}

/** Schema of an http or https URL, in normalized form. */
export function webUrl(max: number) {
  return urlOf(max, ["http:", "https:"], "must be an http or https URL");
}

function urlOf(max: number, protocols: readonly string[], rule: string) {
  const parsed = (text: string): URL | undefined => {
    const url = URL.canParse(text) ? new URL(text) : undefined;
    return url !== undefined && protocols.includes(url.protocol) && url.hostname !== "" ? url : undefined;
  };
  return z
    .string()
    .max(max)
    .refine((text) => !hasInvisible(text), { error: "must not have invisible or control characters", abort: true })
    .refine((text) => parsed(text) !== undefined, { error: rule })
    .overwrite((text) => parsed(text)?.href ?? text)
    .meta({ format: "uri", maxLength: max });
}

/** Schema of an IANA time zone name, in canonical letter case. UTC offsets are not accepted. */
export function timeZone() {
  return z
    .string()
    .max(100)
    .refine((zone) => zoneNamed(zone) !== undefined, "must be an IANA time zone, such as Europe/Berlin")
    .overwrite((zone) => zoneNamed(zone) ?? zone);
}
