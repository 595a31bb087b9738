// The file of a run, and every way to forge one that was thought of. Each forgery starts from a file that is accepted.
import { readFileSync, readdirSync } from "node:fs";
import { gunzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { played, theKeeper, theScenario } from "../../../scripts/simulate/trials/runs.ts";
import { drawn } from "../../../test/tier.ts";
import { HASHES } from "../../../src/app/trials/hashes.ts";
import { HOUR_MS } from "@denkeeper/rules/time/durations.ts";
import { practiceSeed, seasonSeed } from "./chance.ts";
import { runFile, sealed } from "./run-file.ts";
import { verifyRun, type Season } from "./verify.ts";

const SECRET = "made by chance, and never shown";
const SEASON: Season = { name: "2027-1", commitment: HASHES.sha256(SECRET), secret: SECRET };

type Fields = Readonly<Record<string, unknown>>;
const files = new Map<string, Promise<string>>();

async function rankedFile(scenario: string, keeper: string, number = 1): Promise<string> {
  const name = { season: SEASON.name, scenario, entry: "ada", number };
  const key = Object.values(name).join("/") + keeper;
  const file = files.get(key) ?? playedFile(scenario, keeper, seasonSeed(SECRET, name, HASHES), name);
  files.set(key, file);
  return file;
}

async function playedFile(
  scenario: string,
  keeper: string,
  seed: string,
  head: { readonly season: string; readonly entry: string; readonly number: number },
): Promise<string> {
  const run = await played(theKeeper(keeper), theScenario(scenario), seed);
  return runFile(run.record(), head, HASHES);
}

function linesOf(text: string): readonly Fields[] {
  const rows = text.trimEnd().split("\n").slice(0, -1);
  return rows.map((row): Fields => JSON.parse(row));
}

/** The file with its lines changed, and sealed again as a forger would. */
function forged(text: string, change: (lines: readonly Fields[]) => readonly Fields[]): string {
  const rows = change(linesOf(text)).map((line) => JSON.stringify(line));
  return sealed(rows, HASHES);
}

const reasonOf = (text: string, season: Season | null = SEASON): string => {
  const verdict = verifyRun(text, season, HASHES);
  return verdict.agrees ? "agrees" : verdict.reason;
};

type Change = (lines: readonly Fields[]) => readonly Fields[];
type Which = (line: Fields) => boolean;

const isFood =
  (timing: string): Which =>
  (line) =>
    line["action"] === "feed" && line["timing"] === timing;
const isOf =
  (kind: string): Which =>
  (line) =>
    line["kind"] === kind;
const ofType =
  (type: string): Which =>
  (line) =>
    line["type"] === type;
const at = (line: Fields): number => Number(line["at"]);

/** Changes the first such line; the run has nothing of the kind when there is none. */
function first(which: Which, change: (line: Fields) => Fields): Change {
  return (lines) => {
    const index = lines.findIndex((line) => which(line));
    const line = lines[index];
    return line === undefined ? [] : lines.with(index, change(line));
  };
}

/** A meal is moved three hours back, with a visit made up for it. */
const movedMeal: Change = (lines) => {
  const late = lines.find(isFood("late"));
  if (late === undefined) return [];
  const when = at(late) - 3 * HOUR_MS;
  const position = lines.findIndex((line) => line["type"] === "visit" && at(line) > when);
  const visited = lines.toSpliced(position, 0, { type: "visit", at: when });
  return visited.map((line) => (line === late ? Object.assign({}, line, { at: when }) : line));
};

const head = (fields: Fields): Change => first(ofType("trial"), (line) => ({ ...line, ...fields }));

const FORGERIES: readonly (readonly [
  what: string,
  scenario: string,
  keeper: string,
  change: Change,
  reason: RegExp,
])[] = [
  [
    "a late meal is called on time",
    "guided-1",
    "slips-5",
    first(isFood("late"), (line) => ({ ...line, timing: "on_time" })),
    /care \(feed\) at \d+ was late, not on_time/,
  ],
  [
    "a late meal is moved an hour back",
    "guided-1",
    "slips-5",
    first(isFood("late"), (line) => ({ ...line, at: at(line) - HOUR_MS })),
    /care at \d+ was at no visit/,
  ],
  ["a late meal is moved to a visit that is made up", "guided-1", "slips-5", movedMeal, /was on_time, not late/],
  [
    "a meal is made up",
    "guided-1",
    "slips-5",
    (lines) =>
      lines.flatMap((line) => (isFood("late")(line) ? [line, { ...line, unchecked_since: at(line) }] : [line])),
    /was early, not late/,
  ],
  [
    "a visit is made up",
    "guided-1",
    "poller",
    (lines) =>
      lines.flatMap((line) => (line["type"] === "visit" ? [line, { ...line, at: at(line) + 60_000 }] : [line])),
    /there are \d+ visits, and only 300 are allowed/,
  ],
  [
    "visits are out of order",
    "guided-1",
    "follower",
    (lines) => {
      const visits = lines.filter(ofType("visit"));
      const [start, ...rest] = visits;
      const others = lines.filter((line) => line["type"] !== "visit");
      return start === undefined ? [] : [...others.slice(0, 4), start, ...rest.toReversed(), ...others.slice(4)];
    },
    /the visits are not in order/,
  ],
  [
    "a death is left out",
    "guided-1",
    "poller",
    (lines) => lines.filter((line) => line["kind"] !== "death"),
    /a death is missing/,
  ],
  [
    "a creature is let go before it dies",
    "guided-1",
    "poller",
    first(isOf("death"), (line) => ({ ...line, kind: "release", at: at(line) - 1 })),
    /release is not open in a run/,
  ],
  [
    "a creature is boarded",
    "guided-1",
    "slips-5",
    first(isFood("late"), (line) => ({ ...line, kind: "board", action: null, timing: null })),
    /board is not open in a run/,
  ],
  [
    "an outage is made up",
    "guided-1",
    "poller",
    first(isOf("death"), (line) => ({ ...line, kind: "amnesty", at: at(line) - 1, until: at(line) + 400 * HOUR_MS })),
    /the service was away at other times/,
  ],
  [
    "an outage is longer",
    "hard-1",
    "robust",
    first(isOf("amnesty"), (line) => ({ ...line, until: Number(line["until"]) + 60_000 })),
    /cannot have happened|nobody can have looked|away at other times/,
  ],
  [
    "care is given in an outage",
    "hard-1",
    "robust",
    (lines) => {
      const outage = lines.find(isOf("amnesty"));
      const care = lines.find(isOf("care"));
      if (outage === undefined || care === undefined) return [];
      const when = at(outage) + 60_000;
      const position = lines.findIndex((line) => line["type"] === "visit" && at(line) > when);
      const visited = lines.toSpliced(position, 0, { type: "visit", at: when });
      return visited.map((line) => (line === care ? Object.assign({}, line, { at: when }) : line));
    },
    /care at \d+ was at no visit/,
  ],
  [
    "food is called loved",
    "guided-1",
    "follower",
    first(isFood("on_time"), (line) => ({ ...line, category: "loved" })),
    /items are not judged in a run/,
  ],
  [
    "a slower species is put in",
    "guided-1",
    "follower",
    first(ofType("creature"), (line) => ({
      ...line,
      species: Object.assign({}, line["species"], { feedingWindowHours: 24 }),
    })),
    /the creatures are not those that the seed draws/,
  ],
  [
    "another seed is named",
    "guided-1",
    "follower",
    head({ seed: "0".repeat(64) }),
    /the seed is not that of this entry/,
  ],
  [
    "somebody else's run is handed in",
    "guided-1",
    "follower",
    head({ entry: "eve" }),
    /the seed is not that of this entry/,
  ],
  ["a run is handed in twice", "guided-1", "follower", head({ number: 2 }), /the seed is not that of this entry/],
  [
    "a run of another season is handed in",
    "guided-1",
    "follower",
    head({ season: "2026-4" }),
    /a run of the season 2026-4/,
  ],
  [
    "it is said to be of another scenario",
    "guided-1",
    "follower",
    head({ scenario: "hard-1" }),
    /the seed is not that/,
  ],
  [
    "fewer calls are told than its moves and meals take",
    "blind-1",
    "joining",
    first(ofType("result"), (line) => {
      const { early, on_time, late, missed_window } = Object(line["feedings"]);
      const calls = Number(line["visits"]) - 1 + early + on_time + late + missed_window - 1;
      return { ...line, calls, calls_per_creature_day: calls / 90 };
    }),
    /there are \d+ calls, and the log takes \d+/,
  ],
  ["it is said to be of nobody", "guided-1", "follower", head({ entry: "Who ever" }), /the entry is no username/],
  ["a scenario is made up", "guided-1", "follower", head({ scenario: "easy-1" }), /there is no scenario easy-1/],
  ["other rules are named", "guided-1", "follower", head({ rules_version: 1 }), /it was played by rules 1/],
  ["another format is named", "guided-1", "follower", head({ format: 2 }), /the file has format 2/],
  [
    "the score is rounded up",
    "guided-1",
    "slips-5",
    first(ofType("result"), (line) => ({ ...line, on_time_share: 1 })),
    /the result does not follow from the log/,
  ],
  [
    "an outcome is made better",
    "guided-1",
    "slips-5",
    first(ofType("state"), (line) => ({ ...line, consistency: 100 })),
    /the final state is not what the log leads to/,
  ],
  [
    "the log is left out",
    "guided-1",
    "slips-5",
    (lines) => lines.filter((line) => line["type"] !== "entry"),
    /a life must start when the creature arrives/,
  ],
  [
    "a look at a social creature is made up",
    "guided-1",
    "slips-5",
    first(isOf("check"), (line) => ({ ...line, unchecked_since: at(line) - HOUR_MS })),
    /nobody can have looked at \d+/,
  ],
  [
    "a creature arrives later than the seed says",
    "blind-2",
    "joining",
    (lines) => {
      const last = Math.max(...lines.filter(isOf("adopt")).map(at));
      return lines.map((line) => (isOf("adopt")(line) && at(line) === last ? { ...line, at: last + HOUR_MS } : line));
    },
    /a life must start when the creature arrives/,
  ],
  [
    "a creature is cared for before it arrives",
    "blind-2",
    "joining",
    (lines) => {
      const last = Math.max(...lines.filter(isOf("adopt")).map(at));
      const id = lines.find((line) => isOf("adopt")(line) && at(line) === last)?.["creature_id"];
      const start = at(lines.find(ofType("visit")) ?? {});
      return first(
        (line) => line["creature_id"] === id && isOf("care")(line),
        (line) => ({ ...line, at: start }),
      )(lines);
    },
    /care at \d+ was at no visit/,
  ],
  [
    "a last look is made up",
    "guided-1",
    "slips-5",
    first(ofType("state"), (line) => ({ ...line, last_checked_at: Number(line["last_checked_at"]) + 1 })),
    /nobody can have looked at \d+/,
  ],
];

test.for(FORGERIES)("TRIAL-7: a file is refused when %s", async ([, scenario, keeper, change, reason]) => {
  for (let number = 1; number <= 12; number++) {
    const honest = await rankedFile(scenario, keeper, number);
    const lines = change(linesOf(honest));
    // This run has nothing of the kind to forge: take the next.
    if (lines.length === 0 || JSON.stringify(lines) === JSON.stringify(linesOf(honest))) continue;
    expect(reasonOf(honest)).toBe("agrees");
    expect(reasonOf(forged(honest, change))).toMatch(reason);
    return;
  }
  throw new Error("no run has anything of the kind");
});

test("TRIAL-10: a file is refused when somebody got in while the house was shut", async () => {
  const { closures: _, ...open } = theScenario("hard-2");
  const run = await played(theKeeper("robust"), open, practiceSeed(1));
  const record = { ...run.record(), scenario: theScenario("hard-2") };
  const text = runFile(record, { season: "practice", entry: "ada", number: 1 }, HASHES);
  expect(reasonOf(text, null)).toMatch(/at \d+ was at no visit/);
});

test("TRIAL-7: a file that was cut off or changed without a new seal is refused", async () => {
  const honest = await rankedFile("guided-1", "follower");
  expect(reasonOf(`${honest.split("\n").slice(0, -5).join("\n")}\n`)).toMatch(/the file is not complete/);
  expect(reasonOf(honest.replace('"entry":"ada"', '"entry":"eve"'))).toMatch(/the digest does not match/);
  expect(reasonOf("")).toMatch(/the file is not complete/);
  expect(reasonOf("no JSON\n")).toMatch(/not a JSON object/);
});

test("TRIAL-7: the secret must be the one that the season committed to; before it is public, the seed is not checked", async () => {
  const honest = await rankedFile("guided-1", "follower");
  expect(reasonOf(honest, { ...SEASON, secret: "another" })).toMatch(/not the one that the season committed to/);
  expect(verifyRun(honest, SEASON, HASHES)).toMatchObject({ agrees: true, seedChecked: true });
  expect(verifyRun(honest, { ...SEASON, secret: null }, HASHES)).toMatchObject({ agrees: true, seedChecked: false });
  expect(verifyRun(honest, null, HASHES)).toMatchObject({ agrees: true, seedChecked: false });
});

test("TRIAL-7: practice seeds are public, and a practice run names the number of its seed", async () => {
  const practice = { season: "practice", entry: "ada", number: 3 };
  const honest = await playedFile("first-1", "follower", practiceSeed(3), practice);
  expect(verifyRun(honest, null, HASHES)).toMatchObject({ agrees: true, seedChecked: true });
  expect(reasonOf(forged(honest, head({ number: 4 })))).toMatch(/the seed is not that/);
  expect(reasonOf(forged(honest, head({ number: 25 })))).toMatch(/there is no practice run 25/);
  const ranked = (season: string) => reasonOf(forged(honest, head({ season })), null);
  expect(ranked("2027-1")).toMatch(/the seed of a ranked run has 64 hexadecimal digits/);
  expect(ranked("Practice")).toMatch(/no name that a season can have/);
});

test("TRIAL-7: every file that was ever published is accepted", () => {
  const folder = new URL("../../../docs/trials/", import.meta.url);
  const published = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((name) => name.endsWith(".gz"));
  expect(published.length).toBeGreaterThan(30);
  const reasons = published.map((name) => reasonOf(gunzipSync(readFileSync(new URL(name, folder))).toString(), null));
  expect(new Set(reasons)).toEqual(new Set(["agrees"]));
});

const HONEST = [
  ["guided-1", "slips-5"],
  ["guided-1", "poller"],
  ["hard-1", "follower"],
  ["hard-1", "robust"],
  ["blind-1", "joining"],
  ["house-1", "deadline"],
  ["blind-2", "joining"],
  ["hard-2", "robust"],
  ["first-1", "null"],
] as const;

test.for(drawn(HONEST, ([scenario]) => scenario !== "house-1"))(
  "TRIAL-6: an honest file of %s by %s is accepted, and scored as it was",
  async ([scenario, keeper]) => {
    const text = await rankedFile(scenario, keeper);
    const verdict = verifyRun(text, SEASON, HASHES);
    const result = linesOf(text).find(ofType("result"));
    expect(verdict).toMatchObject({ agrees: true, head: { entry: "ada", scenario } });
    expect(verdict.agrees ? verdict.score.onTimeShare : null).toBe(result?.["on_time_share"]);
  },
);

/** A task is a task only to one species. */
const FREE = new Set(["is_task", "type"]);

function changed(value: unknown): unknown {
  if (typeof value === "number") return value + 1;
  if (typeof value === "boolean") return !value;
  if (typeof value === "string") return `${value}x`;
  if (value === null) return 1;
  if (Array.isArray(value)) return value.length === 0 ? [1] : value.with(0, changed(value[0]));
  if (typeof value !== "object") return 1;
  const [field, ...rest] = Object.entries(value);
  return field === undefined ? { more: 1 } : Object.fromEntries([[field[0], changed(field[1])], ...rest]);
}

test("TRIAL-7: no single field of any line can be changed", async () => {
  const honest = await rankedFile("first-1", "slips-5");
  const lines = linesOf(honest);
  const types = new Map(lines.map((line) => [`${String(line["type"])}/${String(line["kind"])}`, line]));
  expect(types.size).toBeGreaterThanOrEqual(7);
  for (const line of types.values()) {
    for (const field of Object.keys(line).filter((name) => !FREE.has(name))) {
      const other = forged(honest, (all) =>
        all.map((each) =>
          JSON.stringify(each) === JSON.stringify(line) ? { ...each, [field]: changed(each[field]) } : each,
        ),
      );
      expect(reasonOf(other), `${String(line["type"])}.${field}`).not.toBe("agrees");
    }
  }
});
