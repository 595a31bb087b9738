// Slow hosts and hosts with many messages do not delay others.
import { expect, test } from "vitest";
import { HostSlots, SLOTS } from "./host-slots.ts";

function waitingAt(hosts: Readonly<Record<string, number>>): HostSlots<{ host: string }> {
  const slots = new HostSlots<{ host: string }>();
  for (const [host, count] of Object.entries(hosts)) for (let nth = 0; nth < count; nth++) slots.add({ host });
  return slots;
}

/** Fills all slots and counts them by host. */
function filled(slots: HostSlots<{ host: string }>): Readonly<Record<string, number>> {
  const taken: Record<string, number> = {};
  for (let item = slots.next(); item !== undefined; item = slots.next()) taken[item.host] = (taken[item.host] ?? 0) + 1;
  return taken;
}

test("a host gets at most its share of slots; other items wait", () => {
  const slots = waitingAt({ crowded: 1_000, other: 3 });
  expect(filled(slots)).toEqual({ crowded: 24, other: 3 });
  expect(slots.waitingHosts).toEqual(["crowded"]);
  slots.release("crowded");
  expect(filled(slots)).toEqual({ crowded: 1 });
});

test("a slow host gets four slots, all slow hosts together a quarter", () => {
  const slow = ["a", "b", "c", "d", "e", "f"];
  const slots = waitingAt({ ...Object.fromEntries(slow.map((host) => [host, 100])), quick: 100 });
  for (const host of slow) slots.recordAttempt(host, 2_000);
  const taken = filled(slots);
  expect(taken["quick"]).toBe(24);
  expect(Math.max(...slow.map((host) => taken[host] ?? 0))).toBeLessThanOrEqual(4);
  expect(slow.reduce((sum, host) => sum + (taken[host] ?? 0), 0)).toBe(SLOTS / 4);
  slots.recordAttempt("a", 1);
  expect(filled(slots)["a"]).toBeGreaterThan(4);
});

test("the next free slot goes to the host with the fewest", () => {
  const slots = waitingAt({ first: 100, second: 100, third: 100 });
  filled(slots);
  slots.add({ host: "late" });
  expect(slots.next()).toBeUndefined();
  slots.release("first");
  expect(slots.next()?.host).toBe("late");
});
