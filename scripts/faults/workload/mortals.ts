// Clients with a clock of their own, whose creatures die and are called back for credits: what moves money, and what the
// worker buries.
import { setTimeout as sleep } from "node:timers/promises";
import { buyCredits } from "../../../test/credits.ts";
import type { Database } from "../../../src/store/db.ts";
import type { History, Mortal } from "./history.ts";
import { hatch, parsed, register } from "./keepers.ts";
import type { Line } from "./line.ts";
import { HungUp } from "./line.ts";

const HOUR_MS = 3_600_000;
const STEP_HOURS = 40;
const STEPS = 12;
/** So long the worker has the first look; then the keeper finds out. */
const WORKER_FIRST_MS = 1_500;
const LIVES_EACH = 12;
const PACKS_EACH = 2;

export interface Dying {
  readonly line: Line;
  readonly history: History;
  /** To buy credits with, before the account is in anybody's way. */
  readonly database: () => Database;
  readonly stopped: AbortSignal;
}

/** Lives and deaths of one account after the other. */
export async function dieOn(dying: Dying): Promise<void> {
  try {
    while (!dying.stopped.aborted) await oneAccount(dying);
  } catch (thrown) {
    if (!(thrown instanceof HungUp)) dying.history.violate("no call breaks the service", String(thrown));
  } finally {
    dying.line.close();
  }
}

async function oneAccount({ line, history, database, stopped }: Dying): Promise<void> {
  const account = await register(line, "test");
  const mortal: Mortal = { ...account, advancedMs: 0, adoptions: 0, resurrections: 0, credits: 0 };
  for (let pack = 0; pack < PACKS_EACH; pack++) await buy(database, mortal.agentId);
  // Where the commit was lost sight of, more may have been bought than was counted.
  mortal.credits = parsed(await line.read("/api/house/credits", mortal.key), 200).credits;
  history.mortals.push(mortal);
  for (let life = 0; life < LIVES_EACH && !stopped.aborted; life++) {
    const id = await hatch(line, account, "housecat");
    mortal.adoptions++;
    history.acknowledged++;
    if (!(await untilDead(line, history, mortal, id))) return;
    await callBack(line, history, mortal, id);
  }
}

/** The database may be away right now: then again. */
async function buy(database: () => Database, agentId: string): Promise<void> {
  for (;;) {
    try {
      await buyCredits(database(), agentId, "1000");
      return;
    } catch {
      await sleep(200);
    }
  }
}

async function untilDead(line: Line, history: History, mortal: Mortal, id: string): Promise<boolean> {
  for (let step = 0; step < STEPS; step++) {
    const body = { advance_hours: STEP_HOURS };
    const moved = await line.write({ path: "/api/house/clock", body, apiKey: mortal.key });
    if (moved.status === 400) return false;
    parsed(moved, 200);
    mortal.advancedMs += STEP_HOURS * HOUR_MS;
    history.acknowledged++;
    await sleep(WORKER_FIRST_MS);
    const status = await line.read(`/api/house/status?creature_id=${id}`, mortal.key);
    if (status.status !== 200) {
      history.violate("no call breaks the service", `status was answered with ${status.status}: ${status.body}`);
      return false;
    }
    if (JSON.parse(status.body).creature.alive === false) return true;
  }
  return false;
}

/** Debit and return are one: the answer says what is left. */
async function callBack(line: Line, history: History, mortal: Mortal, id: string): Promise<void> {
  const answer = await line.write({ path: "/api/house/resurrect", body: { creature_id: id }, apiKey: mortal.key });
  if (answer.status === 402) return;
  if (answer.status !== 200) {
    history.violate("no call breaks the service", `resurrect was answered with ${answer.status}: ${answer.body}`);
    return;
  }
  const { credits_spent: spent, credits_remaining: left } = JSON.parse(answer.body);
  if (left !== mortal.credits - spent) {
    history.violate("balances are chained", `${mortal.agentId}: ${mortal.credits} - ${spent} became ${left}`);
  }
  mortal.credits = left;
  mortal.resurrections++;
  history.acknowledged++;
}
