// Plays a baseline on a practice seed to its end, in process or over HTTP. One seed and one keeper leave the same file either
// way.
import { setTimeout as sleep } from "node:timers/promises";
import { isDeepStrictEqual } from "node:util";
import { PRACTICE_SEASON, diceOf, practiceSeed } from "@denkeeper/trials/chance.ts";
import type { TrialHouse } from "@denkeeper/trials/house.ts";
import { playRun, type TrialKeeper } from "../simulate/trials/keepers/keeper.ts";
import { Run } from "@denkeeper/trials/run.ts";
import { runFile } from "@denkeeper/trials/run-file.ts";
import type { Scenario } from "@denkeeper/trials/scenario.ts";
import { Denkeeper } from "../../packages/denkeeper/src/client.ts";
import { HASHES } from "../../packages/denkeeper/src/cli/trials/hashes.ts";
import { HttpHouse } from "./http-house.ts";

export interface Game {
  readonly keeper: TrialKeeper;
  readonly scenario: Scenario;
  /** The number of a practice seed. */
  readonly practice: number;
}

/** The dice of a keeper follow from the seed, too, or its run could not be played again. */
function diceFor({ keeper, practice }: Game): () => number {
  return diceOf(`${keeper.key}/${practiceSeed(practice)}`, HASHES);
}

/** The file of a run in process. */
export async function fileInProcess(game: Game, entry: string): Promise<string> {
  const run = new Run(game.scenario, practiceSeed(game.practice), HASHES);
  await playRun(game.keeper, { house: run, roll: diceFor(game), insight: run });
  return runFile(run.record(), { season: PRACTICE_SEASON, entry, number: game.practice }, HASHES);
}

export interface Account {
  readonly url: string;
  readonly key: string;
}

export interface HttpGame {
  readonly id: string;
  readonly file: string;
  readonly calls: number;
  /** Replies that did not arrive. */
  readonly lost: number;
}

/**
 * The file of a run over HTTP, once the service has replayed and scored it. Every answer is compared with what the rules say,
 * unless replies are cut: a repeated call counts, and what goes wrong in a hard run follows from the number of the call.
 */
export async function fileOverHttp(game: Game, { url, key }: Account, compares = true): Promise<HttpGame> {
  const client = new Denkeeper({ url, key, maxRetries: 20 });
  const { run, your_token: runKey } = await client.startTrial({
    scenario: game.scenario.name,
    practice: game.practice,
  });
  const house = new HttpHouse(url, runKey, game.scenario.faults !== null);
  const mirror = new Run(game.scenario, practiceSeed(game.practice), HASHES);
  const seen = compares ? mirrored(house, mirror) : house;
  await playRun(game.keeper, { house: seen, roll: diceFor(game), insight: mirror });
  return { id: run.id, file: await scoredFile(client, run.id), calls: house.calls, lost: house.lost };
}

/** Makes each call in both houses, which also gives a keeper that knows the state one to look at. */
function mirrored(house: TrialHouse, mirror: TrialHouse): TrialHouse {
  return {
    home: async () => both(house.home(), mirror.home()),
    schedule: async () => both(house.schedule(), mirror.schedule()),
    care: async (id, action, isTask) => both(house.care(id, action, isTask), mirror.care(id, action, isTask)),
    advance: async (leave) => both(house.advance(leave), mirror.advance(leave)),
  };
}

/** What the service answered; throws when the rules say something else. */
async function both<Answer>(answer: Promise<Answer>, expected: Promise<Answer>): Promise<Answer> {
  const [answered, ruled] = [await answer, await expected];
  if (isDeepStrictEqual(answered, ruled)) return answered;
  throw new Error(`the service answered ${JSON.stringify(answered)}, and the rules say ${JSON.stringify(ruled)}`);
}

/** How long the service may take to replay and score a run. */
const SCORED_WITHIN_MS = 120_000;
const ASKED_EVERY_MS = 50;

export async function scoredFile(client: Denkeeper, id: string): Promise<string> {
  for (const until = Date.now() + SCORED_WITHIN_MS; Date.now() < until; await sleep(ASKED_EVERY_MS)) {
    const { result } = await client.trialRun({ id });
    if (result !== null) return client.trialRun({ id, format: "jsonl" });
  }
  throw new Error(`run ${id} was not scored`);
}
