// Tests the keeper's loop against the real service over a connection that can fail. The client and the house share a clock that
// advances when the client waits, so nothing sleeps.
import { describe, expect, test } from "vitest";
import { HOUR_MS } from "@denkeeper/rules/time/durations.ts";
import { openDen, type Den } from "../../../test/den.ts";
import { houseForFile } from "../../../test/harness.ts";
import { Denkeeper, DenkeeperError, type Kept, type RetryReport } from "./index.ts";

const MINUTE_MS = 60_000;
const house = await houseForFile({ env: { RATE_LIMIT_FACTOR: "1000" } });

interface Sent {
  readonly what: string;
  readonly key: string | null;
  readonly at: number;
}

/** A client whose connection fails for `cutFor` milliseconds, starting at the next visit. */
class Line {
  readonly client: Denkeeper;
  readonly sent: Sent[] = [];
  readonly waits: number[] = [];
  cutFor = 0;
  /** If true, the first visit during the cut still arrives, and only its answer is lost. */
  losesTheAnswer = false;
  #cutUntil = 0;
  #now: number;

  constructor(den: Den) {
    this.#now = den.now();
    this.client = new Denkeeper({
      url: house.url,
      key: den.key,
      now: () => this.#now,
      sleep: async (ms) => {
        this.waits.push(ms);
        this.#now += ms;
      },
      fetch: async (input, init) => {
        const what = `${init?.method} ${new URL(input instanceof Request ? input.url : input).pathname}`;
        this.sent.push({ what, key: new Headers(init?.headers).get("idempotency-key"), at: this.#now });
        if (this.#now < this.#cutUntil) throw new TypeError("cut");
        const isCutNow = this.cutFor > 0 && what === "POST /api/house/visit";
        if (isCutNow) {
          this.#cutUntil = this.#now + this.cutFor;
          this.cutFor = 0;
        }
        if (isCutNow && !this.losesTheAnswer) throw new TypeError("cut");
        await den.advanceTo(this.#now);
        const response = await fetch(input, init);
        if (isCutNow) throw new TypeError("cut");
        return response;
      },
    });
  }
}

const kindsOf = (kepts: readonly Kept[]): string[] => kepts.flatMap(({ reports }) => reports.map(({ kind }) => kind));

/** Takes `count` visits from a loop and does not request another. */
async function take(loop: AsyncIterable<Kept>, count: number, onEach: (taken: number) => void = () => {}) {
  const kepts: Kept[] = [];
  for await (const kept of loop) {
    kepts.push(kept);
    onEach(kepts.length);
    if (kepts.length === count) break;
  }
  return kepts;
}

describe("an outage of twenty minutes", () => {
  test.each([
    ["before the visit arrives", false],
    ["before its answer arrives", true],
  ])("%s: keep reports once, reuses one key, and feeds on time", async (_, losesTheAnswer) => {
    const den = await openDen(house);
    const id = await den.hatched();
    const line = new Line(den);
    line.losesTheAnswer = losesTheAnswer;
    const kepts = await take(line.client.keep(), 6, (taken) => {
      if (taken === 1) line.cutFor = 20 * MINUTE_MS;
    });
    expect(kindsOf(kepts)).toEqual(["silent"]);
    const silent = kepts.find(({ reports }) => reports.length > 0);
    expect(silent).toMatchObject({ results: [], report: null, next: kepts[0]?.next });
    expect(silent?.reports[0]?.message).toMatch(/not answered for 15 minutes: Cannot reach .+ \(unreachable\)\.$/);

    const first = line.sent.findIndex(({ what }) => what === "POST /api/house/visit");
    const after = line.sent.findIndex(({ what }, index) => index > first && what !== "POST /api/house/visit");
    const attempts = line.sent.slice(first, after);
    expect(attempts.length).toBeGreaterThan(10);
    expect(new Set(attempts.map(({ key }) => key)).size).toBe(1);

    const meals = kepts.flatMap(({ results }) => results.filter(({ action }) => action === "feed"));
    expect(meals.length).toBeGreaterThanOrEqual(4);
    expect(meals.every((meal) => "timing" in meal && meal.timing === "on_time")).toBe(true);
    const { json } = await den.status(id);
    expect(json.creature).toMatchObject({ alive: true, stage: "baby" });
    // The visit followed the answer's instant. The old answer's hours would have made it twenty minutes late.
    const [, , recovered] = kepts;
    const back = line.sent.find(({ what, at }) => what === "GET /api/house/status" && at > (attempts.at(-1)?.at ?? 0));
    expect(Math.abs((back?.at ?? 0) - Date.parse(recovered?.next?.at ?? ""))).toBeLessThan(2 * MINUTE_MS);
  });
});

/** Creates a client that receives the same answer to every call, or no answer. */
function answered(answer?: {
  readonly status: number;
  readonly body?: object;
  readonly headers?: Record<string, string>;
}) {
  const retries: RetryReport[] = [];
  let now = 0;
  const client = new Denkeeper({
    key: "dk_x",
    now: () => now,
    sleep: async (ms, signal) => {
      signal?.throwIfAborted();
      now += ms;
    },
    onRetry: (retry) => retries.push(retry),
    fetch: async () => {
      if (answer === undefined) throw new TypeError("connection refused");
      const { status, body = {}, headers = {} } = answer;
      return Response.json({ error: "No", code: "none", suggestion: "", next_steps: [], ...body }, { status, headers });
    },
  });
  return { client, retries, clock: () => now, seconds: () => retries.map(({ waitMs }) => waitMs / 1000) };
}

describe("keep's retries", () => {
  test("keep waits 5, 30, then 120 seconds and reports every 15 minutes", async () => {
    const { client, seconds, clock } = answered();
    const kepts = await take(client.keep(), 3);
    expect(kindsOf(kepts)).toEqual(["silent", "silent", "silent"]);
    expect(kepts.map(({ next }) => next)).toEqual([null, null, null]);
    const text = expect.stringContaining("for 45 minutes");
    expect(kepts[2]?.reports).toEqual([{ kind: "silent", at: new Date(0).toISOString(), message: text }]);
    expect(clock()).toBe(45 * MINUTE_MS);
    expect(seconds().slice(0, 5)).toEqual([5, 30, 120, 120, 120]);
    expect(Math.max(...seconds())).toBe(120);
    expect(await take(answered().client.keep({ patienceMs: MINUTE_MS }), 1)).toHaveLength(1);
  });

  test("keep waits for Retry-After, but at least five seconds", async () => {
    for (const [asked, waited] of [
      ["46", 46],
      ["1", 5],
      ["86400", 900],
    ] as const) {
      const { client, seconds } = answered({ status: 429, headers: { "retry-after": asked } });
      await take(client.keep(), 1);
      expect(seconds()[0]).toBe(waited);
    }
  });

  test.each([400, 401, 403])("HTTP %s ends the loop immediately", async (status) => {
    for (const body of [{}, { code: "still_running" }]) {
      const { client, retries } = answered({ status, body });
      await expect(take(client.keep(), 1)).rejects.toThrow(DenkeeperError);
      expect(retries).toEqual([]);
    }
  });

  test.each([408, 429, 500, 501, 503])("HTTP %s does not end the loop", async (status) => {
    const { client } = answered({ status });
    expect(kindsOf(await take(client.keep(), 1))).toEqual(["silent"]);
  });

  test("aborting the signal ends the loop without an error, even mid-wait", async () => {
    const leaving = new AbortController();
    const { client } = answered();
    const kepts = await take(client.keep({ signal: leaving.signal }), 9, () => leaving.abort());
    expect(kindsOf(kepts)).toEqual(["silent"]);
    expect(await take(client.keep({ signal: AbortSignal.abort() }), 1)).toEqual([]);
  });
});

test("keepOnce makes at most four visits", async () => {
  const step = { action: "visit", method: "POST", endpoint: "/api/house/visit", description: "", due: true };
  const body = { results: [{ action: "feed" }], report: null, next_steps: [{ ...step, body: { actions: [] } }] };
  const { client } = answered({ status: 200, body: { ...body, recommended_checkin: { at: "", hours_from_now: 0 } } });
  expect((await client.keepOnce()).results).toHaveLength(4);
});

test("keep waits by house time or moves the clock", async () => {
  const den = await openDen(house);
  await den.hatched();
  const line = new Line(den);
  const [first] = await take(line.client.keep(), 2);
  const waited = line.waits.reduce((sum, ms) => sum + ms, 0);
  expect(waited).toBeCloseTo((first?.next?.hours_from_now ?? 0) * HOUR_MS, 0);
  expect(Math.max(...line.waits)).toBe(30_000);
  const soon = { at: "", hours_from_now: 0 };
  const { client, clock } = answered({ status: 200, body: { results: [], report: null, recommended_checkin: soon } });
  await take(client.keep(), 2);
  expect(clock()).toBe(MINUTE_MS);

  const moving = await openDen(house);
  await moving.hatched();
  const hasty = new Line(moving);
  const kepts = await take(hasty.client.keep({ moveClock: true }), 6);
  expect(hasty.waits).toEqual([]);
  const meals = kepts.flatMap(({ results }) => results.filter(({ action }) => action === "feed"));
  expect(meals.length).toBeGreaterThanOrEqual(4);
  expect(meals.every((meal) => "timing" in meal && meal.timing === "on_time")).toBe(true);
});

describe("reports for the human", () => {
  /** A house of two creatures, in which Bea was not fed for 40 hours. */
  async function bereaved(): Promise<Line> {
    const den = await openDen(house);
    const kept = await den.hatched({ name: "Ann" });
    await den.hatched({ name: "Bea" });
    for (let meal = 0; meal < 10; meal++) {
      await den.advance(4);
      await den.care("reflect", kept);
      await den.care("feed", kept);
    }
    return new Line(den);
  }
  const deaths = (kepts: readonly Kept[]) => kindsOf(kepts).filter((kind) => kind === "died");

  test("keep reports a death once, and again if the loop was interrupted", async () => {
    const { client } = await bereaved();
    const [kept] = await take(client.keep(), 1);
    expect(kept?.report?.text).toContain("Bea died of neglect");
    expect(deaths(await take(client.keep(), 5))).toEqual(["died"]);
    expect(deaths(await take(client.keep(), 2))).toEqual([]);
  });

  test("keepOnce confirms reports only if requested", async () => {
    const { client } = await bereaved();
    expect(deaths([await client.keepOnce()])).toEqual(["died"]);
    expect(deaths([await client.keepOnce({ told: true })])).toEqual(["died"]);
    expect(await client.keepOnce()).toMatchObject({ report: null, reports: [] });
  });

  test("an empty house ends the loop without an error", async () => {
    const den = await openDen(house);
    const { client } = new Line(den);
    expect(await take(client.keep(), 2)).toEqual([{ results: [], reports: [], report: null, next: null }]);
    await den.hatched({ name: "Bea" });
    await den.advance(60);
    const lost = new Line(den).client;
    const [kept, ...more] = await take(lost.keep(), 2);
    expect(more).toEqual([]);
    expect(kept).toMatchObject({ next: null, reports: [{ kind: "empty" }] });
    // The last creature's death is reported once, in the visit that found the house empty.
    expect(kept?.reports).toHaveLength(1);
    expect(kept?.report?.text).toContain("died");
    expect(await lost.keepOnce()).toMatchObject({ next: null, reports: [] });
  });
});
