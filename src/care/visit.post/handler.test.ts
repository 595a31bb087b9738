// Tests visits. Their actions run in order and are saved separately, and a repeated visit performs only the remaining ones.
import { expect, test } from "vitest";
import { openDen, type Den } from "../../../test/den.ts";
import { houseForFile, openHouse, type Answer } from "../../../test/harness.ts";
import { backdate } from "../../../test/lives/backdate.ts";
import { HOUR_MS } from "@denkeeper/rules/time/durations.ts";

const house = await houseForFile({ env: { RATE_LIMIT_FACTOR: "1000" } });

function visit(den: Den, actions: readonly object[], headers: Record<string, string> = {}): Promise<Answer> {
  return den.call("POST", "/api/house/visit", { actions }, headers);
}

function compact(den: Den): Promise<Answer> {
  return den.call("GET", "/api/house/status?view=compact");
}

test("ADVICE-10: the single step of compact status leaves nothing due", async () => {
  const den = await openDen(house);
  const pip = await den.hatched({ name: "Pip" });
  const fern = await den.hatched({ name: "Fern", species_slug: "beagle" });
  await den.advance(4);
  const { json } = await compact(den);
  expect(json.next_steps).toEqual([
    expect.objectContaining({ action: "visit", method: "POST", endpoint: "/api/house/visit", due: true }),
  ]);
  const { body } = json.next_steps[0];
  expect(body.actions).toEqual(
    expect.arrayContaining([
      { creature_id: pip, action: "feed" },
      { creature_id: fern, action: "feed" },
    ]),
  );
  const done = await den.call("POST", "/api/house/visit", body);
  expect(done.status, done.text).toBe(200);
  expect(done.json.results).toHaveLength(body.actions.length);
  for (const result of done.json.results) expect(result).toMatchObject({ success: true, name: expect.any(String) });
  expect(done.json.recommended_checkin.hours_from_now).toBeGreaterThan(1);
  expect(done.json.next_steps).toEqual([expect.objectContaining({ endpoint: "/api/house/status?view=compact" })]);
  expect((await compact(den)).json.recommended_checkin.at).toBe(done.json.recommended_checkin.at);
});

test("an empty visit hatches eggs and returns the check-in", async () => {
  const den = await openDen(house);
  const empty = await visit(den, []);
  expect(empty.json.results).toEqual([]);
  expect(empty.json.recommended_checkin).toBeUndefined();
  expect(empty.json.next_steps[0].action).toBe("adopt");
  const id = await den.adopt();
  expect((await visit(den, [])).json.recommended_checkin).toMatchObject({ creature_id: id });
  expect((await den.status(id)).json.creature.stage).toBe("baby");
});

/** Returns the actions in a creature's care log, oldest first. */
async function logOf(den: Den, id: string): Promise<readonly string[]> {
  const { json } = await den.call("GET", `/api/house/history?creature_id=${id}&limit=500`);
  return json.care_log.map(({ action }: { action: string }) => action).toReversed();
}

test("actions run in order, and failures and refusals do not stop them", async () => {
  const den = await openDen(house);
  const rabbit = await den.hatched({ name: "Rue", species_slug: "jackrabbit" });
  const boarded = await den.hatched({ name: "Bo" });
  const lost = await den.hatched({ name: "Fern" });
  const foreign = await (await openDen(house)).hatched();
  await den.call("POST", "/api/house/board", { creature_id: boarded, hours: 4 });
  await backdate(house.app.services.database, lost, 60 * HOUR_MS);
  const egg = await den.adopt({ name: "Shell" });
  const { json, status } = await visit(den, [
    { creature_id: rabbit, action: "feed" },
    { creature_id: foreign, action: "feed" },
    { creature_id: egg, action: "play" },
    { creature_id: lost, action: "medicine" },
    { creature_id: boarded, action: "clean" },
    { creature_id: rabbit, action: "play", notes: "a race" },
    { creature_id: rabbit, action: "discipline" },
  ]);
  expect(status).toBe(200);
  expect(json.results).toMatchObject([
    { creature_id: rabbit, name: "Rue", success: false, tip: "Play with it once, then feed it." },
    { creature_id: foreign, action: "feed", success: false, code: "creature_not_found" },
    { creature_id: egg, success: false, error: "The egg hasn't hatched yet", code: "egg_not_hatched" },
    { creature_id: lost, success: false, code: "creature_dead" },
    { creature_id: boarded, name: "Bo", success: false, effectiveness: "wasted" },
    { creature_id: rabbit, action: "play", success: true },
    { creature_id: rabbit, action: "discipline", success: true },
  ]);
  for (const result of json.results) expect(result.suggestion ?? result.message).toEqual(expect.any(String));
  expect(await logOf(den, rabbit)).toEqual(["play", "discipline"]);
  expect(json.next_steps.at(-1)).toMatchObject({ description: "Hatch your egg." });
});

test("a visit rejects duplicate actions, more than fifty, and items for reflect", async () => {
  const den = await openDen(house);
  const creature_id = await den.hatched();
  const feed = { creature_id, action: "feed" };
  for (const actions of [
    [feed, feed],
    [feed, { ...feed, creature_id: creature_id.toUpperCase() }],
    Array.from({ length: 51 }, () => ({ creature_id: crypto.randomUUID(), action: "feed" })),
    [{ creature_id, action: "reflect", item: "a poem" }],
    [{ action: "feed" }],
  ]) {
    const answer = await visit(den, actions);
    expect([answer.status, answer.json.error]).toEqual([400, "Invalid visit"]);
  }
  expect(await logOf(den, creature_id)).toEqual([]);
});

test("repeating an interrupted visit performs the remaining actions", async () => {
  const den = await openDen(house);
  const ids = [await den.hatched({ name: "Pip" }), await den.hatched({ name: "Fern" })];
  const actions = ids.flatMap((creature_id) =>
    ["play", "reflect", "discipline"].map((action) => ({ creature_id, action })),
  );
  for (let cut = 0; cut <= actions.length; cut++) {
    const headers = { "idempotency-key": `cut-after-${cut}` };
    const first = await visit(den, actions.slice(0, cut), headers);
    const again = await visit(den, actions, headers);
    expect(again.json.results.slice(0, cut)).toEqual(first.json.results);
    expect(again.headers["idempotency-replayed"]).toBe(cut === actions.length ? "true" : undefined);
    expect(again.json.results.map(({ success }: { success: boolean }) => success)).toEqual(actions.map(() => true));
    for (const id of ids) expect(await logOf(den, id)).toHaveLength(3 * (cut + 1));
  }
});

test("a reused key rejects changed actions and retries refused ones", async () => {
  const den = await openDen(house);
  const rabbit = await den.hatched({ species_slug: "jackrabbit" });
  const headers = { "idempotency-key": "one-key" };
  const play = { creature_id: rabbit, action: "play" };
  const feed = { creature_id: rabbit, action: "feed" };
  const first = await visit(den, [feed, play], headers);
  expect(first.json.results.map(({ success }: { success: boolean }) => success)).toEqual([false, true]);
  const second = await visit(den, [feed, { ...play, notes: "another" }], headers);
  expect(second.json.results).toMatchObject([
    { action: "feed", success: true },
    { action: "play", success: false, error: "This Idempotency-Key was already used for a different call" },
  ]);
  expect(await logOf(den, rabbit)).toEqual(["play", "feed"]);
});

test("concurrent visits and care neither lose nor repeat an action", async () => {
  const den = await openDen(house);
  const ids = [await den.hatched({ name: "Pip" }), await den.hatched({ name: "Fern" })];
  const actions = ids.flatMap((creature_id) => [
    { creature_id, action: "play" },
    { creature_id, action: "reflect" },
  ]);
  const headers = { "idempotency-key": "same-visit" };
  const answers = await Promise.all([
    ...Array.from({ length: 4 }, () => visit(den, actions, headers)),
    visit(den, actions),
    visit(den, actions.toReversed()),
    ...ids.map((id) => den.care("discipline", id)),
  ]);
  for (const { status, text } of answers) expect(status, text).toBe(200);
  const [kept, ...same] = answers.slice(0, 4);
  for (const { json } of same) expect(json.results).toEqual(kept?.json.results);
  for (const id of ids) {
    const log = await logOf(den, id);
    expect(log.toSorted()).toEqual(["discipline", "play", "play", "play", "reflect", "reflect", "reflect"]);
  }
});

test("ADVICE-10: only_due skips an action that is no longer advised", async () => {
  const den = await openDen(house);
  const pip = await den.hatched({ name: "Pip" });
  await den.advance(4);
  const { body } = (await compact(den)).json.next_steps[0];
  expect(body).toMatchObject({ only_due: true });
  await den.care("feed", pip);
  const before = (await den.status(pip)).json.creature;
  const log = await logOf(den, pip);
  const rest = body.actions.filter(({ action }: { action: string }) => action !== "feed");
  const headers = { "idempotency-key": "skipped" };
  for (const given of [{}, headers, headers]) {
    const actions = [{ creature_id: pip, action: "feed" }];
    const { json } = await den.call("POST", "/api/house/visit", { actions, only_due: true }, given);
    const message = "Nothing was done: feed is not advised for Pip now.";
    expect(json.results).toEqual([
      { creature_id: pip, name: "Pip", action: "feed", success: false, skipped: true, message },
    ]);
    expect(json.report).toBeNull();
  }
  expect((await den.status(pip)).json.creature).toMatchObject({ hunger: before.hunger, trust: before.trust });
  expect(await logOf(den, pip)).toEqual(log);
  const { json } = await den.call("POST", "/api/house/visit", body);
  expect(json.results.filter(({ skipped }: { skipped?: true }) => skipped === undefined)).toHaveLength(rest.length);
});

test("ADVICE-10: a repeated visit returns its results, and concurrent visits feed once", async () => {
  const den = await openDen(house);
  const pip = await den.hatched({ name: "Pip" });
  await den.advance(4);
  const { body } = (await compact(den)).json.next_steps[0];
  const headers = { "idempotency-key": "once" };
  const first = await den.call("POST", "/api/house/visit", body, headers);
  expect(first.json.results[0]).toMatchObject({ success: true });
  expect((await den.call("POST", "/api/house/visit", body, headers)).json.results).toEqual(first.json.results);
  await den.advance(4);
  await Promise.all(Array.from({ length: 8 }, () => den.call("POST", "/api/house/visit", body)));
  expect((await logOf(den, pip)).filter((action) => action === "feed")).toHaveLength(2);
});

test("visits are limited to six a minute, separately from care", async () => {
  const strict = await openHouse();
  try {
    const den = await openDen(strict);
    const id = await den.hatched();
    for (let count = 0; count < 6; count++) expect((await visit(den, [])).status).toBe(200);
    expect((await visit(den, [])).status).toBe(429);
    expect((await den.care("reflect", id)).status).toBe(200);
    expect((await den.care("reflect", id)).status).toBe(200);
    expect((await den.care("reflect", id)).status).toBe(429);
  } finally {
    await strict.close();
  }
});

test("a sitter's visit is checked per action and planned within its key", async () => {
  const den = await openDen(house);
  const notMine = await den.hatched({ name: "Fern" });
  const mine = await den.hatched({ name: "Pip" });
  const scope = { sitter_name: "Ada", hours: 24, creature_ids: [mine], actions: ["feed", "reflect"] };
  const added = await den.call("POST", "/api/house/sitters", scope);
  const headers = { authorization: `Bearer ${added.json.sitter_key}` };
  await den.advance(3);
  await house.app.services.database.adHoc("UPDATE creatures SET health = 50 WHERE creature_id = $1", [mine]);
  const seen = await house.call("GET", "/api/house/status?view=compact", undefined, headers);
  const planned = { actions: [{ creature_id: mine, action: "feed" }], only_due: true };
  expect(seen.json.next_steps[0].body).toEqual(planned);
  const actions = [
    { creature_id: notMine, action: "feed" },
    { creature_id: mine, action: "medicine" },
    { creature_id: mine, action: "feed" },
  ];
  const { json } = await house.call("POST", "/api/house/visit", { actions }, headers);
  expect(json.results).toMatchObject([
    {
      success: false,
      error: "Your key does not allow this call",
      suggestion: expect.stringContaining("that creature"),
    },
    { success: false, error: "Your key does not allow this call", suggestion: expect.stringContaining("that action") },
    { creature_id: mine, success: true },
  ]);
  expect(JSON.stringify(json)).not.toContain("Fern");
  const { care_log: log } = (await den.call("GET", `/api/house/history?id=${mine}`)).json;
  expect(log).toMatchObject([{ action: "feed", sitter: "Ada" }]);
  expect(await logOf(den, notMine)).toEqual([]);
});

test("compact care is shorter and suggests compact calls", async () => {
  const den = await openDen(house);
  const id = await den.hatched({ species_slug: "jackrabbit" });
  const refused = await den.call("POST", "/api/house/care?view=compact", { action: "feed", creature_id: id });
  expect(refused.json).toMatchObject({
    creature: { id, alive: true },
    action_result: { success: false, effectiveness: "wasted" },
  });
  expect(refused.json.next_steps[0]).toMatchObject({ action: "play", endpoint: "/api/house/care?view=compact" });
  const played = await den.call("POST", refused.json.next_steps[0].endpoint, refused.json.next_steps[0].body);
  expect(played.json.action_result).toMatchObject({ action: "play", success: true });
  expect(played.json).not.toHaveProperty("house_activity");
  const full = await den.care("reflect", id);
  expect(played.text.length).toBeLessThan(full.text.length / 1.7);
});

test("ADVICE-10: two days of compact status and visits make no meal late", async () => {
  const den = await openDen(house);
  for (const species_slug of ["housecat", "tortoise", "border_collie"]) await den.adopt({ species_slug });
  const timings = new Set<string>();
  for (const until = den.now() + 48 * HOUR_MS; den.now() < until;) {
    const look = await compact(den);
    const step = look.json.next_steps.find(({ due }: { due?: boolean }) => due);
    const done = step === undefined ? look : await den.call(step.method, step.endpoint, step.body);
    for (const { success, timing } of done.json.results ?? []) {
      expect(success, done.text).toBe(true);
      if (timing !== undefined) timings.add(timing);
    }
    await den.advanceTo(done.json.recommended_checkin.at);
  }
  expect([...timings]).toEqual(["on_time"]);
});
