// No statement on a hot path reads a whole table or sorts more than one agent's rows: what is sent while every endpoint
// is called, and while the sweeper works, is explained by PostgreSQL on a house with enough in it.
import { Client } from "pg";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { seed } from "../scripts/bench/seed.ts";
import { Sweeper } from "../src/jobs/sweep.ts";
import type { Account } from "./harness.ts";
import { houseForFile } from "./harness.ts";
import type { SentStatement } from "./plans.ts";
import { faultsOf, plansOf, recordStatements } from "./plans.ts";

const AGENTS = 3_000;
const DAY_MS = 86_400_000;
const house = await houseForFile({ env: { RATE_LIMIT_FACTOR: "1000" } });
const url = new URL(`/${house.database}`, inject("serverUrl")).href;
const client = new Client({ connectionString: url });
let sent: ReadonlyMap<string, SentStatement> = new Map();

/** What the seed of the bench leaves out; every partition gets its share. */
async function fillTheRest(now: number): Promise<void> {
  for (let day = 0; day <= 2; day++) {
    const start = Math.floor(now / DAY_MS + day) * DAY_MS;
    await client.query(
      `INSERT INTO care_log SELECT (jsonb_populate_record(l, jsonb_build_object('recorded_at', $1 + row_number() OVER ()))).*
        FROM care_log l WHERE l.recorded_at < $2 LIMIT 20000`,
      [start, now - 3_600_000 * 20],
    );
  }
  await client.query(
    `INSERT INTO idempotency (agent_id, key_hash, fingerprint, status, created_at)
      SELECT agent_id, sha256(int8send(n)), '', 200, ${now} FROM agents, generate_series(1::bigint, 10) AS n;
    INSERT INTO discovered_items
      SELECT agent_id, creature_id, 'feed', 'item ' || n, 'neutral', 0.5, 'none', ${now} FROM creatures,
        generate_series(1, 3) AS n;
    INSERT INTO species SELECT 'seeded_' || n, agent_id, username, 'Seeded', 'cat', 'medium', 5, 1, 1, 'Calm.', NULL, '{}',
        NULL, ${now} - n, n, true
      FROM (SELECT agent_id, username, row_number() OVER () AS n FROM agents) numbered;
    ANALYZE`,
  );
}

/** Calls that together reach every statement of the endpoints, also those of stale states and repeated calls. */
async function liveALittle(): Promise<void> {
  const keeper = await house.register({ username: "test-explained" });
  const key = { "idempotency-key": "explained" };
  await keeper.call("POST", "/api/house/adopt", { name: "Pip" }, key);
  await keeper.call("POST", "/api/house/adopt", { name: "Pip" }, key);
  const { json } = await keeper.call("GET", "/api/house/status");
  const id: string = json.creature.id;
  await keeper.call("POST", "/api/house/care", { action: "feed", item: "fish", creature_id: id });
  await keeper.call("POST", "/api/house/care", { action: "reflect", creature_id: id }, { "idempotency-key": "care" });
  for (const path of ["history", "history?format=md", "preferences", "graveyard", "clock"]) {
    await keeper.call("GET", `/api/house/${path}`);
  }
  await keeper.call("GET", `/api/house/status?creature_id=${id}`);
  await keeper.call("POST", "/api/house/clock", { advance_hours: 24 });
  await keeper.call("POST", "/api/house/clock", { advance_hours: 200 });
  await keeper.call("GET", "/api/house/status");
  await keeper.call("GET", `/api/house/status?creature_id=${id}`);
  await keeper.call("POST", "/api/house/adopt", { name: "Pop", species_slug: "seeded_1" });
  await keeper.call("POST", "/api/house/species", {
    slug: "explained",
    name: "Explained",
    family: "cat",
    personality: "Calm.",
  });
  await release(keeper);
  await keeper.call("POST", "/api/auth/rotate-key", {});
  const pages = [
    "graveyard",
    "graveyard?agent=bench-10",
    "hall",
    "species",
    "species?sort=popular",
    "species?family=cat",
  ];
  for (const path of [...pages, "species/seeded_1", "hall?category=most_consistent"]) {
    await house.call("GET", `/api/house/${path}`);
  }
  await house.call("GET", "/api/stats");
  await house.call("GET", "/api/health");
  const { database, log } = house.app.parts;
  await new Sweeper(database, Date.now, log).sweep();
}

async function release(keeper: Account): Promise<void> {
  const { json } = await keeper.call("GET", "/api/house/status");
  if (json.creature !== undefined) await keeper.call("DELETE", "/api/house/release", { creature_id: json.creature.id });
}

beforeAll(async () => {
  const now = Date.now();
  await seed({ url, agents: AGENTS, now });
  await client.connect();
  await fillTheRest(now);
  const recording = recordStatements();
  await liveALittle().finally(() => recording.stop());
  ({ sent } = recording);
}, 240_000);

afterAll(() => client.end());

/** Named here so that a journey that no longer gets there is noticed. */
const HOT = [
  "find-caller-agent",
  "find-caller-creatures",
  "find-caller-creatures-record",
  "find-creature",
  "find-gravestone",
  "find-species-profile",
  "list-board",
  "list-care",
  "list-due-creatures",
  "list-gravestones",
  "list-gravestones-of-agent",
  "list-rollups",
  "list-species-newest",
  "list-species-popular",
  "save-creature",
];

test("every hot statement is among those that were sent", () => {
  expect(HOT.filter((name) => !sent.has(name))).toEqual([]);
});

test("none of them reads a whole table or sorts more than one agent's rows", async () => {
  const faults: string[] = [];
  for (const statement of sent.values()) {
    for (const plan of await plansOf(client, statement)) {
      for (const fault of faultsOf(plan)) faults.push(`${statement.name}: ${fault}`);
    }
  }
  expect([...new Set(faults)]).toEqual([]);
}, 120_000);
