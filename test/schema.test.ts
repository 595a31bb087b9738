// Tests the schema that operators read: every enumeration equals the list in the code, each table has a description, and the
// queries of docs/operating.md answer their questions.
import { randomUUID } from "node:crypto";
import * as fc from "fast-check";
import { pino } from "pino";
import { expect, test } from "vitest";
import {
  CARE_ACTIONS,
  DEATH_CAUSES,
  EFFECTIVENESSES,
  EVOLUTION_PATHS,
  ITEM_CATEGORIES,
  STAGES,
  TIMINGS,
} from "@denkeeper/rules/creature/creature.ts";
import { HOOK_KINDS, MOST_HOOKS_BY, type DisabledReason } from "@denkeeper/rules/foresight/hook-events.ts";
import { BUILT_IN_TIERS, FAMILIES, ITEM_ACTIONS, TRUST_SPEEDS, type Tier } from "@denkeeper/rules/species/species.ts";
import { HOUR_MS } from "@denkeeper/rules/time/durations.ts";
import type { Dispute } from "../src/credits/store/payments.ts";
import type { Purchase } from "../src/credits/store/purchases.ts";
import type { LogKind } from "../src/model/creatures/store/care-log.ts";
import type { PresentCreature } from "../src/model/creatures/store/creature-change.ts";
import { PORTRAIT_STAGES } from "../src/model/creatures/store/portrait-jobs.ts";
import { ACCOUNT_EVENTS } from "../src/model/events/store/account-events.ts";
import { Sweeper } from "../src/model/life/sweep.ts";
import type { PostingKind, RailName } from "../src/model/ledger/store/ledger.ts";
import { ACTS } from "../src/model/visibility/store/audit.ts";
import { readDocument } from "./documents.ts";
import { houseForFile } from "./harness.ts";
import { arbitrarySimulation, simulated } from "./lives/simulated-life.ts";
import { hatchling, insertAgents, insertCreatures, stored } from "./lives/many-lives.ts";

const house = await houseForFile();
const { database, now } = house.app.services;

async function rows<Row extends object>(text: string, values: readonly unknown[] = []): Promise<Row[]> {
  return database.adHoc<Row>(text, values);
}

/** Lists the members of a union type. The compiler rejects a list with a missing or an unknown member. */
const namesIn = <Name extends string>(members: Readonly<Record<Name, true>>) => Object.keys(members);

const RAILS = namesIn<RailName>({ stripe: true, mpp: true, x402: true });
const ENUMERATIONS: Readonly<Record<string, readonly string[]>> = {
  "creatures.family": FAMILIES,
  "creatures.tier": [...BUILT_IN_TIERS, "community" satisfies Tier],
  "creatures.trust_speed": TRUST_SPEEDS,
  "creatures.stage": STAGES,
  "creatures.path": EVOLUTION_PATHS,
  "creatures.death_cause": DEATH_CAUSES,
  "creatures.last_care_action": CARE_ACTIONS,
  "care_log.kind": namesIn<LogKind>({
    care: true,
    adopt: true,
    hatch: true,
    check: true,
    death: true,
    release: true,
    take_back: true,
    lost: true,
    resurrect: true,
    board: true,
    suspend: true,
    leave: true,
    return: true,
    amnesty: true,
    restore: true,
  }),
  "care_log.action": CARE_ACTIONS,
  "care_log.category": ITEM_CATEGORIES,
  "care_log.timing": TIMINGS,
  "care_log.effectiveness": EFFECTIVENESSES,
  "species.family": FAMILIES,
  "species.trust_speed": TRUST_SPEEDS,
  "gravestones.family": FAMILIES,
  "gravestones.stage_reached": STAGES,
  "gravestones.path": EVOLUTION_PATHS,
  "gravestones.cause": DEATH_CAUSES,
  "gravestones.last_care_action": CARE_ACTIONS,
  "discovered_items.action": ITEM_ACTIONS,
  "discovered_items.category": ITEM_CATEGORIES,
  "portraits.stage": PORTRAIT_STAGES,
  "portraits.source": ["drawn", "remote"],
  "hooks.kind": HOOK_KINDS,
  "hooks.added_by": Object.keys(MOST_HOOKS_BY),
  "hooks.disabled_reason": namesIn<DisabledReason | "removed">({ gone: true, failing: true, removed: true }),
  "account_events.kind": ACCOUNT_EVENTS,
  "payment_claims.rail": RAILS,
  "payment_events.rail": RAILS,
  "purchases.rail": RAILS,
  "purchases.status": namesIn<Purchase["status"]>({
    opened: true,
    settling: true,
    credited: true,
    expired: true,
    failed: true,
  }),
  "disputes.status": namesIn<Dispute["status"]>({ open: true, won: true, lost: true }),
  "ledger_transactions.kind": namesIn<PostingKind>({
    purchase: true,
    refund: true,
    dispute: true,
    dispute_won: true,
    resurrection: true,
  }),
  "ledger_entries.account": ["agent", "sales", "refunds", "disputes", "spent"],
  "outages.found_by": ["heartbeat", "operator"],
  "moderation_acts.act": [...ACTS, "declare-outage"],
};

test("enumerations of the database equal the types that write them", async () => {
  const constraints = await rows<{ table: string; text: string }>(
    `SELECT conrelid::regclass::text AS table, pg_get_constraintdef(oid) AS text FROM pg_constraint
      WHERE contype = 'c' AND coninhcount = 0 AND connamespace = 'public'::regnamespace`,
  );
  const found = constraints.flatMap(({ table, text }) =>
    [...text.matchAll(/\b(\w+) = ANY \((?:'\{([^}]*)\}'::text\[\]|\(?ARRAY\[([^\]]*)\])/g)].map(
      ([, column, list, array]): [string, readonly string[]] => [
        `${table}.${column}`,
        list?.split(",") ?? [...(array ?? "").matchAll(/'([^']*)'::text/g)].map(([, value]) => String(value)),
      ],
    ),
  );
  const comments = await rows<{ name: string; list: string }>(
    `SELECT attrelid::regclass || '.' || attname AS name, substring(col_description(attrelid, attnum) from '(?:^One|: one) of (.*)\\.$') AS list
      FROM pg_attribute WHERE attnum > 0 AND col_description(attrelid, attnum) ~ '(^One|: one) of'`,
  );
  const commented = comments.map(({ name, list }): [string, readonly string[]] => [name, list.split(", ")]);
  const sorted = (lists: readonly (readonly [string, readonly string[]])[]) =>
    Object.fromEntries(lists.map(([name, values]) => [name, values.toSorted()]));
  expect(sorted([...found, ...commented])).toEqual(sorted(Object.entries(ENUMERATIONS)));
});

test("every constraint is validated for all rows", async () => {
  expect(await rows("SELECT conname FROM pg_constraint WHERE NOT convalidated")).toEqual([]);
});

const [agent] = await insertAgents(database, 1, now());
const creature = hatchling(0, now() - 40 * HOUR_MS);
await insertCreatures(database, [stored(agent?.id ?? "", creature)]);

test("the database rejects unknown enumeration values", async () => {
  const portrait = `INSERT INTO portraits (agent_id, creature_id, stage, sha256, source, generated_at)
    SELECT agent_id, creature_id, 'elder', '', 'drawn', 0 FROM creatures`;
  await expect(rows(portrait)).rejects.toThrow("portraits_stage_check");
});

test("every state of a life can be stored", async () => {
  const ofAgent = (life: PresentCreature): PresentCreature => {
    const kept = { ...life, agentId: agent?.id ?? "" };
    return { ...kept, creature: { ...life.creature, id: randomUUID() } };
  };
  const own = fc.sample(arbitrarySimulation, 150).map((simulation) => ofAgent(simulated(simulation).stored));
  await insertCreatures(database, own);
  await rows("DELETE FROM creatures WHERE creature_id <> $1", [creature.id]);
});

test("the database rejects rows without an agent", async () => {
  await expect(rows("INSERT INTO avatars VALUES (gen_random_uuid(), '', 0)")).rejects.toThrow("avatars_agent_id_fkey");
});

test("every table and view has a description", async () => {
  const undescribed = await rows(
    `SELECT relname FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p', 'v')
      AND NOT relispartition AND obj_description(oid) IS NULL`,
  );
  expect(undescribed).toEqual([]);
});

test("views show every column but secrets, and instants as times", async () => {
  const columns = await rows<{ name: string; of: string; type: string }>(
    `SELECT attname AS name, attrelid::regclass::text AS of, format_type(atttypid, NULL) AS type FROM pg_attribute
      JOIN pg_class c ON c.oid = attrelid AND relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p', 'v')
      WHERE attnum > 0 AND NOT attisdropped AND NOT relispartition`,
  );
  const inView = columns.filter(({ of }) => of.endsWith("_readable"));
  expect(new Set(inView.map(({ of }) => of)).size).toBeGreaterThan(15);
  expect(inView.filter(({ type }) => type === "bytea")).toEqual([]);
  for (const { of, name, type } of columns) {
    const seen = inView.filter((each) => each.of === `${of}_readable`);
    if (seen.length === 0 || type === "bytea") continue;
    const isInstant = type === "bigint" && /(?:^|_)(?:at|since|until|as_of)$/.test(name);
    const shown = isInstant ? "timestamp with time zone" : type;
    expect(seen, `${of}.${name}`).toContainEqual({ of: `${of}_readable`, name, type: shown });
  }
});

const QUESTIONS = readDocument("docs/operating.md").split("### Questions to the database")[1]?.split("\n##")[0] ?? "";
const ANSWERS = [...QUESTIONS.matchAll(/^psql \S+ -c "(.+)"$/gm)].map(([, sql = ""]) => sql);

test("one line of SQL answers each of five operator questions", async () => {
  await new Sweeper(database, now, pino({ level: "silent" })).sweep();
  const username = agent?.username ?? "";
  await rows("UPDATE creatures SET died_at = $1", [now()]);
  await rows("UPDATE gravestones SET died_at = $1", [now()]);
  await rows(
    `INSERT INTO purchases (agent_id, purchase_id, rail, pack, credits, amount_cents, currency, livemode, status, created_at, updated_at)
      VALUES ($1, gen_random_uuid(), 'stripe', 'small', 5, 300, 'usd', true, 'opened', $2, $2)`,
    [agent?.id, now()],
  );
  await rows("SELECT graphile_worker.add_job('lost', max_attempts => 1)");
  await rows("UPDATE graphile_worker._private_jobs SET attempts = 1, last_error = 'no'");
  expect(ANSWERS).toHaveLength(5);
  const [deaths, home, jobs, unpaid, largest] = await Promise.all(
    ANSWERS.map((sql) => rows<Record<string, unknown>>(sql.replace("NAME", username))),
  );
  expect(deaths).toMatchObject([
    { keeper: username, name: creature.name, cause: "neglect", died_at: expect.any(Date) },
  ]);
  expect(home).toMatchObject([{ name: creature.name, stage: "child", last_care_at: expect.any(Date) }]);
  expect(jobs).toMatchObject([{ task_identifier: "lost", last_error: "no" }]);
  expect(unpaid).toMatchObject([{ keeper: username, status: "opened", amount_cents: 300 }]);
  expect(largest).toMatchObject([{ username, creatures: 1 }]);
});
