// A standalone house across two starts and a `kill -9`: nothing that was acknowledged is lost. `npm run faults -- alone` runs the
// long form.
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { LoneHouse, othersCanRead } from "../../../test/processes/lone-house.ts";

const house = await LoneHouse.make({ ITEM_MODEL: "none" });
afterAll(() => house.remove());

async function call(path: string, key: string, body?: object) {
  const headers = { "content-type": "application/json", authorization: `Bearer ${key}` };
  const answer = await fetch(`${house.url}${path}`, {
    headers,
    ...(body === undefined ? {} : { method: "POST", body: JSON.stringify(body) }),
  });
  return { status: answer.status, json: JSON.parse(await answer.text()) };
}

// PostgreSQL does not run as root, so a root process switches to the folder's owner, who must be able to read this checkout.
test.skipIf(!othersCanRead())("a standalone house checks settings first and loses no acknowledged call", async () => {
  const refused = await house.run(["--port", "99999"]);
  expect(refused).toEqual({ status: 1, said: "The settings are not valid:\n  PORT must be at most 65535." });
  expect(readdirSync(join(house.path, "postgres"))).toEqual([]);
  await house.start();
  expect(house.said).toMatch(/^Creating the database\nMigrating the database and opening the house\n/);
  const [shown, beside] = await Promise.all([house.run(["key"]), house.run([])]);
  expect(shown.said).toMatch(/^[0-9a-f]{64}$/);
  expect(house.said).toContain("To read it: node src/standalone.ts key");
  expect(house.said).not.toContain(shown.said);
  expect(beside).toEqual({ status: 1, said: expect.stringContaining("Another process runs on") });
  expect((await call("/api/admin/analytics", shown.said)).status).toBe(200);
  const [examined, quickly] = await Promise.all(
    [["--all", "--json"], ["--quick"]].map((asked) => house.run(["doctor", ...asked])),
  );
  expect(JSON.parse(examined?.said ?? "").findings).toContainEqual(expect.objectContaining({ check: "migrations" }));
  expect(quickly?.said).not.toContain("database");

  const { json: registered } = await call("/api/auth/register", "", { username: "keeper-alone" });
  const key: string = registered.your_token;
  await call("/api/house/adopt", key, { name: "Pip" });
  await call("/api/house/status", key);
  const { json: cared } = await call("/api/house/care", key, { action: "reflect", notes: "before the fall" });
  expect(cared.action_result.care_log_entry_id).toBeDefined();

  await house.killNode();
  await house.start();
  const { json: history } = await call("/api/house/history", key);
  expect(JSON.stringify(history)).toContain("before the fall");
  expect((await house.run(["key"])).said).toBe(shown.said);
  expect(await house.stop()).toBe(0);
  await house.nothingLeft();
});
