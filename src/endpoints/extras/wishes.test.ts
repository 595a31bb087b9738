// Wishes over HTTP: told beside a meal that is due, granted by what the judge does not mind, once a day, and never in a trial.
import { encode } from "gpt-tokenizer";
import { expect, test } from "vitest";
import { openDen, type Den } from "../../../test/den.ts";
import { houseForFile, type Answer } from "../../../test/harness.ts";
import { startRun } from "../../../test/trial-runs.ts";
import { wishesFor } from "@denkeeper/rules/extras/wishes.ts";
import { CATALOG } from "@denkeeper/rules/species/catalog/index.ts";
import type { ItemJudge } from "../../providers/item-judge.ts";

/** Takes what is rotten for disliked. */
const judge: ItemJudge = {
  judge: async ({ item }) =>
    item.startsWith("rotten")
      ? { category: "disliked", score: 0.1, model: "test" }
      : { category: "loved", score: 1, model: "test", nearest: "fresh tuna" },
};
const house = await houseForFile({ env: { RATE_LIMIT_FACTOR: "1000" } });
Object.assign(house.app.services, { itemJudge: judge });
const { database } = house.app.services;

async function memoryOf(id: string): Promise<{ readonly wishes?: object }> {
  const text = "SELECT coalesce(memory, '{}') AS memory FROM creatures WHERE creature_id = $1";
  const [row] = await database.adHoc<{ memory: object }>(text, [id]);
  return row?.memory ?? {};
}

const compact = (den: Den) => den.call("GET", "/api/house/status?view=compact");
const exampleOf = async (den: Den, id: string): Promise<string> => (await den.status(id)).json.creature.wish.example;

test("WISH-5: compact status tells a wish beside a meal that is due, and the visit step stays as it is", async () => {
  const den = await openDen(house, { hour: 9 });
  const ids = [];
  for (const name of ["Moss", "Ada", "Fern", "Pip"]) ids.push(await den.hatched({ name }));
  const [first = ""] = ids;
  const early = await compact(den);
  expect(early.json).not.toHaveProperty("wishes");
  await den.advance(4);
  const due = await compact(den);
  expect(due.json.wishes).toHaveLength(3);
  for (const wish of due.json.wishes) expect(wish).toMatch(/^(?:Moss|Ada|Fern|Pip): .+, such as .+$/u);
  expect(due.json.next_steps[0].body.actions).toContainEqual({ creature_id: first, action: "feed" });
  const full = (await den.status(first)).json.creature;
  expect(full.wish).toEqual({ text: expect.any(String), by: "item", example: expect.any(String), granted: false });
  expect(full).not.toHaveProperty("keepsakes");
  for (const id of ids.slice(1)) await den.care("feed", id);
  expect((await compact(den)).json.wishes).toEqual([`Moss: ${full.wish.text}, such as ${full.wish.example}`]);
  // Reading changes none of it.
  expect(await memoryOf(first)).toEqual({});
  // Once it is granted there is nothing to tell until the next day.
  const fed = await den.care("feed", first, { item: full.wish.example });
  expect(fed.json.action_result.wish).toBe("granted");
  expect((await den.status(first)).json.creature.wish).toEqual({ ...full.wish, granted: true });
  await den.advance(4);
  expect((await compact(den)).json.wishes.join()).not.toContain("Moss");
});

test("WISH-5: a wish takes at most 25 tokens of a compact status", () => {
  const tokens = (fields: object) => encode(JSON.stringify({ others_well: 2, ...fields, next_steps: [] })).length;
  for (const { approvedItems } of CATALOG) {
    for (const { text, example } of wishesFor(approvedItems.feed)) {
      const told = `Sir Whiskers: ${text}, such as ${example}`;
      expect(tokens({ wishes: [told] }) - tokens({}), told).toBeLessThanOrEqual(25);
    }
  }
});

test("WISH-3, WISH-4: a meal that it does not dislike grants it, once a day; a dry run or another meal does not", async () => {
  const den = await openDen(house, { hour: 9 });
  const id = await den.hatched();
  await den.advance(4);
  const item = await exampleOf(den, id);
  const given = async (more: object, view = "") =>
    (await den.call("POST", `/api/house/care${view}`, { action: "feed", creature_id: id, ...more })).json.action_result;
  expect(await given({ item, dry_run: true })).not.toHaveProperty("wish");
  expect(await given({ item: "zorblax" })).not.toHaveProperty("wish");
  expect(await given({ item: `rotten ${item}` })).not.toHaveProperty("wish");
  expect(await memoryOf(id)).not.toHaveProperty("wishes");
  expect((await given({ item }, "?view=compact")).wish).toBe("granted");
  expect(await given({ item })).not.toHaveProperty("wish");
  expect((await memoryOf(id)).wishes).toEqual({ granted: 1, day: 1 });
  await den.advance(21);
  expect((await given({ item: await exampleOf(den, id) })).wish).toBe("granted");
  expect((await memoryOf(id)).wishes).toEqual({ granted: 2, day: 2 });
});

test("WISH-4: a repeated call says the same, and counts once; a sitter may grant one", async () => {
  const den = await openDen(house, { hour: 9 });
  const [pip, moss] = [await den.hatched(), await den.hatched({ name: "Moss" })];
  await den.advance(4);
  const actions = [{ creature_id: pip, action: "feed", item: await exampleOf(den, pip) }];
  const visit = (): Promise<Answer> =>
    den.call("POST", "/api/house/visit", { actions, only_due: true }, { "idempotency-key": "wish-1" });
  const [once, again] = [await visit(), await visit()];
  expect(once.json.results[0].wish).toBe("granted");
  expect(again.json.results).toEqual(once.json.results);
  expect((await memoryOf(pip)).wishes).toEqual({ granted: 1, day: 1 });
  const sitting = await den.call("POST", "/api/house/sitters", { sitter_name: "Ada", hours: 12 });
  const sitter = { authorization: `Bearer ${sitting.json.sitter_key}` };
  const body = { action: "feed", creature_id: moss, item: await exampleOf(den, moss) };
  expect((await den.call("POST", "/api/house/care", body, sitter)).json.action_result.wish).toBe("granted");
});

test("WISH-4: every seventh leaves a keepsake, in full status and in what everyone sees", async () => {
  const keeper = await house.register();
  const adopted = await keeper.call("POST", "/api/house/adopt", { name: "Pip", species_slug: "housecat" });
  const { id } = adopted.json.creature;
  await keeper.call("GET", "/api/house/status");
  await keeper.call("POST", "/api/house/care", { action: "reflect" });
  const wishes = `jsonb_build_object('wishes', '{"granted": 15, "day": 15}'::jsonb)`;
  await database.adHoc(`UPDATE creatures SET memory = coalesce(memory, '{}') || ${wishes} WHERE creature_id = $1`, [
    id,
  ]);
  const own = (await keeper.call("GET", "/api/house/status")).json.creature;
  expect(own.keepsakes).toEqual([expect.any(String), expect.any(String)]);
  const seen = (await keeper.call("GET", `/api/agents/${keeper.username}/creatures/${id}`)).json;
  expect(seen.creature.keepsakes).toEqual(own.keepsakes);
  expect(seen.now.wish).toEqual(own.wish);
});

test("WISH-6: a trial has no wishes and no keepsakes", async () => {
  const run = await startRun(house);
  const answers: Answer[] = [];
  for (let visit = 0; visit < 4; visit++) {
    for (const view of ["full", "compact"]) answers.push(await run.call("GET", `/api/house/status?view=${view}`));
    const creature_id: string = answers.at(-1)?.json.creature.id;
    for (const item of ["fresh tuna", "roast beef", "warm egg soup"]) {
      answers.push(await run.call("POST", "/api/house/care", { action: "feed", item, creature_id }));
    }
    answers.push(await run.call("POST", "/api/house/clock", { advance_hours: 4 }));
  }
  for (const { text } of answers) expect(text).not.toMatch(/"wish|"keepsakes/u);
  const [row] = await database.adHoc<{ count: number }>(
    "SELECT count(*)::int AS count FROM creatures WHERE agent_id = $1 AND memory ? 'wishes'",
    [run.id],
  );
  expect(row?.count).toBe(0);
});
