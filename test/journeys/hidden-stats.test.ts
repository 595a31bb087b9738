// Tests that a stat hidden by a species stays hidden in every answer: status, the list of others, care, history, predictions and
// words.
import { describe, expect, test } from "vitest";
import { openDen, type Den } from "../den.ts";
import { houseForFile } from "../harness.ts";

const house = await houseForFile({ env: { RATE_LIMIT_FACTOR: "1000" } });
const STATS = ["hunger", "happiness", "health", "trust", "discipline"] as const;
type Stat = (typeof STATS)[number];
type Shown = Readonly<Record<Stat, number | null>>;

const setTrust =
  "UPDATE creatures SET trust = $2, hunger = 77.5, happiness = 66.4, health = 88.3, discipline = 55.2 WHERE creature_id = $1";

/** Returns every stat of a creature that an answer shows, by answer. */
async function shownOf(den: Den, id: string, companion: string): Promise<ReadonlyMap<string, Partial<Shown>>> {
  const status = await den.status(id);
  const beside = await den.status(companion);
  const care = await den.care("reflect", id);
  const history = await den.call("GET", `/api/house/history?creature_id=${id}&limit=1`);
  const [entry] = history.json.care_log;
  const changes = care.json.action_result.changes;
  const of = (side: "before" | "after"): Shown =>
    Object.fromEntries(STATS.map((stat) => [stat, changes[stat][side]])) as Shown;
  return new Map<string, Partial<Shown>>([
    ["status", status.json.creature],
    ["prediction", { hunger: predictedIn(status.json.recommended_checkin.reason) }],
    ["other_creatures", beside.json.other_creatures[0]],
    ["care", care.json.creature],
    ["changes before", of("before")],
    ["changes after", of("after")],
    ["log before", { hunger: entry.hunger_before, happiness: entry.happiness_before, health: entry.health_before }],
    ["log after", { hunger: entry.hunger_after, happiness: entry.happiness_after, health: entry.health_after }],
  ]);
}

/** Returns the hunger predicted in the reason for a check-in, or null. */
function predictedIn(reason: string): number | null {
  const [, hunger] = /predicted hunger: about (\d+)/.exec(reason) ?? [];
  return hunger === undefined ? null : Number(hunger);
}

/** Removes instants, ids and hours, which may contain any digits. */
function withoutChance(text: string): string {
  return text
    .replaceAll(/\d{4}-\d\d-\d\d[T ]\d\d:\d\d(?::\d\d(?:\.\d+)?)?/g, "(instant)")
    .replaceAll(/[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}/g, "(id)")
    .replaceAll(/"(?:age_hours|hours_[a-z_]+)":[\d.]+/g, "(hours)");
}

async function withTrust(species: string, trust: number) {
  const den = await openDen(house);
  const companion = await den.hatched();
  const id = await den.hatched({ species_slug: species });
  await house.app.services.database.adHoc(setTrust, [id, trust]);
  return { den, id, companion };
}

const ALL: readonly Stat[] = STATS;

describe.each([
  ["hedgehog", 30, []],
  ["hedgehog", 60, ["hunger"]],
  ["hedgehog", 92, ALL],
  ["pangolin", 20, []],
  ["pangolin", 60, ALL],
] as const)("%s at trust %i shows %j", (species, trust, visible) => {
  test("every answer hides all other stats", async () => {
    const { den, id, companion } = await withTrust(species, trust);
    for (const [where, shown] of await shownOf(den, id, companion)) {
      for (const stat of STATS) {
        if (!(stat in shown)) continue;
        const isVisible = visible.some((each) => each === stat);
        if (isVisible) expect(shown[stat], `${stat} in ${where}`).toEqual(expect.any(Number));
        else expect(shown[stat], `${stat} in ${where}`).toBeNull();
      }
    }
    const { creature } = (await den.status(id)).json;
    const hidden = STATS.filter((stat) => !visible.some((each) => each === stat));
    expect(creature.hidden_stats ?? []).toEqual(hidden);
  });

  test("no text shows a hidden number", async () => {
    const { den, id } = await withTrust(species, trust);
    const answers = [
      await den.status(id),
      await den.care("reflect", id),
      await den.call("GET", `/api/house/history?format=markdown&creature_id=${id}`),
    ];
    const secrets = { hunger: "77.5", happiness: "66.4", health: "88.3", discipline: "55.2" } as const;
    for (const [stat, secret] of Object.entries(secrets)) {
      if (visible.some((each) => each === stat)) continue;
      for (const { text } of answers) expect(withoutChance(text), stat).not.toContain(secret);
    }
  });
});

test("the void never shows more than 50, and names the capped stats", async () => {
  const { den, id, companion } = await withTrust("void", 60);
  for (const [where, shown] of await shownOf(den, id, companion)) {
    for (const stat of STATS) {
      if (stat in shown) expect(shown[stat], `${stat} in ${where}`).toBe(50);
    }
  }
  expect((await den.status(id)).json.creature.hidden_stats).toEqual(ALL);
  await house.app.services.database.adHoc("UPDATE creatures SET hunger = 42 WHERE creature_id = $1", [id]);
  const low = await den.status(id);
  expect(low.json.creature.hunger).toBeLessThanOrEqual(42);
  expect(low.json.creature.hidden_stats).not.toContain("hunger");
});

test("a pangolin below trust 40 accepts only reflection, without showing trust", async () => {
  const { den, id } = await withTrust("pangolin", 20);
  const refused = await den.care("feed", id);
  expect(refused.json.action_result).toMatchObject({
    success: false,
    effectiveness: "wasted",
    timing: null,
    care_log_entry_id: null,
  });
  expect(refused.json.sleep_info).toBeUndefined();
  expect((await den.care("reflect", id)).json.action_result.success).toBe(true);
  const { care_log: log } = (await den.call("GET", `/api/house/history?creature_id=${id}`)).json;
  expect(log.map(({ action }: { action: string }) => action)).toEqual(["reflect"]);
});
