// Tests that the cache evicts the least recently used entry, and that the breaker opens and tries again.
import { expect, test } from "vitest";
import { Breaker } from "./breaker.ts";
import { LruCache } from "./lru.ts";

test("the cache evicts only entries that were not used", () => {
  const cache = new LruCache<number>(2);
  cache.set("a", 1);
  cache.set("b", 2);
  expect(cache.get("a")).toBe(1);
  cache.set("c", 3);
  expect(cache.get("b")).toBeUndefined();
  expect(cache.get("a")).toBe(1);
  expect(cache.get("c")).toBe(3);
  cache.set("a", 4);
  expect(cache.get("a")).toBe(4);
  expect(cache.size).toBe(2);
});

test("the cache never exceeds its limit and retains the newest entries", () => {
  const cache = new LruCache<number>(10);
  for (let key = 0; key < 1_000; key++) {
    cache.set(String(key), key);
    if (key > 0) expect(cache.get(String(key - 1))).toBe(key - 1);
    expect(cache.size).toBeLessThanOrEqual(10);
  }
  for (let key = 995; key < 1_000; key++) expect(cache.get(String(key))).toBe(key);
});

test("evicting entries costs less than ten times as much as retaining", () => {
  const cpuMsOf = (max: number): number => {
    const cache = new LruCache<number>(max);
    const before = process.threadCpuUsage();
    for (let key = 0; key < 100_000; key++) cache.set(String(key % 40_000), key);
    return process.threadCpuUsage(before).user / 1000;
  };
  const keeping = cpuMsOf(80_000);
  expect(cpuMsOf(20_000)).toBeLessThan(10 * keeping);
});

test("the breaker opens after consecutive failures, then tries once", () => {
  let now = 0;
  const breaker = new Breaker({ failures: 2, restMs: 100, now: () => now });
  breaker.failed();
  breaker.succeeded();
  breaker.failed();
  expect(breaker.mayTry()).toBe(true);
  breaker.failed();
  expect(breaker.mayTry()).toBe(false);
  now = 100;
  expect(breaker.mayTry()).toBe(true);
  expect(breaker.mayTry()).toBe(false);
  breaker.failed();
  now = 199;
  expect(breaker.mayTry()).toBe(false);
  now = 200;
  expect(breaker.mayTry()).toBe(true);
  breaker.succeeded();
  expect(breaker.mayTry()).toBe(true);
  expect(breaker.mayTry()).toBe(true);
});
