// The care workload: clients that call continuously, and sometimes send an answered call again.
import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import type { KeeperAccount, History } from "./history.ts";
import { HungUp, type LineAnswer, type Line } from "./line.ts";

const ACTIONS = ["feed", "play", "clean", "reflect"] as const;
const REPEAT_EVERY = 12;
const ITEM_EVERY = 9;
const READ_EVERY = 3;
const MORNING = 9;

/** Returns a zone without daylight saving time in which it is between 9 and 10 a.m. now. */
function morningZone(): string {
  const shifted = (((MORNING - new Date().getUTCHours() + 35) % 24) + 24) % 24;
  const offset = shifted - 11;
  return offset === 0 ? "Etc/UTC" : `Etc/GMT${offset > 0 ? "-" : "+"}${Math.abs(offset)}`;
}

type RegisteredKeeper = Omit<KeeperAccount, "creatures">;

export async function register(line: Line, prefix: string): Promise<RegisteredKeeper> {
  const username = `${prefix}-${randomUUID()}`.slice(0, 40);
  const answer = await line.write({ path: "/api/auth/register", body: { username, timezone: morningZone() } });
  const { agent, your_token: key } = parsed(answer, 201);
  return { agentId: agent.id, key };
}

/** Adopts an egg and hatches it. Returns the id of the creature. */
export async function hatch(line: Line, { key }: RegisteredKeeper, species: string): Promise<string> {
  const body = { name: "Pip", species_slug: species };
  const { creature } = parsed(await line.write({ path: "/api/house/adopt", body, apiKey: key }), 201);
  parsed(await line.read(`/api/house/status?creature_id=${creature.id}`, key), 200);
  return creature.id;
}

export async function newKeeper(line: Line, history: History, creatures: number): Promise<KeeperAccount> {
  const account = await register(line, "keeper");
  const ids: string[] = [];
  for (let number = 0; number < creatures; number++) ids.push(await hatch(line, account, "housecat"));
  const called = { ...account, creatures: ids };
  history.keepers.push(called);
  return called;
}

/** Parses an answer. Throws on an unexpected status. */
export function parsed({ status, body }: Pick<LineAnswer, "status" | "body">, wanted: number) {
  if (status !== wanted) throw new Error(`${status}: ${body}`);
  return JSON.parse(body);
}

export interface CareWorkload {
  readonly line: Line;
  readonly history: History;
  readonly keeper: KeeperAccount;
  readonly creatureId: string;
  readonly stopped: AbortSignal;
  readonly pauseMs: () => number;
}

export async function runCare({ line, history, keeper, creatureId, stopped, pauseMs }: CareWorkload): Promise<void> {
  let last: { readonly body: object; readonly answer: LineAnswer } | undefined;
  try {
    for (let turn = 0; !stopped.aborted; turn++) {
      if (turn % REPEAT_EVERY === 0 && last !== undefined) {
        await askAgain(line, history, keeper, last);
        last = undefined;
      }
      if (pauseMs() > 0) await sleep(pauseMs());
      if (turn % READ_EVERY === 0)
        parsed(await line.read(`/api/house/status?creature_id=${creatureId}`, keeper.key), 200);
      const note = randomUUID();
      const item = turn % ITEM_EVERY === 0 ? { item: `tuna ${note}` } : {};
      const action = "item" in item ? "feed" : ACTIONS[turn % ACTIONS.length];
      const body = { action, creature_id: creatureId, notes: note, ...item };
      const answer = await line.write({ path: "/api/house/care", body, apiKey: keeper.key });
      if (answer.status !== 200) {
        history.violate("no call breaks the service", `care was answered with ${answer.status}: ${answer.body}`);
        continue;
      }
      const { success, care_log_entry_id: entryId } = JSON.parse(answer.body).action_result;
      if (success !== true) continue;
      history.cared.push({ creatureId, entryId, note });
      history.acknowledged++;
      last = { body, answer };
    }
  } catch (thrown) {
    history.violate(thrown instanceof HungUp ? "every call is answered" : "no call breaks the service", String(thrown));
  } finally {
    line.close();
  }
}

async function askAgain(
  line: Line,
  history: History,
  keeper: KeeperAccount,
  { body, answer }: { readonly body: object; readonly answer: LineAnswer },
): Promise<void> {
  const again = await line.write({ path: "/api/house/care", body, apiKey: keeper.key, key: answer.key });
  history.repeats++;
  if (again.status !== answer.status || ownPart(again.body) !== ownPart(answer.body)) {
    history.violate("replies to one key are identical", `${answer.key}: ${answer.body} and then ${again.body}`);
  }
}

/** Returns an answer without the news about other agents, which a replay refreshes. */
function ownPart(body: string): string {
  const { house_activity: _activity, others: _others, ...own } = JSON.parse(body);
  return JSON.stringify(own);
}
