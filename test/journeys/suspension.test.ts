// Suspends and reinstates keepers whose creatures are awake, boarded, or past the longest rest. Creatures must continue from their
// previous state, and their exported lives must agree with the rules.
import { expect, test } from "vitest";
import { HOUR_MS } from "@denkeeper/rules/time/durations.ts";
import { makeLogDays } from "../../src/model/creatures/store/care-log.ts";
import { zoneAt } from "../den.ts";
import { houseForFile } from "../harness.ts";
import { faultInFile } from "../lives/life-file.ts";
import { operatorOf } from "../operator.ts";
import { comparable, replay } from "../lives/replay.ts";

let movedMs = 0;
const house = await houseForFile({
  env: { RATE_LIMIT_FACTOR: "1000", OPERATOR_CONTACT: "mod@example.org" },
  clock: () => Date.now() + movedMs,
});
const { database, now } = house.app.services;

const kindsIn = (text: string): readonly string[] =>
  text
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line) as { type: string; kind?: string })
    .flatMap(({ type, kind }) => (type === "entry" && kind !== undefined ? [kind] : []));

async function keeps(names: readonly string[]) {
  const keeper = await house.register({ timezone: zoneAt(9, now()) });
  const ids: string[] = [];
  for (const name of names) {
    const { json } = await keeper.call("POST", "/api/house/adopt", { name, species_slug: "tabby" });
    ids.push(json.creature.id);
  }
  await keeper.call("GET", "/api/house/status");
  const exported = async (id: string) => (await keeper.call("GET", `/api/house/export?creature_id=${id}`)).text;
  const act = async (what: "suspend" | "lift") =>
    expect(await operatorOf(house).act(what, keeper.username, "to see")).toBe("done");
  return { keeper, ids, exported, act };
}

test("SUSPEND-1, SUSPEND-2: suspension rejects keys with a reason; life resumes afterward", async () => {
  const { keeper, ids, exported, act } = await keeps(["Pip", "Moss"]);
  const [pip = "", moss = ""] = ids;
  await keeper.call("POST", "/api/house/care", { action: "play", creature_id: pip });
  await keeper.call("POST", "/api/house/board", { creature_id: moss, hours: 24 });
  const stats = async (): Promise<readonly number[]> => {
    const { creature } = (await keeper.call("GET", `/api/house/status?creature_id=${pip}`)).json;
    return [creature.hunger, creature.happiness, creature.health];
  };
  const before = await stats();
  await act("suspend");
  for (const path of ["/api/house/status", "/api/house/graveyard", "/api/house/credits"]) {
    const refused = await keeper.call("GET", path);
    expect([refused.status, refused.json.error, refused.json.reason], path).toEqual([
      403,
      "This account is suspended",
      "to see",
    ]);
    expect(refused.json.details).toBeUndefined();
    expect(refused.json.suggestion).toContain("mod@example.org");
    expect(Date.parse(refused.json.suspended_since)).toBeLessThanOrEqual(now());
  }
  expect((await keeper.call("POST", "/api/house/care", { action: "feed", creature_id: pip })).status).toBe(403);
  movedMs += 50 * HOUR_MS;
  await act("lift");
  const after = await stats();
  for (const [nth, stat] of before.entries())
    expect(Math.abs((after[nth] ?? NaN) - stat), String(nth)).toBeLessThan(0.5);
  await keeper.call("POST", "/api/house/care", { action: "reflect", creature_id: pip });
  await keeper.call("POST", "/api/house/care", { action: "reflect", creature_id: moss });
  const lives = [await exported(pip), await exported(moss)];
  expect(lives.map(kindsIn)).toEqual([
    ["adopt", "hatch", "care", "suspend", "return", "care"],
    ["adopt", "hatch", "board", "suspend", "return", "care"],
  ]);
  for (const text of lives) {
    expect(faultInFile(text)).toBeNull();
    // The check must find a falsified suspension entry.
    const lie = text.replace(/(?<="kind":"suspend".*"until":)\d+/, (until) => String(Number(until) + 1_000));
    expect(faultInFile(lie)).toMatch(/^the suspend of version \d+ cannot have happened$/);
  }
  for (const id of ids) {
    const [stored, replayed] = comparable(await replay(database, keeper.id, id));
    expect(replayed).toEqual(stored);
  }
});

test("SUSPEND-1: a finished rest cannot be lifted, and its file is valid", async () => {
  const { keeper, ids, exported, act } = await keeps(["Pip"]);
  const [pip = ""] = ids;
  await act("suspend");
  movedMs += (14 * 24 + 3) * HOUR_MS;
  await makeLogDays(database, now(), 2);
  await act("lift");
  await keeper.call("POST", "/api/house/care", { action: "reflect", creature_id: pip });
  const text = await exported(pip);
  expect(kindsIn(text)).toEqual(["adopt", "hatch", "suspend", "care"]);
  expect(faultInFile(text)).toBeNull();
});
