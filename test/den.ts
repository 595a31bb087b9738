// A test account with the calls that scenarios need. It moves its own clock, so a life takes seconds.
import { expect } from "vitest";
import { HOUR_MS } from "@denkeeper/rules/time/durations.ts";
import { freshUsername, type Account, type Answer, type House } from "./harness.ts";

/** Upper bound for calls at one instant. A life that exceeds it is stuck. */
const PATIENCE = 40;
const LEAST_MOVE_HOURS = 0.01;

/** Returns a zone without daylight saving time in which it is `hour` o'clock now, so that tests can choose day or night. */
export function zoneAt(hour: number, now = Date.now()): string {
  const ahead = (((hour - new Date(now).getUTCHours() + 35) % 24) + 24) % 24;
  // Hours ahead of UTC, from -11 to 12.
  const offset = ahead - 11;
  return offset === 0 ? "Etc/UTC" : `Etc/GMT${offset > 0 ? "-" : "+"}${Math.abs(offset)}`;
}

/** A call that an answer suggests. */
export interface Step {
  readonly action: string;
  readonly method: string;
  readonly endpoint: string;
  readonly body?: Readonly<Record<string, unknown>>;
}

export type Call = (method: string, path: string, body?: unknown) => Promise<Answer>;

/** An answer and its caller. */
export interface Asked {
  readonly call: Call;
  readonly answer: Answer;
}

/** Returns true if a step changes nothing. A GET changes nothing, except that the first status call hatches an egg. */
function onlyReads({ method, endpoint }: Step): boolean {
  return method === "GET" && !endpoint.startsWith("/api/house/status");
}

/** Calls each step of an answer as given. After a step that changes something, asks again, so that no step affects another. */
export async function everyStepLeadsOn(ask: () => Promise<Asked>): Promise<void> {
  let asked: Asked | undefined;
  for (let index = 0, count = 1; index < count; index++) {
    const { call, answer } = (asked ??= await ask());
    const steps: Step[] = answer.json.next_steps;
    count = steps.length;
    expect(count, answer.text).toBeGreaterThan(0);
    const step = steps[index];
    if (step?.endpoint === undefined) continue;
    if (!onlyReads(step)) asked = undefined;
    const followed = await call(step.method, step.endpoint, step.body);
    expect([400, 404, 500], `${step.method} ${step.endpoint} after ${answer.text}: ${followed.text}`).not.toContain(
      followed.status,
    );
  }
}

export interface Den extends Account {
  /** House time as far as the test knows it. */
  now(): number;
  advance(hours: number): Promise<Answer>;
  /** Moves the clock to an instant unless it is already there. */
  advanceTo(at: number | string): Promise<void>;
  adopt(body?: object): Promise<string>;
  /** Adopts one creature after another, because a key may have only a few calls in progress. */
  adoptMany(count: number): Promise<readonly string[]>;
  status(id?: string): Promise<Answer>;
  care(action: string, id?: string, more?: object): Promise<Answer>;
  /** Adopts a creature and hatches it. */
  hatched(body?: object): Promise<string>;
}

/** Registers an account in whose zone it is `hour` o'clock now. */
export async function openDen(
  house: House,
  { hour = 9, ...fields }: { hour?: number; [field: string]: unknown } = {},
): Promise<Den> {
  const { now } = house.app.services;
  const account = await house.register({
    username: freshUsername("test"),
    timezone: zoneAt(hour, now()),
    ...fields,
  });
  const { call } = account;
  let movedMs = 0;
  const den: Den = {
    ...account,
    now: () => now() + movedMs,
    async advance(hours) {
      const answer = await call("POST", "/api/house/clock", { advance_hours: hours });
      expect(answer.status, answer.text).toBe(200);
      movedMs += Math.round(hours * HOUR_MS);
      return answer;
    },
    async advanceTo(at) {
      const instant = typeof at === "string" ? Date.parse(at) : at;
      for (let left = instant - den.now(); left > 0; left = instant - den.now()) {
        await den.advance(Math.min(720, Math.max(LEAST_MOVE_HOURS, left / HOUR_MS)));
      }
    },
    async adopt(body = {}) {
      const answer = await call("POST", "/api/house/adopt", { name: "Pip", species_slug: "housecat", ...body });
      expect(answer.status, answer.text).toBe(201);
      return answer.json.creature.id;
    },
    async adoptMany(count) {
      const ids: string[] = [];
      while (ids.length < count) ids.push(await den.adopt());
      return ids;
    },
    status: (id) => call("GET", `/api/house/status${id === undefined ? "" : `?creature_id=${id}`}`),
    care: (action, id, more = {}) =>
      call("POST", "/api/house/care", { action, ...(id === undefined ? {} : { creature_id: id }), ...more }),
    async hatched(body) {
      const id = await den.adopt(body);
      const answer = await den.status(id);
      expect(answer.status, answer.text).toBe(200);
      return id;
    },
  };
  return den;
}

export interface Followed {
  readonly timings: readonly string[];
  /** All status answers received. */
  readonly seen: readonly Answer[];
}

/** Follows only the advice for one creature until it is `hours` old or dead. */
export async function follow(den: Den, id: string, hours: number): Promise<Followed> {
  const timings: string[] = [];
  const seen: Answer[] = [];
  for (let stuck = 0; stuck < PATIENCE; stuck++) {
    const status = await den.status(id);
    seen.push(status);
    const { creature } = status.json;
    if (!creature.alive || creature.age_hours >= hours) return { timings, seen };
    const steps: Step[] = status.json.next_steps;
    const advised = steps.find(({ endpoint }) => endpoint === "/api/house/care");
    if (advised !== undefined) {
      const care = await den.call(advised.method, advised.endpoint, advised.body);
      expect(care.status, care.text).toBe(200);
      if (care.json.action_result.timing !== null) timings.push(care.json.action_result.timing);
      continue;
    }
    stuck = 0;
    const bornAt = den.now() - creature.age_hours * HOUR_MS;
    const wanted = Date.parse(status.json.recommended_checkin.at);
    await den.advanceTo(Math.max(den.now() + 36_000, Math.min(wanted, bornAt + hours * HOUR_MS + 36_000)));
  }
  throw new Error("the advice leads nowhere");
}
