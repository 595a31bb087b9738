// What all test files share: one migrated database, from which each clones its own, and the built package.
import { randomBytes } from "node:crypto";
import type { TestProject } from "vitest/node";
import { Client } from "pg";
import { migrate } from "../src/store/migrate.ts";
import { buildPackage } from "./built-package.ts";

declare module "vitest" {
  interface ProvidedContext {
    /** The address of a PostgreSQL database from which others may be created. */
    readonly serverUrl: string;
    readonly templateDatabase: string;
  }
}

const SERVER_URL = process.env["TEST_DATABASE_URL"] ?? "postgres://root@127.0.0.1:5432/postgres";
const DAY_MS = 86_400_000;
/** The days of the log that every house has: tests may run over midnight. */
const LOG_DAYS = [0, 1, 2];

async function onServer(sql: string, url = SERVER_URL): Promise<void> {
  const client = new Client({ connectionString: url });
  await client.connect();
  await client.query(sql).finally(() => client.end());
}

export default async function setUp({ provide }: TestProject): Promise<() => Promise<void>> {
  buildPackage();
  const template = `denkeeper_template_${randomBytes(4).toString("hex")}`;
  await onServer(`CREATE DATABASE ${template}`);
  const url = new URL(`/${template}`, SERVER_URL).href;
  await migrate(url);
  const today = Math.floor(Date.now() / DAY_MS) * DAY_MS;
  await onServer(`SELECT ${LOG_DAYS.map((day) => `make_care_log_day(${today + day * DAY_MS})`).join(", ")}`, url);
  provide("serverUrl", SERVER_URL);
  provide("templateDatabase", template);
  return () => onServer(`DROP DATABASE IF EXISTS ${template} WITH (FORCE)`);
}
