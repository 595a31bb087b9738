// Kills a worker during a delivery. Another worker sends the rest, and every event reaches the receiver in order and under one
// id.
import { expect, test } from "vitest";
import { HOUR_MS } from "@denkeeper/rules/time/durations.ts";
import { zoneAt } from "../../../../test/den.ts";
import { HOOKS_KEYS, houseForFile } from "../../../../test/harness.ts";
import { hookFor } from "../../../../test/lives/hooked.ts";
import { hatchling, insertAgents, insertCreatures, stored } from "../../../../test/lives/many-lives.ts";
import { freePort } from "../../../../test/processes/free-port.ts";
import { openHookReceiver } from "../../../../test/processes/hook-receiver.ts";
import { until } from "../../../../test/processes/own-redis.ts";
import { startServiceProcess } from "../../../../test/processes/service.ts";
import { drawn } from "../../../../test/tier.ts";
import { HookVault } from "../channels/vault.ts";

const house = await houseForFile();
const { database, now } = house.app.services;
const KEEPERS = 3;
const STORED = ["born", "stage_changed", "stage_changed", "stage_changed"];
const REPORTED = ["creature.born", "creature.grown", "creature.grown", "creature.grown"];
/** An alert about the house, received in addition to each creature's own events. */
const ALERT = "creature.critical";

/** Inserts creatures that hatched, grew, and are critical, and have sent no message yet. */
async function seed(url: string): Promise<readonly string[]> {
  const agents = await insertAgents(database, KEEPERS, now() - 24 * HOUR_MS);
  const zone = zoneAt(12, now());
  const creatures = agents.map(({ id }) => stored(id, { ...hatchling(0, now() - 8 * HOUR_MS), zone }));
  await insertCreatures(database, creatures);
  await database.adHoc("UPDATE creatures SET health = 15");
  for (const [index, type] of STORED.entries()) {
    await database.adHoc(
      `INSERT INTO events (agent_id, seq, at, recorded_at, type, creature_id, creature_name, details)
        SELECT agent_id, $1, hatched_at + $1, $2, $3, creature_id, name, $4::jsonb FROM creatures WHERE creature_id = ANY ($5)`,
      [
        index + 1,
        now(),
        type,
        JSON.stringify(type === "born" ? { type } : { type, stage: "child", path: null }),
        creatures.map(({ creature }) => creature.id),
      ],
    );
  }
  for (const { id } of agents) {
    await hookFor(database, id, { to: { vault: new HookVault([HOOKS_KEYS]), url } });
    await database.adHoc("UPDATE agents SET event_seq = $2 WHERE agent_id = $1", [id, STORED.length]);
  }
  return creatures.map(({ creature }) => creature.id);
}

test.each(drawn([1, 3, 7, 12], (nth) => nth === 7))(
  "a kill at message %i keeps the order and ids of events",
  async (nth) => {
    const killing = Promise.withResolvers<void>();
    const killed = Promise.withResolvers<number>();
    let count = 0;
    const receiver = await openHookReceiver(async () => {
      count++;
      if (count < nth) return 200;
      killing.resolve();
      return count === nth ? killed.promise : 200;
    });
    const creatures = await seed(receiver.url);
    const env = { HOOKS_KEYS, ...receiver.env };
    const first = await startServiceProcess(house, await freePort(), env);
    await killing.promise;
    await first.kill();
    killed.resolve(200);
    // Ends the leases of the killed worker.
    await database.adHoc("UPDATE hooks SET busy_until = 0");
    const second = await startServiceProcess(house, await freePort(), env);
    const open = "SELECT FROM hook_deliveries WHERE delivered_at IS NULL";
    const ids = () => new Set(receiver.received.map(({ id }) => id));
    await until(async () => ids().size >= KEEPERS * (REPORTED.length + 1) && (await database.adHoc(open)).length === 0);
    await second.kill();
    await receiver.stop();
    for (const creature of creatures) {
      const came = receiver.received.filter(({ creatureId }) => creatureId === creature);
      const firsts = came.filter(({ id }, index) => came.findIndex((other) => other.id === id) === index);
      const told = firsts.filter(({ type }) => type !== ALERT);
      expect([told.map(({ type }) => type), firsts.length - told.length]).toEqual([REPORTED, 1]);
      expect(told.map(({ at }) => at)).toEqual(told.map(({ at }) => at).toSorted((a, b) => a - b));
    }
    // Only deliveries in progress at the kill may be repeated.
    expect(receiver.received.length - ids().size).toBeLessThanOrEqual(KEEPERS);
  },
);
