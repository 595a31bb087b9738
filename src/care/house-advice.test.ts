// Tests advice for a whole house over HTTP: unless a call has a target, its answer covers every creature.
import { expect, test } from "vitest";
import { openDen, type Den, type Step } from "../../test/den.ts";
import { houseForFile } from "../../test/harness.ts";
import { HOUR_MS } from "@denkeeper/rules/time/durations.ts";

const house = await houseForFile({ env: { RATE_LIMIT_FACTOR: "1000" } });

type AdvisedStep = Step & { readonly due?: boolean; readonly description: string };

function stepsOf({ json }: { json: { next_steps: readonly AdvisedStep[] } }): readonly AdvisedStep[] {
  return json.next_steps;
}

/** Hatches Alpha, whose food is due, and the younger Beta, whose food is due later. */
async function twoCreatures(): Promise<{ den: Den; alpha: string; beta: string }> {
  const den = await openDen(house);
  const alpha = await den.hatched({ name: "Alpha" });
  await den.advance(1.5);
  const beta = await den.hatched({ name: "Beta" });
  await den.advance(1.2);
  return { den, alpha, beta };
}

test("ADVICE-9: without a target, status and home advise the due creature", async () => {
  const { den, alpha, beta } = await twoCreatures();
  for (const path of ["status", "status?view=compact", "home"]) {
    const answer = await den.call("GET", `/api/house/${path}`);
    const [first] = stepsOf(answer);
    const feed = { action: "feed", creature_id: alpha };
    const visit = { action: "visit", body: { actions: [feed], only_due: true }, due: true };
    expect(
      stepsOf(answer).filter(({ due }) => due === true),
      path,
    ).toMatchObject([visit]);
    if (!path.includes("compact")) {
      expect(first, path).toMatchObject({ action: "feed", body: feed });
      expect(first?.description).toMatch(/^Alpha: /);
    }
    expect(answer.json.recommended_checkin, path).toMatchObject({
      hours_from_now: 0,
      creature_id: alpha,
      name: "Alpha",
      feeding_window_status: "in_window",
    });
    expect(answer.text).not.toContain("Nothing is due");
  }
  expect((await den.status()).json.creature.id).toBe(beta);
});

test("ADVICE-9: a target gets its own advice alongside the house check-in", async () => {
  const { den, alpha, beta } = await twoCreatures();
  for (const view of ["full", "compact"]) {
    const answer = await den.call("GET", `/api/house/status?creature_id=${beta}&view=${view}`);
    const { recommended_checkin: own, house_checkin: all } = answer.json;
    expect([own.creature_id, all.creature_id, all.hours_from_now], view).toEqual([beta, alpha, 0]);
    expect(own.hours_from_now).toBeGreaterThan(1);
    const [first] = stepsOf(answer);
    const actions = [{ creature_id: alpha, action: "feed" }];
    expect(first, view).toMatchObject({ action: "visit", due: true, body: { actions, only_due: true } });
  }
});

test("ADVICE-9: a care answer names the next due creature or the check-in", async () => {
  const { den, alpha, beta } = await twoCreatures();
  const comforted = await den.care("reflect", beta);
  expect(stepsOf(comforted)[0]).toMatchObject({ body: { action: "feed", creature_id: alpha } });
  expect(comforted.json.recommended_checkin).toMatchObject({ creature_id: alpha, hours_from_now: 0 });
  const fed = await den.care("feed", alpha);
  const { recommended_checkin: next } = fed.json;
  expect(stepsOf(fed).filter(({ due }) => due === true)).toEqual([]);
  expect(fed.text).toContain(`Nothing is due. Come back at ${next.at}, for Beta.`);
  // The house check-in is 45 minutes before Beta's band ends, later than Beta's own check-in.
  expect((Date.parse(next.at) - den.now()) / HOUR_MS).toBeCloseTo(4.25 - 1.2, 1);
  for (const path of ["status", "status?view=compact", "home"]) {
    const answer = await den.call("GET", `/api/house/${path}`);
    expect(answer.json.recommended_checkin.at, path).toBe(next.at);
  }
  const refused = await den.care("feed", beta, { item: "x".repeat(101) });
  expect(refused.status).toBe(400);
});

test("ADVICE-6: a sitter's house contains only the creatures its key covers", async () => {
  const { den, alpha, beta } = await twoCreatures();
  const made = await den.call("POST", "/api/house/sitters", {
    sitter_name: "Ada",
    creature_ids: [beta],
    actions: ["feed", "reflect"],
    hours: 24,
  });
  expect(made.status, made.text).toBe(201);
  const key = made.text.match(/dks_[A-Za-z0-9]+/)?.[0] ?? "";
  for (const path of ["status", "status?view=compact"]) {
    const answer = await house.call("GET", `/api/house/${path}`, undefined, { authorization: `Bearer ${key}` });
    expect(answer.status, answer.text).toBe(200);
    expect(answer.json.recommended_checkin.creature_id, path).toBe(beta);
    expect(answer.text).not.toContain(alpha);
    expect(answer.text).not.toContain("Alpha");
  }
});

test("ADVICE-6: an egg counts as due until a status call hatches it", async () => {
  const den = await openDen(house);
  const pip = await den.hatched({ name: "Pip" });
  const egg = await den.adopt({ name: "Shell" });
  const cared = await den.care("reflect", pip);
  expect(cared.json.recommended_checkin).toMatchObject({ creature_id: egg, name: "Shell", hours_from_now: 0 });
  expect(stepsOf(cared)[0]).toMatchObject({ method: "GET", endpoint: `/api/house/status?creature_id=${egg}` });
});

test("EGG-1: care without a target chooses no egg", async () => {
  const den = await openDen(house);
  await den.adopt({ name: "Shell" });
  const onlyEgg = await den.care("reflect");
  expect([onlyEgg.status, onlyEgg.json.error]).toEqual([400, "The egg hasn't hatched yet"]);
  const pip = await den.hatched({ name: "Pip" });
  await den.adopt({ name: "Second shell" });
  // The status call that hatched Pip also hatched the first egg.
  const two = await den.care("reflect");
  expect([two.status, two.json.error]).toEqual([400, "You have several creatures, so the call needs creature_id"]);
  expect(two.json.your_creatures).toHaveLength(2);
  const other = await openDen(house);
  await other.hatched({ name: "Moss" });
  await other.adopt({ name: "Shell" });
  expect((await other.care("reflect")).json.creature.name).toBe("Moss");
  expect((await den.care("reflect", pip)).status).toBe(200);
});

test("ADVICE-1, ADVICE-7: with health below 40, medicine is due now", async () => {
  const den = await openDen(house);
  const id = await den.hatched();
  const ILL = "UPDATE creatures SET health = 35 WHERE creature_id = $1";
  await house.app.services.database.adHoc(ILL, [id]);
  const answer = await den.status();
  expect(answer.json.recommended_checkin.hours_from_now).toBe(0);
  expect(stepsOf(answer)[0]).toMatchObject({ action: "medicine" });
  expect(stepsOf(answer).find(({ due }) => due === true)?.body).toMatchObject({ actions: [{ action: "medicine" }] });
  expect(answer.json.creature.death_clock.urgency).toBe("safe");
  const healed = await den.care("medicine", id);
  expect(healed.json.recommended_checkin.hours_from_now).toBeGreaterThan(1);
});

test("ADVICE-9: the first step after a refusal removes its reason", async () => {
  const den = await openDen(house);
  const id = await den.hatched({ species_slug: "jackrabbit" });
  const refused = await den.care("feed", id);
  const { message, tip, success } = refused.json.action_result;
  expect(success).toBe(false);
  expect(tip).toBe("Play with it once, then feed it.");
  expect(message).not.toContain(tip);
  const [first] = stepsOf(refused);
  expect(first).toMatchObject({ action: "play", body: { action: "play", creature_id: id } });
  expect(refused.json.recommended_checkin).toMatchObject({ creature_id: id });
  expect((await den.call("POST", "/api/house/care", first?.body)).json.action_result.success).toBe(true);
  expect((await den.care("feed", id)).json.action_result.success).toBe(true);
});

test("SLEEP-1, ADVICE-9: a refusal during sleep returns wakes_at and suggests reflection", async () => {
  const den = await openDen(house, { hour: 22 });
  for (let nth = 0; nth < 12; nth++) await den.adopt({ name: `Pip ${nth}` });
  await den.status();
  const asleep = async (): Promise<string | undefined> => {
    const { creatures } = (await den.call("GET", "/api/house/home")).json;
    return creatures.find((each: { mood: string }) => each.mood === "sleeping")?.id;
  };
  let sleeper = await asleep();
  for (let hour = 23; hour < 28 && sleeper === undefined; hour++) {
    await den.advance(1);
    sleeper = await asleep();
  }
  expect(sleeper, "of twelve creatures one sleeps in some hour of the night").toBeDefined();
  const refused = await den.care("play", sleeper);
  const { sleep_info: sleep, action_result: result } = refused.json;
  expect(sleep).toMatchObject({ sleeping: true, sleep_window_end: "06:00" });
  expect(result.tip).toMatch(/^Come back when it is awake, on .+ UTC\.$/u);
  expect(Date.parse(sleep.wakes_at)).toBeGreaterThan(den.now());
  expect(stepsOf(refused)[0]).toMatchObject({ body: { action: "reflect", creature_id: sleeper } });
  expect((await den.status(sleeper)).json.creature.sleep_info.wakes_at).toBe(sleep.wakes_at);
  await den.advanceTo(Date.parse(sleep.wakes_at) - 60_000);
  expect((await den.care("play", sleeper)).json.action_result.success).toBe(false);
  await den.advanceTo(Date.parse(sleep.wakes_at) + 1_000);
  expect((await den.care("play", sleeper)).json.action_result.success).toBe(true);
});

test("BALANCE-6: following the documented loop for three days makes no meal late", async () => {
  const den = await openDen(house);
  for (const [name, species_slug] of [
    ["Alpha", "housecat"],
    ["Beta", "tortoise"],
    ["Gamma", "hamster"],
  ]) {
    await den.adopt({ name, species_slug });
  }
  const timings: string[] = [];
  const until = den.now() + 3 * 24 * HOUR_MS;
  let visits = 0;
  for (; den.now() < until; visits++) {
    for (let calls = 0; ; calls++) {
      expect(calls, "a visit ends").toBeLessThan(40);
      const answer = await den.status();
      const step = stepsOf(answer).find(({ due }) => due === true);
      if (step === undefined) {
        await den.advanceTo(answer.json.recommended_checkin.at);
        break;
      }
      const visit = await den.call(step.method, step.endpoint, step.body);
      for (const { success, timing } of visit.json.results) {
        expect(success, visit.text).toBe(true);
        if (timing !== undefined) timings.push(timing);
      }
    }
  }
  expect(new Set(timings)).toEqual(new Set(["on_time"]));
  expect((await den.status()).json.other_creatures).toHaveLength(2);
  expect(visits).toBeLessThanOrEqual(36);
});
