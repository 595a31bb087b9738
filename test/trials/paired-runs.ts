// Two runs of one seed, and whether the rules have made their lives differ.
import { expect } from "vitest";
import { STATS } from "@denkeeper/rules/creature/creature.ts";
import { roundShown } from "@denkeeper/rules/creature/visibility.ts";
import { shownAt } from "@denkeeper/rules/life/shown.ts";
import { presentCreature } from "../../src/app/life/amnesty.ts";
import { listLog } from "../lives/log.ts";
import { listLiving } from "../../src/store/creatures/creatures.ts";
import { freshAddress, type Answer, type House } from "../harness.ts";

export interface TrialRun {
  readonly id: string;
  readonly key: string;
  readonly startsAt: string;
  /** Calls with the run's key, from an address that nobody else calls from. */
  readonly call: (
    method: string,
    path: string,
    body?: unknown,
    headers?: Readonly<Record<string, string>>,
  ) => Promise<Answer>;
}

/** A practice run of a new account. */
export async function startRun(house: House, scenario: string, practice: number): Promise<TrialRun> {
  const entry = await house.register();
  const { status, json, text } = await entry.call("POST", "/api/trials", { scenario, practice });
  expect(status, text).toBe(201);
  const key: string = json.your_token;
  const address = freshAddress();
  return {
    id: json.run.id,
    key,
    startsAt: json.starts_at,
    call: (method, path, body, headers) =>
      house.call(method, path, body, { authorization: `Bearer ${key}`, ...headers }, address),
  };
}

/** All that the rules let a keeper see of a run: who lives, with which stats, and every entry of the logs. */
export async function witnessOf(house: House, runId: string, creatureIds: readonly string[]): Promise<unknown> {
  const { database } = house.app.services;
  const [run] = await database.adHoc<{ clock_at: string }>("SELECT clock_at FROM trial_runs WHERE agent_id = $1", [
    runId,
  ]);
  const clock = Number(run?.clock_at);
  const lives = await listLiving(database, runId);
  const seen = lives.map((stored) => {
    const now = shownAt(presentCreature(stored, [], clock), clock);
    const stats = now.kind === "living" ? STATS.map((stat) => roundShown(now.visibility.stats[stat], 10)) : null;
    return [now.creature.id, now.kind, now.creature.stage, stats, now.kind === "living" ? now.mood : null];
  });
  const logs = await Promise.all(creatureIds.map((id) => listLog(database, runId, id)));
  const shown = logs.flat().map(({ kind, at, action, timing, effectiveness, ...row }) => {
    const stats = Object.entries(row).filter(([name]) => /_(?:before|after)$/.test(name));
    const rounded = stats.map(([name, value]) => [name, typeof value === "number" ? Math.round(10 * value) : value]);
    return [kind, at, action, timing, effectiveness, rounded];
  });
  return [clock, seen, shown];
}
