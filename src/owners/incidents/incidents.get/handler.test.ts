// A scripted agent gets the right incident for each failure, with the request ids of its own calls.
import { describe, expect, test } from "vitest";
import { openDen, zoneAt, type Den } from "../../../../test/den.ts";
import { houseForFile, openHouse, type Answer } from "../../../../test/harness.ts";
import { onTimeOf, type OnTime } from "../../../../test/lives/band.ts";
import { HOUR_MS, MINUTE_MS } from "@denkeeper/rules/time/durations.ts";
import { isAsleepAt, sleeperOf } from "@denkeeper/rules/time/sleep.ts";

const house = await houseForFile({ env: { RATE_LIMIT_FACTOR: "1000" } });

const windowOf = (den: Den, id: string) => onTimeOf(house, den.id, id, den.now());

const idOf = ({ headers }: Answer): string => String(headers["x-request-id"]);

async function incidentsOf(den: Den, query = "") {
  const answer = await den.call("GET", `/api/house/incidents${query}`);
  expect(answer.status, answer.text).toBe(200);
  return answer.json;
}

/** Moves past the window's end, feeds, and returns the newest incident. */
async function fedLate(den: Den, id: string, { ends }: OnTime) {
  await den.advanceTo(ends + 30 * MINUTE_MS);
  expect((await den.care("feed", id)).json.action_result.timing).toBe("late");
  const { incidents } = await incidentsOf(den);
  return incidents[0];
}

describe("causes of a late visit", () => {
  test("no call arrives", async () => {
    const den = await openDen(house);
    const hatched = await den.call("POST", "/api/house/adopt", { name: "Pip", species_slug: "housecat" });
    const { id } = hatched.json.creature;
    await den.status(id);
    const window = await windowOf(den, id);
    const late = await fedLate(den, id, window);
    expect(late).toMatchObject({
      kind: "no_call",
      outcome: "late",
      missed_windows: 0,
      creature: { id, name: "Pip", alive: true },
      window: { opens_at: new Date(window.opens).toISOString(), ends_at: new Date(window.ends).toISOString() },
      died_at: null,
      next_step: { endpoint: `/api/house/status?creature_id=${id}&view=compact` },
    });
    expect(late.message).toMatch(
      /^Pip was fed 30 min late\. .* No call with this key arrived in that time\. The last one/,
    );
    expect(late.fix).toContain("401");
  });

  test("calls are refused for a bad body", async () => {
    const den = await openDen(house);
    const id = await den.hatched();
    const window = await windowOf(den, id);
    await den.advanceTo(window.opens + 10 * MINUTE_MS);
    const first = await den.care("fed", id);
    await den.care("fed", id);
    const last = await den.care("fed", id);
    const late = await fedLate(den, id, window);
    expect(late).toMatchObject({
      kind: "refused",
      calls: [
        {
          operation: "POST /api/house/care",
          status: 400,
          code: "invalid_input",
          count: 3,
          first_request_id: idOf(first),
          last_request_id: idOf(last),
          by_sitter: false,
        },
      ],
      next_step: { body: { action: "feed", creature_id: id, dry_run: true } },
    });
    expect(late.message).toContain(`POST /api/house/care (400 invalid_input) 3 times, last at`);
    expect(late.message).toContain(idOf(last));
    expect((await den.call("POST", late.next_step.endpoint, late.next_step.body)).status).toBe(200);
  });

  test("calls are refused by a rate limit", async () => {
    const strict = await openHouse({ beside: house });
    try {
      const den = await openDen(strict);
      const id = await den.hatched();
      const window = await windowOf(den, id);
      await den.advanceTo(window.opens + 10 * MINUTE_MS);
      let refused: Answer | undefined;
      for (let count = 0; count < 100 && refused?.status !== 429; count++) {
        refused = await den.care("dance", id);
      }
      expect(refused?.status).toBe(429);
      await den.advanceTo(window.ends + 30 * MINUTE_MS);
      const { incidents } = await incidentsOf(den);
      expect(incidents[0]).toMatchObject({ kind: "refused", outcome: "late", fed_at: null });
      expect(incidents[0].calls).toContainEqual(
        expect.objectContaining({ status: 429, code: "rate_limited", last_request_id: refused && idOf(refused) }),
      );
    } finally {
      await strict.close();
    }
  });

  test("the agent checks or feeds only before the window", async () => {
    // Starts in the morning, so that all meals fall before the night.
    const den = await openDen(house, { hour: 6 });
    const id = await den.hatched();
    const window = await windowOf(den, id);
    await den.advanceTo(window.opens - 20 * MINUTE_MS);
    const early = await den.status(id);
    const late = await fedLate(den, id, window);
    expect(late).toMatchObject({ kind: "too_early", calls: [{ last_request_id: idOf(early) }] });
    expect(late.message).toMatch(/The last visit came (?:19|20) min too early/);

    const next = await windowOf(den, id);
    await den.advanceTo(next.opens - 20 * MINUTE_MS);
    const fed = await den.care("feed", id);
    expect(fed.json.action_result.timing).toBe("early");
    const moved = await windowOf(den, id);
    const again = await fedLate(den, id, moved);
    expect(again).toMatchObject({ kind: "too_early", calls: [{ last_request_id: idOf(fed) }] });
    expect(again.message).toContain("It had been fed early");
  });

  test("the agent cares for another creature", async () => {
    const den = await openDen(house);
    const id = await den.hatched({ name: "Pip" });
    const fern = await den.hatched({ name: "Fern" });
    const window = await windowOf(den, id);
    await den.advanceTo(window.opens + 30 * MINUTE_MS);
    const fed = await den.care("feed", fern);
    expect(fed.json.action_result.success).toBe(true);
    const late = await fedLate(den, id, window);
    expect(late).toMatchObject({ kind: "other_creature", creature: { id }, calls: [{ last_request_id: idOf(fed) }] });
    expect(late.message).toMatch(/Care went to Fern at .* but not to Pip\.$/);
    expect((await incidentsOf(den)).incidents).toHaveLength(1);
  });

  test("the agent comes during sleep", async () => {
    const { den, id, window, asleepAt } = await sleeping();
    await den.advanceTo(asleepAt);
    const refused = await den.care("feed", id);
    expect(refused.json.action_result.success, refused.text).toBe(false);
    const actions = ["clean", "feed"].map((action) => ({ action, creature_id: id }));
    const visited = await den.call("POST", "/api/house/visit", { actions });
    expect(visited.json.results[1].success).toBe(false);
    const late = await fedLate(den, id, await awakeAfter(den, id, window));
    expect(late).toMatchObject({
      kind: "asleep",
      calls: [
        { code: "asleep", status: 200, last_request_id: idOf(refused) },
        { code: "asleep", operation: "POST /api/house/visit", last_request_id: idOf(visited), count: 1 },
      ],
    });
    expect(late.message).toMatch(/ Care came while it slept: POST \/api\/house\/care/u);
    expect(late.fix).toContain("avoids sleep");
  });

  test("the agent only checks the status", async () => {
    const den = await openDen(house);
    const id = await den.hatched();
    const window = await windowOf(den, id);
    await den.advanceTo(window.opens + 30 * MINUTE_MS);
    await den.care("feed", id, { dry_run: true });
    await den.care("clean", id);
    const looked = await den.status(id);
    const late = await fedLate(den, id, window);
    expect(late.kind).toBe("did_not_feed");
    expect(late.calls.map((each: { last_request_id: string }) => each.last_request_id)).toContain(idOf(looked));
    expect(late.message).toMatch(
      / Its keeper came while it waited and cleaned it, but did not feed it\. The last call before the window ended was /u,
    );
  });
});

/** Adopts in new houses until a creature sleeps during its first nighttime window. */
async function sleeping(): Promise<{ den: Den; id: string; window: OnTime; asleepAt: number }> {
  for (let tries = 0; tries < 30; tries++) {
    const den = await openDen(house, { hour: 21 });
    const id = await den.hatched();
    const window = await windowOf(den, id);
    const sleeper = sleeperOf({ id, zone: zoneAt(21, house.app.services.now()) });
    for (let at = window.opens + MINUTE_MS; at < window.ends; at += 10 * MINUTE_MS) {
      if (isAsleepAt(sleeper, at)) return { den, id, window, asleepAt: at };
    }
  }
  throw new Error("no creature sleeps during its first window");
}

/** Moves the end of a window to a waking hour if it ends in sleep. */
async function awakeAfter(den: Den, id: string, window: OnTime): Promise<OnTime> {
  const sleeper = sleeperOf({ id, zone: zoneAt(21, house.app.services.now()) });
  let { ends } = window;
  while (isAsleepAt(sleeper, ends + 30 * MINUTE_MS)) ends += HOUR_MS / 4;
  expect(den.now()).toBeLessThan(ends);
  return { ...window, ends };
}

test("a death lists missed windows, refusals, and a sitter's calls", async () => {
  const den = await openDen(house);
  const id = await den.hatched();
  const { sitter_key } = (
    await den.call("POST", "/api/house/sitters", { sitter_name: "Ada", hours: 1, actions: ["play"] })
  ).json;
  const window = await windowOf(den, id);
  await den.advanceTo(window.opens + 10 * MINUTE_MS);
  const body = { action: "feed", creature_id: id };
  const refused = await house.call("POST", "/api/house/care", body, { "x-api-key": sitter_key });
  expect(refused.status).toBe(403);
  await den.advance(60);
  const unnoticed = (await incidentsOf(den)).incidents;
  await den.status(id);
  const { incidents } = await incidentsOf(den);
  expect(incidents).toEqual(unnoticed);
  expect(incidents).toHaveLength(1);
  expect(incidents[0]).toMatchObject({
    kind: "refused",
    outcome: "died",
    creature: { id, alive: false },
    fed_at: null,
    calls: [{ code: "not_for_sitters", by_sitter: true, last_request_id: idOf(refused) }],
    next_step: { endpoint: "/api/house/graveyard" },
  });
  expect(incidents[0].missed_windows).toBeGreaterThan(2);
  expect(Date.parse(incidents[0].died_at)).toBeLessThan(den.now());
});

test("a house without creatures has no incidents; pages do not overlap", async () => {
  const den = await openDen(house);
  expect(await incidentsOf(den)).toMatchObject({ incidents: [], next_before: null });
  const ids = [
    await den.hatched({ name: "Ada" }),
    await den.hatched({ name: "Bob" }),
    await den.hatched({ name: "Cy" }),
  ];
  for (let count = 0; count < 2; count++) {
    for (const id of ids) await den.care("feed", id);
    const [id = ""] = ids;
    await den.advanceTo((await windowOf(den, id)).ends + 20 * MINUTE_MS);
  }
  const namesOf = ({ incidents }: { incidents: { creature: { id: string }; window: { opens_at: string } }[] }) =>
    incidents.map(({ creature, window }) => `${creature.id} ${window.opens_at}`);
  const whole = await incidentsOf(den);
  expect(whole.incidents.length).toBeGreaterThan(3);
  const pieces: string[] = [];
  let query = "?limit=1";
  for (let page = 0; page < 20; page++) {
    const answer = await incidentsOf(den, query);
    pieces.push(...namesOf(answer));
    if (answer.next_before === null) break;
    query = `?limit=1&before=${answer.next_before}`;
  }
  expect(pieces).toEqual(namesOf(whole));
  const since = whole.incidents[0].window.opens_at;
  for (const each of (await incidentsOf(den, `?since=${since}`)).incidents) {
    expect(each.window.opens_at >= since).toBe(true);
  }
});
