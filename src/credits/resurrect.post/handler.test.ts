// A resurrection and its payment happen together or not at all.
import { pino } from "pino";
import { afterAll, expect, test } from "vitest";
import { buyCredits } from "../../../test/payers/credits.ts";
import type { Database } from "../../platform/database/db.ts";
import { everyStepLeadsOn, openDen, type Den } from "../../../test/den.ts";
import { houseForFile } from "../../../test/harness.ts";
import { mount } from "../../http/server/mount.ts";
import { audit } from "../audit.ts";
import type { ChargeRequest, Rail } from "../../model/ledger/rail.ts";
import { listen } from "../../http/server/server.ts";
import { ENDPOINTS } from "../../endpoints.ts";

const house = await houseForFile({ env: { RATE_LIMIT_FACTOR: "1000" } });
const { database } = house.app.services;
const PATH = "/api/house/resurrect";

async function rows<Row extends object>(text: string, values: readonly unknown[] = []): Promise<Row[]> {
  return database.adHoc<Row>(text, values);
}

/** A house with a creature that died of neglect. `noticed` means that its keeper has checked since. */
async function bereaved({ noticed = true, species = "housecat" } = {}): Promise<{ den: Den; id: string }> {
  const den = await openDen(house);
  const id = await den.hatched({ species_slug: species });
  await den.advance(60);
  if (noticed) expect((await den.status(id)).json.creature.alive).toBe(false);
  return { den, id };
}

async function creditsOf(den: Den): Promise<number> {
  return (await den.call("GET", "/api/house/credits")).json.credits;
}

test("BACK-5: debit, resurrection and gravestone mark happen in one transaction", async () => {
  const { den, id } = await bereaved();
  await buyCredits(database, den.id, "500");
  const before = await den.call("GET", "/api/house/graveyard");
  expect(before.json.gravestones).toMatchObject([{ resurrected: false }]);
  const [stored] = await rows<{ personality: string[] }>("SELECT personality FROM creatures WHERE creature_id = $1", [
    id,
  ]);
  const back = await den.call("POST", PATH, { creature_id: id });
  expect(back.status, back.text).toBe(200);
  expect(back.json).toMatchObject({
    success: true,
    creature: {
      name: "Pip",
      stage: "child",
      resurrection_number: 1,
      stats: { hunger: 50, happiness: 50, health: 50, trust: 30, discipline: 50 },
    },
    credits_spent: 100,
    credits_remaining: 400,
    next_resurrection_cost: 500,
  });
  expect(await creditsOf(den)).toBe(400);
  const { text: events } = await den.call("GET", "/api/house/events");
  expect(events).toContain("500 credits added (purchase). Balance afterward: 500.");
  expect(events).toContain("100 credits deducted (resurrection). Balance afterward: 400.");
  const after = await den.call("GET", "/api/house/graveyard");
  expect(after.json.gravestones).toMatchObject([{ id: before.json.gravestones[0].id, resurrected: true }]);
  const alive = await den.status(id);
  expect(alive.json.creature).toMatchObject({ alive: true, stage: "child", hours_since_fed: 0, trust: 30 });
  const traits: string[] = alive.json.creature.personality_traits;
  expect(traits.slice(0, -1)).toEqual(stored?.personality);
  expect(alive.json.creature.death_clock).toMatchObject({ threshold_hours: 36, hours_without_care: 0 });
  const log = await rows("SELECT kind FROM care_log WHERE creature_id = $1 ORDER BY version", [id]);
  expect(log.at(-1)).toEqual({ kind: "resurrect" });
  const again = await den.call("POST", PATH, { creature_id: id });
  expect([again.status, again.json.error]).toEqual([400, "This creature is still alive"]);
  expect((await audit(database)).wrong).toEqual([]);
});

test("an unrecorded death is recorded and reversed in the same call", async () => {
  const { den, id } = await bereaved({ noticed: false });
  await buyCredits(database, den.id, "100");
  const back = await den.call("POST", PATH, { id });
  expect(back.status, back.text).toBe(200);
  expect((await den.call("GET", "/api/house/graveyard")).json.gravestones).toMatchObject([{ resurrected: true }]);
});

test("BACK-5: a full house still has room for a resurrected creature", async () => {
  const { den, id } = await bereaved();
  await buyCredits(database, den.id, "100");
  for (let count = 0; count < 50; count++) await den.adopt();
  expect((await den.call("POST", "/api/house/adopt", { name: "Pip" })).status).toBe(400);
  expect((await den.call("POST", PATH, { id })).status).toBe(200);
  expect((await den.status(id)).json.other_creatures).toHaveLength(50);
});

test("a second resurrection costs five times as much and adds a gravestone", async () => {
  const { den, id } = await bereaved();
  await buyCredits(database, den.id, "1000");
  await den.call("POST", PATH, { id });
  await den.advance(60);
  const dead = await den.status(id);
  expect(dead.json.resurrection).toMatchObject({ possible: true, cost: 500 });
  const offered = dead.json.next_steps.find(({ endpoint }: { endpoint: string }) => endpoint === PATH);
  const back = await den.call("POST", offered.endpoint, offered.body);
  expect(back.json).toMatchObject({ creature: { resurrection_number: 2 }, credits_spent: 500, credits_remaining: 400 });
  const stones = (await den.call("GET", "/api/house/graveyard")).json.gravestones;
  expect(stones.map(({ resurrected }: { resurrected: boolean }) => resurrected)).toEqual([true, true]);
});

test("ineligible creatures are refused with the reason", async () => {
  const { den, id } = await bereaved();
  for (const body of [{}, { id, creature_id: id }, { id: "nobody" }]) {
    const refused = await den.call("POST", PATH, body);
    expect([refused.status, refused.json.error]).toEqual([400, "Invalid resurrection request"]);
    expect(refused.json.details.length).toBeGreaterThan(0);
  }
  const stranger = await openDen(house);
  const theirs = await stranger.call("POST", PATH, { id });
  expect([theirs.status, theirs.json.error]).toEqual([404, "Creature not found"]);
  const released = await stranger.hatched();
  await stranger.call("DELETE", "/api/house/release", { id: released });
  expect((await stranger.call("POST", PATH, { id: released })).status).toBe(404);
  const egg = await stranger.call("POST", PATH, { id: await stranger.adopt() });
  expect([egg.status, egg.json.error]).toEqual([400, "This creature is still alive"]);
  await den.advance(7 * 24);
  const late = await den.call("POST", PATH, { id });
  expect([late.status, late.json.error]).toEqual([410, "Resurrection window has closed"]);
});

test("without enough credits, the 402 shows only cost, shortfall and pack", async () => {
  const { den, id } = await bereaved();
  const refused = await den.call("POST", PATH, { id });
  expect(refused.status).toBe(402);
  expect(Object.keys(refused.json)).toEqual([
    "error",
    "code",
    "suggestion",
    "cost",
    "credits",
    "shortfall",
    "pack",
    "next_steps",
  ]);
  expect(refused.json).toMatchObject({
    error: "Insufficient credits",
    cost: 100,
    credits: 0,
    shortfall: 100,
    pack: { id: "100", credits: 100, price: "$1.00" },
  });
  for (const name of ["www-authenticate", "payment-required", "x-payment-required"]) {
    expect(refused.headers[name]).toBeUndefined();
  }
  expect(refused.json.suggestion).toContain("cannot be bought here");
  expect(refused.json.next_steps[0]).toMatchObject({ action: "credits", description: "See your credits." });
  await everyStepLeadsOn(async () => ({ call: den.call, answer: await den.call("POST", PATH, { id }) }));
  const credits = await den.call("GET", "/api/house/credits");
  expect(credits.json).toMatchObject({ credits: 0, mpp_enabled: false, x402_enabled: false });
  expect(credits.json.packs).toHaveLength(3);

  // A creature that costs more than the largest pack needs several packs.
  await rows("UPDATE creatures SET resurrections = 2 WHERE creature_id = $1", [id]);
  const dear = await den.call("POST", PATH, { id });
  expect(dear.json).toMatchObject({ cost: 2500, shortfall: 2500, pack: { id: "1000" } });
});

test("a failure after the debit reverts it, and the creature stays dead", async () => {
  const { den, id } = await bereaved();
  await buyCredits(database, den.id, "100");
  await rows(`CREATE FUNCTION fail_for_test() RETURNS trigger LANGUAGE plpgsql AS
    $$ BEGIN RAISE EXCEPTION 'injected'; END $$`);
  for (const table of ["creatures", "gravestones", "care_log", "idempotency"]) {
    const event = table === "creatures" || table === "gravestones" ? "UPDATE" : "INSERT";
    await rows(`CREATE TRIGGER fail_for_test BEFORE ${event} ON ${table} FOR EACH ROW
      WHEN (NEW.agent_id = '${den.id}') EXECUTE FUNCTION fail_for_test()`);
    const failed = await den.call("POST", PATH, { id }, { "idempotency-key": "back" });
    expect([failed.status, failed.json.error], table).toEqual([500, "Something went wrong"]);
    await rows(`DROP TRIGGER fail_for_test ON ${table}`);
    expect(await creditsOf(den), table).toBe(100);
    expect((await den.status(id)).json.creature.alive, table).toBe(false);
  }
  expect((await den.call("GET", "/api/house/graveyard")).json.gravestones).toMatchObject([{ resurrected: false }]);
  expect((await audit(database)).wrong).toEqual([]);
  const back = await den.call("POST", PATH, { id }, { "idempotency-key": "back" });
  expect(back.status, back.text).toBe(200);
  const replayed = await den.call("POST", PATH, { id }, { "idempotency-key": "back" });
  expect(replayed.headers["idempotency-replayed"]).toBe("true");
  expect(replayed.text).toBe(back.text);
  expect(await creditsOf(den)).toBe(0);
});

test.each([
  ["100", 0],
  ["500", 400],
] as const)("two concurrent calls with %s credits debit once", async (pack, left) => {
  for (const noticed of [true, false]) {
    const { den, id } = await bereaved({ noticed });
    await buyCredits(database, den.id, pack);
    const answers = await Promise.all([1, 2].map(() => den.call("POST", PATH, { id })));
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 400]);
    expect(await creditsOf(den)).toBe(left);
    const debits = await rows("SELECT FROM ledger_transactions WHERE agent_id = $1 AND kind = 'resurrection'", [
      den.id,
    ]);
    expect(debits).toHaveLength(1);
  }
});

test("a call that read a stale version reloads and retries", async () => {
  const { den, id } = await bereaved();
  await buyCredits(database, den.id, "100");
  // Changes the creature once between the call's read and its write, as another process would.
  const [{ version } = { version: 0 }] = await rows<{ version: number }>(
    "SELECT version FROM creatures WHERE creature_id = $1",
    [id],
  );
  const original = database.query.bind(database);
  let outrun = 0;
  const query: Database["query"] = async (statement, values) => {
    const found = await original(statement, values);
    if (statement.name === "find-creature" && outrun++ === 0) {
      await rows("UPDATE creatures SET version = version + 1 WHERE creature_id = $1", [id]);
    }
    return found;
  };
  Object.assign(database, { query });
  const back = await den.call("POST", PATH, { id });
  Reflect.deleteProperty(database, "query");
  expect(back.status, back.text).toBe(200);
  expect(outrun).toBe(2);
  const after = await rows("SELECT version FROM creatures WHERE creature_id = $1", [id]);
  expect(after).toEqual([{ version: version + 2 }]);
  expect(await creditsOf(den)).toBe(0);
});

/** A rail shaped like the real ones, which accepts the word "please" as payment. */
class WordRail implements Rail {
  readonly name = "mpp";
  readonly charges: ChargeRequest[] = [];

  async offer({ pack }: ChargeRequest) {
    return { fields: { mpp: { challenge: pack.id } }, headers: { "www-authenticate": `Payment id="${pack.id}"` } };
  }

  async take(charge: ChargeRequest) {
    const word = charge.sent("payment-authorization");
    if (word === undefined) return undefined;
    this.charges.push(charge);
    if (word !== "please") {
      return { kind: "refused", offer: { fields: { mpp: { problem: "wrong word" } }, headers: {} } } as const;
    }
    await buyCredits(database, charge.agent.id, charge.pack.id);
    return { kind: "credited", headers: { "payment-receipt": "thanks" } } as const;
  }
}

const rail = new WordRail();
const { fetch: answer } = mount(
  { endpoints: ENDPOINTS },
  { ...house.app.services, rails: [rail], log: pino({ level: "silent" }) },
);
const listening = await listen({ services: house.app.services, fetch: answer, close: async () => {} }, 0);
afterAll(() => listening.stop());

async function pay(
  den: Den,
  id: string,
  word?: string,
): Promise<{ response: Response; json: Record<string, unknown> }> {
  const headers = { "x-api-key": den.key, ...(word === undefined ? {} : { "payment-authorization": word }) };
  const options = { method: "POST", headers, body: JSON.stringify({ id }) };
  const response = await fetch(`http://127.0.0.1:${listening.port}${PATH}`, options);
  return { response, json: (await response.json()) as Record<string, unknown> };
}

test("an enabled payment method is offered, and paying resurrects the creature", async () => {
  const { den, id } = await bereaved();
  const offered = await pay(den, id);
  expect(offered.response.status).toBe(402);
  expect(offered.json).toMatchObject({ shortfall: 100, mpp: { challenge: "100" } });
  expect(offered.response.headers.get("www-authenticate")).toBe('Payment id="100"');
  const refused = await pay(den, id, "now");
  expect([refused.response.status, refused.json["mpp"]]).toEqual([402, { problem: "wrong word" }]);
  const paid = await pay(den, id, "please");
  expect(paid.response.status).toBe(200);
  expect(paid.json).toMatchObject({ credits_spent: 100, credits_remaining: 0 });
  expect(paid.response.headers.get("payment-receipt")).toBe("thanks");
  expect(rail.charges.at(-1)).toMatchObject({
    resource: `${house.app.services.config.baseUrl}${PATH}`,
    pack: { id: "100" },
  });
});

test("an insufficient payment is credited once, and the rest is requested", async () => {
  const { den, id } = await bereaved();
  await rows("UPDATE creatures SET resurrections = 2 WHERE creature_id = $1", [id]);
  const before = rail.charges.length;
  const { response, json } = await pay(den, id, "please");
  expect(response.status).toBe(402);
  expect(json).toMatchObject({ cost: 2500, credits: 1000, shortfall: 1500 });
  expect(json["suggestion"]).toContain("2 of the pack");
  expect(response.headers.get("payment-receipt")).toBe("thanks");
  expect(rail.charges.length).toBe(before + 1);
});
