// Permissions in the database of a standalone house, and which dumps can replace the house.
import { execFileSync } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Client } from "pg";
import { afterAll, expect, test } from "vitest";
import { ownerOfDatabase } from "../../../test/processes/unprivileged.ts";
import { migrate } from "../../model/migrate.ts";
import { now } from "../../platform/clock.ts";
import { backUp, restore } from "./backup.ts";
import { foldersIn } from "./folder.ts";
import { ignoreLoss } from "../../platform/database/ignore-loss.ts";
import { asSuperuser, installedPrograms, startHouse, startPostgres, urlIn } from "./postgres.ts";

const folder = foldersIn(mkdtempSync(join(tmpdir(), "denkeeper-restore-")));
afterAll(() => rmSync(folder.path, { recursive: true, force: true }));
const choices = { owner: ownerOfDatabase() };
const [programs] = installedPrograms();
if (programs === undefined) throw new Error("There is no PostgreSQL with pg_dump on this machine.");
const PROOF = join(folder.socket, "proof");
const RUNS_A_PROGRAM = `COPY (SELECT 1) TO PROGRAM 'cat > ${PROOF}'`;

async function ask(sql: string): Promise<readonly Readonly<Record<string, unknown>>[]> {
  const client = new Client({ connectionString: urlIn(folder, "denkeeper") });
  client.on("error", ignoreLoss);
  await client.connect();
  return (await client.query(sql).finally(() => client.end())).rows;
}

const ownedBySuperuser = `SELECT oid::regclass::text AS name FROM pg_class WHERE oid >= 16384 AND relowner = 10
  UNION ALL SELECT proname FROM pg_proc WHERE oid >= 16384 AND proowner = 10
  UNION ALL SELECT typname FROM pg_type WHERE oid >= 16384 AND typowner = 10
  UNION ALL SELECT nspname FROM pg_namespace WHERE oid >= 16384 AND nspowner = 10 AND nspname !~ '^pg_'`;

/** Dumps a database in which a superuser ran these statements. */
async function dumpOf(name: string, sql: string): Promise<string> {
  const file = join(folder.backups, `${name}.dump`);
  await asSuperuser(folder, "postgres", (client) => client.query(`CREATE DATABASE ${name}`));
  await asSuperuser(folder, name, (client) => client.query(`SET search_path = public; ${sql}`));
  execFileSync(join(programs?.folder ?? "", "pg_dump"), [
    "-Fc",
    `--file=${file}`,
    urlIn(folder, name, { role: "denkeeper" }),
  ]);
  return file;
}

test("the service owns its database without being a superuser", async () => {
  const old = await startPostgres(folder, choices);
  await migrate(old.url);
  await old.stop();
  const server = await startHouse(folder, choices);
  expect(await ask(ownedBySuperuser)).toEqual([]);
  expect(await ask("SELECT rolsuper, rolcreatedb, rolcreaterole FROM pg_roles WHERE rolname = current_user")).toEqual([
    { rolsuper: false, rolcreatedb: false, rolcreaterole: false },
  ]);
  await expect(ask(RUNS_A_PROGRAM)).rejects.toThrow(/permission denied|superuser/);
  expect(await migrate(urlIn(folder, "denkeeper"))).toEqual([]);
  await server.stop();
});

test("a dump that runs programs or is no house changes nothing", async () => {
  const server = await startHouse(folder, choices);
  await ask("CREATE TABLE kept AS SELECT 1");
  const runs = `CREATE FUNCTION run() RETURNS boolean LANGUAGE plpgsql AS $$ BEGIN ${RUNS_A_PROGRAM}; RETURN true; END $$;`;
  const crafted = [
    await dumpOf("evil", `${runs} CREATE TABLE creatures (id int CHECK (run())); INSERT INTO creatures VALUES (1)`),
    await dumpOf("strange", "CREATE TABLE creatures (id int)"),
    await dumpOf("empty", "CREATE TABLE creatures (id int); CREATE TABLE migrations (name text, digest text)"),
    await dumpOf("other", "CREATE TABLE migrations AS SELECT '0001_accounts' AS name, 'x' AS digest"),
  ];
  expect(existsSync(PROOF)).toBe(true);
  rmSync(PROOF);
  const good = await backUp(folder, server.programs, now());
  await server.stop();
  for (const file of crafted) {
    const refusal = restore(folder, file, () => startHouse(folder, choices));
    await expect(refusal, file).rejects.toThrow(`${file} is not the whole dump of a house, so nothing was changed.`);
  }
  expect(readdirSync(folder.socket)).not.toContain("proof");
  const after = await startHouse(folder, choices);
  expect(await ask("SELECT count(*)::int FROM kept")).toEqual([{ count: 1 }]);
  await ask("DROP TABLE kept");
  await after.stop();

  expect(await restore(folder, good, () => startHouse(folder, choices))).toContain(`Restored ${good}.`);
  const restored = await startHouse(folder, choices);
  expect(await ask("SELECT count(*)::int FROM kept")).toEqual([{ count: 1 }]);
  expect(await ask(ownedBySuperuser)).toEqual([]);
  expect(await ask("SELECT pg_get_userbyid(datdba) AS owner FROM pg_database WHERE datname = 'denkeeper'")).toEqual([
    { owner: "house" },
  ]);
  await restored.stop();
});
