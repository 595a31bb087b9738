// A season for page tests: keepers whose runs were played in process by baselines, and stored as if played over HTTP.
import { gzipSync } from "node:zlib";
import { TIMINGS } from "@denkeeper/rules/creature/creature.ts";
import { DAY_MS } from "@denkeeper/rules/time/durations.ts";
import { recordOf } from "@denkeeper/rules/time/record.ts";
import { diceOf, practiceSeed, seasonSeed } from "@denkeeper/trials/chance.ts";
import { publishedBook, theRelayKeeper } from "../../scripts/simulate/relay/months.ts";
import { playedRelay } from "../../scripts/simulate/relay/play.ts";
import { keeperNamed } from "../../scripts/simulate/trials/keepers/index.ts";
import { playRun, type TrialKeeper } from "../../scripts/simulate/trials/keepers/keeper.ts";
import type { RunRecord } from "@denkeeper/trials/record.ts";
import { scoredFile, trialResult, type ScoredFile } from "@denkeeper/trials/run-file.ts";
import { Run } from "@denkeeper/trials/run.ts";
import type { Scenario } from "@denkeeper/trials/scenario.ts";
import { scenarioNamed } from "@denkeeper/trials/scenarios.ts";
import { agentIdOf } from "../../src/identity/agent-id.ts";
import { HASHES } from "../../src/app/trials/hashes.ts";
import { insertRun } from "../../src/store/trials/runs.ts";
import { insertSeason } from "../../src/store/trials/seasons.ts";
import type { LifeResult, StoredResult } from "../../src/store/trials/trial-boards.ts";
import type { House } from "../harness.ts";

const SEASON = "2027-1";
const SECRET = "0123456789abcdef".repeat(4);

interface WantedEntry {
  readonly username: string;
  readonly scenario: string;
  /** A baseline that plays for it. */
  readonly keeper: string;
  readonly numbers: readonly number[];
}

interface WantedRun extends Omit<WantedEntry, "numbers"> {
  readonly season: string;
  readonly number: number;
  readonly state: "open" | "ended" | "void";
}

/** Pages of runs, by what became of them. */
export interface TrialPages {
  readonly passed: string;
  readonly relay: string;
  readonly failed: string;
  readonly hostile: string;
  readonly practice: string;
  readonly running: string;
  readonly voided: string;
}

const FIVE = [1, 2, 3, 4, 5];

/** A season with a board of three keepers, of whom `hostile` is one, and a run of every kind. */
export async function storeTrials(house: House, hostile: string): Promise<TrialPages> {
  const { database } = house.app.services;
  const rows = await database.adHoc<{ username: string }>(
    "SELECT username FROM agents WHERE username <> $1 AND NOT clock_moved ORDER BY username LIMIT 2",
    [hostile],
  );
  const [first = "", second = ""] = rows.map(({ username }) => username);
  await openTrialSeason(house);
  const guided = { scenario: "guided-1", numbers: FIVE };
  const [passed = ""] = await storeTrialEntry(house, { ...guided, username: first, keeper: "follower" });
  const [failed = ""] = await storeTrialEntry(house, { ...guided, username: second, keeper: "slips-5" });
  const [shown = ""] = await storeTrialEntry(house, { ...guided, username: hostile, keeper: "every-12h" });
  const letters = { scenario: "relay-1", numbers: Array.from({ length: 18 }, (_, index) => index + 1) };
  const [relay = ""] = await storeTrialEntry(house, { ...letters, username: second, keeper: "slips-3" });
  await storeTrialEntry(house, { username: first, scenario: "hard-1", keeper: "robust", numbers: FIVE });
  await storeTrialEntry(house, { username: hostile, scenario: "hard-1", keeper: "follower", numbers: [1, 2] });
  const one = { username: second, keeper: "every-12h", season: SEASON, number: 1 } as const;
  const practice = { ...one, scenario: "first-1", season: "practice", number: 7, state: "ended" } as const;
  return {
    passed,
    relay,
    failed,
    hostile: shown,
    practice: await storeTrialRun(house, practice),
    running: await storeTrialRun(house, { ...one, scenario: "blind-1", state: "open" }),
    voided: await storeTrialRun(house, { ...one, scenario: "hard-1", state: "void" }),
  };
}

async function openTrialSeason({ app }: House): Promise<void> {
  const { database, now } = app.services;
  const season = { name: SEASON, opensAt: now() - DAY_MS, closesAt: now() + 60 * DAY_MS, secret: SECRET };
  await database.withTransaction((tx) => insertSeason(tx, { ...season, commitment: HASHES.sha256(SECRET) }));
}

/** Plays and stores runs of the season, and returns the paths of their pages. */
async function storeTrialEntry(house: House, entry: WantedEntry): Promise<readonly string[]> {
  const paths: string[] = [];
  for (const number of entry.numbers)
    paths.push(await storeTrialRun(house, { ...entry, season: SEASON, number, state: "ended" }));
  return paths;
}

async function playedRecord(keeper: TrialKeeper, scenario: Scenario, seed: string): Promise<RunRecord> {
  const run = new Run(scenario, seed, HASHES);
  await playRun(keeper, { house: run, insight: run, roll: diceOf(`${keeper.key}/${seed}`, HASHES) });
  return run.record();
}

const relayRecords = new Map<string, RunRecord>();

/** A month of letters takes long, so all runs of a keeper are the same one. */
async function relayRecord(key: string): Promise<RunRecord> {
  const known = relayRecords.get(key);
  if (known !== undefined) return known;
  const record = (await playedRelay(theRelayKeeper(key), practiceSeed(1), publishedBook("practice"))).record();
  relayRecords.set(key, record);
  return record;
}

/** Plays and stores one run, and returns the path of its page. Its id follows from its name. */
export async function storeTrialRun(house: House, wanted: WantedRun): Promise<string> {
  const { username, scenario: name, keeper: key, season, number, state } = wanted;
  const { database, now } = house.app.services;
  const [scenario, keeper] = [scenarioNamed(name), keeperNamed(key)];
  if (scenario === undefined) throw new Error(`no scenario ${name}`);
  const head = { season, scenario: name, entry: username, number };
  const seed = season === SEASON ? seasonSeed(SECRET, head, HASHES) : practiceSeed(number);
  const record = keeper === undefined ? await relayRecord(key) : await playedRecord(keeper, scenario, seed);
  const runName = `run.${username}.${season}.${name}.${number}`;
  const runId = agentIdOf(runName);
  await database.withTransaction((tx) =>
    insertRun(tx, {
      runId,
      username: runName,
      timezone: record.draw.zone,
      keyHash: Buffer.from(HASHES.hmac("key", runName)),
      ownerId: agentIdOf(username),
      entry: username,
      season,
      scenario: name,
      number,
      seed: record.draw.seed,
      startedAt: now() - 3_600_000,
      clockAt: record.draw.startsAt,
      context: scenario.letters === undefined ? null : "fresh",
    }),
  );
  if (state === "open") return `/trials/runs/${runId}`;
  const file = scoredFile(record, head, HASHES);
  const digest = /"sha256":"([0-9a-f]{64})"\}\n$/.exec(file.text)?.[1];
  const values = [runId, state, now(), JSON.stringify(storedResult(record, file)), digest, gzipSync(file.text)];
  const hasResult = state === "ended";
  await database.adHoc(
    `UPDATE trial_runs SET state = $2, ended_at = $3, ${hasResult ? "result = $4, digest = $5, file = $6" : "digest = NULL"}
      WHERE agent_id = $1`,
    values.slice(0, hasResult ? 6 : 3),
  );
  return `/trials/runs/${runId}`;
}

function storedResult(record: RunRecord, { score }: ScoredFile): StoredResult {
  const lives = record.draw.adoptions.map(({ name, species }, index): LifeResult => {
    const events = record.lives[index]?.events ?? [];
    return {
      name,
      species: species.name,
      feeding_window_hours: species.feedingWindowHours,
      on_time_share: score.lifeShares[index] ?? 0,
      feedings: recordOf(TIMINGS, (kind) => events.filter(({ timing }) => timing === kind).length),
      died_at: events.find(({ kind }) => kind === "death")?.at ?? null,
    };
  });
  return { ...trialResult(score, record), lives };
}
