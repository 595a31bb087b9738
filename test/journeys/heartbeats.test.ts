// Tests that every documented loop reports trouble: the steps of heartbeat-short.md, both clients, the command line, and the
// prompt of the MCP server. OK may appear only when all is well.
import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { beforeAll, describe, expect, test, vi } from "vitest";
import { Denkeeper } from "../../packages/denkeeper/src/client.ts";
import { runCommand } from "../command-line.ts";
import { openDen, type Den, type Step } from "../den.ts";
import { houseForFile, type Answer } from "../harness.ts";
import { modernClient } from "../mcp-clients.ts";
import { CHILD_ENV } from "../processes/child-env.ts";
import { FULL } from "../tier.ts";

const HOUSES = FULL ? 200 : 10;
const OK = "HEARTBEAT_OK";
const house = await houseForFile({ env: { ITEM_MODEL: "similarity", RATE_LIMIT_FACTOR: "1000" } });
const run = promisify(execFile);

beforeAll(async () => {
  const den = await openDen(house);
  const id = await den.hatched();
  await vi.waitFor(
    async () => {
      const dry = await den.care("feed", id, { item: "bleach", dry_run: true });
      expect(dry.json.action_result.item_result.category).toBe("harmful");
    },
    { timeout: 150_000, interval: 200 },
  );
});

/**
 * Follows exactly the steps of heartbeat-short.md. `tells` means that the agent also completes step 3, which confirms the report.
 */
async function shortHeartbeat(den: Den, tells = true): Promise<string> {
  let last = await den.call("GET", "/api/house/status?view=compact");
  const due: Step | undefined = last.json.next_steps.find((step: { due?: boolean }) => step.due === true);
  if (due !== undefined) {
    const headers = { "idempotency-key": crypto.randomUUID() };
    last = await den.call(due.method, due.endpoint, due.body, headers);
  }
  const { report } = last.json;
  if (report === null && last.status === 200) return OK;
  if (tells && report) await den.call("POST", "/api/house/visit", { actions: [], told: report.id });
  return report?.text ?? `${last.status} ${last.json.error}`;
}

/** Opens a house with two creatures. Bea has had no food for 40 hours. */
async function bereaved(): Promise<Den> {
  const den = await openDen(house);
  const kept = await den.hatched({ name: "Ann" });
  await den.hatched({ name: "Bea" });
  for (let meal = 0; meal < 10; meal++) {
    await den.advance(4);
    await den.care("reflect", kept);
    await den.care("feed", kept);
  }
  return den;
}

const DIED = /Bea died of neglect on \w+ \d+ at \d\d:\d\d UTC\./;

/** A documented loop. Returns what its human reads. With `tells`, the agent confirms the report. */
type Loop = (den: Den, tells: boolean) => Promise<string>;

const PROGRAM = `import sys
from denkeeper import Denkeeper
kept = Denkeeper().keep_once(told=len(sys.argv) > 1)
print(kept["report"] and kept["report"]["text"])`;

const LOOPS: Readonly<Record<string, Loop>> = {
  "the TypeScript client": async (den, told) => {
    const { report } = await new Denkeeper({ url: house.url, key: den.key }).keepOnce({ told });
    return report?.text ?? "";
  },
  "the Python client": async (den, told) => {
    const env = { ...CHILD_ENV, PYTHONPATH: "packages/python", DENKEEPER_URL: house.url, DENKEEPER_KEY: den.key };
    const args = ["-c", PROGRAM, ...(told ? ["told"] : [])];
    const { stdout } = await run("python3", args, { env: { ...env, PYTHONDONTWRITEBYTECODE: "1" } });
    return stdout;
  },
  "the prompt daily_care": async (den, told) => {
    const client = await modernClient(new URL("/mcp", house.url), { authorization: `Bearer ${den.key}` });
    expect(await client.prompt("daily_care")).toContain("has a report, begin with its text, word for word");
    let { structuredContent: last } = await client.call("check_status", {});
    const due = last.next_steps.find((step: { due?: boolean }) => step.due === true);
    if (due !== undefined) ({ structuredContent: last } = await client.call(due.tool, due.arguments));
    if (told) await client.call("check_status", { told: last.report?.id });
    return last.report?.text ?? "";
  },
};

async function keepOnce(den: Den): Promise<string> {
  const env = { DENKEEPER_URL: house.url, DENKEEPER_KEY: den.key };
  const { stdout, stderr, code } = await runCommand(env, ["visit"]);
  return `${stdout.replaceAll(/\s+/g, " ")}${stderr} exit ${code}`;
}

describe("a death in a house with another living creature", () => {
  test.each(Object.entries(LOOPS))("REPORT-3: %s repeats a report until the agent confirms it", async (_, loop) => {
    const den = await bereaved();
    expect(await loop(den, false)).toMatch(DIED);
    expect(await loop(den, true)).toMatch(DIED);
    expect(await loop(den, false)).not.toMatch(DIED);
  });

  test("REPORT-3: the short heartbeat repeats a report that it cannot deliver", async () => {
    const den = await bereaved();
    expect(await shortHeartbeat(den, false)).toMatch(DIED);
    expect(await shortHeartbeat(den, false)).toMatch(DIED);
    expect(await shortHeartbeat(den)).toMatch(DIED);
    expect(await shortHeartbeat(den)).not.toMatch(DIED);
  });

  test("REPORT-3: visit prints and confirms a report that others have read", async () => {
    const den = await bereaved();
    await LOOPS["the TypeScript client"]?.(den, false);
    const said = await keepOnce(den);
    expect(said).toMatch(DIED);
    expect(said).toMatch(/exit 7$/);
    const after = await keepOnce(den);
    expect(after).not.toMatch(DIED);
    expect(after).toMatch(/exit 0$/);
  });

  test("REPORT-2: visit prints the report of an empty house", async () => {
    const den = await openDen(house);
    await den.hatched({ name: "Bea" });
    await den.advance(60);
    expect(await keepOnce(den)).toMatch(/The house is empty. Bea.+exit 7$/s);
    const after = await keepOnce(den);
    expect(after).not.toMatch(/The house is empty/);
    expect(after).toMatch(/denkeeper adopt.+exit 1$/s);
  });
});

/** A seeded generator, so that every run plays the same houses. */
function drawsOf(seed: number): (count: number) => number {
  let state = seed * 2_654_435_761 + 1;
  return (count) => {
    state = (Math.imul(state ^ (state >>> 15), 0x2c1b3c6d) + 0x9e3779b9) >>> 0;
    return (state >>> 8) % count;
  };
}

const SPECIES = ["housecat", "beagle", "retriever", "hamster", "ferret", "wolfdog"];

/** Follows every due step in time. Confirms reports only with `tells`. */
async function keepWell(den: Den, visits: number, tells = false): Promise<void> {
  for (let visit = 0; visit < visits; visit++) {
    const { json } = await den.call("GET", "/api/house/status?view=compact");
    await den.advanceTo(json.recommended_checkin.at);
    await shortHeartbeat(den, tells);
  }
}

async function settled(seed: number): Promise<{ den: Den; ids: readonly string[]; draw: (count: number) => number }> {
  const draw = drawsOf(seed);
  const den = await openDen(house, { hour: draw(24) });
  const ids: string[] = [];
  for (let count = draw(3); count >= 0; count--) {
    ids.push(await den.hatched({ name: `P${count}`, species_slug: SPECIES[draw(SPECIES.length)] }));
  }
  await keepWell(den, draw(4));
  return { den, ids, draw };
}

/** Repeats care every hour until the creature is awake and accepts it. */
async function untilTaken(den: Den, action: string, id: string, more: object = {}): Promise<Answer> {
  for (;;) {
    const answer = await den.care(action, id, more);
    expect(answer.status, answer.text).toBe(200);
    if (answer.json.action_result.success) return answer;
    await den.advance(1);
  }
}

/** Waits until the feeding window has ended. Its clock stops during sleep. */
async function untilLate(den: Den, id: string, hours = 0): Promise<void> {
  await untilTaken(den, "feed", id);
  const { creature } = (await den.status(id)).json;
  await den.advance(creature.feeding_window_hours * 1.1 + hours);
  while ((await den.status(id)).json.recommended_checkin.feeding_window_status !== "past_window")
    await den.advance(0.5);
}

/** Kinds of trouble in a house. Where time remains, successful visits follow. */
const MISHAPS: readonly ((den: Den, ids: readonly string[], draw: (count: number) => number) => Promise<void>)[] = [
  async (den, [id = ""]) => {
    await untilLate(den, id);
    expect((await untilTaken(den, "feed", id)).json.action_result.timing).not.toBe("on_time");
  },
  async (den, [id = ""]) => {
    await untilLate(den, id, 12);
    expect((await untilTaken(den, "feed", id)).json.action_result.timing).toBe("missed_window");
  },
  async (den, [id = ""]) => void (await untilTaken(den, "play", id, { item: "bleach" })),
  async (den) => void (await den.advance(60)),
  async (den, [kept = ""]) => {
    await den.hatched({ name: "Bea" });
    for (let day = 0; day < 4; day++) {
      await den.advance(12);
      await den.care("reflect", kept);
    }
  },
  async (den, [id = ""], draw) => untilLate(den, id, draw(8)),
  async (den, [id = ""]) => {
    await untilTaken(den, "reflect", id);
    await den.advance(34);
  },
];

const SEEDS = Array.from({ length: HOUSES }, (_, seed) => seed);

test("REPORT-1: the short heartbeat says OK in no house with trouble", { timeout: 1_200_000 }, async () => {
  const wrong: string[] = [];
  for (const seed of SEEDS) {
    const { den, ids, draw } = await settled(seed);
    await MISHAPS[seed % MISHAPS.length]?.(den, ids, draw);
    // Status calls, and visits that confirm nothing, must not hide a report.
    for (let looks = draw(3); looks > 0; looks--) await shortHeartbeat(den, false);
    if ((await shortHeartbeat(den)) === OK) wrong.push(`house ${seed}`);
  }
  expect(wrong).toEqual([]);
});

test("REPORT-1: heartbeats say OK exactly in houses without trouble to report", { timeout: 1_200_000 }, async () => {
  const wrong: string[] = [];
  for (const seed of SEEDS) {
    const { den, ids, draw } = await settled(seed + HOUSES);
    if (seed % 3 === 0) {
      await MISHAPS[draw(2)]?.(den, ids, draw);
      // Creatures that just slept are fed late, which is also reported.
      await shortHeartbeat(den);
      await keepWell(den, 6, true);
    }
    await keepWell(den, draw(3));
    const said = await shortHeartbeat(den);
    if (said !== OK) wrong.push(`house ${seed}: ${said}`);
  }
  expect(wrong).toEqual([]);
});
