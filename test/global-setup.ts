// What all test files share: one migrated database, which each file clones, and the built package.
import { randomBytes } from "node:crypto";
import type { TestProject } from "vitest/node";
import { DAY_MS } from "@denkeeper/rules/time/durations.ts";
import { migrate } from "../src/store/db/migrate.ts";
import { buildPackage } from "./processes/built-package.ts";
import { SERVER_URL, dropDatabases, onServer, testDatabases } from "./processes/databases.ts";

declare module "vitest" {
  interface ProvidedContext {
    readonly templateDatabase: string;
  }
}

/** The days of the log that every house has: tests may run over midnight. */
const LOG_DAYS = [0, 1, 2];

export default async function setUp({ provide }: TestProject): Promise<() => Promise<void>> {
  buildPackage();
  const template = `denkeeper_template_${randomBytes(4).toString("hex")}`;
  await onServer(`CREATE DATABASE ${template}`);
  const url = new URL(`/${template}`, SERVER_URL).href;
  await migrate(url);
  const today = Math.floor(Date.now() / DAY_MS) * DAY_MS;
  await onServer(`SELECT ${LOG_DAYS.map((day) => `make_care_log_day(${today + day * DAY_MS})`).join(", ")}`, url);
  provide("templateDatabase", template);
  return async () => {
    await dropDatabases(testDatabases(template));
    await dropDatabases(template);
  };
}
