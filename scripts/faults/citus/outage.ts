// What is good and what is not while a worker is away: calls, pages, registrations, deaths, hooks, portraits and notes of calls.
import { setTimeout as sleep } from "node:timers/promises";
import type { HookReceiver } from "../../../test/processes/hook-receiver.ts";
import type { Cluster } from "../cluster/cluster.ts";
import type { Called } from "../workload/history.ts";
import { seedMortals, type Mortal } from "./mortals.ts";
import { ask } from "./node.ts";
import { probeAgents, probePages, probeRegistrations, type Tally } from "./probe.ts";

/** How long after its instant a death is told of, after hatching a portrait is drawn, after its return a worker answers. */
export const MOST_LATE_MS = 5_000;
/** So long after a call it is in the trail. */
const NOTED_WITHIN_MS = 20_000;
const DEATH_EVERY_MS = 500;
/** So long after they were written down the first of those who are to die does. */
const SETTLED_MS = 10_000;

type Finding = readonly [what: string, result: string, isBroken?: boolean];

interface Outsides {
  readonly service: Cluster;
  readonly coordinator: string;
  readonly receiver: HookReceiver;
  /** Keepers on the other workers, and on the one that is away. */
  readonly others: readonly Called[];
  readonly victims: readonly Called[];
  readonly seconds: number;
  readonly isAway: (agentId: string) => Promise<boolean>;
}

export class Outage {
  readonly #about: Outsides;
  readonly #mortals: readonly Mortal[];
  readonly #pages: readonly string[];

  private constructor(about: Outsides, mortals: readonly Mortal[], pages: readonly string[]) {
    this.#about = about;
    this.#mortals = mortals;
    this.#pages = pages;
  }

  /** Everything public was asked for, and creatures are about to die. */
  static async prepare(about: Outsides): Promise<Outage> {
    const { service, coordinator, receiver, others, seconds } = about;
    await probePages(service, AbortSignal.abort());
    const from = Date.now() + SETTLED_MS;
    const count = Math.floor((1000 * seconds - 2 * MOST_LATE_MS) / DEATH_EVERY_MS);
    const mortals = await seedMortals(service.database, { count, from, everyMs: DEATH_EVERY_MS, url: receiver.url });
    const names = await Promise.all(
      others.map(({ agentId }) =>
        valueOf(coordinator, "SELECT username AS value FROM agents WHERE agent_id = $1", agentId),
      ),
    );
    await sleep(from - Date.now());
    return new Outage(
      about,
      mortals,
      names.flatMap((name) => [`/agents/${name}`, `/api/agents/${name}`]),
    );
  }

  async watch(): Promise<readonly Finding[]> {
    const { service, others, victims, seconds, isAway } = this.#about;
    const stopped = AbortSignal.timeout(1000 * seconds);
    const [calls, hurt, pages, own, registered] = await Promise.all([
      probeAgents(service, others, stopped),
      probeAgents(service, victims, stopped),
      probePages(service, stopped),
      probePages(service, stopped, this.#pages),
      probeRegistrations(service, isAway, stopped),
    ]);
    return [
      all("calls of agents on another worker", calls),
      ["a worker down: calls of its own agents", String(hurt)],
      all("public pages", pages),
      all("pages of agents on another worker", own),
      all("registrations on another worker", registered.works),
      all("registrations on it that are 503 with Retry-After", registered.refused),
      await this.#deaths(),
      await this.#portraits(registered.hatched),
      await this.#notes(),
    ];
  }

  /** How long it takes until all of its agents are answered. */
  async backAfter(since: number): Promise<number | undefined> {
    const { service, victims } = this.#about;
    while (performance.now() < since + 30_000) {
      const { good, bad } = await probeAgents(service, victims, AbortSignal.timeout(200));
      if (good > 0 && bad === 0) return performance.now() - since;
    }
    return undefined;
  }

  /** Of the others: a message is sent only after the death was written. */
  async #deaths(): Promise<Finding> {
    const { receiver, coordinator, isAway } = this.#about;
    const toldAt = new Map(
      receiver.received
        .filter(({ type }) => type === "creature.died")
        .map((each) => [each.creatureId, each.receivedAt]),
    );
    const lateMs: number[] = [];
    const writtenMs: number[] = [];
    const written = "SELECT min(recorded_at) AS value FROM care_log WHERE kind = 'death' AND agent_id = $1";
    for (const { agentId, creatureId, diesAt } of this.#mortals) {
      if (await isAway(agentId)) continue;
      lateMs.push((toldAt.get(creatureId) ?? Infinity) - diesAt);
      writtenMs.push(Number(await valueOf(coordinator, written, agentId)) - diesAt);
    }
    const inTime = lateMs.filter((ms) => ms <= MOST_LATE_MS).length;
    const slowest = `the slowest written after ${Math.max(...writtenMs)} and told of after ${Math.max(...lateMs)} ms`;
    const result = `${inTime} of ${lateMs.length}, ${slowest}`;
    return [
      "a worker down: deaths on another worker told of within 5 s",
      result,
      inTime < lateMs.length || inTime === 0,
    ];
  }

  async #portraits(hatched: readonly { readonly agentId: string; readonly at: number }[]): Promise<Finding> {
    const due = hatched.filter(({ at }) => at < Date.now() - MOST_LATE_MS);
    const found = await this.#valuesOf(due, "SELECT count(*) AS value FROM portraits WHERE agent_id = $1");
    return counted("creatures hatched on another worker with a portrait", found, (count) => Number(count) > 0);
  }

  async #notes(): Promise<Finding> {
    const since = Date.now() - NOTED_WITHIN_MS;
    const noted = "SELECT max(recorded_at) AS value FROM call_trail WHERE agent_id = $1";
    const found = await this.#valuesOf(this.#about.others, noted);
    return counted("agents on another worker whose calls are noted", found, (at) => Number(at) > since);
  }

  #valuesOf(agents: readonly { readonly agentId: string }[], sql: string): Promise<readonly string[]> {
    return Promise.all(agents.map(({ agentId }) => valueOf(this.#about.coordinator, sql, agentId)));
  }
}

async function valueOf(url: string, sql: string, agentId: string): Promise<string> {
  const [found] = await ask<{ value: unknown }>(url, sql, [agentId]);
  return String(found?.value);
}

function all(what: string, tally: Tally): Finding {
  return [`a worker down: ${what}`, String(tally), tally.bad > 0 || tally.good === 0];
}

function counted(what: string, values: readonly string[], isGood: (value: string) => boolean): Finding {
  const good = values.filter(isGood).length;
  return [`a worker down: ${what}`, `${good} of ${values.length}`, good < values.length || good === 0];
}
