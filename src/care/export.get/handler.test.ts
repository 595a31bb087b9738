// Tests the export over HTTP: a complete life, streamed at the reader's pace with constant memory.
import { randomUUIDv7 } from "node:crypto";
import { request, type IncomingMessage } from "node:http";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { expect, test } from "vitest";
import { openDen } from "../../../test/den.ts";
import { houseForFile, type Account } from "../../../test/harness.ts";
import { faultInFile } from "../../../test/lives/life-file.ts";
import type { CareAction, Living } from "@denkeeper/rules/creature/creature.ts";
import { adopt, hatch } from "@denkeeper/rules/care/adoption.ts";
import { applyCare, type CareDone } from "@denkeeper/rules/care/care.ts";
import { RULES_VERSION } from "@denkeeper/rules/replay/rules-version.ts";
import { HOUR_MS } from "@denkeeper/rules/time/durations.ts";
import { CATALOG } from "@denkeeper/rules/species/catalog/index.ts";
import { sha256 } from "./life-lines.ts";
import { hatchChange } from "../../model/life/time-changes.ts";
import { makeLogDays, newLogRow, logRow, type LogRow } from "../../model/creatures/store/care-log.ts";
import type { PresentCreature } from "../../model/creatures/store/creature-change.ts";
import { asKeeper, privateText } from "../../model/creatures/store/private-text.ts";
import { findCreature, insertCreature, saveCreature } from "../../model/creatures/store/creatures.ts";
import { sortByVersion, linesOfLife } from "./lines.ts";
import { livingOf } from "../../../test/lives/creatures.ts";

const house = await houseForFile({ env: { RATE_LIMIT_FACTOR: "1000" } });
const { database } = house.app.services;

setFlagsFromString("--expose-gc");
const collectGarbage = runInNewContext("gc") as () => void;

type Line = Readonly<Record<string, unknown>> & { readonly type: string };

function linesIn(text: string): readonly Line[] {
  expect(text.endsWith("\n")).toBe(true);
  return text
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line) as Line);
}

test("the export of an eventful life agrees with the rules", async () => {
  const den = await openDen(house);
  const id = await den.hatched({ species_slug: "retriever" });
  await den.hatched({ name: "Fern" });
  await den.advance(3);
  await den.care("feed", id, { notes: "slurp" });
  const { json: let_in } = await den.call("POST", "/api/house/sitters", { sitter_name: "Ada", hours: 1 });
  const sitter = { "x-api-key": let_in.sitter_key };
  await house.call("POST", "/api/house/care", { action: "play", creature_id: id }, sitter);
  await den.call("POST", "/api/house/board", { creature_id: id, hours: 2 });
  await den.advance(1);
  await den.call("DELETE", "/api/house/board", { creature_id: id });
  await den.advance(60);
  await den.status(id);
  const answer = await den.call("GET", `/api/house/export?creature_id=${id}`);
  expect([answer.status, answer.headers["content-type"]]).toEqual([200, "application/x-ndjson; charset=utf-8"]);
  expect(answer.headers["cache-control"]).toBe("private, no-store");
  const lines = linesIn(answer.text);
  expect(lines.map(({ type }) => type)).toEqual([
    "life",
    "creature",
    ...Array.from({ length: 7 }, () => "entry"),
    "gravestone",
    "state",
    "end",
  ]);
  const entries = lines.filter(({ type }) => type === "entry");
  expect(entries.map(({ kind }) => kind)).toEqual(["adopt", "hatch", "care", "care", "board", "return", "death"]);
  expect(entries.map(({ sitter: who }) => who)).toEqual([
    ...Array.from({ length: 3 }),
    "Ada",
    ...Array.from({ length: 3 }),
  ]);
  expect(entries[2]).toMatchObject({ action: "feed", notes: "slurp", timing: "on_time" });
  expect(answer.text).not.toContain("Fern");
  expect(faultInFile(answer.text)).toBeNull();
  const before = answer.text.slice(0, answer.text.lastIndexOf("\n", answer.text.length - 2) + 1);
  expect(lines.at(-1)).toEqual({ type: "end", lines: lines.length - 1, sha256: sha256(before) });
  const short = await den.call("GET", `/api/house/export?creature_id=${id}&format=json`);
  expect(short.json).toMatchObject({ entries: 7, rules_version: RULES_VERSION, creature: { id, alive: false } });
  expect(short.json.state).toEqual(lines.find(({ type }) => type === "state"));
  // A short life is included in full. Only the first line, with the instant of the export, and the last, with the digest, differ.
  expect(short.json.lines.slice(1, -1)).toEqual(answer.text.trimEnd().split("\n").slice(1, -1));
  expect(faultInFile(`${short.json.lines.join("\n")}\n`)).toBeNull();
  const { method, url, headers } = short.json.fetch;
  expect([method, headers]).toEqual(["GET", { authorization: "Bearer <your key>" }]);
  expect((await den.call(method, new URL(url).pathname + new URL(url).search)).text).toContain('"type":"end"');
});

test("the JSON answer for a long life omits the lines", async () => {
  const den = await openDen(house);
  const id = await den.hatched();
  for (let count = 0; count < 18; count++) await den.care("reflect", id);
  const ask = async () => (await den.call("GET", "/api/house/export?format=json")).json;
  expect(await ask()).toMatchObject({ entries: 20, lines: expect.any(Array) });
  await den.care("reflect", id);
  const { entries, state, ...more } = await ask();
  expect([entries, state.care_actions]).toEqual([21, 19]);
  expect(more).not.toHaveProperty("lines");
});

test("without a target, the export covers the latest adoption", async () => {
  const den = await openDen(house);
  expect((await den.call("GET", "/api/house/export")).status).toBe(404);
  await den.adopt({ name: "Old" });
  const young = await den.adopt({ name: "Young" });
  const [, creature] = linesIn((await den.call("GET", "/api/house/export")).text);
  expect(creature).toMatchObject({ id: young, name: "Young" });
  const other = await openDen(house);
  expect((await other.call("GET", `/api/house/export?id=${young}`)).status).toBe(404);
});

test("the export hides the stats that the species hides", async () => {
  const den = await openDen(house);
  const id = await den.hatched({ species_slug: "hedgehog" });
  await den.care("play", id);
  const { text } = await den.call("GET", "/api/house/export");
  const nothing = { hunger: null, happiness: null, health: null, trust: null, discipline: null };
  const lines = linesIn(text);
  expect(lines.find(({ kind }) => kind === "care")).toMatchObject({ before: nothing, after: nothing });
  expect(lines.find(({ type }) => type === "state")?.["stats"]).toEqual(nothing);
  expect(faultInFile(text)).toBeNull();
});

test("rows from processes with different clocks are sorted by version", async () => {
  const row = (version: number, recorded_at: number, kind = "care") =>
    ({ version, recorded_at, kind, at: recorded_at }) as LogRow;
  async function* pages() {
    yield [row(1, 0), row(3, 1_000), row(2, 2_000)];
    yield [row(5, 70_000, "death"), row(5, 70_000), row(5, 70_000, "amnesty"), row(9, 90_000)];
    yield [row(4, 100_000), row(6, 200_000)];
  }
  const ordered: [number, string][] = [];
  for await (const rows of sortByVersion(pages(), 8))
    ordered.push(...rows.map(({ version, kind }): [number, string] => [version, kind]));
  expect(ordered).toEqual([
    [1, "care"],
    [2, "care"],
    [3, "care"],
    [4, "care"],
    [5, "amnesty"],
    [5, "care"],
    [5, "death"],
    [6, "care"],
  ]);
});

const EVERY_MS = HOUR_MS / 10;

/** Returns care that the creature accepts: food unless it is early, occasionally cleaning, otherwise reflection. */
function cared(creature: Living, count: number, at: number): { action: CareAction; outcome: CareDone } {
  for (const action of ["feed", ...(count % 50 < 10 ? (["clean"] as const) : []), "reflect"] as const) {
    const outcome = applyCare(creature, action, { category: null, isTask: false }, at);
    if (outcome.kind === "done" && outcome.timing !== "early") return { action, outcome };
  }
  throw new Error("the creature accepts no care");
}

/** Stores a life of many actions as care would have recorded it, with meals on time and reflections between them. */
async function longLife(account: Account, actions: number): Promise<string> {
  const [species] = CATALOG;
  if (species === undefined) throw new Error("the catalog is empty");
  const days = Math.ceil((actions * EVERY_MS) / (24 * HOUR_MS)) + 1;
  const start = Math.floor((Date.now() - days * 24 * HOUR_MS) / HOUR_MS) * HOUR_MS;
  await makeLogDays(database, start, days + 1);
  const creature = adopt({ id: randomUUIDv7(), name: "Methuselah", species, zone: "UTC", at: start });
  const egg: PresentCreature = {
    agentId: account.id,
    version: 1,
    creature,
    seenStage: "egg",
    recentCare: [],
    memory: null,
    imagePrompt: null,
    imageUrl: null,
    nextEventAt: null,
  };
  const adopted = { kind: "adopt", recordedAt: start, at: start } as const;
  await database.withTransaction((tx) => insertCreature(tx, egg, adopted));
  const keeper = { id: account.id, username: account.username, clockMoved: false, clockOffsetMs: 0 };
  const hatched = hatchChange(egg, keeper, start);
  let stored = hatched === undefined ? undefined : await saveCreature(database, hatched);
  expect(stored?.creature.hatchedAt).toBe(hatch(creature, start).hatchedAt);
  const rows: LogRow[] = [];
  for (let count = 0; count < actions && stored !== undefined; count++) {
    const at = start + (count + 1) * EVERY_MS;
    const { action, outcome } = cared(livingOf(stored.creature), count, at);
    const version: number = stored.version + 1;
    rows.push(
      logRow(account.id, creature, version, {
        kind: "care",
        recordedAt: at,
        at,
        uncheckedSince: stored.creature.lastCheckedAt,
        care: {
          action,
          item: null,
          isTask: false,
          category: null,
          score: null,
          notes: privateText("x".repeat(200)),
          timing: outcome.timing,
          effectiveness: outcome.effectiveness,
          before: outcome.before.stats,
          after: outcome.creature.stats,
        },
      }),
    );
    stored = Object.assign({}, stored, { creature: outcome.creature, version });
  }
  const insert = "INSERT INTO care_log SELECT * FROM jsonb_populate_recordset(NULL::care_log, $1::jsonb)";
  for (let from = 0; from < rows.length; from += 1000) {
    await database.adHoc(insert, [JSON.stringify(rows.slice(from, from + 1000).map(newLogRow))]);
  }
  if (stored === undefined) throw new Error("no creature hatched");
  const last = "UPDATE creatures SET version = $2 - 1 WHERE creature_id = $1";
  await database.adHoc(last, [creature.id, stored.version]);
  const saved = await saveCreature(database, { from: { ...stored, version: stored.version - 1 }, to: stored });
  expect(saved?.version).toBe(stored.version);
  return creature.id;
}

test("10,000 actions stream at the reader's pace and agree with the rules", async () => {
  const me = await house.register();
  const actions = 10_000;
  const id = await longLife(me, actions);
  let pages = 0;
  const query = database.query.bind(database);
  database.query = async function counted(statement, values) {
    if (statement.name === "list-log-page") pages++;
    return query(statement, values);
  };
  try {
    const response = await new Promise<IncomingMessage>((resolve, reject) => {
      const headers = { authorization: `Bearer ${me.key}` };
      request(`${house.url}/api/house/export?creature_id=${id}`, { headers }, resolve).once("error", reject).end();
    });
    // Waits, without reading, until the connection's buffers are full and no more pages are produced.
    for (let before = -1; before !== pages;) {
      before = pages;
      await new Promise((resolve) => setTimeout(resolve, 1_000));
    }
    const ahead = pages;
    const chunks: string[] = [];
    response.setEncoding("utf8");
    for await (const chunk of response) chunks.push(String(chunk));
    const text = chunks.join("");
    expect(text.length).toBeGreaterThan(5_000_000);
    expect(pages).toBeGreaterThan(20);
    expect(ahead).toBeLessThan(pages - 5);
    expect(linesIn(text).filter(({ type }) => type === "entry")).toHaveLength(actions + 2);
    expect(faultInFile(text)).toBeNull();
    const stored = await findCreature(database, me.id, id);
    if (stored === undefined) throw new Error("the creature was not found");
    const heap: number[] = [];
    let parts = 0;
    const keeper = asKeeper({ agent: me, keyHash: Buffer.alloc(0) }, me.id);
    const reading = { service: house.url, now: Date.now(), clockOffsetMs: 0, keeper };
    for await (const part of linesOfLife(database, stored, reading)) {
      expect(part.length).toBeLessThan(1_000_000);
      // Measures only every fifth part, because a collection takes a tenth of a second.
      if (parts++ % 5 > 0) continue;
      collectGarbage();
      heap.push(process.memoryUsage().heapUsed);
    }
    expect(parts).toBeGreaterThan(20);
    // The heap does not grow with the output, which exceeds 5 MB.
    expect(Math.max(...heap.slice(2)) - (heap[1] ?? 0)).toBeLessThan(1_000_000);
  } finally {
    database.query = query;
  }
});
