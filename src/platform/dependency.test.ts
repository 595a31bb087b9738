// Tests what a slow or broken dependency costs its callers.
import { setTimeout as sleep } from "node:timers/promises";
import { expect, test, vi } from "vitest";
import { ConcurrencyLimiter } from "../http/guard/concurrency-limiter.ts";
import { Dependency, UnavailableError } from "./dependency.ts";
import { holding } from "./slot.ts";

const OPTIONS = { name: "oracle", concurrency: 2, queue: 3, deadlineMs: 60_000 };
const hangs = async (signal: AbortSignal): Promise<never> => {
  const { promise, reject } = Promise.withResolvers<never>();
  signal.addEventListener("abort", () => reject(new Error("ended")));
  return promise;
};
const fails = async (): Promise<never> => Promise.reject(new Error("broken"));

test("excess calls queue, and calls beyond the queue are refused", async () => {
  const dependency = new Dependency(OPTIONS);
  let [running, most] = [0, 0];
  const work = async (): Promise<string> => {
    most = Math.max(most, ++running);
    await sleep(10);
    running--;
    return "done";
  };
  const asked = Array.from({ length: 8 }, () => dependency.ask(work));
  const answers = await Promise.allSettled(asked);
  expect(answers.map(({ status }) => status)).toEqual([...Array(5).fill("fulfilled"), ...Array(3).fill("rejected")]);
  expect([most, dependency.running, dependency.waiting, dependency.refused]).toEqual([2, 0, 0, 3]);
  await expect(asked[7]).rejects.toMatchObject({ name: "Unavailable", asked: false });
});

test("a call holds no slot, and a hanging one times out", async () => {
  const dependency = new Dependency({ ...OPTIONS, deadlineMs: 30 });
  const concurrency = new ConcurrencyLimiter(4);
  const asking = holding(concurrency.acquire(), () => dependency.ask(hangs));
  await sleep(5);
  expect([concurrency.running, dependency.running]).toEqual([0, 1]);
  await expect(asking).rejects.toMatchObject({ name: "Unavailable", asked: true });
  expect([concurrency.running, dependency.running]).toEqual([0, 0]);
});

test("a call that waits past its deadline never reaches the dependency", async () => {
  const dependency = new Dependency({ ...OPTIONS, concurrency: 1, deadlineMs: 30 });
  const asked = [dependency.ask(() => new Promise(() => {})), dependency.ask(async () => "never")];
  const [first, second] = await Promise.allSettled(asked);
  expect(first).toMatchObject({ reason: { asked: true } });
  expect(second).toMatchObject({ reason: { asked: false } });
});

test("five failures pause the dependency, then one call tries again", async () => {
  vi.useFakeTimers({ toFake: ["performance"] });
  try {
    const changes: string[] = [];
    const log = { warn: () => changes.push("away"), info: () => changes.push("back") };
    const dependency = new Dependency(OPTIONS, log as never);
    for (let failed = 0; failed < 5; failed++) await expect(dependency.ask(fails)).rejects.toThrow("broken");
    await expect(dependency.ask(async () => "fine")).rejects.toBeInstanceOf(UnavailableError);
    vi.advanceTimersByTime(10_001);
    expect(await dependency.ask(async () => "fine")).toBe("fine");
    expect(await dependency.ask(async () => "fine")).toBe("fine");
    expect(changes).toEqual(["away", "back"]);
  } finally {
    vi.useRealTimers();
  }
});

test("an expected error is not a failure of the dependency", async () => {
  const dependency = new Dependency({ ...OPTIONS, isFault: () => false });
  for (let failed = 0; failed < 9; failed++) await expect(dependency.ask(fails)).rejects.toThrow("broken");
  expect(dependency.isDown).toBe(false);
});

test("a begun call precedes queued calls, despite a full queue", async () => {
  const dependency = new Dependency({ ...OPTIONS, concurrency: 1, queue: 1, dropsAbandoned: true });
  const order: string[] = [];
  const work = (name: string) => async (): Promise<void> => {
    order.push(name);
    await sleep(5);
  };
  const concurrency = new ConcurrencyLimiter(4);
  const settled = await Promise.allSettled([
    dependency.ask(work("first")),
    dependency.ask(work("second")),
    dependency.ask(work("third")),
    holding(
      concurrency.acquire(() => true),
      () => dependency.ask(work("payment"), { begun: true }),
    ),
  ]);
  expect(settled.map(({ status }) => status)).toEqual(["fulfilled", "fulfilled", "rejected", "fulfilled"]);
  expect(order).toEqual(["first", "payment", "second"]);
});

test("no call starts for a disconnected client", async () => {
  const dependency = new Dependency({ ...OPTIONS, dropsAbandoned: true });
  const concurrency = new ConcurrencyLimiter(4);
  let begun = false;
  const asking = holding(
    concurrency.acquire(() => true),
    () => dependency.ask(async () => void (begun = true)),
  );
  await expect(asking).rejects.toBeInstanceOf(UnavailableError);
  expect(begun).toBe(false);
});
