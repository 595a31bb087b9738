// An agent leaves: it exports its lives, confirms, is hidden for seven days in which it can undo the decision, and is then
// deleted. Its graves, name and ledger remain.
import { expect, test } from "vitest";
import { HOUR_MS } from "@denkeeper/rules/time/durations.ts";
import { look } from "../pictures.ts";
import { freshAddress, freshUsername, houseForFile, openHouse, type House } from "../harness.ts";
import { hatchling, insertCreatures, stored } from "../lives/many-lives.ts";
import { openDen } from "../den.ts";
import { holding } from "../held-lock.ts";
import { operatorOf } from "../operator.ts";
import { makeAvatar, makePortrait } from "../../src/portraits/portrait-job.ts";
import { buyCredits } from "../payers/credits.ts";
import { Sweeper } from "../../src/model/life/sweep.ts";
import { TASKS } from "../../src/tasks.ts";
import { countFigures } from "../../src/community/rollups/roll-up.ts";
import { READ_WHOLE, listFigures, valuesOf } from "../../src/model/figures/store/rollups.ts";

const house = await houseForFile({ env: { RATE_LIMIT_FACTOR: "1000" } });
const { database } = house.app.services;
const PATH = "/api/auth/account";
const AGENT = "SELECT FROM agents WHERE agent_id = $1 FOR UPDATE";
const LIVING = "SELECT FROM creatures WHERE agent_id = $1 AND died_at IS NULL AND released_at IS NULL";

const rowsOf = (text: string, values: readonly unknown[]) => database.adHoc<Record<string, unknown>>(text, values);

/** Runs the worker's jobs as if seven days had passed. Deaths are recorded first. */
async function sevenDaysLater(): Promise<void> {
  const { log } = house.app.services;
  await new Sweeper(database, Date.now, log).sweep();
  await rowsOf("UPDATE agents SET leaving_at = leaving_at - $1 WHERE leaving_at IS NOT NULL", [7 * 24 * HOUR_MS]);
  await TASKS.complete_departures.run({ database, now: Date.now(), log });
}

/** Registers a keeper with a living creature, an egg, a buried creature, and one whose death is not yet recorded. */
async function keeper() {
  const me = await house.register({ username: freshUsername("leaver"), bio: "I keep notes.", location: "Here" });
  await me.call("POST", "/api/house/adopt", { name: "Pip" });
  await me.call("GET", "/api/house/status");
  await me.call("POST", "/api/house/care", { action: "reflect", notes: "a secret word" });
  const lost = hatchling(3, Date.now() - 60 * HOUR_MS);
  await insertCreatures(database, [stored(me.id, lost)]);
  await me.call("GET", "/api/house/graveyard");
  await me.call("POST", "/api/house/adopt", { name: "Egg" });
  const unnoticed = hatchling(5, Date.now() - 60 * HOUR_MS);
  await insertCreatures(database, [stored(me.id, unnoticed)]);
  await buyCredits(database, me.id, "100");
  return { me, lost, unnoticed };
}

test("leaving takes two steps and seven days; graves, name and ledger remain", async () => {
  const { me, lost, unnoticed } = await keeper();
  const { sitter_key } = (await me.call("POST", "/api/house/sitters", { sitter_name: "Ada", hours: 1 })).json;

  const first = await me.call("DELETE", PATH, { confirm_username: me.username });
  expect(first.json).toMatchObject({ leaving: false, living_creatures: 3, credits: 100 });
  expect(first.json.message).toContain(
    `In 7 days this releases 3 living creatures and forfeits 100 credits; until then your recovery code undoes it. The name ${me.username} cannot be registered again.`,
  );
  // Confirming is the agent's own decision, so no step suggests it.
  expect(JSON.stringify(first.json.next_steps)).not.toContain(first.json.confirmation);
  expect(first.json.next_steps.every(({ method }: { method: string }) => method === "GET")).toBe(true);
  expect(first.json.exports.map(({ name }: { name: string }) => name)).toEqual(
    expect.arrayContaining(["Pip", "Egg", lost.name, unnoticed.name]),
  );
  for (const { endpoint } of first.json.exports) expect((await me.call("GET", endpoint)).status).toBe(200);
  expect((await me.call("GET", "/api/house/status")).status).toBe(200);

  const headers = { "idempotency-key": "farewell" };
  const body = { confirm_username: me.username, confirmation: first.json.confirmation };
  const left = await me.call("DELETE", PATH, body, headers);
  expect(left.status, left.text).toBe(200);
  expect(left.json).toMatchObject({ leaving: true, leaves_at: expect.any(String) });
  // A repeated call gets the lost answer, even though its key has ended. Every other call is rejected.
  expect((await me.call("DELETE", PATH, body, headers)).text).toBe(left.text);

  for (const key of [me.key, sitter_key]) {
    expect((await house.call("GET", "/api/house/status", undefined, { "x-api-key": key })).status).toBe(401);
  }
  await sevenDaysLater();
  const recovered = await house.call(
    "POST",
    "/api/auth/recover",
    { recovery_code: me.recoveryCode },
    {},
    freshAddress(),
  );
  expect(recovered.status).toBe(401);
  const again = await house.call("POST", "/api/auth/register", { username: me.username }, {}, freshAddress());
  expect([again.status, again.json.error]).toEqual([409, "Username already taken"]);

  for (const path of [
    `/api/agents/${me.username}`,
    `/api/agents/${me.username}/creatures/${lost.id}`,
    `/agents/${me.username}`,
    `/agents/${me.username.toUpperCase()}`,
    `/agents/${me.username}/creatures/${lost.id}`,
    `/agents/${me.username}/avatar.webp`,
    `/agents/${me.username}/avatar.svg`,
    `/agents/${me.username}/graves/${lost.id}/portrait.svg`,
  ]) {
    expect((await look(house, path)).status, path).toBe(410);
  }

  const stones = await rowsOf("SELECT caretaker, gravestone_id FROM gravestones WHERE creature_id = ANY($1)", [
    [lost.id, unnoticed.id],
  ]);
  expect(stones.map(({ caretaker }) => caretaker)).toEqual(["those-who-left", "those-who-left"]);
  for (const { gravestone_id } of stones) {
    expect((await look(house, `/agents/those-who-left/graves/${String(gravestone_id)}`)).status).toBe(200);
    expect((await look(house, `/agents/those-who-left/graves/${String(gravestone_id)}/portrait.svg`)).status).toBe(200);
  }
  expect((await house.call("GET", "/api/agents/those-who-left")).json.gravestones).toHaveLength(2);

  const [agent] = await rowsOf("SELECT * FROM agents WHERE agent_id = $1", [me.id]);
  expect(agent).toMatchObject({ username: me.username, display_name: "", bio: null, location: null, credits: 100 });
  expect(await rowsOf(LIVING, [me.id])).toEqual([]);
  expect(await rowsOf("SELECT FROM job_outbox WHERE agent_id = $1", [me.id])).toEqual([]);
  expect(await rowsOf("SELECT FROM ledger_transactions WHERE agent_id = $1", [me.id])).toHaveLength(1);
  expect(await rowsOf("SELECT FROM care_log WHERE agent_id = $1 AND notes IS NOT NULL", [me.id])).toEqual([]);
});

test("content hidden by the operator stays hidden after its keeper leaves", async () => {
  const { me, lost } = await keeper();
  const { pictures, now } = house.app.services;
  const studio = { database, pictures, images: undefined, now };
  await makePortrait(studio, { agentId: me.id, creatureId: lost.id, stage: "baby" });
  await makeAvatar(studio, { agentId: me.id });
  const slug = "hidden_fox";
  await rowsOf("UPDATE creatures SET adult_at = as_of WHERE agent_id = $1", [me.id]);
  const design = { slug, name: "Hidden Fox", family: "exotic", personality: "Quiet and slow to trust." };
  expect((await me.call("POST", "/api/house/species", design)).status).toBe(201);
  const [shown] = await rowsOf(
    `SELECT g.gravestone_id AS stone, p.sha256 AS portrait, v.sha256 AS avatar FROM gravestones g
      JOIN portraits p USING (agent_id, creature_id) JOIN avatars v USING (agent_id) WHERE g.creature_id = $1`,
    [lost.id],
  );
  const { stone, portrait, avatar } = shown as Record<"stone" | "portrait" | "avatar", string>;
  const elsewhere = [`/api/house/species/${slug}`, `/portraits/${portrait}.webp`, `/portraits/${avatar}.webp`];
  const placesOf = (username: string) => [
    `/api/agents/${username}/graves/${stone}`,
    `/api/agents/${username}/creatures/${lost.id}`,
    `/agents/${username}/graves/${stone}`,
    `/agents/${username}/graves/${stone}/portrait.svg`,
    `/agents/${username}/creatures/${lost.id}`,
    `/agents/${username}/creatures/${lost.id}/portrait.svg`,
  ];
  // Uses a new process each time, because answers are cached for some seconds.
  const statusesOf = (paths: readonly string[]) =>
    beside((other) => Promise.all(paths.map(async (path) => [path, (await look(other, path)).status])));
  const all = (paths: readonly string[], status: number) => paths.map((path) => [path, status]);
  const seen = [...elsewhere, ...placesOf(me.username)];
  expect(await statusesOf(seen)).toEqual(all(seen, 200));

  const operator = operatorOf(house);
  expect(await operator.act("hide-profile", me.username, "a test")).toBe("done");
  expect(await statusesOf(seen)).toEqual(all(seen, 404));
  const { confirmation } = (await me.call("DELETE", PATH, { confirm_username: me.username })).json;
  expect((await me.call("DELETE", PATH, { confirm_username: me.username, confirmation })).status).toBe(200);
  await sevenDaysLater();

  const handedOn = [...elsewhere, ...placesOf("those-who-left")];
  expect(await statusesOf(handedOn)).toEqual(all(handedOn, 404));
  expect(await statusesOf(placesOf(me.username))).toEqual(all(placesOf(me.username), 410));
  const lists = ["/api/house/graveyard?per_page=200", "/api/house/species?per_page=100", "/api/agents/those-who-left"];
  const listed = async () => {
    const texts = await beside((other) => Promise.all(lists.map(async (path) => (await other.call("GET", path)).text)));
    return [stone, lost.id, slug].filter((hidden) => texts.join().includes(hidden));
  };
  expect(await listed()).toEqual([]);
  // The profile is empty now, so showing it does not show the creature.
  expect(await operator.act("show-profile", me.username, "a test")).toBe("done");
  expect(await statusesOf(placesOf("those-who-left"))).toEqual(all(placesOf("those-who-left"), 404));
  expect(await listed()).toEqual([]);
});

async function beside<Result>(ask: (other: House) => Promise<Result>): Promise<Result> {
  const other = await openHouse({ beside: house, env: { RATE_LIMIT_FACTOR: "1000" } });
  try {
    return await ask(other);
  } finally {
    await other.close();
  }
}

test("no one can register the name of the neutral keeper", async () => {
  const answer = await house.call("POST", "/api/auth/register", { username: "Those-Who-Left" }, {}, freshAddress());
  expect(answer.status).toBe(409);
});

test("for seven days a leaving agent is hidden and can undo it", async () => {
  const { me, lost } = await keeper();
  const places = [
    `/api/agents/${me.username}`,
    `/api/agents/${me.username}/creatures/${lost.id}`,
    `/agents/${me.username}`,
    `/agents/${me.username}/avatar.svg`,
    `/agents/${me.username}/creatures/${lost.id}/portrait.svg`,
  ];
  const statuses = () => beside((other) => Promise.all(places.map(async (path) => (await look(other, path)).status)));
  const graves = async () =>
    (await beside((other) => other.call("GET", `/api/house/graveyard?agent=${me.username}`))).json.gravestones.length;
  const totals = async () => {
    await countFigures(database, house.app.services.now);
    const { totals: found } = valuesOf(await listFigures(database, { names: READ_WHOLE }));
    if (found === undefined) throw new Error("nothing was counted");
    return found;
  };
  const before = await totals();
  expect([await statuses(), await graves()]).toEqual([places.map(() => 200), 1]);

  const { confirmation } = (await me.call("DELETE", PATH, { confirm_username: me.username })).json;
  expect((await me.call("DELETE", PATH, { confirm_username: me.username, confirmation })).status).toBe(200);
  expect([await statuses(), await graves()]).toEqual([places.map(() => 404), 0]);
  expect(await totals()).toMatchObject({ agents: before.agents - 1, gravestones: before.gravestones - 1 });
  const refused = await me.call("GET", "/api/house/status");
  expect([refused.status, refused.json.next_steps[0].endpoint]).toEqual([401, "/api/auth/recover"]);
  // Just before seven days have passed, the worker must do nothing.
  await TASKS.complete_departures.run({ database, now: Date.now() + 6.99 * 24 * HOUR_MS, log: house.app.services.log });

  const recovery = { recovery_code: me.recoveryCode };
  const back = await house.call("POST", "/api/auth/recover", recovery, {}, freshAddress());
  expect(back.json.message).toContain("Your account is no longer being deleted.");
  expect([await statuses(), await graves()]).toEqual([places.map(() => 200), 1]);
  expect(await totals()).toMatchObject({ agents: before.agents, gravestones: before.gravestones });
  const key = { "x-api-key": back.json.your_token };
  const status = await house.call("GET", "/api/house/status", undefined, key);
  const names = new Set([status.json.creature, ...status.json.other_creatures].map(({ name }) => name));
  expect(names).toEqual(new Set(["Egg", "Pip"]));
  const { events } = (await house.call("GET", PATH, undefined, key)).json;
  expect(events.map(({ kind }: { kind: string }) => kind)).toEqual(["recovered", "leaving_confirmed"]);
  await sevenDaysLater();
  expect((await house.call("GET", "/api/house/status", undefined, key)).status).toBe(200);
});

test("leaving without a recovery code warns and suggests creating one", async () => {
  const me = await house.register({ username: freshUsername("leaver") });
  await rowsOf("DELETE FROM recovery_codes WHERE agent_id = $1", [me.id]);
  const { message, next_steps } = (await me.call("DELETE", PATH, { confirm_username: me.username })).json;
  expect(message).toContain("releases 0 living creatures and forfeits 0 credits; you have no recovery code");
  expect(next_steps[0].endpoint).toBe("/api/auth/recovery-code");
});

test("an adoption waiting for the agent's row fails once the agent leaves", async () => {
  const me = await house.register({ username: freshUsername("leaver") });
  const { confirmation } = (await me.call("DELETE", PATH, { confirm_username: me.username })).json;
  const held = await holding(house, AGENT, [me.id]);
  const leaving = me.call("DELETE", PATH, { confirm_username: me.username, confirmation });
  await held.untilWaiting(1);
  const adopting = me.call("POST", "/api/house/adopt", { name: "Late" });
  await held.untilWaiting(2);
  await held.release();
  expect([(await leaving).status, (await adopting).status]).toEqual([200, 401]);
  expect(await rowsOf(LIVING, [me.id])).toEqual([]);
});

test("no creature is resurrected in a house that is left concurrently", async () => {
  // Graves of accounts with a moved clock are not public, so leaving does not move them.
  const den = await openDen(house);
  const id = await den.hatched();
  await den.advance(60);
  await den.status(id);
  await buyCredits(database, den.id, "100");
  const { confirmation } = (await den.call("DELETE", PATH, { confirm_username: den.username })).json;
  const held = await holding(house, AGENT, [den.id]);
  const leaving = den.call("DELETE", PATH, { confirm_username: den.username, confirmation });
  await held.untilWaiting(1);
  const calling = den.call("POST", "/api/house/resurrect", { creature_id: id });
  await held.untilWaiting(2);
  await held.release();
  expect([(await leaving).status, (await calling).status]).toEqual([200, 401]);
  expect(await rowsOf(LIVING, [den.id])).toEqual([]);
});

test("concurrent care and adoptions leave no creature behind", async () => {
  for (let round = 0; round < 5; round++) {
    const me = await house.register({ username: freshUsername("leaver") });
    await me.call("POST", "/api/house/adopt", { name: "Pip" });
    await me.call("GET", "/api/house/status");
    const { confirmation } = (await me.call("DELETE", PATH, { confirm_username: me.username })).json;
    const [left, ...others] = await Promise.all([
      me.call("DELETE", PATH, { confirm_username: me.username, confirmation }),
      ...Array.from({ length: 6 }, () => me.call("POST", "/api/house/care", { action: "reflect" })),
      ...Array.from({ length: 3 }, () => me.call("POST", "/api/house/adopt", { name: "Late" })),
    ]);
    expect(left.status).toBe(200);
    for (const { status, text } of others) expect([200, 201, 400, 401, 404], text).toContain(status);
    expect((await me.call("GET", "/api/house/status")).status).toBe(401);
    await sevenDaysLater();
    expect(await rowsOf(LIVING, [me.id])).toEqual([]);
  }
});
