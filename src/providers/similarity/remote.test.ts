// A remote model over real HTTP: our own embedder, and services that fail in every way.
import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, expect, test } from "vitest";
import { findBuiltIn } from "@denkeeper/rules/species/catalog/index.ts";
import { UNAVAILABLE, type ItemQuestion } from "../item-judge.ts";
import { unstalled } from "../../../test/unstalled.ts";
import { readApprovedVectors } from "./approved-vectors.ts";
import { Breaker } from "../../platform/breaker.ts";
import { BuiltInEmbedder } from "./built-in.ts";
import { SimilarityJudge } from "./judge.ts";
import { BUILT_IN_MODEL } from "../../config/model-id.ts";
import { RemoteEmbedder } from "./remote.ts";
import { serveModel } from "./server.ts";
import { cosine } from "./vector.ts";
import { Vectors } from "./vectors.ts";

const KEY = "a key for tests";
const REST_MS = 300;
/** Test machines are shared and slow: only the test of the limit itself has a shorter one. */
const PATIENT_MS = 30_000;
const approved = readApprovedVectors();
const embedder = new BuiltInEmbedder();
const server = await serveModel({ embedder, key: KEY, port: 0 });
afterAll(() => server.close());
const base = `http://127.0.0.1:${server.port}`;
const url = `${base}/v1/embeddings`;
for (let tries = 0; tries < 100 && (await fetch(`${base}/readyz`)).status !== 200; tries++) await sleep(50);

function ask(body: unknown, headers: Record<string, string> = { authorization: `Bearer ${KEY}` }): Promise<Response> {
  return fetch(url, { method: "POST", body: typeof body === "string" ? body : JSON.stringify(body), headers });
}

test("the server speaks the OpenAI embeddings format", async () => {
  const response = await ask({ model: BUILT_IN_MODEL, input: "tuna" });
  expect(response.status).toBe(200);
  const answer: unknown = await response.json();
  expect(answer).toMatchObject({ object: "list", model: BUILT_IN_MODEL, data: [{ object: "embedding", index: 0 }] });
  const many = await ask({ model: BUILT_IN_MODEL, input: ["tuna", "salmon"], encoding_format: "float" });
  expect(await many.json()).toMatchObject({ data: [{ index: 0 }, { index: 1 }] });
});

test.each([
  ["no JSON", "{", 400],
  ["no input", { model: BUILT_IN_MODEL }, 400],
  ["an empty input", { model: BUILT_IN_MODEL, input: [] }, 400],
  ["too many texts", { model: BUILT_IN_MODEL, input: Array.from({ length: 65 }, () => "x") }, 400],
  ["a text too long", { model: BUILT_IN_MODEL, input: "x".repeat(1001) }, 400],
  ["another model", { model: "gpt", input: "x" }, 404],
  ["a body too large", "x".repeat(70_000), 413],
] as const)("the server refuses %s", async (_, body, status) => {
  const response = await ask(body);
  expect(response.status).toBe(status);
  expect(await response.json()).toMatchObject({ error: { message: expect.any(String), type: expect.any(String) } });
});

test("the server refuses other places, other methods and wrong keys", async () => {
  const headers = { authorization: `Bearer ${KEY}` };
  expect((await fetch(`${base}/v1/chat`, { headers })).status).toBe(404);
  expect((await fetch(url, { headers })).status).toBe(405);
  expect((await ask({ model: BUILT_IN_MODEL, input: "x" }, {})).status).toBe(401);
  expect((await ask({ model: BUILT_IN_MODEL, input: "x" }, { authorization: "Bearer other" })).status).toBe(401);
});

let nowMs = 0;
const restingBreaker = () => new Breaker({ failures: 3, restMs: REST_MS, now: () => nowMs });

function judgeAt(address: string, { key = KEY, limitMs = PATIENT_MS, breaker = restingBreaker() } = {}) {
  const remote = new RemoteEmbedder({ url: address, key, model: BUILT_IN_MODEL, limitMs: PATIENT_MS });
  const failures: unknown[] = [];
  const vectors = new Vectors({ embedder: remote, approved, breaker, limitMs });
  return { remote, failures, judge: new SimilarityJudge(vectors, (error) => failures.push(error)) };
}

function feed(item: string): ItemQuestion {
  const items = findBuiltIn("housecat")?.approvedItems.feed ?? [];
  return { item, action: "feed", family: "cat", approved: items, agentId: "tester" };
}

test("a remote judge says what the built-in one says", async () => {
  const { remote, judge } = judgeAt(url);
  const texts = ["grilled trout", "a brick wall"];
  const [local, far] = await Promise.all([embedder.embed(texts), remote.embed(texts)]);
  for (const [index, vector] of local.entries()) {
    expect(cosine(vector, far[index] ?? new Float32Array())).toBeCloseTo(1, 6);
  }
  expect(await judge.judge(feed("tuna"))).toMatchObject({ category: "loved", model: BUILT_IN_MODEL });
});

test("a model without vectors on file also embeds what items are compared with, in requests of 64 texts, once", async () => {
  const inputs: string[][] = [];
  const fake = await serving((request, response) => {
    let body = "";
    request.on("data", (chunk: Buffer) => (body += chunk.toString()));
    request.on("end", () => {
      const { input } = JSON.parse(body) as { input: string[] };
      inputs.push(input);
      const data = input.map((text, index) => ({ index, embedding: [text.length, 1] }));
      response.end(JSON.stringify({ data: data.toReversed() }));
    });
  });
  const remote = new RemoteEmbedder({ url: fake.url, key: undefined, model: "another" });
  const judge = new SimilarityJudge(new Vectors({ embedder: remote, approved, limitMs: PATIENT_MS }));
  expect(await judge.judge({ ...feed("abcd"), approved: ["wxyz"] })).toMatchObject({
    category: "loved",
    model: "another",
  });
  expect(await judge.judge({ ...feed("abcd"), approved: ["wxyz"] })).not.toEqual(UNAVAILABLE);
  expect(inputs[0]?.slice(0, 2)).toEqual(["abcd", "wxyz"]);
  expect(new Set(inputs.flat()).size).toBe(inputs.flat().length);
  for (const input of inputs) expect(input.length).toBeLessThanOrEqual(64);
  await fake.close();
});

async function serving(listener: RequestListener) {
  const listening = createServer(listener);
  const { promise, resolve } = Promise.withResolvers<void>();
  listening.listen(0, resolve);
  await promise;
  return {
    url: `http://127.0.0.1:${(listening.address() as AddressInfo).port}/v1/embeddings`,
    async close() {
      listening.closeAllConnections();
      await new Promise((done) => listening.close(done));
    },
  };
}

test("a wrong key is no judgement", async () => {
  const { judge, failures } = judgeAt(url, { key: "another key" });
  expect(await judge.judge(feed("tuna"))).toEqual(UNAVAILABLE);
  expect(String(failures[0])).toContain("401");
});

test.each([
  ["HTML", "<html></html>"],
  ["no vectors", JSON.stringify({ data: [] })],
  ["an empty vector", JSON.stringify({ data: [{ index: 0, embedding: [] }] })],
  ["a vector without a direction", JSON.stringify({ data: [{ index: 0, embedding: [0, 0] }] })],
  ["too few dimensions", JSON.stringify({ data: [{ index: 0, embedding: [1, 0] }] })],
  ["another index", JSON.stringify({ data: [{ index: 3, embedding: [1, 0] }] })],
])("%s is no judgement", async (_, body) => {
  const fake = await serving((_request, response) => void response.end(body));
  const { judge, failures } = judgeAt(fake.url);
  expect(await judge.judge(feed("tuna"))).toEqual(UNAVAILABLE);
  expect(failures).toHaveLength(1);
  await fake.close();
});

test("a redirect is not followed: the key would go with it", async () => {
  const fake = await serving((_request, response) => void response.writeHead(307, { location: url }).end());
  expect(await judgeAt(fake.url).judge.judge(feed("tuna"))).toEqual(UNAVAILABLE);
  await fake.close();
});

test("a silent service costs a few callers half a second, then nobody; it is asked again after a rest", async () => {
  let asked = 0;
  let isSilent = true;
  const fake = await serving((request, response) => {
    asked += 1;
    if (isSilent) return;
    const data = [{ index: 0, embedding: [...(approved.get("fresh tuna") ?? [])] }];
    request.resume().on("end", () => response.end(JSON.stringify({ data })));
  });
  const breaker = restingBreaker();
  const { judge } = judgeAt(fake.url, { limitMs: 500, breaker });
  const askAll = async (items: readonly string[]): Promise<void> => {
    for (const item of items) expect(await judge.judge(feed(item))).toEqual(UNAVAILABLE);
  };
  // The service would be given up after many seconds, callers after half of one.
  expect((await unstalled(() => askAll(["tuna 1", "tuna 2", "tuna 3"]))).ms).toBeLessThan(6_000);
  // Twenty who waited would take ten seconds.
  expect((await unstalled(() => askAll(Array.from({ length: 20 }, (_, n) => `more tuna ${n}`)))).ms).toBeLessThan(
    2_000,
  );
  expect(asked).toBe(3);
  isSilent = false;
  nowMs += REST_MS;
  const { judge: patient } = judgeAt(fake.url, { breaker });
  expect(await patient.judge(feed("tuna at last"))).toMatchObject({ category: "loved" });
  expect(asked).toBe(4);
  await fake.close();
});
