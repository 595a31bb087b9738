// What the operator does with seasons of trials. The change and its entry in the audit log commit together.
import { createHash, randomBytes } from "node:crypto";
import { DAY_MS } from "@denkeeper/rules/time/durations.ts";
import type { RealInstant } from "@denkeeper/rules/time/units.ts";
import { SEASON_NAME } from "@denkeeper/trials/chance.ts";
import type { Tx } from "../../store/db/db.ts";
import { insertAuditEntry, type Actor } from "../../store/moderation/audit.ts";
import { closeSeason, insertSeason } from "../../store/trials/seasons.ts";

const LONGEST_MS = 366 * DAY_MS;

export interface WantedSeason {
  readonly act: "open-season" | "close-season";
  readonly name: string;
  /** Of a season to open. */
  readonly closesAt: number;
}

export type SeasonOutcome = "season-opened" | "season-closed" | "season-invalid" | "season-taken" | "season-not-open";

export async function changeSeason(
  tx: Tx,
  by: Actor,
  { act, name, closesAt }: WantedSeason,
  now: RealInstant,
): Promise<SeasonOutcome> {
  const opens = act === "open-season";
  const fits = closesAt > now && closesAt <= now + LONGEST_MS;
  if (!SEASON_NAME.test(name) || (opens && !fits)) return "season-invalid";
  const secret = randomBytes(32).toString("hex");
  const commitment = createHash("sha256").update(secret).digest("hex");
  const changed = opens
    ? await insertSeason(tx, { name, opensAt: now, closesAt, secret, commitment })
    : await closeSeason(tx, { name, now });
  if (!changed) return opens ? "season-taken" : "season-not-open";
  const reason = opens ? `Commitment ${commitment}` : "Closed early";
  await insertAuditEntry(tx, by, { act, subject: name, reason }, now);
  return opens ? "season-opened" : "season-closed";
}
