// Tests that the seeded crowd has every kind of life at any hour, and that the service shows it.
import { expect, test } from "vitest";
import { HOUR_MS } from "@denkeeper/rules/time/durations.ts";
import { houseForFile } from "../../test/harness.ts";
import { replay } from "../../test/lives/replay.ts";
import { drawn } from "../../test/tier.ts";
import { CARE_ACTIONS, DEATH_CAUSES, EVOLUTION_PATHS, MOODS, STAGES } from "@denkeeper/rules/creature/creature.ts";
import { creatureAt } from "@denkeeper/rules/life/life.ts";
import { FAMILIES } from "@denkeeper/rules/species/species.ts";
import { PLAYER, crowd } from "./crowd.ts";
import { isEmpty, issueKey, storeCrowd } from "./store-crowd.ts";

/** Size of the crowd in `npm run dev`. */
const CROWD = 96;
const MIDWINTER = Date.UTC(2027, 0, 15, 0, 20);
const CLOCKS_CHANGE = Date.UTC(2027, 2, 28, 0, 40);

const all = [MIDWINTER, CLOCKS_CHANGE].flatMap((start) => [0, 7, 15, 22].map((hours) => start + hours * HOUR_MS));
/** The gate uses midnight and evening in winter, and an afternoon on the day of a clock change. */
const instants = drawn(all, (_, place) => place % 3 === 0);

test.each(instants.map((at) => [new Date(at).toISOString(), at] as const))(
  "a crowd of %s has every stage, mood, path and death",
  (_, now) => {
    const lives = crowd(CROWD, now).flatMap((agent) => agent.lives);
    const views = lives.map(({ stored }) => creatureAt(stored.creature, now));
    const living = views.filter((view) => view.kind === "living");
    const kinds = (values: readonly unknown[]) => new Set(values);

    expect(kinds(living.map(({ mood }) => mood))).toEqual(kinds(MOODS));
    const stages = [...living, ...views.filter(({ kind }) => kind === "egg")].map(({ creature }) => creature.stage);
    expect(kinds(stages)).toEqual(kinds(STAGES));
    expect(kinds(living.flatMap(({ creature }) => creature.path ?? []))).toEqual(kinds(EVOLUTION_PATHS));
    expect(kinds(views.flatMap(({ creature }) => creature.death?.cause ?? []))).toEqual(kinds(DEATH_CAUSES));
    expect(kinds(views.map(({ creature }) => creature.species.family))).toEqual(kinds(FAMILIES));
    expect(views.filter(({ kind }) => kind === "released")).toHaveLength(1);
    const designed = views.filter(({ creature }) => creature.species.tier === "community");
    expect(kinds(designed.map(({ creature }) => creature.species.slug)).size).toBe(2);
    for (const { log } of lives) for (const row of log) expect(row.recorded_at).toBeLessThanOrEqual(now);
    const alone = living.filter(({ creature }) => now - creature.lastCareAt > 24 * HOUR_MS);
    expect(alone.length).toBeLessThan(5);
  },
);

test("crowd plays the same lives for the same instant", () => {
  const played = () =>
    crowd(CROWD, MIDWINTER).map(({ lives }) => lives.map(({ stored, gravestone }) => ({ stored, gravestone })));
  expect(played()).toEqual(played());
});

test("log rows have increasing versions, up to that of the state", () => {
  for (const { lives } of crowd(CROWD, MIDWINTER)) {
    for (const { log, stored } of lives) {
      const versions = log.map(({ version }) => version);
      expect(versions).toEqual(versions.toSorted((a, b) => a - b));
      expect(new Set(versions).size).toBe(versions.length);
      expect(versions.at(-1)).toBeLessThanOrEqual(stored.version);
    }
  }
});

const house = await houseForFile({ env: { RATE_LIMIT_FACTOR: "100" } });
const { database } = house.app.services;
const now = Date.now();
const agents = crowd(CROWD, now);

test("the service shows the stored crowd, whose log explains its state", async () => {
  expect(await isEmpty(database)).toBe(true);
  expect(await storeCrowd(database, agents, now)).toBe(true);
  expect(await isEmpty(database)).toBe(false);

  // The log must explain the stored state. Short checks leave no row, so lastCheckedAt may differ.
  for (const { id: agentId, lives } of agents) {
    for (const { stored } of lives) {
      const { replayed } = await replay(database, agentId, stored.creature.id);
      expect({ ...replayed, lastCheckedAt: 0 }).toEqual({ ...stored.creature, lastCheckedAt: 0 });
    }
  }

  const seen = new Set<string>();
  for (const { username, lives } of agents) {
    const key = await issueKey(database, username, now);
    const headers = { authorization: `Bearer ${key}` };
    for (const { stored } of lives) {
      const { id, name, death, releasedAt, hatchedAt } = stored.creature;
      const history = await house.call("GET", `/api/house/history?creature_id=${id}&limit=500`, undefined, headers);
      expect(history.status, name).toBe(200);
      for (const { action } of history.json.care_log) seen.add(action);
      if (releasedAt !== null || hatchedAt === null) continue;
      const status = await house.call("GET", `/api/house/status?creature_id=${id}`, undefined, headers);
      expect(status.status, name).toBe(200);
      expect(status.json.creature).toMatchObject({ name, alive: death === null });
      expect(status.json.gravestone?.cause).toBe(death?.cause);
    }
  }
  for (const action of CARE_ACTIONS) {
    if (action !== "discipline" && action !== "sleep") expect(seen, "actions in the histories").toContain(action);
  }
});

test("storeCrowd returns false if all agents exist", async () => {
  expect(await storeCrowd(database, agents, now)).toBe(false);
});

test("issueKey creates keys only for existing accounts", async () => {
  expect(await issueKey(database, "seed-nobody", now)).toBeUndefined();
  expect(await issueKey(database, PLAYER, now)).toMatch(/^dk_/);
});
