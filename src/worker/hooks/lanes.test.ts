// Whoever has few messages is not kept waiting by whoever has many or is slow.
import { expect, test } from "vitest";
import { Lanes, SLOTS } from "./lanes.ts";

function waitingAt(hosts: Readonly<Record<string, number>>): Lanes<{ host: string }> {
  const lanes = new Lanes<{ host: string }>();
  for (const [host, count] of Object.entries(hosts)) for (let nth = 0; nth < count; nth++) lanes.add({ host });
  return lanes;
}

/** How many slots each host gets. */
function filled(lanes: Lanes<{ host: string }>): Readonly<Record<string, number>> {
  const taken: Record<string, number> = {};
  for (let item = lanes.next(); item !== undefined; item = lanes.next()) taken[item.host] = (taken[item.host] ?? 0) + 1;
  return taken;
}

test("a host gets at most its share, and what is left waits", () => {
  const lanes = waitingAt({ crowded: 1_000, other: 3 });
  expect(filled(lanes)).toEqual({ crowded: 24, other: 3 });
  expect(lanes.waitingHosts).toEqual(["crowded"]);
  lanes.release("crowded");
  expect(filled(lanes)).toEqual({ crowded: 1 });
});

test("a slow host gets four slots, and all slow ones together a quarter", () => {
  const slow = ["a", "b", "c", "d", "e", "f"];
  const lanes = waitingAt({ ...Object.fromEntries(slow.map((host) => [host, 100])), quick: 100 });
  for (const host of slow) lanes.took(host, 2_000);
  const taken = filled(lanes);
  expect(taken["quick"]).toBe(24);
  expect(Math.max(...slow.map((host) => taken[host] ?? 0))).toBeLessThanOrEqual(4);
  expect(slow.reduce((sum, host) => sum + (taken[host] ?? 0), 0)).toBe(SLOTS / 4);
  lanes.took("a", 1);
  expect(filled(lanes)["a"]).toBeGreaterThan(4);
});

test("when all slots are taken, the next one goes to the host with the fewest", () => {
  const lanes = waitingAt({ first: 100, second: 100, third: 100 });
  filled(lanes);
  lanes.add({ host: "late" });
  expect(lanes.next()).toBeUndefined();
  lanes.release("first");
  expect(lanes.next()?.host).toBe("late");
});
