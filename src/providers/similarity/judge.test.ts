// Judging with the real model in its worker thread: its results, its failures, and that it never blocks the process.
import { monitorEventLoopDelay } from "node:perf_hooks";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, expect, test } from "vitest";
import { findBuiltIn } from "@denkeeper/rules/species/catalog/index.ts";
import type { ItemAction } from "@denkeeper/rules/species/species.ts";
import type { ItemJudge, ItemQuestion } from "../item-judge.ts";
import { UNAVAILABLE } from "../item-judge.ts";
import { readApprovedVectors } from "./approved-vectors.ts";
import { BuiltInEmbedder } from "./built-in.ts";
import { SimilarityJudge } from "./judge.ts";
import { BUILT_IN_MODEL } from "../../config/model-id.ts";
import { Vectors } from "./vectors.ts";

/** Test machines are shared and slow; alone on one, the delay stays far below the limit itself. */
const PATIENCE = 4;
const MOST_DELAY_MS = 25;
const MOST_WAIT_MS = 600;

const approved = readApprovedVectors();
const opened: BuiltInEmbedder[] = [];
afterAll(() => Promise.all(opened.map((embedder) => embedder.close())));

function withModel(options: { queue?: number; limitMs?: number; cached?: number } = {}) {
  const embedder = new BuiltInEmbedder();
  opened.push(embedder);
  const failures: unknown[] = [];
  const vectors = new Vectors({ embedder, approved, ...options });
  const judge = new SimilarityJudge(vectors, (error) => failures.push(error));
  return { embedder, vectors, judge, failures };
}

function question(slug: string, action: ItemAction, item: string): ItemQuestion {
  const species = findBuiltIn(slug);
  if (species === undefined) throw new Error(`no species ${slug}`);
  return { item, action, family: species.family, approved: species.approvedItems[action], agentId: "tester" };
}

async function timed<Value>(work: Promise<Value>): Promise<{ value: Value; ms: number }> {
  const started = performance.now();
  const value = await work;
  return { value, ms: performance.now() - started };
}

let texts = 0;

/** Waits until the model judges what it has not seen before. */
async function judging(judge: ItemJudge): Promise<void> {
  for (let attempt = 0; attempt < 100; attempt++) {
    texts += 1;
    if ((await judge.judge(question("housecat", "feed", `tuna ${texts}`))).category !== null) return;
    await sleep(50);
  }
  throw new Error("the model does not come back");
}

const shared = withModel();
await judging(shared.judge);

test.each([
  ["housecat", "feed", "tuna", "loved"],
  ["housecat", "feed", "  Fresh TUNA!! ", "loved"],
  ["housecat", "play", "toy mouse", "loved"],
  ["retriever", "play", "tennis balls", "loved"],
  ["retriever", "feed", "a bookshelf", "harmful"],
  ["tortoise", "feed", "romaine lettuce", "loved"],
  ["robot", "feed", "electricity", "loved"],
  ["robot", "play", "chess", "loved"],
  ["golem", "feed", "ice cream", "neutral"],
  ["siamese", "sleep", "a concrete mixer", "harmful"],
] as const)("CARE-2: to %s, at %s, %j is %s", async (slug, action, item, category) => {
  const judgement = await shared.judge.judge(question(slug, action, item));
  expect(judgement).toMatchObject({ category, model: BUILT_IN_MODEL });
  expect(judgement.reason).toBeUndefined();
});

test("CARE-2: an approved item scores 1", async () => {
  const judgement = await shared.judge.judge(question("owl", "feed", "field mouse"));
  expect(judgement.score).toBeCloseTo(1, 5);
});

test("a known danger is harmful without a model, with a reason", async () => {
  const closed = withModel();
  await closed.embedder.close();
  expect(await closed.judge.judge(question("retriever", "feed", "chocolate"))).toEqual({
    category: "harmful",
    score: 0,
    model: "danger-list",
    reason: 'It contains "chocolate", which is poisonous to animals.',
  });
});

test("CARE-3: nothing is judged when the model is gone", async () => {
  const closed = withModel();
  await closed.embedder.close();
  expect(await closed.judge.judge(question("housecat", "feed", "tuna salad"))).toEqual(UNAVAILABLE);
  expect(closed.failures).toHaveLength(1);
});

test("an item is embedded once, whatever its spelling, and the cache is bounded", async () => {
  const { vectors, judge, embedder } = withModel({ cached: 2 });
  await judging(judge);
  await judging(judge);
  const first = await judge.judge(question("housecat", "feed", "grilled mackerel"));
  await embedder.close();
  expect(await judge.judge(question("tabby", "feed", " Grilled  MACKEREL. "))).not.toEqual(UNAVAILABLE);
  expect(await judge.judge(question("housecat", "feed", "grilled mackerel"))).toEqual(first);
  expect([texts - 1, texts].map((n) => vectors.known(`tuna ${n}`) !== undefined)).toEqual([false, true]);
});

test("many who ask for the same item at once share one answer", async () => {
  const { judge, failures } = withModel({ queue: 1 });
  await judging(judge);
  failures.length = 0;
  const same = Array.from({ length: 30 }, () => judge.judge(question("lab", "feed", "duck pate")));
  expect(new Set((await Promise.all(same)).map(({ score }) => score)).size).toBe(1);
  expect(failures).toEqual([]);
});

test("CARE-3: what takes too long is not judged, and is known the next time", async () => {
  const { judge } = withModel({ limitMs: 20 });
  const { value, ms } = await timed(judge.judge(question("housecat", "feed", "pilchards")));
  expect(value).toEqual(UNAVAILABLE);
  expect(ms).toBeLessThan(MOST_WAIT_MS);
  const again = () => judge.judge(question("housecat", "feed", "pilchards"));
  for (let attempt = 0; attempt < 100 && (await again()).category === null; attempt++) await sleep(100);
  expect(await again()).not.toEqual(UNAVAILABLE);
});

test("CARE-3: beyond a full queue nothing waits", async () => {
  const { judge, failures } = withModel({ queue: 2, limitMs: 5000 });
  await judging(judge);
  failures.length = 0;
  const many = Array.from({ length: 12 }, (_, n) => timed(judge.judge(question("husky", "play", `game number ${n}`))));
  const answers = await Promise.all(many);
  const unjudged = answers.filter(({ value }) => value.category === null);
  // One runs and two wait; on a slow machine fewer wait.
  expect(unjudged.length).toBeGreaterThanOrEqual(12 - 3);
  expect(unjudged.length).toBeLessThan(12);
  for (const { ms } of unjudged) expect(ms).toBeLessThan(MOST_WAIT_MS);
  expect(failures).toHaveLength(unjudged.length);
  await judging(judge);
});

test("CARE-3: when the thread dies every call is answered in time, and judging resumes", async () => {
  const { judge, embedder } = withModel();
  await judging(judge);
  const running = Array.from({ length: 15 }, (_, n) => timed(judge.judge(question("lab", "play", `puddle ${n}`))));
  await embedder.crash();
  const later = Array.from({ length: 15 }, (_, n) => timed(judge.judge(question("lab", "play", `pond ${n}`))));
  const answers = await Promise.all([...running, ...later]);
  for (const { ms } of answers) expect(ms).toBeLessThan(MOST_WAIT_MS * PATIENCE);
  expect(answers.some(({ value }) => value.category === null)).toBe(true);
  await judging(judge);
  expect(await judge.judge(question("lab", "play", "tennis balls"))).toMatchObject({ category: "loved" });
});

test("the event loop stays free while 50 distinct items are judged", async () => {
  const delay = monitorEventLoopDelay({ resolution: 1 });
  delay.enable();
  const agents = Array.from({ length: 10 }, async (_, agent) => {
    for (let n = 0; n < 5; n++) {
      const asked = question("parrot", "play", `wooden toy ${agent} of ${n}`);
      while ((await shared.judge.judge(asked)).category === null) await sleep(20);
    }
  });
  await Promise.all(agents);
  delay.disable();
  expect(delay.percentile(99) / 1e6).toBeLessThan(MOST_DELAY_MS * PATIENCE);
});
