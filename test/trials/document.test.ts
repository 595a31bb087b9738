// Keeps docs/trials.md true: its scenarios, worked examples, fields and calls.
import { expect, test } from "vitest";
import { z } from "zod";
import { runFile } from "@denkeeper/trials/run-file.ts";
import { Run } from "@denkeeper/trials/run.ts";
import { SCENARIOS } from "@denkeeper/trials/scenarios.ts";
import { daysPerFailure, mean, keptDays, passHat, ranksByWelch, shareInterval } from "@denkeeper/trials/statistics.ts";
import { ENDPOINTS } from "../../src/endpoints/index.ts";
import { trials } from "../../src/contracts/trials/trials.get.ts";
import { HASHES } from "../../src/app/trials/hashes.ts";
import { readDocument } from "../documents.ts";

const TEXT = readDocument("docs/trials.md");
/** The text without line breaks, to find sentences in. */
const PROSE = TEXT.replaceAll(/\s+/g, " ");

const [FIRST] = SCENARIOS;

function section(heading: string): string {
  return TEXT.split(`\n## ${heading}\n`)[1]?.split("\n## ")[0] ?? "";
}

function cellsOf(line: string): readonly string[] {
  return line
    .split("|")
    .slice(1, -1)
    .map((cell) => cell.trim());
}

test("the table has every scenario with its numbers", () => {
  const rows = section("Scenarios")
    .split("\n")
    .filter((line) => /^\| `[a-z]+-\d+`/.test(line))
    .map(cellsOf);
  const shown = rows.map(([name = "", days, unscored, , visits, ranked]) => [name, days, unscored, visits, ranked]);
  expect(shown).toEqual(
    SCENARIOS.map(({ name, days, learningDays, visits, ranked, frozen = false }) => [
      `\`${name}\``,
      String(days),
      String(learningDays),
      String(visits),
      frozen ? "frozen" : ranked ? "yes" : "no",
    ]),
  );
});

test("the worked examples of the statistics are what the functions return", () => {
  const percent = (share: number) => (100 * share).toFixed(1);
  const shares = [0.96, 0.91, 0.98, 0.93, 0.97];
  const { low, high } = shareInterval(shares, 30);
  expect(PROSE).toContain(`mean ${percent(mean(shares))},`);
  expect(PROSE).toContain(`= ${percent(low)} to ${percent(high)}`);
  const failing = daysPerFailure(144, 4);
  expect(PROSE).toContain(
    `${failing.days?.toFixed(0)} days, with a 95% interval of ${failing.low.toFixed(0)} to ${failing.high?.toFixed(0)}`,
  );
  expect(PROSE).toContain(`no failure: over ${daysPerFailure(150, 0).low.toFixed(0)}`);
  const [one, three, five] = [1, 3, 5].map((k) => (100 * passHat(5, 3, k)).toFixed(0));
  expect(PROSE).toContain(`pass^1 is ${one}%, pass^3 is ${three}%, pass^5 is ${five}`);
  const [first, ...others] = [
    [96, 91, 98, 93, 97],
    [93, 95, 90, 96, 92],
    [70, 85, 80, 75, 78],
  ];
  const ranks = ranksByWelch([first ?? [], ...others]).join(", ");
  const said = [first, ...others].map((runs) => runs?.join(", ")).join("; ");
  expect(PROSE).toContain(`${said}: ranks ${ranks.replace(/, (\d)$/, " and $1")}`);
  const slips = keptDays(daysPerFailure(662, 24), 0.5);
  const [days, least, most] = [slips.days, slips.low, slips.high].map((each) => each?.toFixed(1));
  expect(PROSE).toContain(`662 days, 24 failures: ${days} (${least} to ${most})`);
  const [half, most80] = [0.5, 0.8].map((chance) => keptDays(daysPerFailure(696, 0), chance).low.toFixed(0));
  expect(PROSE).toContain(`696 days and no failure: over ${half} and over ${most80}`);
});

test("every field of a file and of the boards is described", async () => {
  if (FIRST === undefined) throw new Error("there is no scenario");
  const run = new Run(FIRST, "practice-1", HASHES);
  await run.advance({ advanceHours: 720 });
  const lines = runFile(run.record(), { season: "practice", entry: "ada", number: 1 }, HASHES).trimEnd().split("\n");
  const types = new Set<unknown>();
  for (const line of lines) {
    const { type, ...fields } = z.record(z.string(), z.unknown()).parse(JSON.parse(line));
    types.add(type);
    if (type === "state") continue;
    for (const field of Object.keys(fields)) expect(section("The file"), field).toContain(`\`${field}\``);
  }
  expect(types).toEqual(new Set(["trial", "creature", "visit", "entry", "state", "result", "end"]));
  const { season, scenarios, ...others } = trials.response.shape;
  const answered = [season.unwrap().shape, scenarios.element.shape, others].flatMap((each) => Object.keys(each));
  for (const field of answered) {
    if (field !== "next_steps") expect(section("Results as JSON"), field).toContain(`\`${field}\``);
  }
});

test("every call that the document names exists", () => {
  const known = new Set(ENDPOINTS.map(({ contract }) => `${contract.method} ${contract.path}`));
  const named = [...TEXT.matchAll(/`((?:GET|POST) \/api[^`?\s]*)/g)].map(([, call]) => call);
  expect(named.length).toBeGreaterThan(4);
  for (const call of named) expect(known, call).toContain(call);
});
