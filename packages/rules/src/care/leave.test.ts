// Tests leave between scheduled runs: when it is possible, and how long it lasts.
import { expect, test } from "vitest";
import { findBuiltIn } from "../species/catalog/index.ts";
import type { Living } from "../creature/creature.ts";
import { HOUR_MS } from "../time/durations.ts";
import { adopt, hatch } from "./adoption.ts";
import { boardableMs, LEAVE_MOST_MS, onLeave, onLeaveFor } from "./boarding.ts";
import { applyCare, NO_ITEM } from "./care.ts";

const AT = Date.UTC(2026, 10, 20, 9);
const tortoise = findBuiltIn("tortoise");
if (tortoise === undefined) throw new Error("there is no tortoise");
const born: Living = hatch(adopt({ id: "one", name: "Pip", species: tortoise, zone: "UTC", at: AT }), AT);
const hours = (creature: Living | null) => (creature === null ? null : (creature.asOf - AT) / HOUR_MS);

test("LEAVE-1: leave ends 0.8 windows before the next run or after 72 hours", () => {
  expect(hours(onLeave(born, AT, AT + 72 * HOUR_MS))).toBe(72 - 0.8 * 24);
  expect(hours(onLeave(born, AT, AT + 200 * HOUR_MS))).toBe(72);
  expect(onLeave(born, AT, AT + 20 * HOUR_MS)).toBeNull();
});

test("LEAVE-1: each meal allows one leave, but none while food is due", () => {
  const once = onLeave(born, AT, AT + 40 * HOUR_MS);
  if (once === null) throw new Error("the creature did not go on leave");
  expect(onLeave(once, AT + HOUR_MS, AT + 80 * HOUR_MS)).toBeNull();
  expect(onLeave(once, once.asOf + HOUR_MS, AT + 200 * HOUR_MS)).toBeNull();
  const hungry = once.asOf + 14 * HOUR_MS;
  expect(onLeave(once, hungry, hungry + 72 * HOUR_MS)).toBeNull();
  const fed = applyCare(once, "feed", NO_ITEM, hungry);
  if (fed.kind !== "done" || fed.creature.death !== null) throw new Error("it was not fed");
  expect(onLeave(fed.creature, hungry, hungry + 72 * HOUR_MS)).not.toBeNull();
});

test("LEAVE-2: leave is its own kind of pause and uses no boarding", () => {
  const away = onLeave(born, AT, AT + 72 * HOUR_MS);
  expect(away?.pauses).toMatchObject([{ kind: "leave", from: AT }]);
  expect(away?.stats).toEqual(born.stats);
  expect(boardableMs(away ?? born, AT)).toBe(boardableMs(born, AT));
});

test("LEAVE-1: onLeaveFor rejects leave under 1 or over 72 hours", () => {
  expect(hours(onLeaveFor(born, AT, 5 * HOUR_MS))).toBe(5);
  for (const forMs of [0, HOUR_MS / 2, LEAVE_MOST_MS + 1]) expect(onLeaveFor(born, AT, forMs)).toBeNull();
});
