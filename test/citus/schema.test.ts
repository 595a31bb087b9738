// Checks deploy/citus.sql against the schema. These checks need no Citus, which cannot be installed everywhere. The other tests
// in test/citus/ run the service on a cluster.
import { globSync, readFileSync } from "node:fs";
import { basename } from "node:path";
import { expect, test } from "vitest";
import { allStatements } from "../statements/all-statements.ts";
import { houseForFile } from "../harness.ts";

const file = readFileSync("deploy/citus.sql", "utf8");
const [, listed = ""] = /of_agents constant text\[\] := ARRAY\[([^\]]*)\]/.exec(file) ?? [];
const distributed = [...listed.matchAll(/'(\w+)'/g)].map(([, table]) => String(table));
/** Tables that stay on the coordinator. deploy/citus.sql states the reasons. */
const ON_COORDINATOR = [
  "species",
  "payment_claims",
  "leases",
  "heartbeats",
  "rollups",
  "service_secrets",
  "rollup_marks",
  "log_hours",
  "rollup_living",
  "moderation_acts",
  "outages",
  "outage_watch",
  "migrations",
];

const house = await houseForFile();
const { database } = house.app.services;

test("every table is either distributed or kept on the coordinator by decision", async () => {
  const tables = await database.adHoc<{ name: string }>(
    `SELECT c.relname AS name FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
      WHERE n.nspname = 'public' AND c.relkind IN ('r', 'p') AND NOT c.relispartition ORDER BY 1`,
  );
  expect(tables.map(({ name }) => name).toSorted()).toEqual([...distributed, ...ON_COORDINATOR].toSorted());
});

test("unique keys of distributed tables contain agent_id, and primary keys begin with it", async () => {
  const keys = await database.adHoc<{ table: string; primary: boolean; columns: string[] }>(
    `SELECT c.relname AS table, i.indisprimary AS primary,
        (SELECT array_agg(a.attname::text ORDER BY k.nth) FROM unnest(i.indkey::smallint[]) WITH ORDINALITY k (attnum, nth)
          JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum = k.attnum) AS columns
      FROM pg_index i JOIN pg_class c ON c.oid = i.indrelid JOIN pg_namespace n ON n.oid = c.relnamespace
      WHERE i.indisunique AND n.nspname = 'public' AND NOT c.relispartition`,
  );
  for (const table of distributed) {
    const own = keys.filter((key) => key.table === table);
    // The version of the creature already prevents duplicate entries, so the log needs no key, which would be wide.
    expect(
      own.filter(({ primary }) => primary).map(({ columns }) => columns[0]),
      table,
    ).toEqual(table === "care_log" ? [] : ["agent_id"]);
    for (const { columns } of own) expect(columns, table).toContain("agent_id");
  }
});

test("foreign keys of distributed tables include agent_id on both sides", async () => {
  const keys = await database.adHoc<{ table: string; definition: string }>(
    `SELECT c.conrelid::regclass::text AS table, pg_get_constraintdef(c.oid) AS definition FROM pg_constraint c
      WHERE c.contype = 'f' AND c.conparentid = 0 AND c.connamespace = 'public'::regnamespace`,
  );
  expect(keys.length).toBeGreaterThan(0);
  for (const { table, definition } of keys) {
    expect(distributed, definition).toContain(table);
    expect(definition).toMatch(/^FOREIGN KEY \(agent_id/);
  }
});

/**
 * Files with statements about many agents. On Citus these go to every worker or must be split, as docs/scale.md describes for
 * each file.
 */
const OF_MANY = new Set([
  "analytics.ts",
  "log-hours.ts",
  "reflections.ts",
  "call-trail.ts",
  "deliveries.ts",
  "audit.ts",
  "live.ts",
  "living.ts",
  "moderation.ts",
  "outages.ts",
  "restorable.ts",
  "public-visibility.ts",
  "leaderboards.ts",
  "database-time.ts",
  "server.ts",
  "due-creatures.ts",
  "expired-records.ts",
  "gravestones.ts",
  "heartbeats.ts",
  "leases.ts",
  "ledger.ts",
  "lost-jobs.ts",
  "migrate.ts",
  "others.ts",
  "payment-claims.ts",
  "pooler.ts",
  "outbox.ts",
  "purchases.ts",
  "rollups.ts",
  "set-back.ts",
  "settled-creatures.ts",
  "signs.ts",
  "species.ts",
]);

test("statements of all other store files name the agent", () => {
  const files = globSync("src/{**/store,platform/database}/*.ts").filter(
    (path) => !path.includes(".test.") && !OF_MANY.has(basename(path)),
  );
  const scale = readFileSync("docs/scale.md", "utf8");
  for (const name of OF_MANY) expect(scale, name).toContain(`\`${name}\``);
  let checked = 0;
  for (const path of files) {
    const source = readFileSync(path, "utf8");
    const statements = source.matchAll(/ (?:sql\.)?statement\(\{\s*name: (\S+),[^]*?\btext:\s*(`[^`]*`|"[^"]*")/g);
    for (const [, statement, text = ""] of statements) {
      checked++;
      // A row inserted as a whole includes its agent.
      if (!/\b(FROM|INTO|UPDATE) \w/.test(text) || text.includes("jsonb_populate_record")) continue;
      expect(text, `${path}: ${statement}`).toContain("agent_id");
    }
  }
  expect(checked).toBeGreaterThan(30);
});

const declared = await allStatements("src/**/*.ts");

/** Returns the names of statements that fail a check. */
const namesOf = (isWrong: (text: string) => boolean) =>
  declared
    .filter(({ text }) => isWrong(text))
    .map(({ name }) => name)
    .toSorted();

/** Returns the tables that a statement writes. */
function writtenBy(text: string): readonly string[] {
  return [...text.matchAll(/\b(?:INSERT INTO|DELETE FROM|(?<!DO )UPDATE(?= \w+ (?:AS )?\w* ?SET\b)) (\w+)/g)].map(
    ([, table]) => String(table),
  );
}

test("no statement uses ctid, and no table is unlogged", async () => {
  expect(namesOf((text) => /\bctid\b/.test(text))).toEqual([]);
  const unlogged = "SELECT relname FROM pg_class WHERE relpersistence = 'u' AND relnamespace = 'public'::regnamespace";
  expect(await database.adHoc(unlogged)).toEqual([]);
});

/** Returns the assignments of a statement to a distributed table. */
function setBy(text: string): string {
  const updates = text.matchAll(
    /(?:UPDATE (\w+) (?:AS )?\w* ?|INTO (\w+)[^]*?DO UPDATE )SET ([^]*?)(?=\bWHERE\b|\bRETURNING\b|\bFROM\b|$)/g,
  );
  return [...updates]
    .filter(([, updated = "", inserted = ""]) => distributed.includes(updated || inserted))
    .map(([, , , set]) => set)
    .join("\n");
}

test("no statement moves a row to another agent", () => {
  expect(setBy("UPDATE creatures SET agent_id = $1 WHERE agent_id = $2")).toContain("agent_id");
  expect(setBy("INSERT INTO visits (agent_id) VALUES ($1) ON CONFLICT DO UPDATE SET agent_id = $1")).toContain(
    "agent_id",
  );
  expect(setBy("UPDATE creatures c SET name = $1 FROM agents WHERE agent_id = $2")).not.toContain("agent_id");
  expect(namesOf((text) => /\bagent_id = /.test(setBy(text)))).toEqual([]);
});

test("no write calls a volatile function", () => {
  expect(writtenBy("UPDATE a SET x = 1")).toEqual(["a"]);
  expect(writtenBy("WITH b AS (DELETE FROM b) INSERT INTO c AS d SELECT 1 FOR UPDATE OF e SKIP LOCKED")).toEqual([
    "b",
    "c",
  ]);
  const volatile = /\b(?:clock_timestamp|gen_random_uuid|random|nextval)\(/;
  expect(namesOf((text) => volatile.test(text) && writtenBy(text).length > 0)).toEqual([]);
});

/** Statements about many agents that only the worker sends. Citus executes each in several steps. */
const INSERTS_WITHIN = ["queue-hook-deliveries"];

test("statements insert only in their main command", () => {
  expect(namesOf((text) => /\bAS (?:(?:NOT )?MATERIALIZED )?\(\s*INSERT\b/.test(text))).toEqual(INSERTS_WITHIN);
});

test("no code reads the table or constraint of an error", () => {
  const sources = globSync("src/**/*.ts").filter((path) => !path.includes(".test."));
  const asking = sources.filter((path) => {
    const source = readFileSync(path, "utf8");
    return source.includes("DatabaseError") && /\.(?:constraint|table)\b/.test(source);
  });
  expect(asking).toEqual([]);
  expect(sources.some((path) => readFileSync(path, "utf8").includes("DatabaseError"))).toBe(true);
});
