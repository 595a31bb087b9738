// What a seed draws. The digests are recorded: a scenario never changes.
import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { HASHES } from "../../../src/app/trials/hashes.ts";
import { canonical } from "@denkeeper/rules/time/canonical.ts";
import { DAY_MS, HOUR_MS } from "@denkeeper/rules/time/durations.ts";
import { practiceSeed, seasonSeed, unit } from "./chance.ts";
import { draw } from "./draw.ts";
import { SCENARIOS } from "./scenarios.ts";

const SEEDS = Array.from({ length: 24 }, (_, index) => practiceSeed(index + 1));
const all = SCENARIOS.flatMap((scenario) =>
  SEEDS.map((seed) => Object.assign({ scenario }, draw(scenario, seed, HASHES))),
);

test("TRIAL-8: practice seeds draw what they have always drawn", () => {
  const digests = SCENARIOS.map((scenario) => [
    scenario.name,
    ...[1, 2, 3].map((number) => HASHES.sha256(canonical(draw(scenario, practiceSeed(number), HASHES))).slice(0, 16)),
  ]);
  expect(digests).toMatchInlineSnapshot(`
    [
      [
        "first-1",
        "f22525b85f416360",
        "a7304e0baa22dfb9",
        "fc6382bb330a0b88",
      ],
      [
        "guided-1",
        "84609cd8cdc7e64f",
        "52ebf1dc8891bb28",
        "9837c132394a6ec7",
      ],
      [
        "hard-1",
        "890f580dc047951d",
        "565f7760e076fe09",
        "1a363a24be62640a",
      ],
      [
        "blind-1",
        "ff2037d85070def7",
        "537aedb805a2b87b",
        "eca92521a86ceccd",
      ],
      [
        "house-1",
        "930fcfcc4a9285db",
        "215e9837501b33d4",
        "a40dd77311181bc0",
      ],
      [
        "blind-2",
        "1c7a9a77fa2e44b7",
        "ccc41969694ed8cf",
        "adb18446b46bf7ec",
      ],
      [
        "hard-2",
        "db220da3b23cbdbc",
        "ba1372dac6d40594",
        "84cb3047fe087382",
      ],
      [
        "relay-1",
        "db8d734e5b50bc41",
        "1022ef454076ba46",
        "f11c30310036f3cf",
      ],
    ]
  `);
});

test("TRIAL-8: a scenario is what it has always been", () => {
  // Whether somebody may still enter is no part of it.
  const digests = SCENARIOS.map((each) => {
    const { frozen: _, ...scenario } = each;
    return [scenario.name, HASHES.sha256(canonical(scenario)).slice(0, 16)];
  });
  expect(digests).toMatchInlineSnapshot(`
      [
        [
          "first-1",
          "1b35f7c037cb93c6",
        ],
        [
          "guided-1",
          "ee0184140483a662",
        ],
        [
          "hard-1",
          "6b8705020f97105b",
        ],
        [
          "blind-1",
          "85f59fb41377a680",
        ],
        [
          "house-1",
          "ecdbf1b82f01249d",
        ],
        [
          "blind-2",
          "6086c087d4125ca2",
        ],
        [
          "hard-2",
          "f0f24215f446b084",
        ],
        [
          "relay-1",
          "36af106f366a3783",
        ],
      ]
    `);
});

test("TRIAL-8: nothing here reads the catalog, so a new species changes no draw", () => {
  const files = readdirSync(import.meta.dirname, { recursive: true, encoding: "utf8" }).filter(
    (name) => name.endsWith(".ts") && !name.endsWith(".test.ts"),
  );
  expect(files.length).toBeGreaterThan(15);
  for (const name of files)
    expect(readFileSync(join(import.meta.dirname, name), "utf8"), name).not.toContain("catalog/");
});

test("TRIAL-3: the same seed draws the same, another seed something else", () => {
  for (const scenario of SCENARIOS) {
    expect(draw(scenario, "practice-1", HASHES)).toEqual(draw(scenario, "practice-1", HASHES));
  }
  const ids = all.flatMap(({ scenario, adoptions }) =>
    scenario.name === "guided-1" ? adoptions.map(({ id }) => id) : [],
  );
  expect(new Set(ids).size).toBe(ids.length);
});

test("TRIAL-3: a run lies in one year, starts on a full minute and has creatures in the order of their names", () => {
  for (const { scenario, startsAt, endsAt, adoptions } of all) {
    expect(startsAt % 60_000).toBe(0);
    expect(new Date(startsAt).getUTCFullYear()).toBe(2027);
    expect(new Date(endsAt - 1).getUTCFullYear()).toBe(2027);
    expect(endsAt - startsAt).toBe(scenario.days * DAY_MS);
    const names = adoptions.map(({ name }) => name);
    expect(names).toEqual(names.toSorted());
    expect(new Set(adoptions.map(({ species: { slug } }) => slug)).size).toBe(scenario.places.length);
    for (const { id } of adoptions)
      expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-a[0-9a-f]{3}-[0-9a-f]{12}$/);
  }
});

test("TRIAL-3: chance is spread evenly over [0, 1)", () => {
  const values = Array.from({ length: 4000 }, (_, index) => unit("seed", String(index), HASHES));
  expect(Math.min(...values)).toBeLessThan(0.01);
  expect(Math.max(...values)).toBeGreaterThan(0.99);
  expect(Math.max(...values)).toBeLessThan(1);
  expect(values.reduce((sum, value) => sum + value, 0) / values.length).toBeCloseTo(0.5, 1);
});

test("TRIAL-7: every entry, number, scenario and season has a seed of its own, which nobody knows without the secret", () => {
  const name = { season: "2027-1", scenario: "guided-1", entry: "ada", number: 1 };
  const names = [name, { ...name, season: "2027-2" }, { ...name, scenario: "hard-1" }];
  const runs = [...names, { ...name, entry: "eve" }, { ...name, number: 2 }];
  const seeds = ["one", "another"].flatMap((secret) => runs.map((run) => seasonSeed(secret, run, HASHES)));
  expect(new Set(seeds).size).toBe(10);
  for (const seed of seeds) expect(seed).toMatch(/^[0-9a-f]{64}$/);
});

test("TRIAL-9: foundlings are of no species, and their numbers lie within what the rules allow", () => {
  const blind = all.filter(({ scenario }) => scenario.blind);
  expect(blind).toHaveLength(48);
  for (const { scenario, adoptions } of blind) {
    const [least, most] = scenario.name === "blind-1" ? [5, 24] : [3, 24];
    for (const { species } of adoptions) {
      expect(species.slug).toMatch(/^foundling-\d$/);
      expect(species).toMatchObject({ name: "Foundling", innateTraits: [], mechanic: null });
      expect(species.feedingWindowHours).toBeGreaterThanOrEqual(least);
      expect(species.feedingWindowHours).toBeLessThanOrEqual(most);
      expect(species.hungerDecayPerHour).toBeGreaterThanOrEqual(0.2);
      expect(species.hungerDecayPerHour).toBeLessThanOrEqual(3);
      expect(species.happinessDecayPerHour).toBeGreaterThanOrEqual(0.2);
    }
  }
});

test("TRIAL-9: in blind-2 one creature each arrives on days 6, 12 and 18, and every house needs about 11 meals a day", () => {
  const houses = all.filter(({ scenario }) => scenario.name === "blind-2");
  expect(houses).toHaveLength(24);
  for (const { startsAt, adoptions } of houses) {
    const days = adoptions.map(({ at }) => (at - startsAt) / DAY_MS);
    expect(days.toSorted((a, b) => a - b)).toEqual([0, 0, 6, 12, 18]);
    const meals = adoptions.map(
      ({ species }, index) => (24 / species.feedingWindowHours) * (1 - (days[index] ?? 0) / 30),
    );
    expect(Math.abs(meals.reduce((sum, each) => sum + each, 0) - 11)).toBeLessThanOrEqual(0.55);
  }
  // Whatever place it has, a window can be any: three constants know nothing.
  const windows = houses.flatMap(({ adoptions }) => adoptions.map(({ species }) => species.feedingWindowHours));
  expect([windows.filter((each) => each < 6).length, windows.filter((each) => each > 12).length]).toEqual([
    expect.toSatisfy((count: number) => count > 20),
    expect.toSatisfy((count: number) => count > 20),
  ]);
});

test("TRIAL-10: a hard run has up to four outages of 1 to 4 hours, and no other run has any", () => {
  for (const { scenario, outages, startsAt, endsAt } of all) {
    if (scenario.faults === null) expect(outages).toEqual([]);
    else expect(outages.length).toBeGreaterThanOrEqual(2);
    for (const { from, until } of outages) {
      expect(from).toBeGreaterThan(startsAt);
      expect(until).toBeLessThan(endsAt);
      expect(until - from).toBeGreaterThanOrEqual(HOUR_MS);
    }
  }
});
