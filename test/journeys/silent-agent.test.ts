// Tests the messages that owners receive when an agent stops, comes back, or comes without giving care. Covers everything from
// the agent's calls to the receiver, on a service whose clock the test moves.
import { expect, test } from "vitest";
import { FULL } from "../tier.ts";
import { keeps, watchedService } from "./watched-house.ts";

const { watchedHouse } = await watchedService(8);

test("ALERT-4: a stop and a return send two messages with the cause", async () => {
  const { told, until, agent } = await watchedHouse(4, { every_minutes: 30 });
  await until(24, 30, keeps);
  expect(told).toEqual([]);
  await until(36);
  await until(48, 30, keeps);
  expect(told.map(({ type }) => type)).toEqual(["agent.silent", "agent.recovered"]);
  const [silent, recovered] = told;
  // The last call was at 23.5 h.
  expect((silent?.hour ?? 0) - 23.5).toBeLessThanOrEqual(1.5);
  expect(silent?.text).toContain(`${agent.username} went silent: no call since`);
  expect(silent?.text).toContain("expected every 30 min");
  expect(recovered?.hour).toBe(36);
  expect(recovered?.text).toContain("is back after 12 h 30 min without a call");
  expect(recovered?.text).toContain("No creature died.");
  for (const { data } of told) expect(data.incident).toMatchObject({ id: silent?.data.incident.id, cause: "no_call" });
});

test("ALERT-3: losing twelve creatures sends at most five messages, naming every one", async () => {
  const { told, until, names } = await watchedHouse(12, { every_minutes: 30 });
  const stop = FULL ? 24 : 6;
  await until(stop, 30, keeps);
  await until(stop + 56);
  expect(told.length).toBeLessThanOrEqual(5);
  const types = told.map(({ type }) => type).filter((type) => type !== "agent.still");
  expect(types.slice(0, 3)).toEqual(["agent.silent", "creature.critical", "creature.died"]);
  const deaths = told.filter(({ type }) => type === "creature.died");
  const dead = deaths.flatMap(({ data }) =>
    data.creatures.filter(({ state }: { state: string }) => state === "died").map(({ name }: { name: string }) => name),
  );
  expect(new Set(dead)).toEqual(new Set(names));
  expect(dead).toHaveLength(names.length);
  for (const name of names) expect(deaths.some(({ text }) => text.includes(name))).toBe(true);
  for (const { data } of told) expect(data.incident.cause).toBe("no_call");
});

test("ALERT-1: an idle keeper's alert lists its visits and a request", async () => {
  const { told, until, agent } = await watchedHouse(2, {});
  for (let hour = 1; told.length === 0 && hour < 20; hour += 0.25) {
    await until(hour, 30, () => agent.call("GET", "/api/house/status"));
  }
  expect(told.map(({ type }) => type)).toEqual(["creature.late"]);
  const [{ text, data } = { text: "", data: {} }] = told;
  expect(data).toMatchObject({ incident: { cause: "did_not_feed", level: "late" }, creatures: [{}, {}] });
  const { calls } = data.incident;
  expect(calls.count).toBeGreaterThan(3);
  expect(text).toContain(`came ${calls.count} times and did not feed them; last: GET /api/house/status`);
  expect(text).toContain(`(request ${calls.last_request_id})`);
  const { json } = await agent.call("GET", "/api/house/incidents");
  expect(json.incidents[0].calls).toMatchObject([{ count: calls.count, last_request_id: calls.last_request_id }]);
});

test("SILENT-1: calls with a replaced key are silence, and the alert says why", async () => {
  const { told, until, agent } = await watchedHouse(1, { every_minutes: 30 });
  await until(1, 30, keeps);
  expect((await agent.call("POST", "/api/auth/rotate-key", {})).status).toBe(200);
  await until(3, 30, async () => {
    expect((await agent.call("GET", "/api/house/status")).status).toBe(401);
  });
  expect(told.map(({ type }) => type)).toEqual(["agent.silent"]);
  const [{ text, data } = { text: "", data: {} }] = told;
  expect(data.incident).toMatchObject({
    cause: "refused",
    calls: { last: "GET /api/house/status 401", code: "old_key" },
  });
  expect(text).toContain("Its calls are refused (401 old_key,");
  expect(text).toContain(`(request ${data.incident.calls.last_request_id})`);
});
