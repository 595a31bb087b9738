// Measures by table how much one account can make the service store at its limits (ROOM-2, ROOM-3). The test moves the clock, and
// the limits follow it. Set STORAGE_FIGURES to a file to save the figures.
import { appendFileSync } from "node:fs";
import { expect, test } from "vitest";
import { DAY_MS, MINUTE_MS, SECOND_MS } from "@denkeeper/rules/time/durations.ts";
import { now as realNow } from "../src/platform/clock.ts";
import { zoneAt } from "./den.ts";
import { houseForFile, type Account } from "./harness.ts";
import { FULL } from "./tier.ts";

let now = Math.floor(realNow() / DAY_MS) * DAY_MS + MINUTE_MS;
// Without Redis, rate limit windows follow the test's clock.
const house = await houseForFile({ clock: () => now, env: { REDIS_URL: "" } });
const { database } = house.app.services;
const MB = 2 ** 20;

/** Vacuums all tables, as autovacuum does every minute. */
async function vacuum(): Promise<void> {
  await database.adHoc("VACUUM");
}

type Sizes = ReadonlyMap<string, number>;

/** Returns the bytes of each table with its indexes, after a vacuum. The partitions of a table are added up. */
async function sizes(): Promise<Sizes> {
  await vacuum();
  const rows = await database.adHoc<{ name: string; bytes: string }>(
    `SELECT regexp_replace(relname, '^(care_log|idempotency)_\\d+$', '\\1') AS name, sum(pg_total_relation_size(oid)) AS bytes
      FROM pg_class WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace GROUP BY 1`,
  );
  return new Map(rows.map(({ name, bytes }) => [name, Number(bytes)]));
}

/** Returns the number of bytes added. Appends this number and each table that grew to the STORAGE_FIGURES file, if set. */
function growth(title: string, before: Sizes, after: Sizes, leftOut: readonly string[] = []): number {
  const grown = [...after]
    .map(([name, bytes]) => ({ name, bytes: bytes - (before.get(name) ?? 0) }))
    .filter(({ name, bytes }) => bytes > 0 && !leftOut.includes(name))
    .toSorted((a, b) => b.bytes - a.bytes);
  const total = grown.reduce((sum, { bytes }) => sum + bytes, 0);
  const lines = grown.map(({ name, bytes }) => `${name}: ${Math.round(bytes / 1024)} KB`);
  const text = [`${title}: ${(total / MB).toFixed(2)} MB`, ...lines].join("\n  ");
  const file = process.env["STORAGE_FIGURES"];
  if (file !== undefined) appendFileSync(file, `${text}\n`);
  return total;
}

let words = 0;
/** Returns text of a number of letters that hardly compresses. */
function incompressible(letters: number): string {
  return Array.from({ length: letters }, () => {
    words = (words * 1_103_515_245 + 12_345) % 2_147_483_648;
    return String.fromCodePoint(0x4e_00 + (words % 20_000));
  }).join("");
}

let keys = 0;
const freshKey = (): Record<string, string> => ({ "idempotency-key": `key-${keys++}` });

async function adopted(me: Account, count: number): Promise<readonly string[]> {
  for (let nth = 0; nth < count; nth++) {
    now += 12 * SECOND_MS;
    expect((await me.call("POST", "/api/house/adopt", { name: "Pip" })).status).toBe(201);
  }
  await me.call("GET", "/api/house/status");
  const { json } = await me.call("GET", "/api/house/home");
  return json.creatures.map(({ id }: { id: string }) => id);
}

const MINUTES = 10;

test.runIf(FULL)("ROOM-3: one account can store at most 20 MB in an hour", { timeout: 1_200_000 }, async () => {
  // No creature sleeps at noon.
  const me = await house.register({ timezone: zoneAt(12, now) });
  const [creature_id] = await adopted(me, 1);
  now += MINUTE_MS;
  const before = await sizes();
  let calls = 0;
  for (let minute = 0; minute < MINUTES; minute++) {
    for (let nth = 0; nth < 12; nth++) {
      now += 5 * SECOND_MS;
      const notes = incompressible(1000);
      calls++;
      await me.call("POST", "/api/house/care", { action: "play", item: incompressible(100), notes }, freshKey());
      if (nth % 2 === 1) continue;
      const actions = ["feed", "clean", "reflect", "medicine"].map((action) => ({ creature_id, action, notes }));
      calls++;
      await me.call("POST", "/api/house/visit", { actions }, freshKey());
    }
    await vacuum();
  }
  const stored = growth(`${MINUTES} minutes of attack, ${calls} calls`, before, await sizes());
  expect(calls).toBe(18 * MINUTES);
  expect((stored * 60) / MINUTES).toBeLessThanOrEqual(20 * MB);
});

test.runIf(FULL)("ROOM-2: an ordinary account stores at most 5 MB a day", { timeout: 1_200_000 }, async () => {
  // No creature sleeps at noon.
  const me = await house.register({ timezone: zoneAt(12, now) });
  const creatures = await adopted(me, 1);
  const before = await sizes();
  const all = [...creatures, ...(await adopted(me, 49)).slice(0, 49)];
  let done = 0;
  for (let isOpen = true; isOpen;) {
    now += 10 * SECOND_MS;
    const actions = all.map((id) => ({ creature_id: id, action: "reflect", notes: incompressible(300) }));
    const { json } = await me.call("POST", "/api/house/visit", { actions });
    const taken = json.results.filter(({ success }: { success: boolean }) => success).length;
    done += taken;
    isOpen = taken > 0;
    if (done % 300 === 0) await vacuum();
  }
  const refused = await me.call("POST", "/api/house/care", { action: "clean", creature_id: all[0] });
  expect([done, refused.status]).toEqual([17_500, 429]);
  const added = growth(`a day of an ordinary account, ${done} actions`, before, await sizes(), ["idempotency"]);
  expect(added).toBeLessThanOrEqual(5 * MB);
});
