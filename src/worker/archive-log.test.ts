// The cold log: what readers get does not change when days are archived, nothing is dropped before its object is known to
// be right, and a worker that dies at any step leaves nothing that the next one cannot go on with.
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { randomUUID } from "node:crypto";
import { zstdDecompressSync } from "node:zlib";
import { pino } from "pino";
import { afterAll, beforeEach, expect, test } from "vitest";
import { DAY_MS, HOUR_MS } from "@denkeeper/rules/time/durations.ts";
import { houseForFile, houseForTest, type Account, type House } from "../../test/harness.ts";
import { openDen } from "../../test/den.ts";
import { buyCredits } from "../../test/payers/credits.ts";
import { hasNote, notesOf } from "../app/log/notes.ts";
import { eventsOf } from "../endpoints/agents/creature.get/life.ts";
import { reliabilityOf } from "../endpoints/agents/reliability.get/read.ts";
import { cyclesOf } from "../endpoints/house/incidents.get/cycles.ts";
import { DiskStore } from "../providers/objects/disk.ts";
import { LOG_ARCHIVE } from "../providers/objects/store.ts";
import { findPublicAgent } from "../store/accounts/agents.ts";
import { saveDeparture } from "../store/accounts/departures.ts";
import { makeLogDays } from "../store/creatures/care-log.ts";
import { findCreature } from "../store/creatures/creatures.ts";
import { findLogBorder } from "../store/creatures/log-archive.ts";
import { HOT_MS, LogArchiver, type ArchiveStep } from "./archive-log.ts";

const root = mkdtempSync(join(tmpdir(), "denkeeper-log-"));
afterAll(() => rmSync(root, { recursive: true }));

/** Days on which keepers come; after that the house stands still for as long as the log stays hot, and half of that. */
const DAYS = 3;
const START = Math.ceil(Date.now() / DAY_MS) * DAY_MS + 9 * HOUR_MS;

let nth = 0;
let folder = "";
let now = START;
let neededFrom = Infinity;
beforeEach(() => {
  neededFrom = Infinity;
  folder = join(root, String(nth++));
});

interface Played {
  readonly house: House;
  readonly lives: readonly { readonly account: Account; readonly id: string }[];
}

const env = { RATE_LIMIT_FACTOR: "100000" };

/** Stopped when all visits are over. Each test goes on with a copy of it. */
async function play(): Promise<Played> {
  const house = await houseForFile({ env, clock: () => now });
  const { database } = house.app.services;
  await makeLogDays(database, now, 3 * DAYS + 20);
  const lives: { account: Account; id: string }[] = [];
  for (const species_slug of ["housecat", "golden-retriever", "housecat"]) {
    const den = await openDen(house);
    const answer = await den.call("POST", "/api/house/adopt", { name: "Pip", species_slug });
    lives.push({ account: den, id: answer.status === 201 ? answer.json.creature.id : await den.adopt() });
  }
  const [first, second, last] = lives;
  if (first === undefined || second === undefined || last === undefined) throw new Error("nobody lives here");
  for (let visit = 0; visit < DAYS * 4; visit++) {
    for (const { account, id } of lives) {
      // One is left alone for a while, dies, and is called back.
      if (account === second.account && visit > 1 && visit < 10) continue;
      await account.call("GET", `/api/house/status?creature_id=${id}`);
      if (account === second.account && visit === 10) {
        await buyCredits(database, account.id, "1000");
        await account.call("POST", "/api/house/resurrect", { creature_id: id });
      }
      const action = ["feed", "play", "reflect", "clean", "feed"][visit % 5];
      const gift = action === "feed" ? { item: "fresh tuna" } : { notes: `note ${visit}, with "quotes" and\nlines` };
      await account.call("POST", "/api/house/care", { action, creature_id: id, ...gift });
    }
    // One house has a clock of its own.
    if (visit === 3) await last.account.call("POST", "/api/house/clock", { advance_hours: 1 });
    now += 5.9 * HOUR_MS + visit;
  }
  await first.account.call("DELETE", "/api/house/release", { creature_id: first.id });
  await house.stop();
  return { house, lives };
}

const original = await play();
const PLAYED = Math.floor(now / DAY_MS) * DAY_MS + HOT_MS;

async function played(): Promise<Played> {
  now = PLAYED;
  const copyOf = original.house;
  const house = await houseForTest({ env: { ...env, LOG_ARCHIVE: folder }, clock: () => now, copyOf });
  return { house, lives: original.lives.map(({ account, id }) => ({ account: house.again(account), id })) };
}

const READS = [
  "history?",
  "history?limit=3&",
  "history?limit=5&offset=4&",
  "history?offset=12&",
  "history?limit=2&offset=15&",
  "history?format=markdown&",
  "history?format=markdown&limit=4&offset=6&",
  "export?",
  "export?format=json&",
];

const FEW = ["history?", "export?"];

/** All that keepers can read of the log. */
async function readAll({ lives }: Played, paths = READS): Promise<readonly string[]> {
  const texts: string[] = [];
  for (const { account, id } of lives) {
    for (const path of paths) {
      const answer = await account.call("GET", `/api/house/${path}creature_id=${id}`);
      expect(answer.status, answer.text).toBe(200);
      texts.push(answer.text);
    }
  }
  return texts;
}

class Killed extends Error {}

function archiverOf({ house }: Played, reached?: (step: ArchiveStep) => void): LogArchiver {
  const { database } = house.app.services;
  const objects = new DiskStore(folder, LOG_ARCHIVE);
  const log = pino({ level: "silent" });
  return new LogArchiver({
    database,
    objects,
    log,
    neededFrom: () => Promise.resolve(neededFrom),
    entriesPerObject: 6,
    ...(reached === undefined ? {} : { reached }),
  });
}

async function archiveAll(archiver: LogArchiver): Promise<void> {
  while (await archiver.step(now));
}

function objectFiles(): readonly string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .toSorted();
}

/** The number that a statement gives. */
async function numberOf({ house }: Played, sql: string): Promise<number> {
  const [row] = await house.app.services.database.adHoc(sql, []);
  return Number(Object.values(row ?? {})[0]);
}

test("history and export are the same, byte for byte, wherever the border is", async () => {
  const lived = await played();
  const { database } = lived.house.app.services;
  const before = await readAll(lived);
  const archiver = archiverOf(lived);
  expect(await archiver.step(now)).toBe(true);
  let borders = 0;
  for (let border = 0; await archiver.step(now);) {
    const moved = await findLogBorder(database, {});
    if (moved === border) continue;
    border = moved;
    borders++;
    expect(await readAll(lived)).toEqual(before);
  }
  expect(borders).toBeGreaterThanOrEqual(DAYS);
  expect(await findLogBorder(database, {})).toBe(now - HOT_MS);
  now += 5 * DAY_MS;
  const later = await readAll(lived);
  await archiveAll(archiver);
  expect(await numberOf(lived, "SELECT count(*) FROM care_log")).toBe(0);
  expect(await readAll(lived)).toEqual(later);
  expect(await numberOf(lived, "SELECT count(*) FROM log_heads")).toBe(lived.lives.length);
  expect(await numberOf(lived, "SELECT sum(differing) FROM log_days")).toBe(0);
});

test("a day is archived when it is 14 days old, not before", async () => {
  const house = await played();
  const { database } = house.house.app.services;
  const day = now - HOT_MS;
  now -= 1;
  await archiveAll(archiverOf(house));
  expect(await findLogBorder(database, {})).toBe(day - DAY_MS);
  now += 1;
  await archiveAll(archiverOf(house));
  expect(await findLogBorder(database, {})).toBe(day);
});

test("a day that roll-ups still have to read is kept", async () => {
  const house = await played();
  const { database } = house.house.app.services;
  const day = await numberOf(house, "SELECT min(recorded_at) / 86400000 * 86400000 FROM care_log");
  neededFrom = day + 2 * DAY_MS - 1;
  await archiveAll(archiverOf(house));
  expect(await findLogBorder(database, {})).toBe(day + DAY_MS);
  neededFrom += 1;
  await archiveAll(archiverOf(house));
  expect(await findLogBorder(database, {})).toBe(day + 2 * DAY_MS);
});

test("timeline, track record, incidents and notes are the same wherever the border is", async () => {
  const lived = await played();
  const { house, lives } = lived;
  const { database } = house.app.services;
  /** Not the services themselves: answers are cached for each of them. */
  const readOthers = async () => {
    const services = { ...house.app.services };
    const all = [];
    for (const { account, id } of lives) {
      const stored = await findCreature(database, account.id, id);
      const agent = await findPublicAgent(database, { agentId: account.id });
      if (stored === undefined) throw new Error("nobody lives here");
      // The house with a clock of its own is not public.
      if (agent === undefined) continue;
      all.push(await eventsOf(services, account.id, stored.creature, now));
      all.push(await reliabilityOf(services, agent, now));
      all.push(await cyclesOf(services, { agent, creatures: [], outages: [] }, now, now));
      all.push(await notesOf(services, account.id, 20));
    }
    return all;
  };
  const before = await readOthers();
  const found = (kind: number) => before.filter((_, place) => place % 4 === kind).flat().length;
  expect([found(0), found(2), found(3)].map((count) => count > 0)).toEqual([true, true, true]);
  const archiver = archiverOf(lived);
  for (let border = 0; await archiver.step(now);) {
    const moved = await findLogBorder(database, {});
    if (moved === border) continue;
    border = moved;
    expect(await readOthers()).toEqual(before);
  }
  now += 5 * DAY_MS;
  const later = await readOthers();
  await archiveAll(archiver);
  expect(await numberOf(lived, "SELECT count(*) FROM care_log")).toBe(0);
  expect(await readOthers()).toEqual(later);
  // A note that is no longer in PostgreSQL can still be hidden.
  const { account } = lives[0] ?? {};
  const [note] = account === undefined ? [] : await notesOf(house.app.services, account.id, 1);
  if (account === undefined || note === undefined) throw new Error("there is no note");
  const known = await hasNote(database, house.app.services.coldLog, account.id, note.entryId);
  expect([known, await hasNote(database, house.app.services.coldLog, account.id, randomUUID())]).toEqual([true, false]);
});

const DAMAGE: readonly (readonly [string, (files: readonly string[]) => void])[] = [
  ["corrupted", ([file = ""]) => writeFileSync(file, readFileSync(file).fill(7, 40, 44))],
  ["missing", ([file = ""]) => rmSync(file)],
  [
    "swapped with another",
    ([one = "", other = ""]) => {
      const bytes = readFileSync(one);
      writeFileSync(one, readFileSync(other));
      writeFileSync(other, bytes);
    },
  ],
  ["cut off", ([file = ""]) => writeFileSync(file, readFileSync(file).subarray(0, 100))],
];

test.each(DAMAGE)(
  "an object that is %s is found before anything is dropped, and written again",
  async (_what, damage) => {
    const house = await played();
    const before = await readAll(house);
    const archiver = archiverOf(house, (step) => {
      // The last object of the day has been recorded, none has been checked.
      if (step === "checked") throw new Killed();
    });
    await expect(archiveAll(archiver)).rejects.toThrow(Killed);
    const right = objectFiles();
    expect(right.length).toBeGreaterThan(1);
    damage(right);
    await archiveAll(archiverOf(house));
    expect(objectFiles()).toEqual(expect.arrayContaining([...right]));
    expect(await readAll(house)).toEqual(before);
  },
);

test("an object that is broken as it is stored is not recorded", async () => {
  const house = await played();
  const { database } = house.house.app.services;
  const archiver = archiverOf(house, (step) => {
    if (step === "put") for (const file of objectFiles()) writeFileSync(file, "nonsense");
  });
  await expect(archiveAll(archiver)).rejects.toThrow("has changed");
  expect(await database.adHoc("SELECT * FROM log_objects", [])).toEqual([]);
});

test.each(["put", "verified", "recorded", "checked", "dropped", "tidied"] as const)(
  "a worker that is killed each time after '%s' loses nothing and writes nothing twice",
  async (killedAfter) => {
    const whole = await played();
    const before = await readAll(whole, FEW);
    const logged = await numberOf(whole, "SELECT count(*) FROM care_log");
    for (let lives = 0; lives < 200; lives++) {
      let hasLived = false;
      const archiver = archiverOf(whole, (step) => {
        // Every second worker gets a step further, or none would ever end.
        if (step !== killedAfter || (hasLived = !hasLived && lives % 2 === 1)) return;
        throw new Killed();
      });
      try {
        await archiveAll(archiver);
        break;
      } catch (thrown) {
        if (!(thrown instanceof Killed)) throw thrown;
      }
    }
    await archiveAll(archiverOf(whole));
    expect(await readAll(whole, FEW)).toEqual(before);
    expect(objectFiles()).toHaveLength(await numberOf(whole, "SELECT count(*) FROM log_objects"));
    const archived = await numberOf(whole, "SELECT sum(entries) FROM log_objects");
    expect(await numberOf(whole, "SELECT sum(entries) FROM log_days")).toBe(archived);
    expect(archived + (await numberOf(whole, "SELECT count(*) FROM care_log"))).toBe(logged);
  },
);

test("rows that changed after they were written are written again", async () => {
  const house = await played();
  const { database } = house.house.app.services;
  const archiver = archiverOf(house, (step) => {
    if (step === "checked") throw new Killed();
  });
  await expect(archiveAll(archiver)).rejects.toThrow(Killed);
  await database.adHoc("UPDATE care_log SET notes = NULL", []);
  const before = await readAll(house);
  await archiveAll(archiverOf(house));
  expect(await readAll(house)).toEqual(before);
  expect(objectFiles()).toHaveLength(await numberOf(house, "SELECT count(*) FROM log_objects"));
});

test("notes of an agent that has left are taken out of the objects, and nothing else is", async () => {
  const house = await played();
  const { database } = house.house.app.services;
  await archiveAll(archiverOf(house));
  const [left] = house.lives;
  if (left === undefined) throw new Error("nobody lives here");
  const before = await readAll(house, FEW);
  const files = objectFiles();
  const words = () => objectFiles().filter((file) => zstdDecompressSync(readFileSync(file)).includes("note "));
  expect(words()).not.toEqual([]);
  await database.withTransaction((tx) => saveDeparture(tx, left.account.id, now));
  // The account is gone; its log is read as the house has it.
  await archiveAll(archiverOf(house));
  const rows = await Array.fromAsync(
    house.house.app.services.coldLog.newestFirst({ agentId: left.account.id, from: 0, until: now }),
  );
  expect(rows.flat().length).toBeGreaterThan(3);
  expect(rows.flat().filter(({ notes }) => notes !== null)).toEqual([]);
  expect(objectFiles()).toHaveLength(files.length);
  expect(
    await numberOf(house, "SELECT (SELECT count(*) FROM log_erasures) + (SELECT count(*) FROM log_replaced)"),
  ).toBe(0);
  const others = await readAll({ ...house, lives: house.lives.slice(1) }, FEW);
  expect(others).toEqual(before.slice(FEW.length));
});
