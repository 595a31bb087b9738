// Tests every endpoint against every sitter scope, using the list of contracts. An endpoint that declares nothing is closed to
// sitters.
import { describe, expect, test } from "vitest";
import { openDen, type Den } from "../../../test/den.ts";
import { houseForFile, openHouse, type Answer } from "../../../test/harness.ts";
import { CARE_ACTIONS } from "@denkeeper/rules/creature/creature.ts";
import { ENDPOINTS } from "../../endpoints.ts";
import { addressOf, type Contract } from "../contract/contract.ts";

const house = await houseForFile({ env: { RATE_LIMIT_FACTOR: "1000" } });
const other = await openHouse({ env: { RATE_LIMIT_FACTOR: "1000" }, beside: house });
const contracts = ENDPOINTS.map(({ contract }) => contract);
const KEYED = contracts.filter(({ auth }) => auth === "required" || auth === "optional");
const SPECIES = "housecat";

/** Calls that a sitter may make. A contract that opens itself to sitters must be added here. */
const OPEN: Readonly<Record<string, "reads" | "cares" | "visits">> = {
  "GET /api/house/status": "reads",
  "POST /api/house/care": "cares",
  "POST /api/house/visit": "visits",
  "GET /api/house/history": "reads",
  "GET /api/house/preferences": "reads",
  "GET /api/house/clock": "reads",
};

interface Sitting {
  readonly den: Den;
  readonly mine: string;
  readonly notMine: string;
  readonly key: string;
  readonly sitterId: string;
  readonly call: (method: string, path: string, body?: unknown, headers?: object) => Promise<Answer>;
}

/** Creates a house with two creatures. A sitter may care for one of them. */
async function sitting(scope: object = {}): Promise<Sitting> {
  const den = await openDen(house);
  const notMine = await den.hatched({ name: "Fern", species_slug: SPECIES });
  const mine = await den.hatched({ name: "Pip", species_slug: SPECIES });
  const added = await den.call("POST", "/api/house/sitters", {
    sitter_name: "Ada",
    hours: 2,
    creature_ids: [mine],
    ...scope,
  });
  expect(added.status, added.text).toBe(201);
  const key: string = added.json.sitter_key;
  return {
    den,
    mine,
    notMine,
    key,
    sitterId: added.json.sitter.sitter_id,
    call: (method, path, body, headers = {}) =>
      house.call(method, path, body, { authorization: `Bearer ${key}`, ...headers }),
  };
}

function exampleFor(contract: Contract, creatureId: string, action?: string) {
  const { example, body, method } = contract;
  const fill = (values: object = {}) => ({ ...values, ...(takesTarget(contract) ? { creature_id: creatureId } : {}) });
  return {
    address: { params: example?.params, query: method === "GET" ? fill(example?.query) : example?.query },
    body: body === undefined ? undefined : { ...fill(example?.body), ...(action === undefined ? {} : { action }) },
  };
}

/** Returns whether the call's input names a creature. */
function takesTarget({ method, query, body }: Contract): boolean {
  const place = method === "GET" ? query : body;
  return place !== undefined && "creature_id" in shapeOf(place);
}

function shapeOf(schema: NonNullable<Contract["query"] | Contract["body"]>): object {
  return "shape" in schema ? schema.shape : {};
}

test("only the intended calls are open to sitters", () => {
  const declared = contracts.flatMap(({ method, path, sitter }) =>
    sitter === undefined ? [] : [[`${method} ${path}`, sitter]],
  );
  expect(Object.fromEntries(declared)).toEqual(OPEN);
});

describe.each(KEYED.map((contract) => [`${contract.method} ${contract.path}`, contract] as const))(
  "%s",
  (name, contract) => {
    const { method } = contract;
    const ask = (who: Sitting, creatureId: string, action?: string) => {
      const { address, body } = exampleFor(contract, creatureId, action);
      return who.call(method, addressOf(contract, address), body);
    };
    const open = OPEN[name];

    if (open === undefined) {
      test("a sitter is refused", async () => {
        const who = await sitting();
        const answer = await ask(who, who.mine);
        expect([answer.status, answer.json.error]).toEqual([403, "Your key does not allow this call"]);
        expect(answer.json.sitting_for).toEqual({ creature_ids: [who.mine], actions: [...CARE_ACTIONS] });
      });
      return;
    }

    test("a sitter key reaches only its own creatures", async () => {
      const who = await sitting();
      const answer = await ask(who, who.mine);
      expect(answer.status, answer.text).toBe(contract.status);
      expect(answer.text).not.toContain(who.notMine);
      expect(answer.text).not.toContain("Fern");
      if (!takesTarget(contract)) return;
      expect((await ask(who, who.notMine)).status).toBe(403);
      const { query, body } = contract.example ?? {};
      const untold = await who.call(method, addressOf(contract, { query }), body);
      expect(untold.status, untold.text).toBe(contract.status);
      expect(untold.text).not.toContain("Fern");
    });

    test("expired and tampered sitter keys are refused", async () => {
      const who = await sitting();
      const soon = "UPDATE sitter_keys SET expires_at = $2 WHERE sitter_id = $1";
      await house.app.services.database.adHoc(soon, [who.sitterId, Date.now()]);
      expect((await ask(who, who.mine)).status).toBe(401);
      const asOwner = { authorization: `Bearer ${who.key.replace("dks_", "dk_")}` };
      expect((await who.call(method, addressOf(contract, {}), undefined, asOwner)).status).toBe(401);
    });

    if (open === "cares") {
      test.each(CARE_ACTIONS)("a key for %s alone allows no other action", async (allowed) => {
        const who = await sitting({ actions: [allowed] });
        for (const action of CARE_ACTIONS) {
          expect((await ask(who, who.mine, action)).status, action).toBe(action === allowed ? 200 : 403);
        }
      });
    }
  },
);

test("every answer to a sitter names its keeper and end date", async () => {
  const who = await sitting();
  const sittingFor = { keeper: who.den.username, until: expect.any(String) };
  const body = { actions: [{ creature_id: who.mine, action: "reflect" }] };
  const headers = { "idempotency-key": "sitters-own" };
  const answers = [
    await who.call("GET", "/api/house/status"),
    await who.call("GET", "/api/house/status?view=compact"),
    await who.call("POST", "/api/house/visit", body),
    await who.call("POST", "/api/house/care", { action: "reflect" }, headers),
    await who.call("POST", "/api/house/care", { action: "reflect" }, headers),
  ];
  for (const { json, text } of answers) expect(json.sitting_for, text).toEqual(sittingFor);
  const hoursLeft = (Date.parse(answers[0]?.json.sitting_for.until) - Date.now()) / 3_600_000;
  expect(hoursLeft).toBeCloseTo(2, 1);
  expect((await who.den.status()).json).not.toHaveProperty("sitting_for");
  await who.den.advance(60);
  const dead = await who.call("GET", `/api/house/status?creature_id=${who.mine}`);
  expect(dead.json.message).toMatch(/^Pip is dead. Its keeper can call it back until/);
});

test("a key for several creatures requires an explicit target", async () => {
  const den = await openDen(house);
  await den.hatched();
  await den.hatched();
  const { json } = await den.call("POST", "/api/house/sitters", { sitter_name: "Ada", hours: 1 });
  const answer = await house.call("GET", "/api/house/history", undefined, { "x-api-key": json.sitter_key });
  expect(answer.status).toBe(400);
  expect(answer.json.details).toBe("creature_id is required, because your key covers several creatures.");
});

test("a revoked key stops working immediately in every process", async () => {
  const who = await sitting();
  const headers = { authorization: `Bearer ${who.key}` };
  expect((await other.call("GET", "/api/house/status", undefined, headers)).status).toBe(200);
  const revoked = await who.den.call("DELETE", "/api/house/sitters", { sitter_id: who.sitterId });
  expect(revoked.status).toBe(200);
  expect((await other.call("GET", "/api/house/status", undefined, headers)).status).toBe(401);
  expect((await who.call("GET", "/api/house/status")).status).toBe(401);
  expect((await who.den.call("DELETE", "/api/house/sitters", { sitter_id: who.sitterId })).status).toBe(404);
  await other.close();
});

test("no care is stored after a revocation, even during concurrent calls", async () => {
  const who = await sitting();
  const cares = Array.from({ length: 20 }, () =>
    who.call("POST", "/api/house/care", { action: "reflect", creature_id: who.mine }),
  );
  const revoked = await who.den.call("DELETE", "/api/house/sitters", { sitter_id: who.sitterId });
  expect(revoked.status).toBe(200);
  const count = async () => (await who.den.call("GET", `/api/house/history?id=${who.mine}`)).json.care_log.length;
  const atOnce: number = await count();
  const answers = await Promise.all(cares);
  for (const { status } of answers) expect([200, 401]).toContain(status);
  expect(await count()).toBe(atOnce);
});

test("the care log names sitters, whose answers omit forbidden steps", async () => {
  const who = await sitting();
  await who.call("POST", "/api/house/care", { action: "play", creature_id: who.mine });
  await who.den.care("reflect", who.mine);
  const { care_log: log } = (await who.den.call("GET", `/api/house/history?id=${who.mine}`)).json;
  expect(log.map(({ action, sitter }: Record<string, string>) => [action, sitter])).toEqual([
    ["reflect", undefined],
    ["play", "Ada"],
  ]);
  await who.den.advance(25);
  const seen = await who.call("GET", "/api/house/status");
  expect(seen.json.creature.stage).toBe("child");
  expect(seen.json.milestone).toBeUndefined();
  for (const { endpoint } of seen.json.next_steps) {
    expect(Object.keys(OPEN).some((open) => open.endsWith(endpoint.split("?")[0]))).toBe(true);
  }
  expect((await who.den.status(who.mine)).json.milestone.stage).toBe("child");
});

test("a forecast hides from sitters what the species hides", async () => {
  const den = await openDen(house);
  const id = await den.hatched({ species_slug: "hedgehog" });
  const { json } = await den.call("POST", "/api/house/sitters", { sitter_name: "Ada", hours: 1 });
  const headers = { authorization: `Bearer ${json.sitter_key}` };
  const answer = await house.call("GET", `/api/house/status?forecast_hours=2&creature_id=${id}`, undefined, headers);
  expect(answer.status, answer.text).toBe(200);
  const hidden = { hunger: null, happiness: null, health: null, trust: null };
  for (const piece of answer.json.forecast) expect(piece).toMatchObject({ start: hidden, end: hidden });
});

test("a sitter receives only steps that its key allows, even in errors", async () => {
  const who = await sitting({ actions: ["reflect"] });
  await who.den.advance(3);
  const stepsOf = async (path: string): Promise<readonly { endpoint: string; body?: { action: string } }[]> =>
    (await who.call("GET", path)).json.next_steps;
  const advised = (steps: Awaited<ReturnType<typeof stepsOf>>) => steps.flatMap(({ body }) => body?.action ?? []);
  const path = "/api/house/status";
  expect(advised((await who.den.call("GET", path)).json.next_steps)).not.toEqual([]);
  expect(advised(await stepsOf(path))).toEqual([]);
  await who.den.advance(60);
  const nobody = await who.call("GET", path);
  expect(nobody.status).toBe(404);
  expect(nobody.json.suggestion).toMatch(/ None of the creatures this key covers is alive\.$/);
  const dead = `/api/house/status?creature_id=${who.mine}`;
  expect(nobody.json.next_steps.map(({ endpoint }: { endpoint: string }) => endpoint)).toEqual([dead]);
});

test.each(["full", "compact"])(
  "a sitter without an allowed due action is referred to its keeper (%s)",
  async (view) => {
    const den = await openDen(house);
    const id = await den.hatched({ name: "Pip", species_slug: "housecat" });
    const scope = { sitter_name: "Ada", hours: 24, creature_ids: [id], actions: ["discipline"] };
    const added = await den.call("POST", "/api/house/sitters", scope);
    await den.advance(5);
    const headers = { authorization: `Bearer ${added.json.sitter_key}` };
    const { json } = await house.call("GET", `/api/house/status?view=${view}`, undefined, headers);
    const told = /Your key does not allow what is due now \([a-z, ]*feed[a-z, ]*\)\. Only \S+ can do it\./;
    expect(json.recommended_checkin.reason).toMatch(told);
    expect(json.next_steps[0]).toMatchObject({
      endpoint: "/api/house/status?view=compact",
      description: expect.stringMatching(told),
    });
    expect(json.next_steps.filter(({ due }: { due?: boolean }) => due)).toEqual([]);
    expect(JSON.stringify(json.next_steps)).not.toContain("Check again");
    const keepers = await den.call("GET", "/api/house/status?view=compact");
    expect(keepers.json.recommended_checkin.reason).not.toContain("key");
  },
);

test("an agent's sitter keys share one rate limit, separate from the keeper's", async () => {
  const strict = await openHouse();
  try {
    const den = await openDen(strict);
    await den.hatched();
    const keys: string[] = [];
    for (const sitter_name of ["Ada", "Ben"]) {
      keys.push((await den.call("POST", "/api/house/sitters", { sitter_name, hours: 1 })).json.sitter_key);
    }
    const read = (key = "") => strict.call("GET", "/api/house/clock", undefined, { authorization: `Bearer ${key}` });
    for (let count = 0; count < 60; count++) expect((await read(keys[count % 2])).status).toBe(200);
    for (const key of keys) expect((await read(key)).status).toBe(429);
    expect((await den.call("GET", "/api/house/clock")).status).toBe(200);
  } finally {
    await strict.close();
  }
});

describe("Idempotency-Keys of sitters", () => {
  const key = { "idempotency-key": "visit" };
  const body = { action: "reflect", notes: "for my eyes only" };

  test("an Idempotency-Key belongs to one sitter key", async () => {
    const who = await sitting();
    const { json: ben } = await who.den.call("POST", "/api/house/sitters", {
      sitter_name: "Ben",
      hours: 1,
      creature_ids: [who.notMine],
    });
    const keepers = await who.den.call("POST", "/api/house/care", { ...body, creature_id: who.notMine }, key);
    const adas = await who.call("POST", "/api/house/care", body, key);
    const bens = await house.call("POST", "/api/house/care", body, { "x-api-key": ben.sitter_key, ...key });
    for (const answer of [keepers, adas, bens]) {
      expect(answer.status, answer.text).toBe(200);
      expect(answer.headers["idempotency-replayed"]).toBeUndefined();
    }
    expect(adas.json.creature.name).toBe("Pip");
    expect(bens.json.creature.name).toBe("Fern");
    expect(adas.text).not.toContain("Fern");
    const log = async (id: string) => (await who.den.call("GET", `/api/house/history?id=${id}`)).json.care_log.length;
    expect([await log(who.mine), await log(who.notMine)]).toEqual([1, 2]);
  });

  test("a keeper's Idempotency-Key works for all its keys, even after rotation", async () => {
    const den = await openDen(house);
    const id = await den.hatched();
    const first = await den.call("POST", "/api/house/care", { ...body, creature_id: id }, key);
    const { json } = await den.call("POST", "/api/auth/rotate-key");
    const headers = { "x-api-key": json.your_token, ...key };
    const again = await house.call("POST", "/api/house/care", { ...body, creature_id: id }, headers);
    expect([again.headers["idempotency-replayed"], again.text]).toEqual(["true", first.text]);
  });

  test("a replay repeats a sitter's answer byte for byte", async () => {
    const who = await sitting({ actions: ["reflect"] });
    const ask = () => who.call("POST", "/api/house/care", body, key);
    const first = await ask();
    const again = await ask();
    expect([again.headers["idempotency-replayed"], again.text]).toEqual(["true", first.text]);
    for (const { endpoint, body: step } of again.json.next_steps) {
      expect(
        Object.keys(OPEN).some((open) => open.endsWith(endpoint.split("?")[0])),
        endpoint,
      ).toBe(true);
      expect(step?.action ?? "reflect").toBe("reflect");
    }
  });

  test("dry runs, refusals, and errors are not stored and can be retried", async () => {
    const den = await openDen(house);
    const id = await den.hatched({ species_slug: "jackrabbit" });
    const ask = (more: object) => den.call("POST", "/api/house/care", { creature_id: id, ...more }, key);
    expect((await ask({ action: "feed", dry_run: true })).json.dry_run).toBe(true);
    expect((await ask({ action: "nothing" })).status).toBe(400);
    const refused = await ask({ action: "feed" });
    expect(refused.json.action_result.success).toBe(false);
    await den.care("play", id);
    const done = await ask({ action: "feed" });
    expect(done.json.action_result.success).toBe(true);
    expect(done.headers["idempotency-replayed"]).toBeUndefined();
  });
});

test("a house has at most ten sitters, even under concurrent calls", async () => {
  const den = await openDen(house);
  await den.hatched();
  const add = () => den.call("POST", "/api/house/sitters", { sitter_name: "Ada", hours: 1 });
  const answers = await Promise.all(Array.from({ length: 12 }, add));
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([
    ...Array.from({ length: 10 }, () => 201),
    409,
    409,
  ]);
  const { sitters } = (await den.call("GET", "/api/house/sitters")).json;
  expect(sitters).toHaveLength(10);
  await den.call("DELETE", "/api/house/sitters", { sitter_id: sitters[0].sitter_id });
  expect((await add()).status).toBe(201);
});

test("a lost sitter key can be requested again until its first use", async () => {
  const den = await openDen(house);
  await den.hatched();
  const headers = { "idempotency-key": "a-key-of-at-least-thirty-two-characters" };
  const body = { sitter_name: "Ada", hours: 1 };
  const first = await den.call("POST", "/api/house/sitters", body, headers);
  expect((await den.call("POST", "/api/house/sitters", body, headers)).text).toBe(first.text);
  await house.call("GET", "/api/house/status", undefined, { "x-api-key": first.json.sitter_key });
  expect((await den.call("POST", "/api/house/sitters", body, headers)).status).toBe(409);
});
