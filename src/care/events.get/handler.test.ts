// Tests events over HTTP: each is reported once and in order by any process, and waits end when something happens.
import { expect, test, vi } from "vitest";
import { buyCredits } from "../../../test/payers/credits.ts";
import { openDen, type Den } from "../../../test/den.ts";
import { freshAddress, houseForFile, openHouse, type Answer, type House } from "../../../test/harness.ts";
import { savePortrait } from "../../model/creatures/store/portraits.ts";

const house = await houseForFile({ env: { RATE_LIMIT_FACTOR: "1000", MAX_CONCURRENT_REQUESTS: "4" } });
const { database } = house.app.services;

interface Event {
  readonly id: string;
  readonly at: string;
  readonly type: string;
}

async function pulled(den: Den, since: string | undefined, more = ""): Promise<Answer> {
  const answer = await den.call("GET", `/api/house/events?${since === undefined ? "" : `since=${since}`}${more}`);
  expect(answer.status, answer.text).toBe(200);
  return answer;
}

const typesOf = ({ json }: Answer): string[] => json.events.map(({ type }: Event) => type);

test("a life's events are reported once and in order", async () => {
  const den = await openDen(house);
  const { cursor } = (await pulled(den, undefined)).json;
  const id = await den.hatched();
  await den.advance(3);
  await den.care("feed", id);
  await buyCredits(database, den.id, "100");
  const drawn = { stage: "baby", sha256: "a".repeat(64), source: "drawn", generated_at: den.now() } as const;
  await savePortrait(database, { agent_id: den.id, creature_id: id, ...drawn }, "Pip");
  const told = await pulled(den, cursor);
  expect(typesOf(told).filter((type) => type !== "asleep" && type !== "awake")).toEqual([
    "born",
    "feeding_due",
    "credits",
    "portrait_ready",
  ]);
  const [born, , credits, portrait] = told.json.events;
  expect(born).toMatchObject({ creature: { id, name: "Pip" }, message: "Pip hatched." });
  expect(credits).toMatchObject({ creature: null, credits: 100, balance: 100 });
  expect(portrait.image_url).toContain("a".repeat(64));
  expect((await pulled(den, told.json.cursor)).json.events).toEqual([]);
  await den.advance(100);
  const later = await pulled(den, told.json.cursor);
  expect(typesOf(later)).toContain("stage_changed");
  expect(typesOf(later).at(-1)).toBe("died");
  expect((await pulled(den, later.json.cursor)).json.events).toEqual([]);
});

test("small pages contain the same events as one large page", async () => {
  const den = await openDen(house, { hour: 20 });
  const start = (await pulled(den, undefined)).json.cursor;
  for (let count = 0; count < 3; count++) await den.hatched();
  await den.advance(30);
  const whole = (await pulled(den, start, "&limit=100")).json.events.map(({ id }: Event) => id);
  const pieces: string[] = [];
  let since: string = start;
  for (let more = true; more;) {
    const { json } = await pulled(den, since, "&limit=2");
    pieces.push(...json.events.map(({ id }: Event) => id));
    since = json.cursor;
    more = json.has_more;
  }
  expect(pieces.toSorted()).toEqual(whole.toSorted());
  expect(whole.length).toBeGreaterThan(10);
});

test("a cursor newer than the house is rejected", async () => {
  const den = await openDen(house);
  const far = await den.call("GET", `/api/house/events?since=5000.${den.now()}`);
  expect(far.status).toBe(400);
  expect(far.json.error).toBe("Unknown cursor");
  expect((await den.call("GET", `/api/house/events?since=0.${den.now() + 3_600_000}`)).json.error).toBe(
    "Unknown cursor",
  );
});

test("the events call hatches no egg", async () => {
  const den = await openDen(house);
  const id = await den.adopt();
  await pulled(den, undefined);
  expect((await den.care("feed", id)).json.error).toBe("The egg hasn't hatched yet");
});

const WAIT_SECONDS = 30;
/** Maximum duration of a wait that an event ends. It is far below the timeout but allows for slow machines. */
const MUCH_LESS_MS = (WAIT_SECONDS * 1000) / 3;

function waiting(den: Den, since: string, at: House = house): Promise<Answer> {
  const headers = { "x-api-key": den.key };
  return at.call("GET", `/api/house/events?since=${since}&wait=${WAIT_SECONDS}`, undefined, headers);
}

/** Waits until this many long polls are open. */
async function longPollsOpen({ app }: House, count: number): Promise<void> {
  await vi.waitFor(() => expect(app.services.longPollHub.count).toBe(count), { timeout: 150_000, interval: 10 });
}

async function startOf(den: Den): Promise<string> {
  return (await pulled(den, undefined)).json.cursor;
}

test("a wait ends with another process's event and occupies no slot", async () => {
  const other = await openHouse({ beside: house, env: { RATE_LIMIT_FACTOR: "1000" } });
  try {
    const waits: { den: Den; answer: Promise<Answer> }[] = [];
    for (let count = 1; count <= 12; count++) {
      const den = await openDen(house);
      waits.push({ den, answer: waiting(den, await startOf(den)) });
      await longPollsOpen(house, count);
    }
    expect(house.app.services.concurrency.running).toBe(0);
    for (const { den } of waits) {
      const headers = { "x-api-key": den.key };
      await other.call("POST", "/api/house/adopt", { name: "Pip", species_slug: "housecat" }, headers);
      await other.call("GET", "/api/house/status", undefined, headers);
    }
    const hatchedBy = Date.now();
    for (const { answer } of waits) expect(typesOf(await answer)).toEqual(["born"]);
    expect(Date.now() - hatchedBy).toBeLessThan(MUCH_LESS_MS);
  } finally {
    await other.close();
  }
});

/** Starts a wait shortly before an instant, and returns its answer. */
async function toldAt(den: Den, instant: number): Promise<Answer> {
  const moveTo = (at: number) => den.advance((at - den.now()) / 3_600_000);
  await moveTo(instant - 60_000);
  const since = await startOf(den);
  await moveTo(instant - 1_500);
  const told = await waiting(den, since);
  expect(den.now()).toBeGreaterThanOrEqual(instant - 50);
  expect(den.now() - instant).toBeLessThan(MUCH_LESS_MS);
  return told;
}

test("a due meal and a death are reported when they happen", async () => {
  const den = await openDen(house);
  const id = await den.hatched();
  const due = Date.parse((await den.status(id)).json.creature.next_feeding_window);
  const told = await toldAt(den, due);
  expect(typesOf(told)).toEqual(["feeding_due"]);
  const dies = Date.parse((await den.status(id)).json.creature.death_clock.dies_at);
  const death = await toldAt(den, dies);
  expect(typesOf(death)).toEqual(["died"]);
  expect(death.json.events[0].at).toBe(new Date(dies).toISOString());
});

test("moving the house clock ends a wait", async () => {
  const den = await openDen(house);
  await den.hatched();
  const answer = waiting(den, await startOf(den));
  await longPollsOpen(house, 1);
  await den.advance(3);
  expect(typesOf(await answer)).toContain("feeding_due");
});

test("an agent's newest wait replaces earlier ones, even across processes", async () => {
  const other = await openHouse({ beside: house, env: { RATE_LIMIT_FACTOR: "1000" } });
  try {
    const den = await openDen(house);
    const since = await startOf(den);
    const first = waiting(den, since);
    await longPollsOpen(house, 1);
    const second = waiting(den, since);
    expect((await first).json.events).toEqual([]);
    await longPollsOpen(house, 1);
    const third = waiting(den, since, other);
    expect((await second).json.events).toEqual([]);
    await den.hatched();
    expect(typesOf(await third)).toEqual(["born"]);
  } finally {
    await other.close();
  }
});

test("a stopping process answers its waits, and the next process continues", async () => {
  const stopping = await openHouse({ beside: house, env: { RATE_LIMIT_FACTOR: "1000" } });
  const den = await openDen(house);
  const since = await startOf(den);
  const answer = waiting(den, since, stopping);
  await longPollsOpen(stopping, 1);
  const asked = Date.now();
  await stopping.close();
  const { json, status } = await answer;
  expect([status, json.events]).toEqual([200, []]);
  expect(Date.now() - asked).toBeLessThan(MUCH_LESS_MS);
  await den.hatched();
  expect(typesOf(await pulled(den, json.cursor))).toEqual(["born"]);
});

test("paging never loses events of the same instant", async () => {
  const den = await openDen(house);
  const { cursor } = (await pulled(den, undefined)).json;
  const [first, second] = [await den.hatched({ name: "Ada" }), await den.hatched({ name: "Bob" })];
  await den.advance(1);
  // Simulates the rows that are recorded when two creatures become due on waking and are then cared for.
  const at = den.now() - 600_000;
  for (const id of [first, second]) {
    const text = `INSERT INTO passed_events (agent_id, at, creature_id, type, creature_name, recorded_at)
      VALUES ($1, $2, $3, 'feeding_due', 'x', $2)`;
    await database.adHoc(text, [den.id, at, id]);
  }
  const heard: string[] = [];
  let since: string = cursor;
  for (let page = 0; page < 20; page++) {
    const { json } = await pulled(den, since, "&limit=1");
    heard.push(...json.events.filter(({ type }: Event) => type === "feeding_due").map(({ id }: Event) => id));
    since = json.cursor;
    if (!json.has_more) break;
  }
  expect(heard.toSorted()).toEqual([first, second].map((id) => `feeding_due-${id}-${at}`).toSorted());
});

const recover = (code: string) => house.call("POST", "/api/auth/recover", { recovery_code: code }, {}, freshAddress());

test("successful account changes are reported once, in house time", async () => {
  const den = await openDen(house);
  await den.hatched();
  await den.advance(5);
  const start = (await pulled(den, undefined)).json.cursor;
  const { sitter } = (await den.call("POST", "/api/house/sitters", { sitter_name: "Ada", hours: 1 })).json;
  const { sitter_id } = sitter;
  await den.call("DELETE", "/api/house/sitters", { sitter_id });
  expect((await den.call("DELETE", "/api/house/sitters", { sitter_id })).status).toBe(404);
  const { recovery_code } = (
    await den.call("POST", "/api/auth/recovery-code", { new_recovery_code: true, recovery_code: den.recoveryCode })
  ).json;
  expect((await recover(den.recoveryCode)).status).toBe(401);
  const rotated = (await den.call("POST", "/api/auth/rotate-key")).json;
  expect((await den.call("POST", "/api/auth/rotate-key")).status).toBe(401);
  const recovered = (await recover(recovery_code)).json;
  expect(recovered.your_token).not.toBe(rotated.your_token);
  const headers = { "x-api-key": recovered.your_token };
  const ask = (since: string) => house.call("GET", `/api/house/events?since=${since}`, undefined, headers);
  const told = await ask(start);
  expect(typesOf(told)).toEqual(["sitter_added", "sitter_revoked", "recovery_code_made", "key_rotated", "recovered"]);
  for (const { at, creature } of told.json.events) {
    expect(creature).toBeNull();
    expect(Math.abs(Date.parse(at) - den.now())).toBeLessThan(60_000);
  }
  expect(told.json.events.map((event: { sitter?: string }) => event.sitter).slice(0, 3)).toEqual([
    "Ada",
    "Ada",
    undefined,
  ]);
  expect((await ask(told.json.cursor)).json.events).toEqual([]);
  const account = await house.call("GET", "/api/auth/account", undefined, headers);
  expect(account.json.events.map(({ kind }: { kind: string }) => kind)).toEqual(typesOf(told).toReversed());
});

test("concurrent changes leave no gaps in event numbers", async () => {
  const den = await openDen(house);
  await den.hatched();
  const start = (await pulled(den, undefined)).json.cursor;
  const body = { sitter_name: "Ada", hours: 1 };
  await Promise.all([
    ...Array.from({ length: 8 }, () => den.call("POST", "/api/house/sitters", body)),
    den.call("POST", "/api/auth/recovery-code", { new_recovery_code: true, recovery_code: den.recoveryCode }),
    buyCredits(database, den.id, "100"),
  ]);
  const { json } = await pulled(den, start);
  const [first = 0] = start.split(".").map(Number);
  expect(json.events.map(({ id }: Event) => id).toSorted()).toEqual(
    Array.from({ length: 10 }, (_, index) => `n${first + 1 + index}`).toSorted(),
  );
});

test("status reports an account recovery to a keeper who was away", async () => {
  const den = await openDen(house);
  await den.hatched();
  await den.advance(1);
  const { your_token: key } = (await recover(den.recoveryCode)).json;
  const { json } = await house.call("GET", "/api/house/status", undefined, { "x-api-key": key });
  const happened: readonly Event[] = json.while_you_were_away.happened;
  expect(happened.map(({ type }) => type)).toContain("recovered");
});

test("adding a sitter ends a wait, and so does a recovery", async () => {
  const den = await openDen(house);
  await den.hatched();
  const since = await startOf(den);
  const told = waiting(den, since);
  await longPollsOpen(house, 1);
  await den.call("POST", "/api/house/sitters", { sitter_name: "Ada", hours: 1 });
  expect(typesOf(await told)).toEqual(["sitter_added"]);
  const answer = waiting(den, (await told).json.cursor);
  await longPollsOpen(house, 1);
  await recover(den.recoveryCode);
  expect((await answer).status).toBe(401);
});

test("an unknown event from a newer process is reported with a placeholder", async () => {
  const den = await openDen(house);
  await den.hatched();
  await den.advance(1);
  const text = `WITH numbered AS (UPDATE agents SET event_seq = event_seq + 1 WHERE agent_id = $1 RETURNING event_seq)
    INSERT INTO events (agent_id, seq, at, recorded_at, type, details)
    SELECT $1, event_seq, $2::bigint, $2::bigint, 'of_tomorrow', '{"type": "of_tomorrow"}' FROM numbered`;
  await database.adHoc(text, [den.id, den.now() - 1_000]);
  // Calls the API without the test harness, whose schema does not know this event either.
  const ask = (path: string) => fetch(`${house.url}${path}`, { headers: { "x-api-key": den.key } });
  for (const path of ["/api/house/events", "/api/house/status"]) {
    const answer = await ask(path);
    expect([answer.status, await answer.text()]).toEqual([200, expect.stringContaining("cannot be shown yet")]);
  }
});
