// Tests harmful and fatal care over HTTP, and care for dead creatures.
import { beforeAll, expect, test } from "vitest";
import { openDen, type Den } from "../../../test/den.ts";
import { houseForFile, type Answer } from "../../../test/harness.ts";
import { until } from "../../../test/processes/own-redis.ts";

const house = await houseForFile({ env: { ITEM_MODEL: "similarity", RATE_LIMIT_FACTOR: "1000" } });

beforeAll(async () => {
  const den = await openDen(house);
  const id = await den.hatched();
  await until(async () => {
    const dry = await den.care("feed", id, { item: "bleach", dry_run: true });
    return dry.json.action_result.item_result.category !== null;
  });
});

/** Gives bleach until the creature dies, and returns the last answer. */
async function poisoned(den: Den, id: string, action = "medicine"): Promise<Answer> {
  for (let dose = 0; dose < 10; dose++) {
    const answer = await den.care(action, id, { item: "bleach" });
    expect(answer.status, answer.text).toBe(200);
    if (!answer.json.creature.alive) return answer;
  }
  throw new Error("the creature survived ten doses");
}

const endpointsOf = ({ json }: Answer): string[] =>
  json.next_steps.map(({ method, endpoint }: { method: string; endpoint: string }) => `${method} ${endpoint}`);

test("DEATH-3: a harmful item kills a creature whose health is already falling", async () => {
  const den = await openDen(house);
  const id = await den.hatched({ species_slug: "gecko" });
  await den.advance(30);
  const fatal = await poisoned(den, id);
  expect(fatal.json.creature).toMatchObject({ alive: false, health: 0 });
  expect(fatal.json.death).toMatchObject({ cause: "harm", resurrection: { possible: true, cost: 100 } });
  const { json } = await den.status(id);
  expect(json).toMatchObject({ creature: { alive: false }, gravestone: { cause: "harm" } });
  expect(json.gravestone.id).toBe(fatal.json.death.gravestone_id);
});

test("the answer to fatal care explains the death and offers resurrection", async () => {
  const den = await openDen(house);
  const id = await den.hatched();
  const fatal = await poisoned(den, id, "feed");
  const { action_result, death, soul_prompt } = fatal.json;
  expect(action_result.message).toContain(`Pip died at ${death.died_at}: a harmful item killed it.`);
  expect(action_result.message).toContain(`call it back for 100 credits until ${death.resurrection.closes_at}`);
  expect(soul_prompt).toBe((await den.status(id)).json.gravestone.epitaph);
  expect(endpointsOf(fatal)).toEqual([
    "GET /api/house/credits",
    `GET /api/house/status?creature_id=${id}`,
    "GET /api/house/graveyard",
    "POST /api/house/adopt",
  ]);
});

test.each([
  ["by its id", true],
  ["without a target", false],
])("care for a dead creature %s explains its death and resurrection", async (_, isNamed) => {
  const den = await openDen(house);
  const id = await den.hatched();
  await den.advance(60);
  const target = isNamed ? id : undefined;
  // The first call records the death. The second finds the recorded one.
  for (const care of [await den.care("feed", target), await den.care("feed", target)]) {
    expect(care.status).toBe(404);
    expect(care.json.error).toBe("No living creature found");
    const { died_at, cause, resurrection } = care.json.death;
    expect(cause).toBe("neglect");
    expect(care.json.suggestion).toBe(
      `Pip died at ${died_at}: it went without care for too long. ` +
        `You can call it back for 100 credits until ${resurrection.closes_at}.`,
    );
    expect(endpointsOf(care)).toContain("GET /api/house/credits");
    expect(endpointsOf(care)).toContain(`GET /api/house/status?creature_id=${id}`);
  }
  await den.advance(200);
  const late = await den.care("feed", id);
  expect(late.json.suggestion).toContain("seven days to call it back are over");
  expect(endpointsOf(late)).not.toContain("GET /api/house/credits");
});

test("TELL-6: a dry run reports harm and suggests no harmful step", async () => {
  const den = await openDen(house);
  const id = await den.hatched();
  const harm = await den.care("feed", id, { item: "bleach", dry_run: true });
  expect(harm.json.action_result.message).toMatch(/^This would hurt Pip: .* nothing has happened\.$/);
  expect(harm.json.action_result.item_result.message).toMatch(/^It contains "bleach"/);
  for (let dose = 0; dose < 4; dose++) await den.care("medicine", id, { item: "bleach" });
  const lethal = await den.care("medicine", id, { item: "bleach", dry_run: true });
  expect(lethal.json).toMatchObject({ dry_run: true, creature: { alive: false, health: 0 } });
  expect(lethal.json.action_result.message).toMatch(/^This would kill Pip: /);
  for (const { json } of [harm, lethal]) {
    expect(json.death).toBeUndefined();
    expect(JSON.stringify(json.next_steps)).not.toContain("bleach");
    expect(json.next_steps.map(({ endpoint }: { endpoint: string }) => endpoint)).not.toContain("/api/house/care");
  }
  expect((await den.status(id)).json.creature.alive).toBe(true);
});

test("DEATH-6: a fatal item is named to the keeper but not on gravestones", async () => {
  const den = await openDen(house);
  const id = await den.hatched();
  const fatal = await poisoned(den, id, "feed");
  expect(fatal.json.action_result.item_result).toMatchObject({
    item: "bleach",
    message: expect.stringMatching(/^It contains /),
  });
  expect(fatal.json.action_result.message).toMatch(/^This killed Pip: /);
  const { gravestone } = (await den.status(id)).json;
  expect(JSON.stringify(gravestone)).not.toContain("bleach");
  const [given, died] = gravestone.post_mortem.slice(-2);
  expect(given).toMatchObject({ event: "harmful_item", note: "Last care: feed, with a harmful item." });
  expect(died.note).toBe(
    "That item took the last of its health. Sending no item, or one from its preferences, would have saved it.",
  );
});

test("a harm incident names the fatal care and how to prevent it", async () => {
  const den = await openDen(house);
  const id = await den.hatched();
  const fatal = await poisoned(den, id, "feed");
  const { json, text } = await den.call("GET", "/api/house/incidents");
  const [incident] = json.incidents;
  expect(incident).toMatchObject({ kind: "harm", outcome: "died", creature: { id, alive: false } });
  expect(incident.message).toContain("Its last care, feed, came with a harmful item");
  expect(incident.message).toContain(String(fatal.headers["x-request-id"]));
  expect(incident.fix).toContain("dry_run: true");
  expect(Date.parse(incident.window.opens_at)).toBeGreaterThan(0);
  expect(text).not.toContain("bleach");
});

test("a sitter sees the keeper's actions but not their notes or items", async () => {
  const den = await openDen(house);
  const id = await den.hatched();
  await den.care("play", id, { item: "toy mouse", notes: "between us" });
  await den.care("reflect", id, { notes: "for all to read" });
  const sitter = await den.call("POST", "/api/house/sitters", {
    sitter_name: "Ada",
    creature_ids: [id],
    actions: ["reflect"],
    hours: 2,
  });
  const key = /dks_[A-Za-z0-9]+/.exec(sitter.text)?.[0] ?? "";
  const { json, text } = await house.call("POST", "/api/house/care", { action: "reflect" }, { "x-api-key": key });
  expect(text).not.toContain("toy mouse");
  expect(text).not.toContain("between us");
  expect(json.your_recent).toMatchObject([
    { action: "reflect" },
    { action: "reflect", notes: null },
    { action: "play", item: null, notes: null },
  ]);
});

test("ADVICE-5: unwise discipline gets a warning, even in a dry run", async () => {
  const den = await openDen(house);
  const id = await den.hatched();
  const dry = await den.care("discipline", id, { dry_run: true });
  expect(dry.json.action_result.warning).toMatch(/^Discipline is unwise while health is below 40, trust below 30/);
  expect(endpointsOf(dry)).not.toContain("POST /api/house/care");
  expect((await den.care("discipline", id)).json.action_result.warning).toBe(dry.json.action_result.warning);
  for (let calm = 0; calm < 6; calm++) await den.care("reflect", id);
  expect((await den.care("discipline", id)).json.action_result.warning).toBeUndefined();
});

test("refused care returns its item without judging it", async () => {
  const den = await openDen(house);
  const id = await den.hatched({ species_slug: "jackrabbit" });
  const { json } = await den.care("feed", id, { item: "fresh clover" });
  expect(json.action_result).toMatchObject({
    success: false,
    item_result: { item: "fresh clover", category: null, score: null },
  });
  const { discovered } = (await den.call("GET", "/api/house/preferences")).json;
  expect(discovered).toEqual({});
});

test("PATH-5: the evolution hint names low health as an obstacle", async () => {
  const den = await openDen(house);
  const id = await den.hatched();
  const hint = async () => (await den.status(id)).json.creature.evolution_progress.hint;
  expect(await hint()).not.toContain("But");
  for (let dose = 0; dose < 4; dose++) await den.care("medicine", id, { item: "bleach" });
  expect(await hint()).toMatch(/Heading for high_care.*But its health is down to 20, and it has to live to get there/);
});
