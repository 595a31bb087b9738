// Tests memories over HTTP: when they are saved, how long a soul line lasts, and which words only the keeper may read.
import { expect, test } from "vitest";
import { openDen, type Den } from "../../../test/den.ts";
import { houseForFile } from "../../../test/harness.ts";
import type { ItemJudge } from "../../model/items/item-judge.ts";

const lovingJudge: ItemJudge = {
  judge: async () => ({ category: "loved", score: 0.8, model: "test", nearest: "crinkle ball" }),
};
const house = await houseForFile({ env: { RATE_LIMIT_FACTOR: "1000" } });
Object.assign(house.app.services, { itemJudge: lovingJudge });
const { database } = house.app.services;

const SECRET = "The heron stood still";

async function memoryOf(id: string): Promise<unknown> {
  const text = "SELECT memory FROM creatures WHERE creature_id = $1";
  const [row] = await database.adHoc<{ memory: unknown }>(text, [id]);
  return row?.memory;
}

async function soulLine(den: Den, id: string): Promise<string | undefined> {
  const { creatures } = (await den.call("GET", "/api/house/home")).json;
  return creatures.find((creature: { id: string }) => creature.id === id).soul_line;
}

test("WORDS-20: care saves memories, with items in catalog words", async () => {
  const den = await openDen(house);
  const id = await den.hatched();
  expect(await memoryOf(id)).toBeNull();
  await den.care("play", id, { item: "my private ball of wool" });
  await den.care("reflect", id, { notes: `${SECRET}.\n${"x".repeat(200)}` });
  await den.advance(7);
  await den.care("feed", id, { notes: "Not a reflection." });
  const memory = await memoryOf(id);
  expect(memory).toEqual({
    favorite: { phrase: "crinkle ball", score: 0.8, day: 1 },
    note: { words: expect.stringMatching(/^The heron stood still\. x{56}…$/u), day: 1, care: 2 },
    deeds: { days: {}, brokenOn: 1 },
    latest: { hours: expect.closeTo(2, 1), day: 1 },
    firsts: { play: 1, reflect: 1, loved: 1 },
  });
  expect(JSON.stringify(memory)).not.toContain("wool");
});

test("WORDS-21: a soul line lasts until new care or a late meal", async () => {
  const den = await openDen(house, { hour: 7 });
  const id = await den.hatched();
  let last = "";
  for (let count = 0; count < 12; count++) {
    const action = (["feed", "reflect", "play"] as const)[count % 3] ?? "play";
    const { json } = await den.care(action, id, { others: false });
    const line = (await soulLine(den, id)) ?? "";
    expect(line).not.toBe(last);
    expect(json.soul_prompt.endsWith(` ${line}`), json.soul_prompt).toBe(true);
    const first = await den.status(id);
    expect(first.json.soul_prompt).toBe(json.soul_prompt);
    expect((await den.status(id)).json.soul_prompt).toBe(first.json.soul_prompt);
    await den.advance(0.7);
    expect((await den.status(id)).json.soul_prompt.endsWith(` ${line}`)).toBe(true);
    last = line;
  }
  await den.advance(7);
  expect((await den.status(id)).json).toMatchObject({
    creature: { feeding_status: expect.stringMatching(/overdue|critical/u) },
  });
  expect((await den.status(id)).json.soul_prompt).not.toContain(last);
  expect(await soulLine(den, id)).toBeUndefined();
});

test("WORDS-22: only the keeper's note is quoted, and only to the keeper", async () => {
  const den = await openDen(house);
  const id = await den.hatched();
  await den.care("reflect", id, { notes: SECRET });
  const { json } = await den.call("POST", "/api/house/sitters", { sitter_name: "Ada", hours: 10 });
  const sitter = (method: string, path: string, body?: object) =>
    house.call(method, path, body, { authorization: `Bearer ${json.sitter_key}` });
  let quoted = 0;
  for (let count = 0; count < 40; count++) {
    const own = await den.care("play", id);
    if (own.json.soul_prompt.includes(SECRET)) quoted++;
    const looked = await sitter("GET", "/api/house/status");
    const cared = await sitter("POST", "/api/house/care", { action: "reflect", notes: "Ada was here." });
    expect([looked.status, cared.status]).toEqual([200, 200]);
    for (const { text } of [looked, cared]) expect(text).not.toContain("heron");
    expect((await den.status(id)).json.soul_prompt).not.toContain("Ada");
  }
  expect(quoted).toBeGreaterThan(0);
  expect(await memoryOf(id)).toMatchObject({ note: { words: SECRET } });
});

test("WORDS-22: a creature without stored memories gains one from care", async () => {
  const den = await openDen(house);
  const id = await den.hatched();
  await den.care("play", id);
  await database.adHoc("UPDATE creatures SET memory = NULL WHERE creature_id = $1", [id]);
  expect((await den.status(id)).status).toBe(200);
  expect(await soulLine(den, id)).toMatch(/\.$/u);
  expect((await den.care("reflect", id)).status).toBe(200);
  expect(await memoryOf(id)).toMatchObject({ firsts: { reflect: 1 } });
});
