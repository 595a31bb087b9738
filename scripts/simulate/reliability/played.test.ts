// Tests that gamers who are played over HTTP, with a controlled clock, get the records of the simulation.
import { expect, test } from "vitest";
import { trackRecord } from "@denkeeper/rules/reliability/track-record.ts";
import { HOUR_MS } from "@denkeeper/rules/time/durations.ts";
import { houseForFile } from "../../../test/harness.ts";
import { FULL } from "../../../test/tier.ts";
import { GAMERS, callsOf } from "./gamers.ts";
import { SimulatedHouse, type PetAction } from "./simulated-house.ts";

const DAYS = 3;
const MOST_DIFFERENCE = 0.02;
/** A species with a feeding window of 8 hours, as the simulated creatures have. */
const SPECIES = "robot";
const PLAYED = [
  "feeds every hour, reads nothing",
  "never feeds: releases when overdue and adopts again",
  "comes at random, releases what is late",
  "comes at random, releases what would be late next time",
  "boards what is late, feeds it days later",
  "a second cron with a sitter's key feeds at the last moment",
];

let movedMs = 0;
const start = Date.now();
const house = await houseForFile({ env: { RATE_LIMIT_FACTOR: "1000" }, clock: () => start + movedMs });

async function opened(name: string) {
  const keeper = await house.register({ timezone: "UTC" });
  return { name, keeper, sitterKey: "", simulated: new SimulatedHouse(name) };
}

type Played = Awaited<ReturnType<typeof opened>>;

/** Repeats an action over HTTP. A simulated pet takes the id of the real creature, because sleep depends on the id. */
async function does(each: Played, { kind, pet, hours, bySitter }: PetAction): Promise<void> {
  const { keeper } = each;
  const creature_id = pet.id;
  if (kind === "adopt") {
    const { json } = await keeper.call("POST", "/api/house/adopt", { name: "Pip", species_slug: SPECIES });
    pet.id = json.creature.id;
    await keeper.call("GET", "/api/house/status?view=compact");
    const made = await keeper.call("POST", "/api/house/sitters", { sitter_name: "rescue", hours: 24 * DAYS });
    each.sitterKey = made.json.sitter_key ?? each.sitterKey;
  } else if (kind === "release") await keeper.call("DELETE", "/api/house/release", { creature_id });
  else if (kind === "board") await keeper.call("POST", "/api/house/board", { creature_id, hours });
  else if (bySitter === true) {
    const feed = { action: "feed", creature_id };
    await house.call("POST", "/api/house/care", feed, { "x-api-key": each.sitterKey });
  } else await keeper.call("POST", "/api/house/care", { action: "feed", creature_id });
}

test.runIf(FULL)("six gamers over HTTP match the simulation within 2 points", async () => {
  const played = await Promise.all(PLAYED.map(opened));
  const calls = played.flatMap((each) => {
    const gamer = GAMERS.find(({ name }) => name === each.name);
    if (gamer === undefined) throw new Error(`there is no gamer named ${each.name}`);
    return callsOf(gamer, 0, start, DAYS).map((call) => ({ each, gamer, call }));
  });
  for (const { each, gamer, call } of calls.toSorted((a, b) => a.call.at - b.call.at)) {
    movedMs = call.at - start;
    const before = each.simulated.deeds.length;
    gamer.plays(each.simulated, call);
    for (const deed of each.simulated.deeds.slice(before)) await does(each, deed);
  }
  movedMs = DAYS * 24 * HOUR_MS;
  for (const { name, keeper, simulated } of played) {
    const { json } = await house.call("GET", `/api/agents/${keeper.username}/reliability`);
    const options = { now: start + movedMs, since: start, outages: [] };
    const { all_time } = trackRecord(simulated.logs(options.now), options);
    const [real, expected] = [json.all_time.on_time_share ?? 0, all_time.on_time_share ?? 0];
    expect(Math.abs(real - expected), name).toBeLessThanOrEqual(MOST_DIFFERENCE);
  }
});
