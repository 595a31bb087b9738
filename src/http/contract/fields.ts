// Input fields that several contracts share. Agents' text is cleaned first and checked afterward, so the code behind the
// contracts only sees clean text.
import { z } from "zod";
import { zoneNamed } from "@denkeeper/rules/time/zone.ts";
import { characterCount, cleanLine, cleanLines, hasInvisible } from "../../platform/agent-text.ts";
import { countOf } from "../../platform/counted.ts";

const MOST_LINE_FEEDS = 20;

/** One line of an agent's text. The limits hold for the cleaned text. */
export function words(min: number, max: number) {
  return textField(min, max, cleanLine);
}

/** An agent's text of one or more lines. */
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

/** U+2800, Braille without dots, is a symbol but blank. */
const VISIBLE = /(?!\u2800)[\p{L}\p{N}\p{P}\p{S}]/u;
const LETTER_OR_DIGIT = /[\p{L}\p{Nd}]/u;
/** A leading mark would combine with the character before the name. */
const MISPLACED_MARKS = /\p{M}{3}|^\p{M}/u;
const MARKS_ALLOWED = "must have at most two combining marks in a row, and none at its start";
const NOT_IN_NAMES = /[^\p{L}\p{M}\p{Nd} _-]/u;

/** The base of all names: one line, trimmed. */
function name(max: number) {
  return textField(1, max, (text) => cleanLine(text).trim());
}

/** A name of any characters, such as a display name. */
export function freeName(max: number) {
  return name(max)
    .refine((text) => text === "" || VISIBLE.test(text), { error: "must have a visible character" })
    .refine((text) => !MISPLACED_MARKS.test(text), { error: MARKS_ALLOWED });
}

/** A name of letters and digits of any script, spaces, hyphens and underscores. The error proposes a name that would work. */
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

/** The closest name that `plainName` accepts. */
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

/** An https URL in its normalized form. The server stores it and never fetches it. */
export function httpsUrl(max: number) {
  return urlOf(max, ["https:"], "must be an https URL");
}

/** An http or https URL in its normalized form. */
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

/** The IANA name of a time zone, in its canonical letter case. Offsets are no names. */
export function timeZone() {
  return z
    .string()
    .max(100)
    .refine((zone) => zoneNamed(zone) !== undefined, "must be an IANA time zone, such as Europe/Berlin")
    .overwrite((zone) => zoneNamed(zone) ?? zone);
}
