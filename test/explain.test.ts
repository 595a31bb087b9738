// Tests that no statement on a hot path reads a whole table or sorts more than one agent's rows. Calls every endpoint and runs
// the sweep on a sufficiently large house, and PostgreSQL explains every statement sent.
import { withFunctions } from "./statements/functions.ts";
import { DAY_MS } from "@denkeeper/rules/time/durations.ts";
import { Client } from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { seed } from "../scripts/bench/house/seed.ts";
import { makeAvatar, makePortrait } from "../src/portraits/portrait-job.ts";
import { countFigures } from "../src/community/rollups/roll-up.ts";
import { Sweeper } from "../src/model/life/sweep.ts";
import { audit } from "../src/credits/audit.ts";
import { disputePurchase, refundPurchase } from "../src/credits/purchases.ts";
import { findUsername } from "../src/model/agents/store/agents.ts";
import { SAVE_FUNCTION } from "../src/model/creatures/store/save-function.ts";
import { findClaim, savePaymentEvent } from "../src/credits/store/payments.ts";
import { findPurchase, listStalePurchases, takeStalePurchase } from "../src/credits/store/purchases.ts";
import { buyCredits } from "./payers/credits.ts";
import { SERVER_URL } from "./processes/databases.ts";
import { ADMIN_KEY, houseForFile, openHouse, type Account } from "./harness.ts";
import {
  faultsOf,
  partsOf,
  plansInside,
  plansOf,
  recordStatements,
  rowsRead,
  rowsReadBy,
  type Plan,
  type SentStatement,
} from "./plans.ts";

const AGENTS = 3_000;
/** Half of the cost at which PostgreSQL compiles a statement. A call of an agent costs some hundreds, the ledger audit 16,000. */
const MOST_COST = 50_000;
/** Maximum number of rows that a statement may read: a third of the agents, or a ninth of the creatures. */
const MOST_READ = 1_000;
/**
 * These statements may read more rows. Counts stop at the 10,000 entries that a list shows plus the few agents that are not
 * public. The audit reads 1,000 transactions with their entries.
 */
const READ_MORE = new Set(["count-public-species", "count-public-species-of-family", "list-accounts-in-ledger"]);
const house = await houseForFile({ env: { RATE_LIMIT_FACTOR: "1000" } });
const url = new URL(`/${house.database}`, SERVER_URL).href;
const client = new Client({ connectionString: url });
let sent: ReadonlyMap<string, SentStatement> = new Map();
let sentForOperator: ReadonlyMap<string, SentStatement> = new Map();

/** Fills the tables that the benchmark seed omits, and every partition of the log. */
async function fillOtherTables(now: number): Promise<void> {
  for (let day = 0; day <= 2; day++) {
    const start = Math.floor(now / DAY_MS + day) * DAY_MS;
    await client.query(
      `INSERT INTO care_log SELECT (jsonb_populate_record(l, jsonb_build_object('recorded_at', $1 + row_number() OVER ()))).*
        FROM care_log l WHERE l.recorded_at < $2 LIMIT 5000`,
      [start, now - 3_600_000 * 20],
    );
  }
  await client.query(
    `INSERT INTO idempotency (agent_id, key_hash, fingerprint, status, created_at)
      SELECT agent_id, sha256(int8send(n)), '', 200, ${now} FROM agents, generate_series(1::bigint, 10) AS n;
    INSERT INTO discovered_items
      SELECT agent_id, creature_id, 'feed', 'item ' || n, 'neutral', 0.5, 'none', ${now} FROM creatures,
        generate_series(1, 3) AS n;
    INSERT INTO purchases (agent_id, purchase_id, rail, pack, credits, amount_cents, currency, livemode, status,
        provider_ref, created_at, updated_at)
      SELECT agent_id, gen_random_uuid(), 'stripe', '100', 100, 100, 'usd', false,
        CASE WHEN n = 1 AND random() < 0.01 THEN 'opened' ELSE 'credited' END, agent_id || ':' || n, ${now}, ${now} - n
      FROM agents, generate_series(1, 3) AS n;
    INSERT INTO payment_claims SELECT rail, provider_ref, agent_id, purchase_id, created_at FROM purchases;
    INSERT INTO payment_events SELECT agent_id, rail, provider_ref, 'paid', purchase_id, 'credited', 1, created_at
      FROM purchases;
    INSERT INTO disputes SELECT agent_id, purchase_id, 'dp', 100, 'won', created_at FROM purchases;
    INSERT INTO ledger_transactions SELECT agent_id, 'purchase:' || purchase_id, 'purchase', purchase_id, created_at
      FROM purchases;
    INSERT INTO ledger_entries SELECT agent_id, key, account, amount FROM ledger_transactions,
      (VALUES ('agent', 100), ('sales', -100)) AS line (account, amount);
    INSERT INTO species SELECT 'seeded_' || n, agent_id, username, 'Seeded', 'cat', 'medium', 5, 1, 1, 'Calm.', NULL, '{}',
        NULL, ${now} - n, n, true
      FROM (SELECT agent_id, username, row_number() OVER () AS n FROM agents) numbered;
    INSERT INTO portraits
      SELECT agent_id, creature_id, drawn, repeat('0', 64), 'drawn', ${now} FROM creatures,
        unnest(ARRAY['baby', 'child', 'teen', 'adult']) AS drawn;
    INSERT INTO avatars SELECT agent_id, repeat('0', 64), ${now} FROM agents;
    INSERT INTO recovery_codes SELECT agent_id, '', ${now} FROM agents ON CONFLICT DO NOTHING;
    INSERT INTO visits SELECT agent_id, ${now} FROM agents ON CONFLICT DO NOTHING;
    INSERT INTO sitter_keys
      SELECT agent_id, sha256(int8send(n)), gen_random_uuid(), 'Ada', '{}', '{}', ${now}, ${now}
      FROM agents, generate_series(1::bigint, 3) AS n;
    INSERT INTO replaced_keys
      SELECT agent_id, sha256(int8send(n)), ${now} - n FROM agents, generate_series(1::bigint, 3) AS n;
    INSERT INTO sitter_care SELECT agent_id, creature_id, gen_random_uuid(), gen_random_uuid(), 'Ada' FROM creatures;
    INSERT INTO owner_links (agent_id, link_hash, created_at) SELECT agent_id, sha256(int8send(1)), ${now} FROM agents;
    INSERT INTO ping_links (agent_id, link_hash, created_at, runs)
      SELECT agent_id, sha256(int8send(1)), ${now},
        ARRAY(SELECT ROW(${now} - n * 1800000, ${now} - n * 1800000 + 9000, 0, 2)::said_run FROM generate_series(1, 50) AS n)
      FROM agents;
    INSERT INTO call_trail (agent_id, period_at, operation, code, creature_id, by_sitter, status, calls, first_at, last_at,
        first_request_id, last_request_id, recorded_at)
      SELECT agent_id, n, 'care', 'invalid_input', agent_id, false, 400, 1, n, n, 'a', 'a', ${now} - n
      FROM agents, generate_series(1, 20) AS n;
    INSERT INTO hooks (agent_id, hook_id, kind, events, host, sealed_target, shown_target, created_at, confirmed_at)
      SELECT agent_id, gen_random_uuid(), 'webhook', '{creature.late}', 'example.com', '', '', ${now}, ${now} FROM agents;
    INSERT INTO pulses (agent_id, last_at, look_at, every_minutes, grace_minutes)
      SELECT agent_id, ${now}, ${now} + 4500000, 30, 45 FROM agents;
    INSERT INTO hook_watches (agent_id, creature_id, next_at, watched_until, watched_seq)
      SELECT agent_id, creature_id, ${now} + 3600000, ${now}, 0 FROM creatures;
    INSERT INTO events SELECT agent_id, n, ${now}, ${now} - n, 'adopted', NULL, NULL, '{}'
      FROM agents, generate_series(1001, 1005) AS n;
    INSERT INTO passed_events SELECT agent_id, ${now} - n, creature_id, 'asleep', 'Pip', ${now} - n
      FROM creatures, generate_series(1, 3) AS n;
    INSERT INTO moderation_acts (act_id, at, act, subject, reason, operator, request_id)
      SELECT gen_random_uuid(), n, 'hide-note', 'seeded', 'seeded', 'admin', n::text FROM generate_series(1, 20000) n;
    ANALYZE`,
  );
}

/** Sends calls that together reach every statement of the endpoints, including stale states and repeated calls. */
async function callEndpoints(publicCreatureId: string): Promise<void> {
  const keeper = await house.register({ username: "test-explained" });
  const key = { "idempotency-key": "explained" };
  await keeper.call("POST", "/api/house/adopt", { name: "Pip" }, key);
  await keeper.call("POST", "/api/house/adopt", { name: "Pip" }, key);
  const { json } = await keeper.call("GET", "/api/house/status");
  const id: string = json.creature.id;
  await keeper.call("POST", "/api/house/care", { action: "feed", item: "fish", creature_id: id });
  await keeper.call("POST", "/api/house/care", { action: "reflect", creature_id: id }, { "idempotency-key": "care" });
  for (const path of ["status?view=compact", "history", "history?format=md", "preferences", "graveyard", "clock"]) {
    await keeper.call("GET", `/api/house/${path}`);
  }
  await keeper.call("GET", `/api/house/status?creature_id=${id}`);
  await keeper.call("POST", "/api/house/clock", { advance_hours: 24 });
  await keeper.call("POST", "/api/house/clock", { advance_hours: 100 });
  await keeper.call("GET", "/api/house/status");
  await keeper.call("GET", `/api/house/status?creature_id=${id}`);
  await keeper.call("POST", "/api/house/visit", { actions: [], told: 1 });
  const { database, log } = house.app.services;
  await runPaymentStatements(keeper);
  await keeper.call("POST", "/api/house/resurrect", { creature_id: id });
  await keeper.call("GET", "/api/house/credits");
  await keeper.call("POST", "/api/house/board", { creature_id: id, hours: 5 });
  await keeper.call("DELETE", "/api/house/board", { creature_id: id });
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
    "hall?assisted=false",
    "species",
    "species?sort=popular",
    "species?family=cat",
  ];
  for (const path of [...pages, "species/seeded_1", "hall?category=most_consistent"]) {
    await house.call("GET", `/api/house/${path}`);
  }
  await drawPictures(keeper, id);
  await readPublicPages(publicCreatureId);
  await house.call("GET", "/api/stats");
  await house.call("GET", "/api/health");
  await new Sweeper(database, Date.now, log).sweep();
}

/** Runs the statements for providers' payment reports and for reconciliation. */
async function runPaymentStatements({ id }: Account): Promise<void> {
  const { database } = house.app.services;
  const { purchase } = await buyCredits(database, id, "500");
  const event = { rail: "stripe", eventId: "evt_explained", type: "paid", purchase, outcome: "credited" } as const;
  await savePaymentEvent(database, event, Date.now());
  await database.withTransaction(async (tx) => {
    await refundPurchase(tx, purchase, 100, Date.now());
    await disputePurchase(tx, purchase, { ref: "dp_1", amountCents: 100, status: "won" }, Date.now());
  });
  await findPurchase(database, purchase);
  await findClaim(database, { rail: "stripe", providerRef: "cs_nobody" });
  const [stale] = await listStalePurchases(database, { status: "opened", before: Date.now(), limit: 100 });
  if (stale !== undefined) await takeStalePurchase(database, stale, Date.now());
  await findUsername(database, { agentId: id });
  await audit(database);
}

/** Runs every statement about pictures, both through their addresses and through the jobs. */
async function drawPictures(keeper: Account, creatureId: string): Promise<void> {
  const { database, pictures, now } = house.app.services;
  const studio = { database, pictures, images: undefined, now };
  await makeAvatar(studio, { agentId: keeper.id });
  await makePortrait(studio, { agentId: keeper.id, creatureId, stage: "baby" });
  for (const path of [`creatures/${creatureId}/portrait.webp`, `graves/${creatureId}/portrait.svg`, "avatar.webp"]) {
    await house.call("GET", `/agents/${keeper.username}/${path}`);
  }
  await house.call("GET", "/species/seeded_1/portrait.svg");
}

/** Creates a keeper with public pages, and the rollups that the worker would compute. Returns the keeper's creature. */
async function settlePublicKeeper(): Promise<string> {
  const { database, now } = house.app.services;
  const keeper = await house.register({ username: "explained-keeper" });
  const adopted = await keeper.call("POST", "/api/house/adopt", { name: "Pip" });
  const id: string = adopted.json.creature.id;
  await keeper.call("GET", "/api/house/status");
  await keeper.call("POST", "/api/house/care", { action: "reflect", notes: "We met.", creature_id: id });
  await countFigures(database, now);
  return id;
}

/** Calls the public reads and pages. */
async function readPublicPages(id: string): Promise<void> {
  for (const path of [
    "house/living",
    "house/living?family=cat&mood=happy&species=housecat",
    "agents/explained-keeper",
    "agents/explained-keeper/reliability",
    `agents/explained-keeper/creatures/${id}`,
    "house/species/owl",
  ]) {
    expect((await house.call("GET", `/api/${path}`)).status, path).toBe(200);
  }
  await house.call("GET", `/api/agents/explained-keeper/graves/${id}`);
  const pages = ["", "house", "hall", "graveyard", "species"];
  const ofOne = ["species/owl", "agents/explained-keeper"];
  for (const path of [...pages, ...ofOne, "hall?page=3", "graveyard?page=3", "house?family=cat"]) {
    expect((await house.call("GET", `/${path}`)).status, path).toBe(200);
  }
}

/** Calls the operator's reads, whose own tables are small in this test. */
async function readAsOperator(): Promise<void> {
  for (const path of ["analytics", "audit", "audit?format=jsonl"]) {
    const { status } = await house.call("GET", `/api/admin/${path}`, undefined, { "x-admin-key": ADMIN_KEY });
    expect(status, path).toBe(200);
  }
}

async function release(keeper: Account): Promise<void> {
  const { json } = await keeper.call("GET", "/api/house/status");
  if (json.creature !== undefined) await keeper.call("DELETE", "/api/house/release", { creature_id: json.creature.id });
}

beforeAll(async () => {
  const now = Date.now();
  await seed({ url, agents: AGENTS, now });
  await client.connect();
  const publicCreatureId = await settlePublicKeeper();
  await fillOtherTables(now);
  const recording = recordStatements();
  await callEndpoints(publicCreatureId).finally(() => recording.stop());
  ({ sent } = recording);
  const recordingOperator = recordStatements();
  await readAsOperator().finally(() => recordingOperator.stop());
  ({ sent: sentForOperator } = recordingOperator);
});

afterAll(() => client.end());

/** Statements on hot paths, listed by name so that a test fails if the calls no longer reach them. */
const HOT = [
  "find-caller-and-agent",
  "find-caller-and-album",
  "find-caller-and-creatures",
  "find-caller-and-creatures-with-record",
  "find-caller-and-house",
  "find-caller-and-visit-report",
  "find-report",
  "find-last-gone",
  "save-told",
  "save-met",
  "find-avatar-subject",
  "find-creature",
  "find-grave-of-agent",
  "find-gravestone",
  "find-subject-of-portrait",
  "find-username",
  "find-species-creator",
  "insert-ledger-transaction",
  "list-accounts-in-balances",
  "list-accounts-in-ledger",
  "list-consistent-keepers",
  "list-gravekeepers",
  "list-care-of-days",
  "list-due-creatures",
  "list-public-gravestones",
  "list-agent-gravestones",
  "list-portraits",
  "list-life-by-days",
  "list-oldest-living",
  "list-public-living",
  "list-others",
  "list-public-reflections",
  "list-reliability-lives",
  "list-reliability-log",
  "list-figures",
  "list-stale-purchases",
  "list-public-species-newest",
  "list-public-species-popular",
  "list-care-visits",
  "lock-purchase",
  "save-avatar",
  SAVE_FUNCTION.name,
  "save-stage-portrait",
  "save-stone-resurrected",
  "take-stale-purchase",
];

test("the recorded calls execute every statement listed as hot", () => {
  expect(HOT.filter((name) => !sent.has(name))).toEqual([]);
});

test("no statement reads a whole table or sorts other agents' rows", async () => {
  const faults: string[] = [];
  for (const statement of sent.values()) {
    for (const plan of await plansOf(client, statement)) {
      for (const fault of faultsOf(plan, statement.name)) faults.push(`${statement.name}: ${fault}`);
    }
  }
  expect([...new Set(faults)]).toEqual([]);
});

/**
 * Returns a call that saves a creature with everything a change can include. `versionsAway` is the difference between the expected
 * and the stored version.
 */
async function saveOfAll(versionsAway: number, name = SAVE_FUNCTION.name, more = ""): Promise<string> {
  const { rows } = await client.query<{ call: string }>(
    `SELECT format('SELECT ${name}(%L, %L, %L, %s, %L, %L, %L, %L, 0, %L, %L, %L${more})',
        c.agent_id, c.creature_id, to_jsonb(c), c.version + $1,
        (SELECT jsonb_agg(l) FROM (SELECT * FROM care_log l WHERE l.agent_id = c.agent_id LIMIT 1) l),
        (SELECT to_jsonb(g) || jsonb_build_object('agent_id', c.agent_id, 'gravestone_id', c.creature_id)
          FROM gravestones g LIMIT 1),
        (SELECT to_jsonb(d) FROM discovered_items d WHERE d.agent_id = c.agent_id LIMIT 1),
        (SELECT to_jsonb(i) || '{"key_hash": "\\\\x00"}' FROM idempotency i WHERE i.agent_id = c.agent_id LIMIT 1),
        '[{"at": 1, "type": "grown", "creature_name": "Pip", "details": {}}]',
        '[{"at": 1, "type": "asleep", "creature_name": "Pip"}]',
        jsonb_build_array(jsonb_build_object('job_id', c.creature_id, 'task', 'draw_portrait', 'payload', c.name))
      ) AS call
      FROM creatures c JOIN agents a USING (agent_id) WHERE a.username = 'bench-10' AND c.died_at IS NULL LIMIT 1`,
    [versionsAway],
  );
  return rows[0]?.call ?? "";
}

test("saving a creature reads no whole table", async () => {
  const calls = [await saveOfAll(0), await saveOfAll(1)];
  const plans: Plan[] = [];
  for (const call of calls) plans.push(...(await plansInside(client, "", call)));
  const body = withFunctions(`${SAVE_FUNCTION.name}(`);
  const named = body.matchAll(/\b(?:FROM|INTO|UPDATE) (?!STRICT|SET)([a-z_]+)\b(?!\()/g);
  const parts = plans.flatMap(partsOf);
  const seen = parts.flatMap((part) => part["Relation Name"]?.replace(/_\d+$/, "") ?? []);
  expect(new Set(seen)).toEqual(new Set([...named].map(([, table]) => table)));
  // Only a stale change deletes rows.
  expect(parts.map(({ Operation }) => Operation)).toContain("Delete");
  expect([...new Set(plans.flatMap((plan) => faultsOf(plan)))]).toEqual([]);
  expect(Math.max(...plans.map(rowsReadBy))).toBeLessThan(10);
});

test("no statement reads over 1,000 rows, with listed exceptions", async () => {
  const read: Record<string, number> = {};
  for (const statement of [...sent.values(), ...sentForOperator.values()]) {
    const rows = await rowsRead(client, statement);
    if (rows > MOST_READ && !READ_MORE.has(statement.name)) read[statement.name] = rows;
  }
  expect(read).toEqual({});
  expect([...sentForOperator.keys()]).toContain("list-audit-entries");
});

test("plans suit a new house, for which PostgreSQL has no statistics", async () => {
  const fresh = await openHouse();
  const stranger = new Client({ connectionString: new URL(`/${fresh.database}`, SERVER_URL).href });
  await stranger.connect();
  const dear: string[] = [];
  for (const statement of sent.values()) {
    for (const plan of await plansOf(stranger, statement)) {
      if (plan["Total Cost"] > MOST_COST) dear.push(`${statement.name}: ${plan["Total Cost"]}`);
    }
  }
  await stranger.end();
  await fresh.close();
  expect([...new Set(dear)]).toEqual([]);
});
