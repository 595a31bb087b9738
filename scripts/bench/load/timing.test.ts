import { expect, test } from "vitest";
import { slowestOf, timingOf } from "./timing.ts";

const HEAD =
  "HTTP/1.1 200 OK\r\nserver-timing: queue;dur=2.00, redis;dur=1.50, pool;dur=3.00, database;dur=7.00, server;dur=20.00";

test.each([HEAD, `${HEAD}\r\ndate: today; dur=5`])("what a request waited for adds up to what it took", (head) => {
  const timing = timingOf(head, 25);
  expect(timing).toEqual({ took: 25, outside: 5, queue: 2, redis: 1.5, pool: 3, database: 4, rest: 9.5 });
});

test("a request that did not ask is not timed", () => {
  expect(timingOf("HTTP/1.1 200 OK\r\ncontent-length: 2", 25)).toBeUndefined();
});

test("the slowest are averaged, and no others", () => {
  const timings = [10, 200, 30, 100].flatMap((took) => timingOf(HEAD, took) ?? []);
  expect(slowestOf(timings, 1 / 2)).toMatchObject({ took: 150, outside: 130, queue: 2 });
  expect(slowestOf([], 1 / 2)).toBeUndefined();
});
