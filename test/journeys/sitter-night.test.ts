// A keeper is away for a night, and another agent looks after its creature, guided only by the answers.
import { expect, test } from "vitest";
import { openDen, type Step } from "../den.ts";
import { houseForFile } from "../harness.ts";
import { comparable, replay } from "../lives/replay.ts";

/**
 * From this hour on, any tabby needs three meals before 11 a.m., however it sleeps: the first before 10 p.m., the second between
 * midnight and 7 a.m., the third within four waking hours.
 */
const EVENING = Date.UTC(2026, 5, 1, 18);
const HOURS_AWAY = 17;
const house = await houseForFile({ env: { RATE_LIMIT_FACTOR: "1000" }, clock: () => EVENING });

test("a sitter keeps a creature overnight until its key expires", async () => {
  const den = await openDen(house, { hour: 18 });
  const id = await den.hatched({ species_slug: "tabby" });
  const added = await den.call("POST", "/api/house/sitters", {
    sitter_name: "Ada",
    hours: HOURS_AWAY,
    creature_ids: [id],
  });
  const headers = { authorization: `Bearer ${added.json.sitter_key}` };
  const sitter = (method: string, path: string, body?: unknown) => house.call(method, path, body, headers);
  const morning = den.now() + HOURS_AWAY * 3_600_000;
  for (let visits = 0; den.now() < morning && visits < 60; visits++) {
    const { json } = await sitter("GET", "/api/house/status");
    expect(json.creature.alive).toBe(true);
    const advised = (json.next_steps as readonly Step[]).find(({ endpoint }) => endpoint === "/api/house/care");
    if (advised !== undefined) {
      await sitter(advised.method, advised.endpoint, advised.body);
      continue;
    }
    await den.advanceTo(Math.max(den.now() + 36_000, Date.parse(json.recommended_checkin.at)));
  }
  await den.call("DELETE", "/api/house/sitters", { sitter_id: added.json.sitter.sitter_id });
  expect((await sitter("GET", "/api/house/status")).status).toBe(401);
  const { creature } = (await den.status(id)).json;
  expect(creature.hunger).toBeGreaterThan(50);
  const { care_log: log, stats } = (await den.call("GET", `/api/house/history?id=${id}`)).json;
  expect(log.length).toBeGreaterThan(2);
  expect(new Set(log.map(({ sitter: who }: { sitter: string }) => who))).toEqual(new Set(["Ada"]));
  expect(stats.missed_feedings).toBe(0);
  const [now, again] = comparable(await replay(house.app.services.database, den.id, id));
  expect(again).toEqual(now);
});
