// Tests time limits and fairness when many agents need the model, with a simulated one as slow as the real one.
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { Vectors } from "./vectors.ts";

const TEXT_MS = 20;
/** Time limit that suffices for a few texts but not for 200. */
const LIMIT_MS = 1000;

// Fake time jumps from timer to timer, so a stalled machine does not affect the results.
beforeAll(() => void vi.useFakeTimers().setTimerTickMode("nextTimerAsync"));
afterAll(() => void vi.useRealTimers());

/** Returns a model that takes `TEXT_MS` for each text and embeds one after another, as the thread of the real model does. */
function slowModel() {
  const embedded: string[] = [];
  let busy = Promise.resolve();
  const embedder = {
    model: "slow",
    async embed(texts: readonly string[]) {
      const before = busy;
      const { promise, resolve } = Promise.withResolvers<void>();
      busy = promise;
      await before;
      embedded.push(...texts);
      await new Promise((done) => setTimeout(done, TEXT_MS * texts.length));
      resolve();
      return texts.map(() => Float32Array.of(1));
    },
    warm: () => {},
    close: async () => {},
  };
  return { embedded, embedder };
}

function outcomes(asked: readonly Promise<unknown>[]): Promise<readonly string[]> {
  return Promise.all(
    asked.map((one) =>
      one.then(
        () => "judged",
        () => "not judged",
      ),
    ),
  );
}

test("an agent that floods the model does not block another agent's item", async () => {
  const { embedder } = slowModel();
  const vectors = new Vectors({ embedder, limitMs: LIMIT_MS });
  const flood = outcomes(Array.from({ length: 200 }, (_, n) => vectors.of([`flood ${n}`], "flood")));
  const others = ["ada", "bo", "cy"].map((agentId) => vectors.of([`fish for ${agentId}`], agentId));
  expect(await outcomes(others)).toEqual(["judged", "judged", "judged"]);
  const flooded = await flood;
  // Up to eight items of an agent may wait at a time.
  expect(flooded.filter((outcome) => outcome === "not judged").length).toBeGreaterThanOrEqual(200 - 8);
});

test("an item in one agent's flood is embedded early for another agent", async () => {
  const { embedder, embedded } = slowModel();
  const vectors = new Vectors({ embedder, limitMs: LIMIT_MS });
  const behind = [...Array.from({ length: 15 }, (_, n) => `flood ${n}`), "tuna"];
  const flood = outcomes(behind.map((text) => vectors.of([text], "flood")));
  await vectors.of(["tuna"], "ada");
  expect(embedded.indexOf("tuna")).toBeLessThan(9);
  await flood;
  expect(embedded.filter((text) => text === "tuna")).toHaveLength(1);
});

test("an item waits longer for a loading model, within its own patience", async () => {
  const { embedder } = slowModel();
  const vectors = new Vectors({ embedder: { ...embedder, isLoading: true }, limitMs: 1 });
  expect(await outcomes([vectors.of(["herring"], "ada"), vectors.of(["cod"], "bo", 2)])).toEqual([
    "judged",
    "not judged",
  ]);
});

test("rejected items are never embedded, and their agent may ask again later", async () => {
  const { embedder, embedded } = slowModel();
  const vectors = new Vectors({ embedder, limitMs: LIMIT_MS });
  const asked = await outcomes(Array.from({ length: 20 }, (_, n) => vectors.of([`toy ${n}`], "ada")));
  expect(asked.slice(8)).toEqual(Array<string>(12).fill("not judged"));
  await new Promise((done) => setTimeout(done, 5 * TEXT_MS));
  expect(embedded).toEqual(Array.from({ length: 8 }, (_, n) => `toy ${n}`));
  expect(await outcomes([vectors.of(["a late toy"], "ada")])).toEqual(["judged"]);
});

test("failed items make room for their agent's next items", async () => {
  const { embedder } = slowModel();
  let fails = true;
  const failing = {
    ...embedder,
    embed: async (texts: readonly string[]) => (fails ? Promise.reject(new Error("no")) : embedder.embed(texts)),
  };
  const vectors = new Vectors({ embedder: failing, limitMs: LIMIT_MS });
  const eight = () => outcomes(Array.from({ length: 8 }, (_, n) => vectors.of([`toy ${n}`], "ada")));
  expect(new Set(await eight())).toEqual(new Set(["not judged"]));
  fails = false;
  expect(new Set(await eight())).toEqual(new Set(["judged"]));
});
