// Checks deploy/citus.sql against the schema. Citus cannot be installed everywhere, but its requirements for tables and
// statements can be checked without it; test/citus/ runs the service on a cluster.
import { globSync, readFileSync } from "node:fs";
import { basename } from "node:path";
import { expect, test } from "vitest";
import { houseForFile } from "./harness.ts";

const file = readFileSync("deploy/citus.sql", "utf8");
const [, listed = ""] = /of_agents constant text\[\] := ARRAY\[([^\]]*)\]/.exec(file) ?? [];
const distributed = [...listed.matchAll(/'(\w+)'/g)].map(([, table]) => String(table));
/** Tables that stay on the coordinator, with the reason in the file. */
const TOGETHER = [
  "species",
  "payment_claims",
  "leases",
  "heartbeats",
  "rollups",
  "rollup_marks",
  "rollup_minutes",
  "rollup_active_agents",
  "rollup_adoptions",
  "rollup_boards",
  "rollup_living",
  "rollup_moments",
  "rollup_fates",
  "rollup_hours",
  "rollup_census",
  "rollup_care",
  "rollup_items",
  "rollup_lives",
  "rollup_attendance",
  "moderation_acts",
  "admin_sessions",
  "outages",
  "outage_watch",
  "trial_seasons",
  "migrations",
  "log_days",
  "log_objects",
  "log_replaced",
];

const house = await houseForFile();
const { database } = house.app.services;

test("every table is distributed, or stays on the coordinator by decision", async () => {
  const tables = await database.adHoc<{ name: string }>(
    `SELECT c.relname AS name FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
      WHERE n.nspname = 'public' AND c.relkind IN ('r', 'p') AND NOT c.relispartition ORDER BY 1`,
  );
  expect(tables.map(({ name }) => name).toSorted()).toEqual([...distributed, ...TOGETHER].toSorted());
});

test("every unique key of a distributed table holds agent_id, and its primary key begins with it", async () => {
  const keys = await database.adHoc<{ table: string; primary: boolean; columns: string[] }>(
    `SELECT c.relname AS table, i.indisprimary AS primary,
        (SELECT array_agg(a.attname::text ORDER BY k.nth) FROM unnest(i.indkey::smallint[]) WITH ORDINALITY k (attnum, nth)
          JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum = k.attnum) AS columns
      FROM pg_index i JOIN pg_class c ON c.oid = i.indrelid JOIN pg_namespace n ON n.oid = c.relnamespace
      WHERE i.indisunique AND n.nspname = 'public' AND NOT c.relispartition`,
  );
  for (const table of distributed) {
    const own = keys.filter((key) => key.table === table);
    // The version of its creature keeps an entry from being written twice: the log needs no key, which would be wide.
    expect(
      own.filter(({ primary }) => primary).map(({ columns }) => columns[0]),
      table,
    ).toEqual(table === "care_log" ? [] : ["agent_id"]);
    for (const { columns } of own) expect(columns, table).toContain("agent_id");
  }
});

test("foreign keys of distributed tables hold agent_id on both sides", async () => {
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
 * Statements that are not about one agent. On Citus they go to every worker, or have to be split: docs/scale.md tells of
 * each file.
 */
const OF_MANY = new Set([
  "activity.ts",
  "census.ts",
  "lives.ts",
  "search.ts",
  "call-trail.ts",
  "deliveries.ts",
  "admin-sessions.ts",
  "audit.ts",
  "fates.ts",
  "live.ts",
  "log-archive.ts",
  "living.ts",
  "moderation.ts",
  "moments.ts",
  "operator.ts",
  "outages.ts",
  "restorable.ts",
  "seasons.ts",
  "trial-boards.ts",
  "trial-housekeeping.ts",
  "public-visibility.ts",
  "adoptions.ts",
  "care-hours.ts",
  "figures.ts",
  "leaderboard-sources.ts",
  "leaderboards.ts",
  "database-time.ts",
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
  "pet-jobs.ts",
  "purchases.ts",
  "rollups.ts",
  "settled-creatures.ts",
  "signs.ts",
  "species.ts",
  "totals.ts",
]);

test("statements of all other files of the store name the agent", () => {
  const files = globSync("src/store/*/*.ts").filter((path) => !path.includes(".test.") && !OF_MANY.has(basename(path)));
  const scale = readFileSync("docs/scale.md", "utf8");
  for (const name of OF_MANY) expect(scale, name).toContain(`\`${name}\``);
  let checked = 0;
  for (const path of files) {
    const source = readFileSync(path, "utf8");
    const statements = source.matchAll(/ statement\(\{\s*name: (\S+),[^]*?\btext:\s*(`[^`]*`|"[^"]*")/g);
    for (const [, statement, text = ""] of statements) {
      checked++;
      // A row that is given as a whole brings its agent along.
      if (!/\b(FROM|INTO|UPDATE) \w/.test(text) || text.includes("jsonb_populate_record")) continue;
      expect(text, `${path}: ${statement}`).toContain("agent_id");
    }
  }
  expect(checked).toBeGreaterThan(30);
});
