// Measures the cold log without a database: simulated lives are archived day by day, with everything that the worker does
// to a range of agents but for the disk. Prints bytes an entry, entries a second of processor time, and what it costs to
// read one agent's day.
import { randomUUID, randomUUIDv7 } from "node:crypto";
import { parseArgs } from "node:util";
import { adopt, hatch } from "@denkeeper/rules/care/adoption.ts";
import { applyCare } from "@denkeeper/rules/care/care.ts";
import { check } from "@denkeeper/rules/care/check.ts";
import type { CareAction, Creature, Living } from "@denkeeper/rules/creature/creature.ts";
import { isLiving } from "@denkeeper/rules/creature/creature.ts";
import { settle } from "@denkeeper/rules/life/settle.ts";
import type { PackedLife } from "@denkeeper/rules/replay/packed-life.ts";
import { packIdentity } from "@denkeeper/rules/replay/packed-life.ts";
import { RULES_VERSION } from "@denkeeper/rules/replay/rules-version.ts";
import { CATALOG } from "@denkeeper/rules/species/catalog/index.ts";
import { HOUR_MS } from "@denkeeper/rules/time/durations.ts";
import { decodeLine } from "../../src/app/log/decode-line.ts";
import { DAY_MS } from "../../src/app/log/line.ts";
import { lineIn, linesIn, openObject } from "../../src/app/log/object.ts";
import type { Head } from "../../src/app/log/range.ts";
import { digestOfRows, livesIn, packRange, verifyRange } from "../../src/app/log/range.ts";
import type { LogEvent, LogRow } from "../../src/store/creatures/care-log.ts";
import { logRow } from "../../src/store/creatures/care-log.ts";

const { values } = parseArgs({
  options: {
    help: { type: "boolean" },
    lives: { type: "string", default: "20000" },
    entries: { type: "string", default: "10" },
    object: { type: "string", default: "4000" },
  },
});
if (values.help) {
  console.log(`npm run bench:archive -- [options]

Archives simulated lives and prints bytes an entry and entries a second. Exits with 1 when either misses its target.
  --lives N    lives, each of an agent of its own (20000)
  --entries N  entries of a life, about (10)
  --object N   entries of an object, about (4000)`);
  process.exit(0);
}

const LIVES = Number(values.lives);
const ENTRIES = Number(values.entries);
const OBJECT_ENTRIES = Number(values.object);
const MOST_BYTES = 20;
const LEAST_PER_SECOND = 10_000;
const FIRST_DAY = Date.UTC(2026, 5, 1);
const ZONES = ["UTC", "America/New_York", "Europe/Berlin", "Asia/Kolkata", "Pacific/Auckland", "America/Los_Angeles"];
const ACTIONS: readonly CareAction[] = ["feed", "play", "clean", "feed", "reflect"];

/** One life: a keeper who comes every two to six hours, to the millisecond at random, and does one or two things. */
function lifeOf(number: number): { readonly rows: readonly LogRow[]; readonly creature: Creature } {
  const agentId = randomUUID();
  const species = CATALOG[number % CATALOG.length];
  const zone = ZONES[number % ZONES.length];
  if (species === undefined || zone === undefined) throw new Error("the catalog is empty");
  let now = FIRST_DAY + Math.floor(Math.random() * DAY_MS);
  const egg = adopt({ id: randomUUIDv7(), name: "Pip", species, zone, at: now });
  const rows: LogRow[] = [];
  let version = 0;
  const write = (event: Omit<LogEvent, "recordedAt">, ordinal = 0): void => {
    if (ordinal === 0) version++;
    rows.push(logRow(agentId, egg, version, { ...event, recordedAt: now }, ordinal));
  };
  write({ kind: "adopt", at: now });
  now += Math.floor(Math.random() * 60_000);
  let creature: Living = hatch(egg, now);
  write({ kind: "hatch", at: now });
  while (rows.length < ENTRIES) {
    now += Math.floor((2 + 4 * Math.random()) * HOUR_MS);
    const dead = settle(creature, now);
    if (!isLiving(dead)) {
      write({ kind: "death", at: dead.death?.at ?? now, uncheckedSince: creature.lastCheckedAt });
      return { rows, creature: dead };
    }
    const checked = check(creature, now);
    if (checked !== null) {
      const { uncheckedSince } = checked;
      creature = checked.creature;
      if (uncheckedSince === null) version++;
      else write({ kind: "check", at: checked.at, uncheckedSince });
    }
    for (let times = Math.random() < 0.3 ? 2 : 1; times > 0; times--) {
      const wanted = ACTIONS[Math.floor(Math.random() * ACTIONS.length)] ?? "feed";
      const tried = applyCare(creature, wanted, undefined, now);
      const action = tried.kind === "done" ? wanted : "reflect";
      const done = tried.kind === "done" ? tried : applyCare(creature, "reflect", undefined, now);
      if (done.kind !== "done") break;
      const { before, timing, effectiveness, at } = done;
      const stats = { before: before.stats, after: done.creature.stats };
      const said = { item: null, isTask: false, category: null, score: null, notes: null };
      const care = { action, ...said, timing, effectiveness, ...stats };
      write({ kind: "care", at, uncheckedSince: creature.lastCheckedAt, care });
      if (!isLiving(done.creature)) return { rows, creature: done.creature };
      creature = done.creature;
      now += 1_000 + Math.floor(Math.random() * 20_000);
    }
  }
  return { rows, creature };
}

const simulated = Array.from({ length: LIVES }, (_, number) => lifeOf(number));
const identities = new Map<string, PackedLife[0]>(
  simulated.map(({ creature }) => [creature.id, packIdentity(creature)]),
);
const rows = simulated.flatMap((life) => life.rows).toSorted((one, other) => (one.agent_id < other.agent_id ? -1 : 1));
const days = [...Map.groupBy(rows, ({ recorded_at }) => Math.floor(recorded_at / DAY_MS) * DAY_MS)].toSorted(
  ([one], [other]) => one - other,
);

const heads = new Map<string, Head>();
const all: {
  readonly bytes: number;
  readonly open: () => ReturnType<typeof openObject>;
  readonly before: typeof heads;
}[] = [];
let bytes = 0;
let lineCount = 0;
let checkpointBytes = 0;
let differing = 0;
const started = process.cpuUsage();
for (const [day, some] of days) {
  for (const range of rangesOf(some)) {
    const before = new Map(range.flatMap(({ creature_id: id }) => [[id, heads.get(id)] as const]).filter(isKnown));
    const origins = { heads: before, identities };
    const lives = livesIn(range);
    const packed = await packRange(lives, { day, rules: RULES_VERSION }, origins);
    digestOfRows(lives);
    const recorded = {
      ...packed.object,
      day,
      first_agent: range[0]?.agent_id ?? "",
      last_agent: range.at(-1)?.agent_id ?? "",
    };
    const open = () => openObject(recorded, packed.object.bytes);
    for (const head of await verifyRange(open(), lives, origins)) heads.set(head.creatureId, head);
    differing += packed.differing;
    bytes += packed.object.bytes.length;
    all.push({ bytes: packed.object.bytes.length, open, before });
  }
}
const used = process.cpuUsage(started);
const seconds = (used.user + used.system) / 1e6;
for (const { open } of all) {
  for (const line of linesIn(open())) {
    lineCount++;
    if (line.s !== undefined) checkpointBytes += JSON.stringify(line.s).length;
  }
}

function isKnown(pair: readonly [string, Head | undefined]): pair is readonly [string, Head] {
  return pair[1] !== undefined;
}

/** Whole agents, some thousands of entries each. */
function rangesOf(some: readonly LogRow[]): readonly (readonly LogRow[])[] {
  const ranges: LogRow[][] = [[]];
  for (const row of some) {
    const last = ranges.at(-1) ?? [];
    if (last.length >= OBJECT_ENTRIES && last.at(-1)?.agent_id !== row.agent_id) ranges.push([row]);
    else last.push(row);
  }
  return ranges;
}

const READS = 300;
const reading = process.cpuUsage();
let read = 0;
for (let nth = 0; nth < READS; nth++) {
  const object = all[Math.floor(Math.random() * all.length)];
  if (object === undefined) break;
  const opened = object.open();
  const ids = opened.text.match(/(?<=\{"c":")[^"]+/gu) ?? [];
  const id = ids[Math.floor(Math.random() * ids.length)] ?? "";
  const line = lineIn(opened, id);
  if (line !== undefined) read += decodeLine(line, opened.frame, object.before.get(id)?.life ?? null).rows.length;
}
const readUsage = process.cpuUsage(reading);
const readMs = (readUsage.user + readUsage.system) / 1000 / READS;

const perEntry = bytes / rows.length;
const perSecond = rows.length / seconds;
const longest = Math.max(...all.map((object) => object.bytes));
console.log(
  `${LIVES} lives, ${rows.length} entries on ${days.length} days, ${lineCount} lines, ${all.length} objects (largest ${longest} bytes)`,
);
console.log(
  `${perEntry.toFixed(1)} bytes an entry, checkpoints included (target: at most ${MOST_BYTES}); ${(checkpointBytes / rows.length).toFixed(1)} bytes of checkpoints before compression`,
);
console.log(
  `${Math.round(perSecond)} entries a second of processor time, written and verified (target: at least ${LEAST_PER_SECOND})`,
);
console.log(`${differing} entries that the rules do not give back`);
console.log(
  `reading one creature's day: ${readMs.toFixed(2)} ms of processor time for ${(read / READS).toFixed(1)} entries`,
);
process.exit(perEntry <= MOST_BYTES && perSecond >= LEAST_PER_SECOND && differing === 0 ? 0 : 1);
