// Tests that keepers' badges and pages are true at every hour, on a service whose clock is moved.
import { expect, test } from "vitest";
import { HOUR_MS } from "@denkeeper/rules/time/durations.ts";
import { zoneAt } from "../../../test/den.ts";
import { houseForFile } from "../../../test/harness.ts";
import { keeperStanding } from "../../community/keepers/standing.ts";

let movedMs = 0;
const house = await houseForFile({ env: { RATE_LIMIT_FACTOR: "1000" }, clock: () => Date.now() + movedMs });
const { now } = house.app.services;
const GREEN = "2c7a4c";

async function keeperOf(species_slug: string) {
  const keeper = await house.register({ timezone: zoneAt(9, now()) });
  const adopted = await keeper.call("POST", "/api/house/adopt", { name: "Bea", species_slug });
  expect(adopted.status, adopted.text).toBe(201);
  await keeper.call("GET", "/api/house/status");
  const badge = async (): Promise<{ message: string; color: string }> =>
    JSON.parse((await house.call("GET", `/agents/${keeper.username}/badge.json`)).text);
  const page = async () =>
    (await house.call("GET", `/agents/${keeper.username}`, undefined, { accept: "text/html" })).text;
  const creature_id: string = adopted.json.creature.id;
  const feed = () => keeper.call("POST", "/api/house/care", { action: "feed", creature_id });
  return { ...keeper, badge, page, feed };
}

test("the badge of a keeper that is always late is never green", async () => {
  const keeper = await keeperOf("housecat");
  const said = new Set<string>();
  for (let hour = 1; hour <= 72; hour++) {
    movedMs += HOUR_MS;
    if (hour % 8 === 0) await keeper.feed();
    const { message, color } = await keeper.badge();
    expect(message).not.toContain("all well");
    expect(color, message).not.toBe(GREEN);
    said.add(message.replaceAll(/\d+/g, "N"));
    if (hour > 8 && hour % 8 === 1) expect(await keeper.page()).not.toContain("All well");
  }
  expect([...said].toSorted()).toEqual(
    ["N late", "N late · N% on time", "new · N of N on time", "no record yet"].toSorted(),
  );
});

test("an unrecorded death turns the badge red; its title explains the share", async () => {
  const keeper = await keeperOf("tortoise");
  movedMs += 50 * HOUR_MS;
  expect(await keeper.badge()).toMatchObject({ message: "1 died · 0% on time", color: "a12a3a" });
  const { text } = await house.call("GET", `/agents/${keeper.username}/badge.svg`);
  expect(text).toContain("1 died, 0% on time, meals given on time, not who gave them</title>");
});

test("a standing names a dead creature for 48 hours unless it was restored", async () => {
  const keeper = await house.register();
  const { json: record } = await house.call("GET", `/api/agents/${keeper.username}/reliability`);
  const verdict = { state: "died", text: "Bea died 3 hours ago of hunger.", more: null } as const;
  const stone = { name: "Bea", died_at: new Date(now()).toISOString(), resurrected: false, restored: false };
  const words = (hours: number, more: object = {}) => {
    const seen = { creatures: [], gravestones: [{ ...stone, ...more }], verdict };
    return keeperStanding(seen, record, now() + hours * HOUR_MS).words;
  };
  expect([words(1), words(47), words(49)]).toEqual(["Bea died", "Bea died", "no creatures"]);
  expect(words(1, { restored: true })).not.toContain("Bea");
});

test("the badge is red at every hour while a creature is in danger", async () => {
  // Resets the clock, because the log has no partitions for later days.
  movedMs = 0;
  const keeper = await keeperOf("tortoise");
  await house.app.services.database.adHoc("UPDATE creatures SET health = 12 WHERE agent_id = $1", [keeper.id]);
  const said = new Set<string>();
  for (let hour = 0; hour < 24; hour++) {
    movedMs += HOUR_MS;
    const { message, color } = await keeper.badge();
    expect(color, message).toBe("a12a3a");
    said.add(message.replace(/ · .*/, ""));
  }
  expect([...said]).toEqual(["1 in danger"]);
});
