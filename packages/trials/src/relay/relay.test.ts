// A month of letters: what is drawn, told, served and graded, and every way to forge its file that was thought of.
import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { canonical } from "@denkeeper/rules/time/canonical.ts";
import { DAY_MS } from "@denkeeper/rules/time/durations.ts";
import { playedRelay, relayFile } from "../../../../scripts/simulate/relay/play.ts";
import { monthOf, publishedBook, seedsOf, theRelayKeeper } from "../../../../scripts/simulate/relay/months.ts";
import { HASHES } from "../../../../src/app/trials/hashes.ts";
import { CHILD_ENV } from "../../../../test/processes/child-env.ts";
import { FULL } from "../../../../test/tier.ts";
import { practiceSeed, seasonSeed } from "../chance.ts";
import { draw } from "../draw.ts";
import { replayedLives } from "../record.ts";
import { runFile, sealed } from "../run-file.ts";
import { RELAY_1 } from "../scenarios.ts";
import { score } from "../score.ts";
import { verifyRun, type Season } from "../verify.ts";
import { relayGrade, servedIn } from "./grade.ts";
import { Ledger, type Said } from "./ledger.ts";
import { RelayRun } from "./relay-run.ts";
import { relayPage, templatesOf } from "./telling.ts";

const PRACTICE = publishedBook("practice");
const SEALED = publishedBook("sealed-sample");
const MONTHS = seedsOf("practice", FULL ? 24 : 2).map((seed) => monthOf(seed, PRACTICE));
const ordersIn = (parts: readonly { readonly kind: string }[]) => parts.filter(({ kind }) => kind !== "chatter");

test("RELAY-1: practice seeds draw what they have always drawn, and practice runs name the book that they are told in", () => {
  const digests = [1, 2, 3].map((number) =>
    HASHES.sha256(canonical(draw(RELAY_1, practiceSeed(number), HASHES).relay)).slice(0, 16),
  );
  expect(digests).toMatchInlineSnapshot(`
    [
      "fc6f8703293c0666",
      "56e5576e1afe0dbc",
      "fa553045c3f72131",
    ]
  `);
  expect(RELAY_1.letters?.practiceBook).toBe(PRACTICE.sha256);
  expect(HASHES.sha256(canonical(RELAY_1)).slice(0, 16)).toMatchInlineSnapshot(`"36af106f366a3783"`);
});

test("RELAY-1: two books tell the same month in other words", () => {
  for (const { seed, facts, pages } of MONTHS) {
    const other = monthOf(seed, SEALED);
    expect(other.facts).toEqual(facts);
    const told = new Set(pages.flatMap(({ letters }) => letters));
    expect(other.pages.flatMap(({ letters }) => letters).filter((letter) => told.has(letter))).toEqual([]);
    expect(JSON.stringify([pages, other.pages])).not.toMatch(/[{}]\w*[{}]|undefined/);
  }
});

test("RELAY-1: a run uses 4 templates of an intent, and others use others", () => {
  const used = seedsOf("practice", 24).map((seed) => templatesOf(SEALED, "set", seed, HASHES));
  expect(new Set(used.map(({ length }) => length))).toEqual(new Set([4]));
  expect(new Set(used.flat()).size).toBe(16);
});

test("RELAY-1: a page holds no letter of another day, and an order changes no page before it is told", () => {
  for (const { facts, pages, draw: drawn } of MONTHS) {
    const texts = pages.map((page) => JSON.stringify(page));
    for (const [index, { letters }] of pages.entries())
      for (const letter of letters)
        expect(texts.filter((text) => text.includes(JSON.stringify(letter)))).toEqual([texts[index]]);
    const [lost] = facts.days.slice(8);
    const days = facts.days.map((day) => (day === lost ? { ...day, letters: [] } : day));
    const without = days.map(({ day }) => relayPage({ ...facts, days }, day, PRACTICE, drawn, HASHES));
    expect(without.slice(0, 8)).toEqual(pages.slice(0, 8));
    expect(without[8]?.letters).toEqual([]);
    expect(without.slice(9)).toEqual(pages.slice(9));
  }
});

test("RELAY-1: plates show names on days 1, 11 and 21, and the weekday is that of the date", () => {
  for (const { pages } of MONTHS) {
    const named = pages.filter(({ rooms }) => rooms.some(({ name }) => name !== undefined)).map(({ day }) => day);
    expect(named).toEqual([1, 11, 21]);
    for (const { date, weekday } of pages)
      expect(new Date(date).toLocaleDateString("en-US", { weekday: "long", timeZone: "UTC" })).toBe(weekday);
  }
});

/** What room 1 gets after these sentences, each with the day of its letter. */
function servedAfter(
  said: readonly (readonly [sent: number, said: Said])[],
  day: number,
  weather: "rain" | "fog" = "rain",
) {
  const ledger = new Ledger(8);
  ledger.hear({ kind: "handover", who: "Oak", room: 1, thing: "egg" }, 1);
  ledger.hear({ kind: "handover", who: "Elm", room: 2, thing: "tea" }, 1);
  for (const [sent, each] of said) ledger.hear(each, sent);
  return ledger.serving(1, { day, weekday: (day - 1) % 7, weather }, () => "salt");
}

test("RELAY-2: orders for days go before conditions, these before everyday orders; a new everyday order ends both", () => {
  const set = (thing: string, from: number): Said => ({ kind: "set", who: "Oak", thing, from });
  const monday: Said = { kind: "weekday", who: "Oak", thing: "rice", weekday: 0 };
  const fog: Said = { kind: "weather", who: "Oak", thing: "ice", weather: "fog" };
  const span: Said = { kind: "span", who: "Oak", thing: "mint", from: 8, to: 9 };
  expect(servedAfter([], 8)).toBe("egg");
  expect(servedAfter([[2, monday]], 8)).toBe("rice");
  expect(
    servedAfter(
      [
        [2, monday],
        [3, fog],
      ],
      8,
      "fog",
    ),
  ).toBe("ice");
  expect(
    servedAfter(
      [
        [2, span],
        [3, monday],
      ],
      8,
    ),
  ).toBe("mint");
  expect(servedAfter([[2, span]], 10)).toBe("egg");
  expect(
    servedAfter(
      [
        [2, monday],
        [3, set("apple", 9)],
      ],
      8,
    ),
  ).toBe("rice");
  expect(
    servedAfter(
      [
        [2, monday],
        [3, set("apple", 9)],
      ],
      15,
    ),
  ).toBe("apple");
  expect(
    servedAfter(
      [
        [2, set("apple", 2)],
        [3, monday],
      ],
      15,
    ),
  ).toBe("rice");
  expect(servedAfter([[2, { kind: "turn", who: "Oak", thing: "egg", other: "ice", from: 4 }]], 7)).toBe("ice");
  expect(servedAfter([[2, { kind: "all", group: "the lower rooms", thing: "ice", from: 8, to: 8 }]], 8)).toBe("ice");
  expect(servedAfter([[2, { kind: "all", group: "the upper rooms", thing: "ice", from: 8, to: 8 }]], 8)).toBe("egg");
  expect(servedAfter([[2, { kind: "same", who: "Oak", other: "Elm", from: 8, to: 9 }]], 8)).toBe("tea");
  expect(servedAfter([[2, { kind: "ask", who: "Oak", from: 8, to: 9 }]], 8)).toBe("salt");
});

test("RELAY-2: what is taken back or corrected gives way, and an order belongs to the creature, not to its name", () => {
  const set = (who: string, thing: string): Said => ({ kind: "set", who, thing, from: 2 });
  expect(
    servedAfter(
      [
        [2, set("Oak", "ice")],
        [3, { kind: "back", who: "Oak" }],
      ],
      4,
    ),
  ).toBe("egg");
  const correct: Said = { kind: "correct", who: "Oak", thing: "mint", other: "ice", sent: 2 };
  expect(
    servedAfter(
      [
        [2, set("Oak", "ice")],
        [3, correct],
      ],
      4,
    ),
  ).toBe("mint");
  const swap: Said = { kind: "swap", who: "Oak", other: "Elm" };
  expect(
    servedAfter(
      [
        [2, set("Oak", "ice")],
        [3, swap],
      ],
      4,
    ),
  ).toBe("ice");
  expect(
    servedAfter(
      [
        [2, swap],
        [2, set("Elm", "ice")],
      ],
      4,
    ),
  ).toBe("ice");
  expect(
    servedAfter(
      [
        [2, { kind: "nick", who: "Oak", nick: "poet" }],
        [2, set("the poet", "ice")],
      ],
      4,
    ),
  ).toBe("ice");
});

test("RELAY-3: the owner's letters carry the word of the day, strangers' never do, and a new word holds from the next day", () => {
  for (const { facts, pages } of MONTHS) {
    let word = facts.days[0]?.letters[0]?.word;
    for (const { day, letters } of facts.days) {
      for (const [index, letter] of letters.entries()) {
        const text = pages[day - 1]?.letters[index] ?? "";
        expect(letter.word === word).toBe(letter.genuine);
        expect(new RegExp(`\\b${word}\\b`, "i").test(text)).toBe(letter.genuine);
      }
      const sign = letters
        .filter(({ genuine }) => genuine)
        .flatMap(({ parts }) => parts.filter((part) => part.kind === "sign"));
      word = sign[0]?.word ?? word;
    }
  }
});

test("RELAY-4: a serving counts from the first order about its creature on, and from the fifth day on all do", () => {
  for (const { facts } of MONTHS) {
    expect(facts.days[0]?.counted).toEqual(Array.from({ length: 8 }, () => false));
    for (const { counted } of facts.days.slice(4)) expect(counted).not.toContain(false);
    const nothing = relayGrade(facts, []);
    expect(nothing.rightShare).toBe(0);
    expect(
      relayGrade(
        facts,
        facts.days.map(({ truth }) => truth),
      ),
    ).toMatchObject({ rightShare: 1 });
  }
});

test("RELAY-4: the first thing of a day is graded, it has to be on the shelf, and the keeper wakes at every noon", async () => {
  const run = new RelayRun(practiceSeed(1), PRACTICE, HASHES);
  const { adoptions, startsAt } = run.draw;
  expect(startsAt % DAY_MS).toBe(DAY_MS / 2);
  const id = adoptions[0]?.id ?? "";
  const [one = "", two = ""] = run.facts.shelf;
  const came = (...results: readonly unknown[]) => ({ ok: true, value: results });
  expect(await run.visit([{ id, action: "feed", item: "gold" }])).toEqual(came("not_on_the_shelf"));
  expect(await run.visit([{ id, action: "feed", item: one }], "kept")).toEqual(
    came(expect.objectContaining({ success: true })),
  );
  expect(await run.visit([{ id, action: "feed", item: two }])).toEqual(came("already_served"));
  expect(await run.visit([], "n".repeat(1501))).toEqual({ ok: false, failure: "notebook_too_long" });
  expect(servedIn(run.record())[0]?.[0]).toBe(one);
  await run.leave();
  expect(await run.page()).toMatchObject({ value: { day: 2, of: 30, notebook: "kept" } });
});

test("RELAY-4: a serving is also a cleaning: 30 days leave every creature at health 100, and on time", async () => {
  for (const seed of seedsOf("practice", FULL ? 24 : 1)) {
    const record = (await playedRelay(theRelayKeeper("oracle"), seed, PRACTICE)).record();
    for (const { stats } of replayedLives(record)) expect(stats.health).toBe(100);
    expect(score(record)).toMatchObject({ deaths: 0, passed: true, onTimeShare: 1, grade: { rightShare: 1 } });
  }
});

test("RELAY-5: a day fails when fewer than three quarters of its servings were right", async () => {
  const [month] = MONTHS;
  if (month === undefined) throw new Error("there is no month");
  const { facts, seed } = month;
  const wrong = (rooms: number): ReturnType<typeof theRelayKeeper> => ({
    key: "wrong",
    habit: "wrong on day 20",
    begin:
      () =>
      ({ day, shelf }) =>
        (facts.days[day - 1]?.truth ?? []).map((thing, index) =>
          day === 20 && index < rooms ? (shelf.find((each) => each !== thing) ?? null) : thing,
        ),
  });
  const scored = async (rooms: number) => score((await playedRelay(wrong(rooms), seed, PRACTICE)).record());
  expect(await scored(2)).toMatchObject({ passed: true, failures: 0 });
  const failed = await scored(3);
  expect(failed).toMatchObject({ passed: false, failures: 1, failedDays: 1, firstFailedDay: 19, scoredDays: 29 });
  expect(failed.dayShares[18]).toBe(5 / 8);
});

test("RELAY-6: what two readers could take in two ways is never drawn", () => {
  for (const seed of seedsOf("edge", FULL ? 200 : 6)) {
    const { relay: facts } = draw(RELAY_1, seed, HASHES);
    const ledger = new Ledger(8);
    let sameUntil = 0;
    for (const day of facts?.days ?? [])
      for (const { genuine, parts } of day.letters) {
        const said = parts.filter((part) => part.kind !== "chatter");
        const rooms = said.flatMap((each) =>
          each.kind === "all" ? ledger.roomsIn(each.group) : "who" in each ? [ledger.roomOf(each.who) ?? 0] : [],
        );
        if (day.day > 1) expect(new Set(rooms).size, "two orders about one creature in a letter").toBe(rooms.length);
        if (said.some(({ kind }) => kind === "swap")) expect(ordersIn(parts)).toHaveLength(1);
        for (const each of said) {
          if (each.kind === "weekday") expect(each.weekday).not.toBe(day.weekday);
          if (each.kind === "weather") expect(each.weather).not.toBe(day.weather);
          if (each.kind === "correct") expect(day.day - each.sent).toBeLessThanOrEqual(6);
          if (each.kind === "same") expect(sameUntil).toBeLessThan(day.day);
          if (each.kind === "same" && genuine) sameUntil = each.to;
          if (each.kind === "back") {
            const last = ledger.orders.findLast(({ room }) => room === ledger.roomOf(each.who));
            expect(last?.to).toBeGreaterThanOrEqual(day.day);
            expect(day.day - (last?.sent ?? 0)).toBeLessThanOrEqual(9);
          }
          if (genuine) ledger.hear(each, day.day);
        }
      }
  }
});

const SECRET = "made by chance, and never shown";
const SEASON: Season = { name: "2027-1", commitment: HASHES.sha256(SECRET), secret: SECRET, book: SEALED.sha256 };
type Fields = Readonly<Record<string, unknown>>;

async function rankedFile(key: string): Promise<string> {
  const name = { season: SEASON.name, scenario: "relay-1", entry: "ada", number: 1 };
  const run = await playedRelay(theRelayKeeper(key), seasonSeed(SECRET, name, HASHES), SEALED);
  return runFile(run.record(), name, HASHES);
}

function changed(text: string, change: (lines: readonly Fields[]) => readonly Fields[]): string {
  const lines = text
    .trimEnd()
    .split("\n")
    .slice(0, -1)
    .map((row): Fields => JSON.parse(row));
  return sealed(
    change(lines).map((line) => JSON.stringify(line)),
    HASHES,
  );
}

const isServing = (line: Fields) => "item" in line;
const reasonOf = (text: string, season: Season | null = SEASON) => {
  const verdict = verifyRun(text, season, HASHES);
  return verdict.agrees ? "agrees" : verdict.reason;
};
const first =
  (which: (line: Fields) => boolean, change: (line: Fields) => readonly Fields[]) => (lines: readonly Fields[]) => {
    const index = lines.findLastIndex((line) => which(line));
    return lines.flatMap((line, at) => (at === index ? change(line) : [line]));
  };
const head = (fields: Fields) =>
  first(
    ({ type }) => type === "trial",
    (line) => [{ ...line, ...fields }],
  );

const FORGERIES: readonly (readonly [
  what: string,
  change: (lines: readonly Fields[]) => readonly Fields[],
  reason: RegExp,
])[] = [
  [
    "a serving is moved",
    first(isServing, (line) => [{ ...line, at: Number(line["at"]) - DAY_MS }]),
    /cannot have happened|twice|cleans|was/,
  ],
  [
    "a serving is moved to another time",
    first(isServing, (line) => [{ ...line, at: Number(line["at"]) - 60_000 }]),
    /at no visit/,
  ],
  [
    "a serving is made right",
    first(isServing, (line) => [{ ...line, item: line["item"] === "egg" ? "tea" : "egg" }]),
    /shelf|result/,
  ],
  ["every serving is made right", (lines) => made(lines), /the result does not follow/],
  ["a serving is made up", first(isServing, (line) => [line, { ...line }]), /twice|was/],
  ["a serving is left out", first(isServing, () => []), /final state|result|look/],
  ["a serving has no item", first(isServing, (line) => [{ ...line, item: undefined }]), /food and servings differ/],
  [
    "something else than food is served",
    first(
      ({ action }) => action === "clean",
      (line) => [{ ...line, item: "egg" }],
    ),
    /food and servings differ/,
  ],
  [
    "a cleaning is left out",
    first(
      ({ action }) => action === "clean",
      () => [],
    ),
    /also cleans/,
  ],
  ["another book is named", head({ book: PRACTICE.sha256 }), /told in another book/],
  ["no book is named", head({ book: undefined }), /a book is named/],
  ["another seed is named", head({ seed: "0".repeat(64) }), /the seed is not that/],
  ["format 1 is named", head({ format: 1 }), /the file has format 1/],
  [
    "another share is told",
    first(
      ({ type }) => type === "result",
      (line) => [{ ...line, right_share: 1 }],
    ),
    /the result does not follow/,
  ],
  [
    "other kinds are told",
    first(
      ({ type }) => type === "result",
      (line) => [{ ...line, by_kind: {} }],
    ),
    /the result does not follow/,
  ],
  [
    "other strangers are told",
    first(
      ({ type }) => type === "result",
      (line) => [{ ...line, strangers: [9, 9] }],
    ),
    /the result does not follow/,
  ],
];

/** Every serving as it should have been. */
function made(lines: readonly Fields[]): readonly Fields[] {
  const drawn = draw(RELAY_1, String(lines[0]?.["seed"]), HASHES);
  return lines.map((line) => {
    if (!isServing(line)) return line;
    const room = drawn.adoptions.findIndex(({ id }) => id === line["creature_id"]);
    return { ...line, item: drawn.relay?.days[(Number(line["at"]) - drawn.startsAt) / DAY_MS]?.truth[room] };
  });
}

test("RELAY-4: an honest file is accepted, and every forged one refused", async () => {
  const honest = await rankedFile("slips-3");
  expect(verifyRun(honest, SEASON, HASHES)).toMatchObject({ agrees: true, seedChecked: true });
  expect(reasonOf(honest, null)).toBe("agrees");
  for (const [what, change, reason] of FORGERIES) {
    const forged = changed(honest, change);
    expect(forged, what).not.toBe(honest);
    expect(reasonOf(forged), what).toMatch(reason);
  }
  const practice = await relayFile("slips-3", 1);
  expect(reasonOf(practice, null)).toBe("agrees");
  expect(reasonOf(changed(practice, head({ book: SEALED.sha256 })), null)).toMatch(/told in another book/);
  expect(reasonOf(changed(practice, head({ scenario: "guided-1" })), null)).not.toBe("agrees");
});

test("RELAY-1: one seed, one book and one keeper leave one file, in other processes and time zones", async () => {
  const code = `import { relayFile } from "./scripts/simulate/relay/play.ts"; process.stdout.write(await relayFile("slips-3", 2));`;
  const files = ["Asia/Kathmandu", "America/St_Johns"].map(async (TZ) => {
    const args = ["--input-type=module", "-e", code];
    const { stdout } = await promisify(execFile)(process.execPath, args, { env: { ...CHILD_ENV, TZ }, maxBuffer: 1e8 });
    return stdout;
  });
  const file = await relayFile("slips-3", 2);
  for (const other of await Promise.all(files)) expect(other).toBe(file);
});
