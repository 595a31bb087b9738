// Prepares what all test files share: the built package, and one migrated database that each file clones.
import { randomBytes } from "node:crypto";
import type { TestProject } from "vitest/node";
import { DAY_MS } from "@denkeeper/rules/time/durations.ts";
import { migrate } from "../src/model/migrate.ts";
import { CITUS_URL, closedTo, distribute, joinNodes, nodesOf } from "./citus/cluster.ts";
import { buildPackage } from "./processes/built-package.ts";
import { SERVER_URL, copyStrategy, dropDatabases, onServer, onServers, testDatabases } from "./processes/databases.ts";

declare module "vitest" {
  interface ProvidedContext {
    readonly templateDatabase: string;
    readonly copyStrategy: string;
  }
}

/** Days from today for which every test house has a log partition, because tests may run past midnight. */
const LOG_DAYS = [0, 1, 2];

export default async function setUp({ provide }: TestProject): Promise<() => Promise<void>> {
  buildPackage();
  const template = `denkeeper_template_${randomBytes(4).toString("hex")}`;
  await onServers(`CREATE DATABASE ${template}`);
  const url = new URL(`/${template}`, SERVER_URL).href;
  if (CITUS_URL !== undefined) await joinNodes(await nodesOf(CITUS_URL), template);
  await migrate(url);
  const today = Math.floor(Date.now() / DAY_MS) * DAY_MS;
  await onServer(`SELECT ${LOG_DAYS.map((day) => `make_care_log_day(${today + day * DAY_MS})`).join(", ")}`, url);
  if (CITUS_URL !== undefined) {
    await distribute(url);
    await onServers(closedTo(template));
  }
  provide("templateDatabase", template);
  provide("copyStrategy", await copyStrategy());
  return async () => {
    await dropDatabases(testDatabases(template));
    await dropDatabases(template);
  };
}
