// Closed hours, and the letters about them.
import { expect, test } from "vitest";
import { HASHES } from "../../../src/app/trials/hashes.ts";
import { again } from "../../../scripts/simulate/trials/keepers/keeper.ts";
import { played, theKeeper, theScenario } from "../../../scripts/simulate/trials/runs.ts";
import { announced } from "../../../scripts/simulate/trials/planners/read-notices.ts";
import { HOUR_MS, MINUTE_MS } from "@denkeeper/rules/time/durations.ts";
import { practiceSeed } from "./chance.ts";
import { draw } from "./draw.ts";
import { lettersOf } from "./notices.ts";
import { Run } from "./run.ts";

const hard = theScenario("hard-2");
/** The same without advice. */
const silent = { ...hard, ...(hard.closures === undefined ? {} : { closures: { ...hard.closures, hearsay: 0 } }) };
const months = Array.from({ length: 24 }, (_, index) => draw(hard, practiceSeed(index + 1), HASHES));

test("TRIAL-10: the house is shut 14 times for 3 to 5 hours, and 5 letters are false", () => {
  for (const { shut, startsAt, endsAt } of months) {
    expect([shut?.spans.length, shut?.notices.length]).toEqual([14, 19]);
    for (const [index, { from, until }] of (shut?.spans ?? []).entries()) {
      expect(from).toBeGreaterThan(startsAt);
      expect(until).toBeLessThan(endsAt);
      expect([from % MINUTE_MS, until % MINUTE_MS]).toEqual([0, 0]);
      expect(until - from).toBeGreaterThanOrEqual(3 * HOUR_MS);
      expect(until - from).toBeLessThanOrEqual(5 * HOUR_MS);
      expect(from).toBeGreaterThan(shut?.spans[index - 1]?.until ?? 0);
    }
    const signed = shut?.notices.filter(({ word }) => word === shut.word).map(({ span }) => span);
    expect(signed).toEqual(shut?.spans);
  }
});

test("TRIAL-10: what a letter says from 48 hours ahead is what happens, under the word of the house", () => {
  for (const month of months) {
    for (const { span, word } of month.shut?.notices ?? []) {
      const heard = (at: number) => lettersOf(hard, month, { number: 1, at }, HASHES);
      const at = (hours: number) => span.from - hours * HOUR_MS;
      const found = (when: number) => announced(heard(when), when, word ?? undefined);
      expect(found(at(48))).toContainEqual(span);
      expect(found(at(0) - 1)).toContainEqual(span);
      expect(announced(heard(at(48) - 1), at(48) - 1)).not.toContainEqual(span);
      expect(announced(heard(at(0)), at(0))).not.toContainEqual(span);
      const isTrue = month.shut?.spans.includes(span) ?? false;
      expect(word === month.shut?.word).toBe(isTrue);
    }
  }
});

test("TRIAL-10: 12% of answers hold advice, which follows from the seed and the call, and other scenarios have none", () => {
  const [month] = months;
  if (month === undefined) throw new Error("there is no month");
  const at = month.startsAt - 100 * HOUR_MS;
  const advice = Array.from({ length: 4000 }, (_, number) => lettersOf(hard, month, { number, at }, HASHES)).flat();
  expect(advice.length / 4000).toBeCloseTo(0.12, 1);
  expect(new Set(advice).size).toBeGreaterThan(40);
  for (const text of advice) expect(text).toMatch(/\b(8|12|24) hours/);
  expect(lettersOf(theScenario("hard-1"), month, { number: 3, at }, HASHES)).toEqual([]);
  const another = { shut: ["On {w} the {num}: {from}, {until}."], close: ["{S}"], closeWithout: ["-"] };
  const when = (month.shut?.spans[3]?.from ?? 0) - HOUR_MS;
  const told = lettersOf(silent, month, { number: 1, at: when }, HASHES, another);
  expect(told.join(" ")).toMatch(/^On [A-Z][a-z]+day the \d+: \d\d:\d\d, \d\d:\d\d\. /);
});

test("TRIAL-10: while the house is shut only the clock answers, and time counts", async () => {
  // The first closure of this month comes before anybody can have died.
  const month = months.find(({ shut, startsAt }) => (shut?.spans[0]?.from ?? 0) < startsAt + 28 * HOUR_MS);
  const [first] = month?.shut?.spans ?? [];
  if (month === undefined || first === undefined) throw new Error("no month begins with a closure");
  const run = new Run(hard, month.seed, HASHES);
  const leave = async (until: number) => again(() => run.advance({ until }));
  const [creature] = run.draw.adoptions;
  await leave(first.from);
  expect(await run.home()).toEqual({ ok: false, failure: "away" });
  expect(await run.care(creature?.id ?? "", "feed")).toEqual({ ok: false, failure: "away" });
  expect(await again(() => run.advance({ until: first.until - 1 }))).toMatchObject({ ok: true });
  expect(await run.home()).toEqual({ ok: false, failure: "away" });
  await leave(first.until + MINUTE_MS);
  expect(await again(() => run.home())).toMatchObject({ ok: true });
  expect(run.creatures.flatMap(({ pauses }) => pauses)).toEqual([]);
});

test("TRIAL-9: creatures of blind-2 appear on the day of their arrival, and a run goes on without any until then", async () => {
  const blind = theScenario("blind-2");
  const run = new Run(blind, practiceSeed(1), HASHES);
  const { startsAt } = run.draw;
  const lives = async (day: number) => {
    await run.advance({ until: startsAt + day * 24 * HOUR_MS });
    const home = await run.home();
    return home.ok ? home.value.creatures.length : home.failure;
  };
  // Nobody is fed: the first two die, and the others arrive all the same.
  expect([await lives(5.9), run.over]).toEqual([0, false]);
  expect([await lives(6), await lives(12), await lives(18)]).toEqual([1, 1, 1]);
  expect([await lives(25), run.over]).toEqual(["over", true]);
  const left = await played(theKeeper("null"), blind, practiceSeed(1));
  expect(left.record().lives.map(({ events }) => events.map(({ kind }) => kind))).toEqual(
    Array.from({ length: 5 }, () => ["adopt", "hatch", "death"]),
  );
});
