// Plays a long life by the documented loop on a service with an injected clock. Answers must report every mark once, across
// boarding, release, return and an outage. Marks must change only what is shown.
import { expect, test } from "vitest";
import { DAY_MS, HOUR_MS } from "@denkeeper/rules/time/durations.ts";
import { presentInRealTime } from "../../src/model/life/present-creature.ts";
import { deathChange } from "../../src/model/life/time-changes.ts";
import { makeLogDays } from "../../src/model/creatures/store/care-log.ts";
import { listLiving, saveCreature } from "../../src/model/creatures/store/creatures.ts";
import { zoneAt } from "../den.ts";
import { ADMIN_KEY, freshAddress, houseForTest, type Account, type Answer, type House } from "../harness.ts";
import { buyCredits } from "../payers/credits.ts";
import { FULL } from "../tier.ts";

const ENV = { RATE_LIMIT_FACTOR: "100000" };
/** One species of each family. The gate plays only the cat, and for days instead of a year. */
const SPECIES = FULL ? ["housecat", "beagle", "tortoise", "robot"] : ["housecat"];
const [QUIET_DAYS, ALL_DAYS] = FULL ? [34, 400] : [9, 16];
const EARNED_SOON = ["kept_7", "perfect_week", "returned", "weathered", "boarded", "came_home", "good_hands"];
const EARNED = [
  ...EARNED_SOON,
  ...(FULL ? ["kept_30", "kept_100", "kept_365", "perfect_month", "whole_trust", "hundred_in_a_row"] : []),
];
const READS = FULL ? 1_000 : 20;

interface Told {
  readonly mark: string;
  readonly day?: number;
}

/** A house whose clock the test moves. */
class LongLife {
  readonly #base = Date.now();
  #movedMs = 0;
  #logDay = 0;
  house!: House;
  keeper!: Account;
  readonly ids: string[] = [];
  /** Texts of marks in answers to care, by creature. */
  readonly told = new Map<string, string[]>();
  readonly events = new Map<string, string[]>();
  #cursor = "";

  readonly now = (): number => this.#base + this.#movedMs;

  async open(species: readonly string[]): Promise<void> {
    this.house = await houseForTest({ env: ENV, clock: this.now });
    this.keeper = await this.house.register({ timezone: zoneAt(9, this.now()) });
    for (const species_slug of species) {
      const { json } = await this.call("POST", "/api/house/adopt", { name: "Pip", species_slug });
      this.ids.push(json.creature.id);
    }
    this.#cursor = (await this.call("GET", "/api/house/events")).json.cursor;
  }

  async call(method: string, path: string, body?: unknown): Promise<Answer> {
    const answer = await this.keeper.call(method, path, body);
    expect(answer.status, `${method} ${path}: ${answer.text}`).toBeLessThan(300);
    return answer;
  }

  async move(ms: number): Promise<void> {
    this.#movedMs += ms;
    const day = Math.floor(this.now() / DAY_MS);
    if (day > this.#logDay) await makeLogDays(this.house.app.services.database, this.now(), 3);
    this.#logDay = day;
  }

  /** Keeps the creatures by the documented loop. */
  async keep(days: number, hears = true): Promise<void> {
    for (const until = this.now() + days * DAY_MS; this.now() < until;) {
      const { json } = await this.call("GET", "/api/house/status?view=compact");
      expect(json.creature).not.toHaveProperty("marks");
      const due = json.next_steps.find((step: { due?: boolean }) => step.due === true);
      if (due === undefined)
        await this.move(Math.max(HOUR_MS / 60, Date.parse(json.recommended_checkin.at) - this.now()));
      else await this.visit(await this.call("POST", due.endpoint, due.body));
    }
    if (hears) await this.hear();
  }

  /** Collects the marks in a visit's results. */
  async visit({ json }: Answer): Promise<void> {
    for (const { creature_id: id, marks = [] } of json.results) {
      const known = this.told.get(id) ?? [];
      this.told.set(id, [...known, ...marks.map(({ mark }: Told) => mark)]);
    }
  }

  /** Reads the events since the last call. */
  async hear(): Promise<void> {
    for (let more = true; more;) {
      const { json } = await this.call("GET", `/api/house/events?limit=100&since=${this.#cursor}`);
      for (const { type, mark, creature } of json.events) {
        if (type === "mark") this.events.set(creature.id, [...(this.events.get(creature.id) ?? []), mark]);
      }
      this.#cursor = json.cursor;
      more = json.has_more;
    }
  }

  /**
   * Lets creatures starve and records the deaths. The service itself records none while its clock differs from the database's.
   */
  async starve(days: number): Promise<void> {
    await this.move(days * DAY_MS);
    const { database, outages } = this.house.app.services;
    const keeper = { id: this.keeper.id, username: this.keeper.username, clockMoved: false, clockOffsetMs: 0 };
    for (const stored of await listLiving(database, keeper.id)) {
      const change = deathChange(presentInRealTime(stored, await outages.known(), this.now()), keeper, this.now());
      if (change !== undefined) await saveCreature(database, change);
    }
  }

  async marksOf(id: string): Promise<readonly Told[]> {
    return (await this.call("GET", `/api/house/status?creature_id=${id}`)).json.creature.marks ?? [];
  }
}

test(`MARK-3: ${ALL_DAYS} days of ${SPECIES.length} species report each mark once`, async () => {
  const life = new LongLife();
  await life.open(SPECIES);
  const { database } = life.house.app.services;
  const began = life.now();
  await life.keep(QUIET_DAYS);
  for (const creature_id of life.ids) {
    await life.call("DELETE", "/api/house/release", { creature_id });
    await life.call("POST", "/api/house/return", { creature_id });
    await life.call("POST", "/api/house/board", { creature_id, hours: 5 });
  }
  await life.keep(1);
  const { json } = await life.call("POST", "/api/house/sitters", { sitter_name: "Ada", hours: 25 });
  const { keeper } = life;
  life.keeper = { ...keeper, call: callWith(life.house, json.sitter_key) };
  await life.keep(1, false);
  life.keeper = keeper;
  await life.keep(1);
  const [from, until] = [life.now() - 3 * HOUR_MS, life.now() - HOUR_MS].map((at) => new Date(at).toISOString());
  const headers = { "x-admin-key": ADMIN_KEY };
  const outage = { from, until, reason: "A storm." };
  const declared = await life.house.call("POST", "/api/admin/outages", outage, headers, freshAddress());
  expect(declared.json.recorded, declared.text).toBe(true);
  await life.keep(1);
  await life.starve(5);
  for (const creature_id of life.ids) {
    for (let packs = 0; packs < 2; packs++) await buyCredits(database, life.keeper.id, "500");
    await life.call("POST", "/api/house/resurrect", { creature_id });
  }
  await life.keep(ALL_DAYS + 6 - (life.now() - began) / DAY_MS);

  for (const id of life.ids) {
    const told = life.told.get(id) ?? [];
    const marks = await life.marksOf(id);
    expect(new Set(told).size, told.join()).toBe(told.length);
    expect(life.events.get(id)?.toSorted()).toEqual(told.toSorted());
    expect(marks.map(({ mark }) => mark).toSorted()).toEqual(told.toSorted());
    expect(told, told.join()).toEqual(expect.arrayContaining(EARNED));
    const seen = await life.house.call("GET", `/api/agents/${life.keeper.username}/creatures/${id}`);
    expect(seen.json.creature.marks).toEqual(marks);
    const { creatures } = (await life.call("GET", "/api/house/home")).json;
    expect(creatures.find((creature: { id: string }) => creature.id === id).marks).toEqual(marks);
  }
  await expectOnlyShown(life);
}, 1_200_000);

/** Checks that reading changes nothing, and that a keeper's records are the same without marks. */
async function expectOnlyShown(life: LongLife): Promise<void> {
  const { database } = life.house.app.services;
  const { username } = life.keeper;
  const memories = () => database.adHoc("SELECT creature_id, version, memory FROM creatures ORDER BY creature_id", []);
  const judged = async () => {
    const record = await life.house.call("GET", `/api/agents/${username}/reliability`);
    const hall = await life.house.call("GET", "/api/house/hall");
    const incidents = await life.call("GET", "/api/house/incidents");
    return [record.json.all_time, record.json.days, { ...hall.json, next_steps: [] }, incidents.json.incidents];
  };
  const before = await memories();
  const first = await judged();
  for (let count = 0; count < READS; count++) await life.call("GET", "/api/house/status");
  expect(await memories()).toEqual(before);
  await database.adHoc("UPDATE creatures SET memory = memory - 'deeds'", []);
  expect(await judged()).toEqual(first);
}

function callWith(house: House, key: string): Account["call"] {
  return (method, path, body) => house.call(method, path, body, { authorization: `Bearer ${key}` });
}
