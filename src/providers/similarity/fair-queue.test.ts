// Agents take turns in a bounded queue.
import { setImmediate as turn } from "node:timers/promises";
import { expect, test } from "vitest";
import { FairQueue } from "./fair-queue.ts";

/** A queue whose tasks end when the test says so, in the order in which they started. */
function watched(max: number, concurrency = 1) {
  const queue = new FairQueue({ concurrency, max });
  const started: string[] = [];
  const rejected: string[] = [];
  const running: (() => void)[] = [];
  return {
    started,
    rejected,
    ask: (agentId: string, name: string, isWanted = true) => {
      const work = () => {
        started.push(name);
        const { promise, resolve } = Promise.withResolvers<void>();
        running.push(resolve);
        return promise;
      };
      queue.run(agentId, work, () => isWanted).catch(() => rejected.push(name));
    },
    endAll: async () => {
      for (let end = running.shift(); end !== undefined; end = running.shift()) {
        end();
        await turn();
      }
    },
  };
}

test("agents take turns, whoever has asked for more", async () => {
  const { ask, started, endAll } = watched(20);
  for (const n of [1, 2, 3, 4]) ask("flood", `flood ${n}`);
  ask("ada", "ada 1");
  ask("bo", "bo 1");
  ask("ada", "ada 2");
  await endAll();
  expect(started).toEqual(["flood 1", "flood 2", "ada 1", "bo 1", "flood 3", "ada 2", "flood 4"]);
});

test("when the queue is full, the longest line loses its newest task to an agent with a shorter one", async () => {
  const { ask, started, rejected, endAll } = watched(3);
  for (const n of [1, 2, 3, 4, 5]) ask("flood", `flood ${n}`);
  await turn();
  expect(rejected).toEqual(["flood 5"]);
  ask("ada", "ada 1");
  ask("bo", "bo 1");
  await turn();
  expect(rejected).toEqual(["flood 5", "flood 4", "flood 3"]);
  ask("cy", "cy 1");
  await endAll();
  expect(rejected).toEqual(["flood 5", "flood 4", "flood 3", "cy 1"]);
  expect(started).toEqual(["flood 1", "flood 2", "ada 1", "bo 1"]);
});

test("work that is no longer wanted at its turn is skipped, and so many run at a time as allowed", async () => {
  const { ask, started, rejected, endAll } = watched(10, 2);
  ask("ada", "first");
  ask("bo", "second");
  expect(started).toEqual(["first", "second"]);
  ask("ada", "late", false);
  ask("ada", "third");
  await endAll();
  expect(rejected).toEqual(["late"]);
  expect(started).toEqual(["first", "second", "third"]);
});

test("a task that fails makes room for the next", async () => {
  const queue = new FairQueue({ concurrency: 1, max: 2 });
  const failing = queue.run("ada", async () => {
    throw new Error("broken");
  });
  const next = queue.run("bo", async () => {});
  await expect(failing).rejects.toThrow("broken");
  await expect(next).resolves.toBeUndefined();
});
