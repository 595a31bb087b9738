// The lifecycle workload: clients that move the clock of test accounts until creatures die, and resurrect them for credits.
import { HOUR_MS } from "@denkeeper/rules/time/durations.ts";
import { setTimeout as sleep } from "node:timers/promises";
import { buyCredits } from "../../../test/payers/credits.ts";
import type { Database } from "../../../src/platform/database/db.ts";
import type { History, LifecycleAccount } from "./history.ts";
import { hatch, parsed, register } from "./care.ts";
import { HungUp, type Line } from "./line.ts";

const STEP_HOURS = 40;
const STEPS = 12;
/** Gives the worker time to record a death before the client's status call does. */
const WORKER_FIRST_MS = 1_500;
const LIVES_EACH = 12;
const PACKS_EACH = 2;

export interface LifecycleWorkload {
  readonly line: Line;
  readonly history: History;
  readonly database: Database;
  readonly stopped: AbortSignal;
}

/** Plays one account after another until stopped. */
export async function runLifecycles(workload: LifecycleWorkload): Promise<void> {
  try {
    while (!workload.stopped.aborted) await runAccount(workload);
  } catch (thrown) {
    workload.history.violate(
      thrown instanceof HungUp ? "every call is answered" : "no call breaks the service",
      String(thrown),
    );
  } finally {
    workload.line.close();
  }
}

async function runAccount({ line, history, database, stopped }: LifecycleWorkload): Promise<void> {
  const registered = await register(line, "test");
  const account: LifecycleAccount = { ...registered, advancedMs: 0, adoptions: 0, resurrections: 0, credits: 0 };
  for (let pack = 0; pack < PACKS_EACH; pack++) await buy(database, account.agentId);
  // A purchase may be committed twice if its answer is lost, so the balance is read.
  account.credits = parsed(await line.read("/api/house/credits", account.key), 200).credits;
  history.lifecycleAccounts.push(account);
  for (let life = 0; life < LIVES_EACH && !stopped.aborted; life++) {
    const id = await hatch(line, account, "housecat");
    account.adoptions++;
    history.acknowledged++;
    if (!(await untilDead(line, history, account, id))) return;
    await resurrect(line, history, account, id);
  }
}

/** Repeats the purchase until the database is available. */
async function buy(database: Database, agentId: string): Promise<void> {
  for (;;) {
    try {
      await buyCredits(database, agentId, "1000");
      return;
    } catch {
      await sleep(200);
    }
  }
}

/** Moves the clock until the creature is dead. Returns false if it does not die, or the clock can move no further. */
async function untilDead(line: Line, history: History, account: LifecycleAccount, id: string): Promise<boolean> {
  for (let step = 0; step < STEPS; step++) {
    const body = { advance_hours: STEP_HOURS };
    const moved = await line.write({ path: "/api/house/clock", body, apiKey: account.key });
    if (moved.status === 400) return false;
    parsed(moved, 200);
    account.advancedMs += STEP_HOURS * HOUR_MS;
    history.acknowledged++;
    await sleep(WORKER_FIRST_MS);
    const status = await line.read(`/api/house/status?creature_id=${id}`, account.key);
    if (status.status !== 200) {
      history.violate("no call breaks the service", `status was answered with ${status.status}: ${status.body}`);
      return false;
    }
    if (JSON.parse(status.body).creature.alive === false) return true;
  }
  return false;
}

/** Resurrects a creature if the credits suffice, and compares the balance with the previous answer. */
async function resurrect(line: Line, history: History, account: LifecycleAccount, id: string): Promise<void> {
  const answer = await line.write({ path: "/api/house/resurrect", body: { creature_id: id }, apiKey: account.key });
  if (answer.status === 402) return;
  if (answer.status !== 200) {
    history.violate("no call breaks the service", `resurrect was answered with ${answer.status}: ${answer.body}`);
    return;
  }
  const { credits_spent: spent, credits_remaining: left } = JSON.parse(answer.body);
  if (left !== account.credits - spent) {
    history.violate("balances are chained", `${account.agentId}: ${account.credits} - ${spent} became ${left}`);
  }
  account.credits = left;
  account.resurrections++;
  history.acknowledged++;
}
