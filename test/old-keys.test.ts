// Tests calls with a replaced key: their answers explain the replacement, and agent and owner are notified. An invented key
// belongs to no agent, although it may contain a public id.
import { expect, test, vi } from "vitest";
import { DAY_MS } from "@denkeeper/rules/time/durations.ts";
import { newKey } from "../src/platform/identity/api-key.ts";
import { TASKS } from "../src/tasks.ts";
import { openDen } from "./den.ts";
import { freshAddress, houseForFile, type Answer } from "./harness.ts";

const house = await houseForFile({ env: { RATE_LIMIT_FACTOR: "1000" } });
const { database, callTrail } = house.app.services;
const STATUS = "/api/house/status?view=compact";

const callWith = (key: string, method = "GET", path = STATUS, body?: object): Promise<Answer> =>
  house.call(method, path, body, { "x-api-key": key }, freshAddress());
const rotated = async (key: string): Promise<string> =>
  (await callWith(key, "POST", "/api/auth/rotate-key")).json.your_token;
const codesOf = async (agentId: string) => (await callTrail.of(agentId)).map(({ code }) => code);

test("calls with a rotated key report its replacement and explain missed meals", async () => {
  const den = await openDen(house);
  await den.hatched();
  const key = await rotated(den.key);
  const due = (await callWith(key)).json.recommended_checkin.hours_from_now;
  await callWith(key, "POST", "/api/house/clock", { advance_hours: due });
  const refused = await den.call("GET", STATUS);
  expect([refused.status, refused.json.code]).toEqual([401, "invalid_key"]);
  expect(refused.json.suggestion).toMatch(/^This key was replaced on \w+ \d+ at \d\d:\d\d UTC\. Use the new one/);
  expect(refused.json.next_steps.map(({ action }: { action: string }) => action)).toEqual(["recover", "register"]);
  for (let again = 0; again < 3; again++) await den.care("feed");

  await callWith(key, "POST", "/api/house/clock", { advance_hours: 6 });
  await callTrail.save();
  const [incident] = (await callWith(key, "GET", "/api/house/incidents")).json.incidents;
  expect(incident).toMatchObject({ kind: "refused" });
  expect(incident.calls[0]).toMatchObject({ status: 401, code: "old_key" });
  expect(incident.fix).toMatch(/^Give the agent its new key/);

  const { report } = (await callWith(key)).json;
  const lines = report.lines.filter(({ kind }: { kind: string }) => kind === "old_key");
  expect(lines).toMatchObject([{ message: expect.stringContaining("Something still uses the old key.") }]);
  const told = (await callWith(key, "GET", `${STATUS}&told=${report.id}`)).json.report;
  await den.call("GET", STATUS);
  await callTrail.save();
  expect(JSON.stringify([told, (await callWith(key)).json.report])).not.toContain("old_key");
});

test("keys from before a recovery count as old", async () => {
  const me = await house.register();
  const { json } = await house.call("POST", "/api/auth/recover", { recovery_code: me.recoveryCode });
  expect((await me.call("GET", STATUS)).json.suggestion).toContain("This key was replaced on");
  expect(await codesOf(me.id)).toEqual(["old_key"]);
  await callTrail.save();
  const { events } = (await callWith(json.your_token, "GET", "/api/auth/account")).json;
  expect(events.map(({ kind }: { kind: string }) => kind)).toEqual(["old_key", "recovered"]);
});

test("invented keys belong to no agent; old keys cost no extra query", async () => {
  const me = await house.register();
  await rotated(me.key);
  const queries = async (key: string) => {
    const spy = vi.spyOn(database, "query");
    const answer = await callWith(key);
    const { length } = spy.mock.calls;
    spy.mockRestore();
    return [answer.json.suggestion.includes("was replaced on"), length];
  };
  const forged = await queries(newKey(me.id));
  expect(forged[0]).toBe(false);
  expect(await codesOf(me.id)).not.toContain("old_key");
  expect(await queries(me.key)).toEqual([true, forged[1]]);
  expect(await codesOf(me.id)).toContain("old_key");
});

test("the service remembers three old keys for 30 days", async () => {
  const me = await house.register();
  const keys = [me.key];
  for (let count = 0; count < 5; count++) keys.push(await rotated(keys.at(-1) ?? ""));
  const known = async () =>
    Promise.all(keys.slice(0, -1).map(async (key) => /was replaced on/.test((await callWith(key)).json.suggestion)));
  expect(await known()).toEqual([false, false, true, true, true]);
  await database.adHoc("UPDATE replaced_keys SET ended_at = ended_at - $2 WHERE agent_id = $1", [me.id, 30 * DAY_MS]);
  expect(await known()).toEqual([false, false, false, false, false]);
  await TASKS.forget_calls.run({ database, now: Date.now() });
  expect(await database.adHoc("SELECT FROM replaced_keys WHERE agent_id = $1", [me.id])).toEqual([]);
});
