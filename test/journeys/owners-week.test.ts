// Plays an owner's week: the ways in which a job fails, and the messages that its owner receives with their delay. Covers
// everything from the agent's calls and pings to the receiver, on a service whose clock the test moves.
import { describe, expect, test } from "vitest";
import { HOUR_MS } from "@denkeeper/rules/time/durations.ts";
import type { Account } from "../harness.ts";
import { keeps, watchedService, type Told } from "./watched-house.ts";

const { house, callTrail, watchedHouse, now } = await watchedService(60);

const path = (address: string) => house.url + address.replace(/^https?:\/\/[^/]*/, "");
/** Output of a job, which only the owner page may show. */
const PRINTED = "Traceback: it went wrong";
const idles = (agent: Account) => agent.call("GET", "/api/house/status");

interface Watched extends Awaited<ReturnType<typeof watchedHouse>> {
  /** Returns a run that pings at its start and its end. */
  readonly runs: (exit: string, work?: (agent: Account) => Promise<unknown>) => (agent: Account) => Promise<void>;
}

async function watched(hook: object = { every_minutes: 30 }, creatures = 1): Promise<Watched> {
  const one = await watchedHouse(creatures, hook);
  const link = (await one.agent.call("POST", "/api/house/ping-link", {})).json.ping_url;
  const hit = (said: string) => fetch(`${path(link)}/${said}`, { method: "POST", body: PRINTED });
  const runs: Watched["runs"] = (exit, work) => async (agent) => {
    await hit("start");
    await work?.(agent);
    await callTrail.save();
    await hit(exit);
  };
  return { ...one, runs };
}

const events = (told: readonly Told[]) => told.map(({ type, hour }) => [type, hour]);

describe("an owner's week: messages, and their delay after the first bad run", () => {
  test("an agent that stops raises an alert", async () => {
    const { told, until } = await watched();
    await until(6, 30, keeps);
    await until(9);
    expect(events(told)).toEqual([["agent.silent", 7]]);
  });

  test("runs that exit with 1 raise an alert, with or without calls", async () => {
    for (const work of [undefined, idles]) {
      const { told, until, runs } = await watched();
      await until(6, 30, runs("0", keeps));
      await until(9, 30, runs("1", work));
      await until(14, 30, runs("0", keeps));
      expect(events(told)).toEqual([
        ["agent.silent", 7],
        ["agent.recovered", 9],
      ]);
      expect(told[0]?.text).toContain("3 runs in a row ended with exit 1");
      expect(told[0]?.text).not.toContain("no call");
    }
  });

  test("runs that end with 0 but make no call raise an alert", async () => {
    const { told, until, runs } = await watched();
    await until(6, 30, runs("0", keeps));
    await until(9, 30, runs("0"));
    expect(events(told)).toEqual([["agent.silent", 7]]);
    expect(told[0]?.text).toContain("runs in a row ended with exit 0 without a call on record");
  });

  test("runs whose check fails raise an alert despite exit 0", async () => {
    const { told, until, runs } = await watched();
    await until(6, 30, runs("0", keeps));
    await until(9, 30, runs("check-1", idles));
    expect(events(told)).toEqual([["agent.silent", 7]]);
    expect(told[0]?.text).toContain("ended with exit 0, and the check after it with 1");
    expect(JSON.stringify(told)).not.toContain(PRINTED);
  });

  test("a stolen ping link causes at most one false alarm a day", async () => {
    const { told, until, runs } = await watched();
    await until(24, 30, keeps);
    await until(72, 30, runs("1", keeps));
    await until(75, 30, keeps);
    expect(events(told).map(([type]) => type)).toEqual(["agent.silent", "agent.still", "agent.recovered"]);
    expect(JSON.stringify(told)).not.toContain(PRINTED);
  });

  test("calls with a replaced key raise an alert", async () => {
    const { told, until, agent } = await watched();
    await until(6, 30, keeps);
    await agent.call("POST", "/api/auth/rotate-key", {});
    await until(9, 30, idles);
    expect(events(told)).toEqual([["agent.silent", 7.5]]);
    expect(told[0]?.text).toContain("Its calls are refused (401 old_key");
  });

  test("a missed run of a cron expression is reported after its grace", async () => {
    const date = new Date(now() + 26 * HOUR_MS);
    const cron = `${date.getUTCMinutes()} ${date.getUTCHours()} * * *`;
    const { told, until } = await watched({ cron, zone: "UTC", grace_minutes: 30 });
    for (let hour = 1; hour <= 24; hour++) await until(hour, 60, keeps);
    await until(25.5);
    expect(told).toEqual([]);
    await until(27);
    // The housecat was on leave until now, so it is not late yet.
    expect(events(told)).toEqual([["agent.silent", 26.5]]);
    expect(told[0]?.text).toContain(`expected ${cron}, UTC`);
  });

  test("an agent that calls but gives no care raises an alert", async () => {
    const { told, until } = await watched();
    await until(6, 30, keeps);
    await until(12, 30, idles);
    expect(told[0]).toMatchObject({ type: "creature.late", text: expect.stringContaining("did not feed") });
  });

  test("SILENT-4: missing and failing runs are reported without a creature", async () => {
    for (const exit of [undefined, "check-2"]) {
      const { told, until, runs } = await watched({ cron: "*/30 * * * *", zone: "UTC", grace_minutes: 30 }, 0);
      await until(6, 30, runs("0"));
      await (exit === undefined ? until(9) : until(9, 30, runs(exit)));
      await until(12, 30, runs("0"));
      expect(events(told).map(([type]) => type)).toEqual(["agent.silent", "agent.recovered"]);
      expect(told[0]?.hour).toBeLessThanOrEqual(7);
      const failure = exit === undefined ? "no good run since" : "ended with exit 0, and the check after it with 2";
      expect(told[0]?.text).toContain(failure);
      expect(told[0]?.text).not.toContain("Nobody");
      expect(told[0]?.data).toMatchObject({ job: { keeper: expect.any(String) }, creatures: [] });
      expect(told[0]?.data.creature).toBeUndefined();
      expect(told[1]?.text).toMatch(/is back after .* without a good run \(first good run on [^)]*\)\.$/);
    }
  });

  test("nightly pauses are reported twice, then as a pattern, then not again", async () => {
    const { told, until } = await watched();
    for (let day = 0; day < 5; day++) {
      await until(24 * day + 16, 30, keeps);
      await until(24 * day + 26);
    }
    const silent = told.filter(
      ({ type }) => type === "agent.silent" || type === "agent.still" || type === "agent.recovered",
    );
    expect(silent.map(({ type, hour }) => [type, Math.floor(hour)])).toEqual([
      ["agent.silent", 17],
      ["agent.recovered", 26],
      ["agent.silent", 41],
      ["agent.silent", 65],
    ]);
    expect(silent[2]?.text).toContain("is silent again");
    expect(silent[3]?.text).toContain("It pauses every night from about");
  });
});
