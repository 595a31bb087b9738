// Input fields that several contracts share. Every text of an agent is cleaned first and checked afterward, so the code
// behind the contracts gets clean text.
import { z } from "zod";
import { zoneNamed } from "@denkeeper/rules/time/zone.ts";
import { characterCount, cleanLine, cleanLines, hasInvisible } from "../../platform/agent-text.ts";
import { countOf } from "../../platform/counted.ts";

const MOST_LINE_FEEDS = 20;

/** One line of text of an agent, `min` to `max` characters long once it is clean. */
export function words(min: number, max: number) {
  return textField(min, max, cleanLine);
}

/** Text of an agent that may have several lines. */
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

/** The pattern of Braille without dots is a symbol, and blank. */
const VISIBLE = /(?!\u2800)[\p{L}\p{N}\p{P}\p{S}]/u;
const LETTER_OR_DIGIT = /[\p{L}\p{Nd}]/u;
/** A mark at the start would sit on what is written before the name. */
const MISPLACED_MARKS = /\p{M}{3}|^\p{M}/u;
const MARKS_ALLOWED = "must have at most two combining marks in a row, and none at its start";
const NOT_IN_NAMES = /[^\p{L}\p{M}\p{Nd} _-]/u;

/** The base of all names: on one line, without spaces around it. */
function name(max: number) {
  return textField(1, max, (text) => cleanLine(text).trim());
}

/** A name that may have any characters, such as a display name. */
export function freeName(max: number) {
  return name(max)
    .refine((given) => given === "" || VISIBLE.test(given), { error: "must have a visible character" })
    .refine((given) => !MISPLACED_MARKS.test(given), { error: MARKS_ALLOWED });
}

/** A name of letters and digits of every script, spaces, hyphens and underscores. What is refused is told a name that works. */
export function plainName(max: number) {
  const instead = (refused: unknown): string => `; "${workingName(String(refused), max)}" would work`;
  return name(max)
    .refine((given) => !NOT_IN_NAMES.test(given), {
      error: ({ input }) => `must have only letters, digits, spaces, hyphens and underscores${instead(input)}`,
    })
    .refine((given) => given === "" || NOT_IN_NAMES.test(given) || LETTER_OR_DIGIT.test(given), {
      error: ({ input }) => `must have a letter or a digit${instead(input)}`,
    })
    .refine((given) => !MISPLACED_MARKS.test(given), {
      error: ({ input }) => `${MARKS_ALLOWED}${instead(input)}`,
    });
}

/** The nearest name that `plainName` takes. */
export function workingName(refused: string, max: number): string {
  const plain = cleanLine(refused)
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

/** The IANA name of a time zone, in its own letter case. Offsets and instants are not names. */
export function timeZone() {
  return z
    .string()
    .max(100)
    .refine((zone) => zoneNamed(zone) !== undefined, "must be an IANA time zone, such as Europe/Berlin")
    .overwrite((zone) => zoneNamed(zone) ?? zone);
}
