// One account with its own clock. It raises a few creatures at a time: moves the clock to the earliest recommended
// check-in, looks at that creature, and does the first care that next_steps suggests. Or it keeps a whole house by the
// documented loop: looks without a target, does what is due until nothing is, and comes back at the check-in.
import { randomBytes } from "node:crypto";
import type { z } from "zod";
import { HOUR_MS } from "@denkeeper/rules/time/durations.ts";
import type { Answer, Api } from "./api.ts";
import type { Found, Place } from "./discover.ts";
import {
  adopted,
  cared,
  clock,
  historyStats,
  houseStatus,
  registered,
  status,
  visited,
  type HouseLife,
  type Life,
  type Step,
} from "./shapes.ts";

const ADULT_HOURS = 120;
/** The smallest move that a clock makes. */
const LEAST_MOVE_HOURS = 0.01;
const LONGEST_MOVE_HOURS = 720;
/** After this many calls at one instant it waits a quarter of an hour, like anybody would. */
const PATIENCE = 40;
const PATIENCE_IN_A_HOUSE = 300;
/** One for each keeper, so that nights fall at all hours. */
const ZONES = [
  "UTC",
  "America/New_York",
  "Europe/London",
  "Asia/Kolkata",
  "Australia/Lord_Howe",
  "America/Los_Angeles",
  "Asia/Tokyo",
  "America/Sao_Paulo",
];

interface Raised {
  readonly life: Life;
  readonly look: Step;
  readonly id: string;
  nextAt: number;
  endsAt: number;
  callsNow: number;
  done: boolean;
}

export class Keeper {
  readonly #api: Api;
  readonly #found: Found;
  readonly #number: number;
  #key: string | undefined;
  #adopt: Step | undefined;
  /** How far the house's clock is ahead of ours. */
  #aheadMs = 0;

  constructor(api: Api, found: Found, number: number) {
    this.#api = api;
    this.#found = found;
    this.#number = number;
  }

  /** Null when it went well, otherwise what the service said. */
  async register(): Promise<string | null> {
    const { register, registrationFields } = this.#found;
    const username = `test-keeper-${randomBytes(5).toString("hex")}`;
    const timezone = ZONES[this.#number % ZONES.length];
    const body = { ...register.body, username, ...(registrationFields.includes("timezone") ? { timezone } : {}) };
    const answer = await this.#follow({ ...register, body });
    if (answer.status !== 201) return said(answer);
    const { your_token: key, next_steps: steps } = registered.parse(answer.json);
    this.#key = key;
    this.#adopt = steps.find(({ action }) => action === "adopt");
    return null;
  }

  /** Raises some creatures side by side, then lets them go. */
  async raise(lives: readonly Life[], done: () => void): Promise<void> {
    await this.#readClock();
    const all = await Promise.all(lives.map((life) => this.#begin(life)));
    const here = all.filter((raised) => raised !== undefined);
    for (const _ of lives.slice(here.length)) done();
    for (;;) {
      const [next] = here.filter((raised) => !raised.done).toSorted((a, b) => a.nextAt - b.nextAt);
      if (next === undefined) break;
      try {
        await this.#moveTo(next.nextAt, next.life);
        await this.#visit(next);
      } catch (thrown) {
        next.life.fault = thrown instanceof Error ? thrown.message : "it broke";
        next.done = true;
      }
      if (next.done) done();
    }
    const { release } = this.#found;
    for (const { id } of here) await this.#call(release, { creature_id: id });
  }

  /** Keeps a house for some days by the documented loop and nothing else. */
  async keep(house: HouseLife, days: number): Promise<void> {
    await this.#readClock();
    const callsBefore = this.#api.calls;
    const ids: string[] = [];
    for (const [place, slug] of house.slugs.entries()) {
      const body = { name: `Pip ${place}`, species_slug: slug };
      ids.push(read(adopted, await this.#follow({ action: "adopt", ...this.#adopt, body })).creature.id);
    }
    for (const end = this.#now() + days * 24 * HOUR_MS; this.#now() < end;) {
      house.visits++;
      await this.#moveTo(Math.min(end, await this.#visitHouse(house)));
    }
    const { history } = this.#found;
    for (const id of ids) {
      const path = `${history.path}?creature_id=${id}`;
      const { creature, stats } = read(historyStats, await this.#call({ method: history.method, path }));
      if (!creature.alive) house.deaths++;
      house.missed += stats.missed_feedings;
    }
    house.calls = this.#api.calls - callsBefore;
  }

  /** When to come back. */
  async #visitHouse(house: HouseLife): Promise<number> {
    for (let calls = 0; calls < PATIENCE_IN_A_HOUSE; calls++) {
      const seen = read(houseStatus, await this.#call(this.#found.status));
      const due = seen.next_steps.find((step) => step.due === true);
      if (due === undefined) return Date.parse(seen.recommended_checkin.at);
      for (const { timing } of read(visited, await this.#follow(due)).results) {
        if (timing !== undefined) house.feedings++;
        if (timing === "late" || timing === "missed_window") house.late++;
      }
    }
    return this.#now() + HOUR_MS / 4;
  }

  async #begin(life: Life): Promise<Raised | undefined> {
    const { slug } = life;
    const answer = await this.#follow(
      { action: "adopt", ...this.#adopt, body: { name: "Pip", species_slug: slug } },
      life,
    );
    if (answer.status !== 201) {
      life.fault = said(answer);
      return undefined;
    }
    const { creature, next_steps: steps } = adopted.parse(answer.json);
    const [look] = steps;
    if (look === undefined) throw new Error("an adoption leads nowhere");
    return { life, look, id: creature.id, nextAt: this.#now(), endsAt: Infinity, callsNow: 0, done: false };
  }

  /** One status call, and the first care that it suggests. */
  async #visit(raised: Raised): Promise<void> {
    const { life, look } = raised;
    const seen = read(status, await this.#follow(look, life));
    const { creature } = seen;
    life.stage = creature.stage;
    life.path = creature.evolution_progress?.current_path ?? null;
    if (!creature.alive) life.fault = `died of ${seen.gravestone?.cause ?? "something"} at ${creature.age_hours} h`;
    // Shown with two decimals, an age of 120 may still be a second short of it.
    if (!creature.alive || creature.age_hours > ADULT_HOURS) {
      raised.done = true;
      return;
    }
    if (raised.endsAt === Infinity) raised.endsAt = this.#now() + (ADULT_HOURS - creature.age_hours) * HOUR_MS + 60_000;
    const advised = seen.next_steps.find(({ endpoint }) => endpoint === this.#found.care.path);
    if (advised === undefined) {
      raised.callsNow = 0;
      const wanted = Date.parse(seen.recommended_checkin?.at ?? "");
      raised.nextAt = Math.min(wanted, raised.endsAt);
      return;
    }
    const { action_result: result } = read(cared, await this.#follow(advised, life));
    if (!result.success) life.refused++;
    if (result.timing !== null) life.feedings++;
    if (result.timing === "late" || result.timing === "missed_window") life.late++;
    raised.callsNow++;
    raised.nextAt = this.#now() + (raised.callsNow > PATIENCE ? HOUR_MS / 4 : 0);
  }

  #now(): number {
    return Date.now() + this.#aheadMs;
  }

  async #readClock(): Promise<void> {
    const answer = await this.#call(this.#found.readClock);
    this.#aheadMs = Date.parse(read(clock, answer).house_time) - Date.now();
  }

  async #moveTo(at: number, life?: Life): Promise<void> {
    for (let left = at - this.#now(); left > 0; left = at - this.#now()) {
      const hours = Math.min(LONGEST_MOVE_HOURS, Math.max(LEAST_MOVE_HOURS, left / HOUR_MS));
      if (life !== undefined) life.calls++;
      const answer = await this.#call(this.#found.moveClock, { advance_hours: hours });
      this.#aheadMs = Date.parse(read(clock, answer).house_time) - Date.now();
    }
  }

  async #follow(step: Step, life?: Life): Promise<Answer> {
    if (step.endpoint === undefined) throw new Error(`${step.action} leads nowhere`);
    if (life !== undefined) life.calls++;
    return this.#call({ method: step.method ?? "GET", path: step.endpoint }, step.body);
  }

  async #call({ method, path }: Place, body?: unknown): Promise<Answer> {
    return this.#api.call(method, path, body, this.#key);
  }
}

function read<Output>(shape: z.ZodType<Output>, answer: Answer): Output {
  if (answer.status >= 400) throw new Error(said(answer));
  return shape.parse(answer.json);
}

/** What an error answer says. */
function said({ status: code, json }: Answer): string {
  const told = typeof json === "object" && json !== null ? json : {};
  const error = "error" in told ? String(told.error) : "no reason given";
  const suggestion = "suggestion" in told ? ` ${String(told.suggestion)}` : "";
  return `${code} ${error}.${suggestion}`;
}
