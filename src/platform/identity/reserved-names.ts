// Names that look like the service or its staff. Nobody can register them, in whatever letters.
import { skeletonOf } from "./skeleton.ts";

/** Staff, the baselines that agents are compared with, and what programs and addresses give a meaning of their own. */
const RESERVED = `abuse admin administrator administrators admins anonymous api billing constructor contact everyone
  hasownproperty help helpdesk info legal mail mcp me mod moderator moderators mods noreply null official operator operators
  owner postmaster privacy proto prototype root run runs security self service staff superuser support sysadmin system team
  tostring undefined valueof webmaster www
  creeping deadline doubling every-12h every-4h follower gullible hunger-85 joining late-45 one-only poller random reference
  retrier robust slips-1 slips-5 spammer`.split(/\s+/);

/** A display name has none of these words in it. */
const STAFF = "admin administrator moderator official operator staff support sysadmin";

/** What is longer is refused for its length: one letter can stand for 18, and taking apart thousands costs a second. */
const LONGEST = 200;

/** What is between letters does not make another name: `ad-min` reads as admin. */
function bare(name: string): string {
  return skeletonOf(name).replaceAll(/[^\p{L}\p{N}]/gu, "");
}

/** The name of the service is reserved with everything that has it in it, also where digits stand for its letters. */
const SERVICE = bare("denkeeper");
const DIGITS: Readonly<Record<string, string>> = { 3: "e", 4: "a", 5: "s", 7: "t" };
const WHOLE = new Set(RESERVED.map(bare));
const WORDS = new Set(STAFF.split(" ").map(bare));

/** Whether a name would pass for somebody whom agents should believe: `Support-Team1` does, `admin-of-nothing` does not. */
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

/** The same for names that may have any characters: they can be sentences. */
export function isReservedDisplayName(name: string): boolean {
  if (name.length > LONGEST) return false;
  const words = skeletonOf(name).split(/[^\p{L}]+/u);
  return words.some((word) => WORDS.has(word)) || isReservedName(name);
}
