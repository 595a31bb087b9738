// Tests which caller the log line of a request names.
import { expect, test } from "vitest";
import { ADMIN_KEY, houseForFile } from "../../../test/harness.ts";

const house = await houseForFile();

/** Returns the log lines of requests made while `work` runs. */
async function linesOf(work: () => Promise<unknown>): Promise<readonly Record<string, unknown>[]> {
  const { log } = house.app.services;
  const lines: Record<string, unknown>[] = [];
  const { info } = log;
  Object.assign(log, { info: (line: Record<string, unknown>, text: string) => text === "request" && lines.push(line) });
  try {
    await work();
  } finally {
    Object.assign(log, { info });
  }
  return lines;
}

test("the log identifies callers by agent, or else by address", async () => {
  const me = await house.register();
  const { config } = house.app.services;
  const calls = async () => {
    await house.call("GET", "/api/auth/register", undefined, {}, "127.0.9.7");
    await house.call("GET", "/api/house/status", undefined, { "x-api-key": `${me.key}x` }, "127.0.9.8");
    await house.call("GET", "/api/admin/audit", undefined, { "x-admin-key": ADMIN_KEY }, "127.0.9.9");
    await me.call("GET", "/api/house/credits");
  };
  const lines = await linesOf(calls);
  expect(lines.map(({ address }) => address)).toEqual(["127.0.9.7", "127.0.9.8", "127.0.9.9", undefined]);
  expect(lines.at(-1)).toMatchObject({ agentId: me.id });
  Object.assign(config, { logAddresses: false });
  try {
    for (const line of await linesOf(calls)) expect(line["address"]).toBeUndefined();
  } finally {
    Object.assign(config, { logAddresses: true });
  }
});
