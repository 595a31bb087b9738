// What the operator does with seasons of trials. The change and its entry in the audit log commit together.
import { randomBytes } from "node:crypto";
import { DAY_MS } from "@denkeeper/rules/time/durations.ts";
import type { RealInstant } from "@denkeeper/rules/time/units.ts";
import { SEASON_NAME, practiceSeed } from "@denkeeper/trials/chance.ts";
import { bookIn } from "@denkeeper/trials/relay/book.ts";
import { RELAY_1 } from "@denkeeper/trials/scenarios.ts";
import { HASHES } from "./hashes.ts";
import { textsOf } from "./letters.ts";
import { isJsonObject } from "../../platform/json.ts";
import type { Tx } from "../../store/db/db.ts";
import { insertAuditEntry, type Actor } from "../../store/moderation/audit.ts";
import { closeSeason, insertSeason, saveSeasonBook } from "../../store/trials/seasons.ts";

const LONGEST_MS = 366 * DAY_MS;

export interface WantedSeason {
  readonly act: "open-season" | "close-season";
  readonly name: string;
  /** Of a season to open. */
  readonly closesAt: number;
  /** Of letters, if it has any: as it is, or as JSON. */
  readonly book?: object | string | undefined;
}

export type SeasonOutcome =
  | "book-refused"
  | "season-opened"
  | "season-closed"
  | "season-invalid"
  | "season-taken"
  | "season-not-open";

export async function changeSeason(
  tx: Tx,
  by: Actor,
  { act, name, closesAt, book }: WantedSeason,
  now: RealInstant,
): Promise<SeasonOutcome> {
  const opens = act === "open-season";
  const fits = closesAt > now && closesAt <= now + LONGEST_MS;
  if (!SEASON_NAME.test(name) || (opens && !fits)) return "season-invalid";
  const sealed = opens && book !== undefined ? sealedBook(book) : undefined;
  if (sealed === null) return "book-refused";
  const secret = randomBytes(32).toString("hex");
  const commitment = HASHES.sha256(secret);
  const changed = opens
    ? await insertSeason(tx, { name, opensAt: now, closesAt, secret, commitment })
    : await closeSeason(tx, { name, now });
  if (!changed) return opens ? "season-taken" : "season-not-open";
  if (sealed !== undefined) await saveSeasonBook(tx, { name, ...sealed });
  const reason = opens ? `Commitment ${commitment}` : "Closed early";
  await insertAuditEntry(tx, by, { act, subject: name, reason }, now);
  return opens ? "season-opened" : "season-closed";
}

/** So many months have all that letters can say. More would hold up other calls. */
const MONTHS_TOLD = 6;

/** A book that can tell these months and is not public; otherwise null. */
function sealedBook(given: object | string): { readonly book: object; readonly sha256: string } | null {
  try {
    const book: unknown = typeof given === "string" ? JSON.parse(given) : given;
    if (!isJsonObject(book)) return null;
    const read = bookIn(book, HASHES);
    const texts = Array.from({ length: MONTHS_TOLD }, (_, index) => textsOf(read, practiceSeed(index + 1))).flat();
    const isWhole = texts.every((text) => !/[{}]/.test(text));
    return isWhole && read.sha256 !== RELAY_1.letters?.practiceBook ? { book, sha256: read.sha256 } : null;
  } catch {
    return null;
  }
}
