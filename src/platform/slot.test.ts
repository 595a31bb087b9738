// Tests that a slot is lent and reacquired exactly once, whatever its request does.
import { setTimeout as sleep } from "node:timers/promises";
import { expect, test } from "vitest";
import { ConcurrencyLimiter } from "../http/guard/concurrency-limiter.ts";
import { aside, holding, outside } from "./slot.ts";

const LIMIT = 2;

test("a waiting request releases its slot and reacquires one afterward", async () => {
  const concurrency = new ConcurrencyLimiter(LIMIT);
  const seen: number[] = [];
  await holding(concurrency.acquire(), async () => {
    seen.push(concurrency.running);
    await aside(async () => void seen.push(concurrency.running));
    await outside(async () => void seen.push(concurrency.running));
    seen.push(concurrency.running);
  });
  expect([...seen, concurrency.running]).toEqual([1, 0, 0, 1, 0]);
});

test("nested, parallel or late waits never free a slot twice", async () => {
  const concurrency = new ConcurrencyLimiter(LIMIT);
  const slot = concurrency.acquire();
  const seen: number[] = [];
  const look = async (): Promise<void> => void seen.push(concurrency.running);
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
  expect(concurrency.running).toBe(0);
});

test("a request that waited continues before new ones", async () => {
  const concurrency = new ConcurrencyLimiter(LIMIT);
  const { promise: answered, resolve: answer } = Promise.withResolvers<void>();
  let most = 0;
  const waiting = Array.from({ length: 6 }, () =>
    holding(concurrency.acquire(), async () => {
      await aside(() => answered);
      most = Math.max(most, concurrency.running);
      await sleep(2);
    }),
  );
  const busy = [concurrency.acquire(), concurrency.acquire()];
  let started = 0;
  concurrency.admit(
    () => void started++,
    () => false,
  );
  answer();
  await sleep(10);
  expect([concurrency.running, started]).toEqual([LIMIT, 0]);
  for (const slot of busy) slot.release();
  await Promise.all(waiting);
  expect([most, concurrency.running, started]).toEqual([LIMIT, 0, 1]);
});

test("a failed wait leaves the count of slots unchanged", async () => {
  const concurrency = new ConcurrencyLimiter(LIMIT);
  const fails = async (): Promise<never> => Promise.reject(new Error("away"));
  const slot = concurrency.acquire();
  await expect(slot.aside(fails)).rejects.toThrow("away");
  await expect(slot.outside(fails)).rejects.toThrow("away");
  expect(concurrency.running).toBe(1);
  slot.release();
  expect(concurrency.running).toBe(0);
});
