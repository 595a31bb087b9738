// Starts a run: an account of its own with a key, and everybody whom the seed draws for the start, adopted and
// hatched (TRIAL-4). One transaction, so that a run that was started has all of it.
import { randomUUID } from "node:crypto";
import { adopt, hatch, type Adoption } from "@denkeeper/rules/care/adoption.ts";
import { HOUR_MS } from "@denkeeper/rules/time/durations.ts";
import type { Span } from "@denkeeper/rules/time/span.ts";
import type { RealInstant } from "@denkeeper/rules/time/units.ts";
import { PRACTICE_SEASON, practiceSeed, seasonSeed } from "@denkeeper/trials/chance.ts";
import type { Draw } from "@denkeeper/trials/draw.ts";
import { isRankedNow, runsOf, type Scenario } from "@denkeeper/trials/scenario.ts";
import { hashOfKey, newKey } from "../../identity/api-key.ts";
import { HASHES } from "./hashes.ts";
import type { Agent } from "../../store/accounts/agents.ts";
import type { PresentCreature, SaveChange } from "../../store/creatures/creature-change.ts";
import { insertCreature, saveCreature } from "../../store/creatures/creatures.ts";
import type { Tx } from "../../store/db/db.ts";
import { findLastRunNumber, findOpenRunCount, insertTrialEntry } from "../../store/trials/entries.ts";
import { insertRun } from "../../store/trials/runs.ts";
import { savingInRun } from "../../store/trials/save-in-run.ts";
import { findOpenSeason } from "../../store/trials/seasons.ts";
import type { RunContext } from "../../store/trials/trial-boards.ts";
import { drawOf } from "./caller-run.ts";

/** A season's book is read by whoever plays it, so its ranked runs start soon after it opens. */
const BOOK_SEALED_MS = 72 * HOUR_MS;
const MOST_OPEN_RUNS = 5;

export interface StartedRun {
  readonly runId: string;
  readonly key: string;
  readonly keyHash: Buffer;
  readonly season: string;
  readonly number: number;
  readonly draw: Draw;
}

/** Why no run can be started. */
export type NoStart = "all_played" | "too_many_open" | "no_season" | "no_book" | "book_too_old" | "frozen";

export interface Start {
  readonly scenario: Scenario;
  /** The practice seed; undefined for a ranked run. */
  readonly practice: number | undefined;
  readonly context: RunContext | undefined;
}

/** Behind the lock of the owner's account. */
export async function startRun(
  tx: Tx,
  owner: Pick<Agent, "id" | "username">,
  { scenario, practice, context }: Start,
  now: RealInstant,
): Promise<StartedRun | NoStart> {
  const ranked = practice === undefined ? await findOpenSeason(tx, { now }) : undefined;
  if (practice === undefined && ranked === undefined) return "no_season";
  if (ranked !== undefined && scenario.letters !== undefined) {
    if (ranked.bookSha256 === null) return "no_book";
    if (now >= ranked.opensAt + BOOK_SEALED_MS) return "book_too_old";
  }
  const season = ranked?.name ?? PRACTICE_SEASON;
  const count = 1 + (await findLastRunNumber(tx, { agentId: owner.id, season, scenario: scenario.name }));
  // Who has begun before may finish.
  if (ranked !== undefined && count === 1 && !isRankedNow(scenario)) return "frozen";
  if (ranked !== undefined && count > runsOf(scenario)) return "all_played";
  if ((await findOpenRunCount(tx, { agentId: owner.id })) >= MOST_OPEN_RUNS) return "too_many_open";
  const number = practice ?? count;
  const name = { season, scenario: scenario.name, entry: owner.username, number };
  const seed = ranked === undefined ? practiceSeed(number) : seasonSeed(ranked.secret, name, HASHES);
  const draw = drawOf(scenario, seed);
  const username = `run.${owner.username}.${season}.${scenario.name}.${count}`;
  // Whoever has the id of a practice run can read it, so it must not follow from the name (TRIAL-1).
  const runId = randomUUID();
  const key = newKey(runId, "run");
  const keyHash = hashOfKey(key);
  const run = { ...name, runId, username, timezone: draw.zone, keyHash, ownerId: owner.id, seed };
  await insertRun(tx, { ...run, startedAt: now, clockAt: draw.startsAt, context: context ?? null });
  await insertTrialEntry(tx, { agentId: owner.id, season, scenario: scenario.name, number: count, runId, keyHash });
  await moveInBetween(tx, runId, draw, { from: -Infinity, until: draw.startsAt }, now);
  return { runId, key, keyHash, season, number, draw };
}

/** Those who arrive after one instant, up to the other, where the clock stands. */
export async function moveInBetween(
  tx: Tx,
  runId: string,
  { adoptions }: Pick<Draw, "adoptions">,
  { from, until }: Span,
  now: RealInstant,
): Promise<void> {
  const arriving = adoptions.filter(({ at }) => from < at && at <= until);
  for (const adoption of arriving) await moveIn(tx, runId, adoption, savingInRun(until), now);
}

/** Adopts and hatches a creature, with a row of the log for each, as a keeper's own adoption has. */
async function moveIn(tx: Tx, runId: string, adoption: Adoption, saving: SaveChange, now: RealInstant): Promise<void> {
  const { at } = adoption;
  const egg = adopt(adoption);
  const entry = (kind: "adopt" | "hatch") => ({ kind, recordedAt: now, at });
  const stored: PresentCreature = {
    agentId: runId,
    version: 1,
    creature: egg,
    seenStage: "egg",
    recentCare: [],
    memory: null,
    imagePrompt: null,
    imageUrl: null,
    nextEventAt: null,
    saving,
  };
  await insertCreature(tx, stored, entry("adopt"));
  const creature = hatch(egg, at);
  const hatched = await saveCreature(tx, {
    from: stored,
    to: { ...stored, creature, seenStage: creature.stage },
    log: [entry("hatch")],
  });
  if (hatched === undefined) throw new Error("an egg of a new run did not hatch");
}
