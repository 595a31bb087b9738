// Tests that old and new code can share the new schema, as they do during an upgrade. Unpacks the oldest compatible code from the
// history and plays a life that alternates between both.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { globSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { CHILD_ENV } from "./processes/child-env.ts";
import { zoneAt } from "./den.ts";
import { readDocument } from "./documents.ts";
import { freshUsername, openHouse } from "./harness.ts";
import { oldestCompatibleCommit, unpack } from "./processes/older-code.ts";
import { until } from "./processes/own-redis.ts";

const commit = oldestCompatibleCommit();
if (commit === undefined) console.log("there is no git history: old code on the new schema is NOT tested");

interface Answer {
  readonly status: number;
  // Untyped, because assertions check the fields they read.
  // oxlint-disable-next-line typescript/no-explicit-any
  readonly json: any;
}

async function call(url: string, key: string, method: string, path: string, body?: object): Promise<Answer> {
  const headers = { "content-type": "application/json", ...(key === "" ? {} : { authorization: `Bearer ${key}` }) };
  const response = await fetch(`${url}${path}`, {
    method,
    headers,
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  return { status: response.status, json: await response.json() };
}

test.skipIf(commit === undefined)("old and new code work in turns on the new schema", async () => {
  const older = unpack(commit ?? "");
  const house = await openHouse();
  // Old code must also start on a database that newer code has migrated.
  const unknown = "INSERT INTO migrations (name, digest, run_on) VALUES ('9999_of_tomorrow', '', '2099-01-01')";
  await house.app.services.database.adHoc(unknown);
  const child = spawn(process.execPath, [join(older.directory, "src/main.ts")], {
    cwd: older.directory,
    env: {
      ...CHILD_ENV,
      DATABASE_URL: house.app.services.config.databaseUrl,
      PORT: "0",
      ITEM_MODEL: "none",
      DATABASE_CONNECTIONS: "5",
    },
  });
  let log = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (data: Buffer) => (log += data.toString()));
  const port = () => /"port":(\d+)/.exec(log)?.[1];
  try {
    await until(() => {
      if (child.exitCode !== null) throw new Error(`old code does not start: ${log}`);
      return port() !== undefined;
    });
    const before = `http://127.0.0.1:${port()}`;
    const after = house.url;

    const registered = await call(before, "", "POST", "/api/auth/register", { username: freshUsername() });
    expect(registered.status, JSON.stringify(registered.json)).toBe(201);
    let key: string = registered.json.your_token;
    const zone = zoneAt(12);
    const adopted = await call(after, key, "POST", "/api/house/adopt", { name: "Pip", timezone: zone });
    expect(adopted.status, JSON.stringify(adopted.json)).toBe(201);
    const id: string = adopted.json.creature.id;
    const turns: readonly (readonly [string, string, string, object?])[] = [
      [before, "GET", "/api/house/status"],
      [after, "GET", "/api/house/status"],
      [before, "POST", "/api/house/care", { action: "feed", item: "a bowl of oats" }],
      [after, "POST", "/api/house/care", { action: "reflect", notes: "Half way." }],
      [before, "POST", "/api/house/care", { action: "play" }],
      [after, "GET", `/api/house/history?creature_id=${id}`],
      [before, "GET", `/api/house/history?creature_id=${id}`],
      [before, "GET", `/api/house/preferences?creature_id=${id}`],
      [before, "GET", "/api/house/graveyard"],
      [before, "GET", "/api/house/hall"],
      [before, "GET", "/api/house/species"],
      [before, "GET", "/api/health"],
    ];
    for (const [url, method, path, body] of turns) {
      const { status, json } = await call(url, key, method, path, body);
      expect(status, `${url === before ? "old" : "new"} ${method} ${path}: ${JSON.stringify(json)}`).toBe(200);
    }
    const rotated = await call(before, key, "POST", "/api/auth/rotate-key");
    expect(rotated.status, JSON.stringify(rotated.json)).toBe(200);
    key = rotated.json.your_token;
    expect((await call(after, key, "GET", "/api/house/status")).status).toBe(200);
    expect((await call(before, key, "DELETE", "/api/house/release", { creature_id: id })).status).toBe(200);
    expect(log).not.toMatch(/"level":(?:50|60)/);
  } finally {
    if (child.exitCode === null) {
      child.kill("SIGTERM");
      await once(child, "exit");
    }
    await house.close();
    older.remove();
  }
});

/** Matches changes that break old code. A migration with one must state since which version nothing uses what it changes. */
const BREAKS =
  /\bDROP\s+(?:TABLE|COLUMN|FUNCTION)\b|\bRENAME\b|\bALTER\s+COLUMN\s+\w+\s+(?:SET\s+DATA\s+)?TYPE\b|\bSET\s+NOT\s+NULL\b|\bADD\s+COLUMN\s+(?:(?!DEFAULT|GENERATED)[^,;])*\bNOT\s+NULL\b(?![^,;]*\bDEFAULT\b)/i;
const CONTRACTS = /^-- Contracts: .+ since .+/m;

/** Code from before save_creature_1 also writes these tables as whole rows. */
const WHOLE_BEFORE = ["idempotency", "discovered_items"];

/** Old code writes these tables as whole rows with null in unknown columns, so a column default does not help. */
const WHOLE_ROWS = new Set([
  ...WHOLE_BEFORE,
  ...globSync("{src/**/store/*.ts,src/platform/database/*.ts,migrations/*.sql}", {
    cwd: join(import.meta.dirname, ".."),
  }).flatMap((file) =>
    [...readDocument(file).matchAll(/INSERT INTO (\w+)(?: AS \w+)?\s+SELECT (?:\w+\.)?\*/g)].map(([, table]) => table),
  ),
]);
const ADDS_REQUIRED = /\bALTER\s+TABLE\s+(\w+)\s[^;]*\bADD\s+COLUMN\s[^,;]*\bNOT\s+NULL\b/gi;

function breaks(sql: string): boolean {
  const [up = ""] = sql.split(/^-- Down Migration/m);
  // Ignores function bodies, which run when the service calls them and not during the migration.
  const text = up.replaceAll(/^--.*$/gm, "").replaceAll(/CREATE FUNCTION [^$]*\$\$[^]*?\$\$/g, "");
  const isRequired = [...text.matchAll(ADDS_REQUIRED)].some(([, table]) => WHOLE_ROWS.has(table));
  return (BREAKS.test(text) || isRequired) && !CONTRACTS.test(up);
}

test("WHOLE_ROWS contains every table written as a whole row", () => {
  for (const table of ["creatures", "care_log", "gravestones", "idempotency"]) expect(WHOLE_ROWS).toContain(table);
});

test("migrations only add, unless they state since when a part is unused", () => {
  const files = globSync("migrations/*.sql", { cwd: join(import.meta.dirname, "..") });
  expect(files.length).toBeGreaterThan(6);
  for (const file of files) expect({ file, breaks: breaks(readDocument(file)) }).toEqual({ file, breaks: false });
});

test.each([
  ["ALTER TABLE agents DROP COLUMN bio", true],
  ["DROP FUNCTION save_creature_1", true],
  ["ALTER TABLE agents RENAME COLUMN bio TO about", true],
  ["ALTER TABLE agents ADD COLUMN x integer NOT NULL", true],
  ["ALTER TABLE agents ALTER COLUMN bio TYPE varchar", true],
  ["ALTER TABLE agents ADD COLUMN x integer NOT NULL DEFAULT 0", false],
  ["ALTER TABLE agents ADD COLUMN x integer, ADD COLUMN y text NOT NULL DEFAULT ''", false],
  ["ALTER TABLE creatures ADD COLUMN x integer NOT NULL DEFAULT 0", true],
  ["ALTER TABLE creatures ADD COLUMN x integer DEFAULT 0", false],
  ["CREATE TABLE x (a integer NOT NULL)", false],
  ["-- Contracts: agents.bio, unread since 0.3.0\nALTER TABLE agents DROP COLUMN bio", false],
  ["CREATE TABLE x ();\n-- Down Migration\nDROP TABLE x", false],
])("breaks judges %s", (sql, expected) => {
  expect(breaks(sql)).toBe(expected);
});
