// Sends many concurrent calls. No change may be lost or applied twice, and the log must explain the state.
import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, describe, expect, test } from "vitest";
import { openDen, type Den } from "./den.ts";
import { freshAddress, freshUsername, houseForFile } from "./harness.ts";
import { startProcesses } from "./processes/processes.ts";
import { comparable, replay } from "./lives/replay.ts";

const house = await houseForFile({ env: { RATE_LIMIT_FACTOR: "1000" } });
const { database } = house.app.services;
const processes = await startProcesses(house, 4);
afterAll(() => processes.stop());

const ACTIONS = ["feed", "play", "clean", "medicine", "discipline", "sleep", "reflect"] as const;

/** Time within which every call must be answered, even on a busy machine. */
const PATIENCE_MS = 120_000;

/**
 * Calls one of the four processes in turn. A busy process may return 503, or 408 if the request arrived too slowly. Such calls
 * are repeated, and the Idempotency-Key prevents a second effect.
 */
async function callAt(turn: number, den: Den, method: string, path: string, body?: object, key?: string) {
  const url = `${processes.urls[turn % processes.urls.length]}${path}`;
  const headers = {
    authorization: `Bearer ${den.key}`,
    "content-type": "application/json",
    ...(method === "GET" ? {} : { "idempotency-key": key ?? randomUUID() }),
  };
  const asked = { method, headers, ...(body === undefined ? {} : { body: JSON.stringify(body) }) };
  for (const end = Date.now() + PATIENCE_MS; ;) {
    const response = await fetch(url, asked);
    const text = await response.text();
    if ([408, 503].includes(response.status) && Date.now() < end) await sleep(500);
    else return { status: response.status, text, replayed: response.headers.get("idempotency-replayed") !== null };
  }
}

function times<Result>(count: number, call: (turn: number) => Promise<Result>): Promise<Result[]> {
  return Promise.all(Array.from({ length: count }, (_, turn) => call(turn)));
}

describe("concurrent care calls for one creature through four processes", () => {
  test.each([
    ["housecat", 200],
    ["retriever", 60],
  ])("%s: the log matches %i answers and explains the state", async (slug, count) => {
    const den = await openDen(house);
    const id = await den.hatched({ species_slug: slug });
    await den.advance(3.5);
    const answers = await times(count, (turn) => {
      const action = ACTIONS[turn % ACTIONS.length];
      return callAt(turn, den, "POST", "/api/house/care", { action, creature_id: id, notes: `turn ${turn}` });
    });
    const done = answers.filter(({ status }) => status === 200);
    expect(answers.filter(({ status }) => status !== 200)).toEqual([]);
    const succeeded = done.map(({ text }) => JSON.parse(text).action_result).filter(({ success }) => success);

    const life = await replay(database, den.id, id);
    const care = life.rows.filter(({ kind }) => kind === "care");
    expect(care).toHaveLength(succeeded.length);
    expect(new Set(care.map(({ entry_id }) => entry_id))).toEqual(
      new Set(succeeded.map(({ care_log_entry_id }) => care_log_entry_id)),
    );
    expect(life.rows.map(({ version }) => version)).toEqual(life.rows.map((_, index) => index + 1));
    expect(life.stored.version).toBe(life.rows.length);
    expect(life.stored.creature.careActions).toBe(count);
    expect(life.replayed).toEqual(life.stored.creature);
  });
});

test("the log explains a life after concurrent care, status and clock moves", async () => {
  const den = await openDen(house);
  const id = await den.hatched({ species_slug: "retriever" });
  for (let round = 0; round < 6; round++) {
    const answers = await times(24, (turn) => {
      if (turn % 12 === 5) return callAt(turn, den, "POST", "/api/house/clock", { advance_hours: 0.9 });
      if (turn % 2 === 0) return callAt(turn, den, "GET", `/api/house/status?creature_id=${id}`);
      return callAt(turn, den, "POST", "/api/house/care", { action: ACTIONS[turn % 7], creature_id: id });
    });
    expect(answers.filter(({ status }) => status !== 200)).toEqual([]);
    await den.advance(round % 2 === 0 ? 3.6 : 0.5);
  }
  // The calls above race, so a check entry is not certain. This status call after a long gap always records one.
  await den.advance(3.6);
  await den.status(id);
  const life = await replay(database, den.id, id);
  expect(life.rows.some(({ kind }) => kind === "check")).toBe(true);
  expect(new Set(life.rows.map(({ version }) => version)).size).toBe(life.rows.length);
  const [stored, replayed] = comparable(life);
  expect(replayed).toEqual(stored);
});

describe("500 concurrent calls with one Idempotency-Key", () => {
  test.each([
    ["care", "POST", "/api/house/care", { action: "play" }, "care"],
    ["adopt", "POST", "/api/house/adopt", { name: "Twin" }, "adopt"],
  ])("%s makes one change", async (_, method, path, body, kind) => {
    const den = await openDen(house);
    await den.hatched();
    const before = await countLog(den, kind);
    const key = randomUUID();
    const answers = await times(500, (turn) => callAt(turn, den, method, path, body, key));
    const answered = answers.filter(({ status }) => status < 300);
    expect(answers.filter(({ status }) => status >= 300 && status !== 409)).toEqual([]);
    expect(answered.filter(({ replayed }) => !replayed)).toHaveLength(1);
    expect(new Set(answered.map(({ text }) => text)).size).toBe(1);
    expect((await countLog(den, kind)) - before).toBe(1);
  });
});

async function countLog({ id }: Den, kind: string): Promise<number> {
  const statement = "SELECT count(*) AS count FROM care_log WHERE agent_id = $1 AND kind = $2";
  const [row] = await database.adHoc<{ count: number }>(statement, [id, kind]);
  return row?.count ?? 0;
}

test("only one of 50 concurrent registrations gets the name", async () => {
  const username = freshUsername("wanted");
  const answers = await times(50, () => house.call("POST", "/api/auth/register", { username }, {}, freshAddress()));
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
  expect(answers.filter(({ status }) => status === 409)).toHaveLength(49);
});

test("only one of 20 concurrent rotations succeeds, and only its key works", async () => {
  const den = await openDen(house);
  const answers = await times(20, (turn) => callAt(turn, den, "POST", "/api/auth/rotate-key"));
  const won = answers.filter(({ status }) => status === 200);
  expect(won).toHaveLength(1);
  for (const { status } of answers) expect([200, 401, 409]).toContain(status);
  expect((await callAt(0, den, "GET", "/api/house/clock")).status).toBe(401);
  const key: string = JSON.parse(won[0]?.text ?? "{}").your_token;
  expect((await callAt(1, { ...den, key }, "GET", "/api/house/clock")).status).toBe(200);
});

test("concurrent key rotation, recovery, sitter changes and account deletion never deadlock", async () => {
  for (let round = 0; round < 8; round++) {
    const den = await openDen(house);
    await den.hatched();
    const { sitter } = (await den.call("POST", "/api/house/sitters", { sitter_name: "Ada", hours: 1 })).json;
    const { username } = den;
    const { confirmation } = (await den.call("DELETE", "/api/auth/account", { confirm_username: username })).json;
    const asked: readonly (readonly [string, string, object?])[] = [
      ["POST", "/api/auth/rotate-key"],
      ["POST", "/api/auth/recover", { recovery_code: den.recoveryCode }],
      ["POST", "/api/auth/recovery-code", { new_recovery_code: true }],
      ["POST", "/api/house/sitters", { sitter_name: "Ben", hours: 1 }],
      ["DELETE", "/api/house/sitters", { sitter_id: sitter.sitter_id }],
      ["DELETE", "/api/auth/account", { confirm_username: username, confirmation }],
    ];
    const answers = await Promise.all(asked.map(([method, path, body], turn) => callAt(turn, den, method, path, body)));
    expect(answers.filter(({ status }) => status >= 500 || status === 429)).toEqual([]);
  }
});

test("concurrent adoptions never exceed the 50 places of a house", async () => {
  const den = await openDen(house);
  const answers = await times(60, (turn) => callAt(turn, den, "POST", "/api/house/adopt", { name: `Egg ${turn}` }));
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(50);
  expect(answers.filter(({ status }) => status === 400)).toHaveLength(10);
});
