// Tests judging with the real model in its worker thread: results, failures, and that it never blocks the process.
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, expect, test } from "vitest";
import { findBuiltIn } from "@denkeeper/rules/species/catalog/index.ts";
import type { ItemAction } from "@denkeeper/rules/species/species.ts";
import { UNAVAILABLE, type ItemJudge, type ItemQuestion } from "../../model/items/item-judge.ts";
import { until } from "../../../test/processes/own-redis.ts";
import { FULL } from "../../../test/tier.ts";
import { unstalled } from "../../../test/unstalled.ts";
import { readApprovedVectors } from "./approved-vectors.ts";
import { BuiltInEmbedder } from "./built-in.ts";
import { SimilarityJudge } from "./judge.ts";
import { BUILT_IN_MODEL } from "./model-id.ts";
import { LIMIT_MS, Vectors } from "./vectors.ts";

/** Time limit for most tests, since test machines are shared and slow. Tests of the limit itself use a shorter one. */
const PATIENT_MS = 150_000;

const approved = readApprovedVectors();
const opened = new Set<BuiltInEmbedder>();
afterAll(() => Promise.all(Array.from(opened, (embedder) => embedder.close())));

interface Options {
  readonly limitMs?: number;
  readonly cached?: number;
}

function withModel(options: Options = {}, embedder = new BuiltInEmbedder()) {
  opened.add(embedder);
  const failures: unknown[] = [];
  const vectors = new Vectors({ embedder, approved, limitMs: PATIENT_MS, ...options });
  const judge = new SimilarityJudge(vectors, (error) => failures.push(error));
  return { embedder, vectors, judge, failures };
}

function question(slug: string, action: ItemAction, item: string): ItemQuestion {
  const species = findBuiltIn(slug);
  if (species === undefined) throw new Error(`no species ${slug}`);
  return { item, action, family: species.family, approved: species.approvedItems[action], agentId: "tester" };
}

let texts = 0;

/** Waits until the model judges a new text. */
async function judging(judge: ItemJudge): Promise<void> {
  for (let attempt = 0; attempt < 100; attempt++) {
    texts += 1;
    if ((await judge.judge(question("housecat", "feed", `tuna ${texts}`))).category !== null) return;
    await sleep(50);
  }
  throw new Error("the model does not recover");
}

const shared = withModel();
await judging(shared.judge);

test.each([
  ["housecat", "feed", "tuna", "loved"],
  ["housecat", "feed", "  Fresh TUNA!! ", "loved"],
  ["housecat", "play", "toy mouse", "loved"],
  ["retriever", "play", "tennis balls", "loved"],
  ["retriever", "feed", "arithmetic", "disliked"],
  ["tortoise", "feed", "romaine lettuce", "loved"],
  ["robot", "feed", "electricity", "loved"],
  ["robot", "play", "chess", "loved"],
  ["golem", "feed", "ice cream", "neutral"],
  ["siamese", "sleep", "a tax return", "disliked"],
] as const)("CARE-2: %s %s: %j is %s", async (slug, action, item, category) => {
  const judgement = await shared.judge.judge(question(slug, action, item));
  expect(judgement).toMatchObject({ category, model: BUILT_IN_MODEL });
  expect(judgement.reason).toBeUndefined();
});

test("CARE-2: an approved item scores 1", async () => {
  const judgement = await shared.judge.judge(question("owl", "feed", "field mouse"));
  expect(judgement.score).toBeCloseTo(1, 5);
});

test("a known danger is harmful even without a model, with a reason", async () => {
  const closed = withModel();
  await closed.embedder.close();
  expect(await closed.judge.judge(question("retriever", "feed", "chocolate"))).toEqual({
    category: "harmful",
    score: 0,
    model: "danger-list",
    reason: 'It contains "chocolate", which is poisonous to animals.',
  });
});

test("CARE-3: an item is not judged while the model is closed", async () => {
  const closed = withModel();
  await closed.embedder.close();
  expect(await closed.judge.judge(question("housecat", "feed", "tuna salad"))).toEqual(UNAVAILABLE);
  expect(closed.failures).toHaveLength(1);
});

test("an item is embedded once for all spellings, in a bounded cache", async () => {
  const { vectors, judge, embedder } = withModel({ cached: 2 });
  await judging(judge);
  await judging(judge);
  const first = await judge.judge(question("housecat", "feed", "grilled mackerel"));
  await embedder.close();
  expect(await judge.judge(question("tabby", "feed", " Grilled  MACKEREL. "))).not.toEqual(UNAVAILABLE);
  expect(await judge.judge(question("housecat", "feed", "grilled mackerel"))).toEqual(first);
  expect([texts - 1, texts].map((n) => vectors.known(`tuna ${n}`) !== undefined)).toEqual([false, true]);
});

test("concurrent questions about the same item share one embedding", async () => {
  const { judge, failures } = withModel({}, new BuiltInEmbedder({ queue: 1 }));
  await judging(judge);
  failures.length = 0;
  const same = Array.from({ length: 30 }, () => judge.judge(question("lab", "feed", "duck pate")));
  expect(new Set((await Promise.all(same)).map(({ score }) => score)).size).toBe(1);
  expect(failures).toEqual([]);
});

test("CARE-3: an item that is too slow is judged on a later try", async () => {
  // The model needs more than 1 ms for any text.
  const { judge, vectors } = withModel({ limitMs: 1 }, shared.embedder);
  const again = () => judge.judge(question("housecat", "feed", "pilchards"));
  expect(await again()).toEqual(UNAVAILABLE);
  expect(vectors.known("pilchards")).toBeUndefined();
  await until(async () => (await again()).category !== null, PATIENT_MS);
  expect(vectors.known("pilchards")).toBeDefined();
});

test("CARE-3: a full queue leaves further items unjudged, without delay", async () => {
  const { judge, failures } = withModel({}, new BuiltInEmbedder({ queue: 2 }));
  await judging(judge);
  failures.length = 0;
  const inOrder: boolean[] = [];
  const many = Array.from({ length: 12 }, async (_, n) => {
    inOrder.push((await judge.judge(question("husky", "play", `game number ${n}`))).category !== null);
  });
  await Promise.all(many);
  // One item is running and two are queued. All others are answered before the model has judged any item.
  expect(inOrder).toEqual([...Array<boolean>(12 - 3).fill(false), true, true, true]);
  expect(failures).toHaveLength(12 - 3);
  await judging(judge);
});

test("CARE-3: a dead thread delays no answer, and judging resumes", async () => {
  const { judge: patient, embedder } = withModel();
  const { judge } = withModel({ limitMs: LIMIT_MS }, embedder);
  await judging(patient);
  const fifteen = (what: string) =>
    Array.from({ length: 15 }, (_, n) => unstalled(() => judge.judge(question("lab", "play", `${what} ${n}`))));
  const running = fifteen("puddle");
  // Waits for the end of the thread, because its duration depends on the machine.
  await embedder.crash();
  const answers = await Promise.all([...running, ...fifteen("pond")]);
  for (const { ms } of answers) expect(ms).toBeLessThan(6 * LIMIT_MS);
  expect(answers.some(({ value }) => value.category === null)).toBe(true);
  const balls = question("lab", "play", "tennis balls");
  // Items sent around the crash may still fill the queue.
  await until(async () => (await patient.judge(balls)).category !== null, PATIENT_MS);
  expect(await patient.judge(balls)).toMatchObject({ category: "loved" });
});

test("QUIET-1: an item waits for the model, which unloads when idle", async () => {
  const { judge, embedder } = withModel({ limitMs: LIMIT_MS }, new BuiltInEmbedder({ idleMs: 50 }));
  for (const item of ["sardines in oil", "smoked eel"]) {
    expect(embedder.isLoading).toBe(true);
    expect(await judge.judge(question("housecat", "feed", item))).not.toEqual(UNAVAILABLE);
    expect(embedder.isLoading).toBe(false);
    await until(() => embedder.isLoading, PATIENT_MS);
  }
});

test("CARE-3: no call waits for a thread that died while loading", async () => {
  const { judge, embedder } = withModel({ limitMs: LIMIT_MS });
  const first = judge.judge(question("housecat", "feed", "herring roe"));
  await embedder.crash();
  expect(await first).toEqual(UNAVAILABLE);
  expect(embedder.isLoading).toBe(false);
  const kept = new BuiltInEmbedder();
  opened.add(kept);
  kept.warm();
  expect(kept.isLoading).toBe(false);
});

const EACH = FULL ? 5 : 2;
const sum = ({ user, system }: NodeJS.CpuUsage): number => user + system;

test(`judging ${10 * EACH} items costs this thread less than half the model's CPU`, async () => {
  const [ownBefore, allBefore] = [process.threadCpuUsage(), process.cpuUsage()];
  const agents = Array.from({ length: 10 }, async (_, agent) => {
    for (let n = 0; n < EACH; n++) {
      const toy = { ...question("parrot", "play", `wooden toy ${agent} of ${n}`), agentId: `agent ${agent}` };
      // On a slow machine the queue holds fewer than ten items, so refused items are sent again.
      await until(async () => (await shared.judge.judge(toy)).category !== null, PATIENT_MS);
    }
  });
  await Promise.all(agents);
  const ownCpu = sum(process.threadCpuUsage(ownBefore));
  const modelCpu = sum(process.cpuUsage(allBefore)) - ownCpu;
  expect(ownCpu / modelCpu).toBeLessThan(0.5);
});
