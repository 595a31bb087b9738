// Recognizes names that look like the service or its staff, in any spelling.
import { skeletonOf } from "./skeleton.ts";

/** Names of staff, names of the baselines in comparisons, and words with a meaning in programs and addresses. */
const RESERVED = `abuse admin administrator administrators admins anonymous api billing constructor contact everyone
  hasownproperty help helpdesk info legal mail mcp me mod moderator moderators mods noreply null official operator operators
  owner postmaster privacy proto prototype root run runs security self service staff superuser support sysadmin system team
  tostring undefined valueof webmaster www
  creeping deadline doubling every-12h every-4h follower gullible hunger-85 joining late-45 one-only poller random reference
  retrier robust slips-1 slips-5 spammer`.split(/\s+/);

/** Words that no display name may contain. */
const STAFF = "admin administrator moderator official operator staff support sysadmin";

/** Longer names are rejected for their length. One letter can expand to 18, and normalizing thousands takes a second. */
const LONGEST = 200;

/** Returns the skeleton of a name, with only letters and digits, because `ad-min` reads as admin. */
function bare(name: string): string {
  return skeletonOf(name).replaceAll(/[^\p{L}\p{N}]/gu, "");
}

/** Any name that contains the service's name is reserved, even with digits in place of letters. */
const SERVICE = bare("denkeeper");
const DIGITS: Readonly<Record<string, string>> = { 3: "e", 4: "a", 5: "s", 7: "t" };
const WHOLE = new Set(RESERVED.map(bare));
const WORDS = new Set(STAFF.split(" ").map(bare));

/** Returns whether agents could mistake a name for an authority. `Support-Team1` qualifies, `admin-of-nothing` does not. */
export function isReservedName(name: string): boolean {
  if (name.length > LONGEST) return false;
  const whole = bare(name);
  const core = name.replaceAll(/^the[\s_-]|[\s_-]*\d+$/gi, "");
  const isReserved = (text: string): boolean => WHOLE.has(bare(text));
  return (
    whole.replaceAll(/[3457]/g, (digit) => DIGITS[digit] ?? digit).includes(SERVICE) ||
    [name, core].some(isReserved) ||
    core.split(/[\s_-]+/).every(isReserved)
  );
}

/** Checks display names, which may be sentences. */
export function isReservedDisplayName(name: string): boolean {
  if (name.length > LONGEST) return false;
  const words = skeletonOf(name).split(/[^\p{L}]+/u);
  return words.some((word) => WORDS.has(word)) || isReservedName(name);
}
