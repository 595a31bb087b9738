// A slot is given up and taken back exactly once, whatever its request does.
import { setTimeout as sleep } from "node:timers/promises";
import { expect, test } from "vitest";
import { Gate } from "../http/guard/gate.ts";
import { aside, holding, outside } from "./slot.ts";

const LIMIT = 2;

test("a request that waits holds no slot, and has one again when it goes on", async () => {
  const gate = new Gate(LIMIT);
  const seen: number[] = [];
  await holding(gate.enter(), async () => {
    seen.push(gate.inWork);
    await aside(async () => void seen.push(gate.inWork));
    await outside(async () => void seen.push(gate.inWork));
    seen.push(gate.inWork);
  });
  expect([...seen, gate.inWork]).toEqual([1, 0, 0, 1, 0]);
});

test("waiting in several places at once, nested or after the end never counts twice", async () => {
  const gate = new Gate(LIMIT);
  const slot = gate.enter();
  const seen: number[] = [];
  const look = async (): Promise<void> => void seen.push(gate.inWork);
  let late: Promise<void> | undefined;
  await holding(slot, async () => {
    await Promise.all(
      Array.from({ length: 10 }, (_, nth) =>
        aside(async () => {
          await sleep(nth);
          await aside(() => outside(look));
        }),
      ),
    );
    late = aside(async () => {
      await sleep(20);
      await look();
    });
  });
  for (let again = 0; again < 3; again++) slot.release();
  await late;
  await slot.aside(look);
  expect(Math.min(...seen)).toBe(0);
  expect(gate.inWork).toBe(0);
});

test("whoever waited goes on before those who have not begun, and not beyond the limit", async () => {
  const gate = new Gate(LIMIT);
  const { promise: answered, resolve: answer } = Promise.withResolvers<void>();
  let most = 0;
  const waiting = Array.from({ length: 6 }, () =>
    holding(gate.enter(), async () => {
      await aside(() => answered);
      most = Math.max(most, gate.inWork);
      await sleep(2);
    }),
  );
  const busy = [gate.enter(), gate.enter()];
  let started = 0;
  gate.admit(
    () => void started++,
    () => false,
  );
  answer();
  await sleep(10);
  expect([gate.inWork, started]).toEqual([LIMIT, 0]);
  for (const slot of busy) slot.release();
  await Promise.all(waiting);
  expect([most, gate.inWork, started]).toEqual([LIMIT, 0, 1]);
});

test("what fails while it waits leaves the count as it was", async () => {
  const gate = new Gate(LIMIT);
  const fails = async (): Promise<never> => Promise.reject(new Error("away"));
  const slot = gate.enter();
  await expect(slot.aside(fails)).rejects.toThrow("away");
  await expect(slot.outside(fails)).rejects.toThrow("away");
  expect(gate.inWork).toBe(1);
  slot.release();
  expect(gate.inWork).toBe(0);
});
