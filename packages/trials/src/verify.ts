// Whether the file of a run can be what happened: the seed gives who lived and what went wrong, the rules give what became of
// them, and the score follows. No file can show who made the calls.
import type { Creature } from "@denkeeper/rules/creature/creature.ts";
import { RULES_VERSION } from "@denkeeper/rules/replay/rules-version.ts";
import { MOST_ACTIONS } from "@denkeeper/rules/foresight/schedule.ts";
import { settleAny } from "@denkeeper/rules/life/settle.ts";
import { DAY_MS } from "@denkeeper/rules/time/durations.ts";
import { onCalendar } from "@denkeeper/rules/time/span.ts";
import type { Instant } from "@denkeeper/rules/time/units.ts";
import { PRACTICE_SEASON, PRACTICE_SEEDS, SEASON_NAME, practiceSeed, seasonSeed, type Hashes } from "./chance.ts";
import { draw, isAway, type Draw } from "./draw.ts";
import { Refused, holds, readFile, type ReadFile, type TrialHead } from "./read-file.ts";
import { replayedLives, type LifeRecord, type RunRecord, type TrialEvent } from "./record.ts";
import { LEAST_MOVE_MS } from "./run.ts";
import { creatureLines, formatOf, scoredFile } from "./run-file.ts";
import { scenarioNamed } from "./scenarios.ts";
import type { Scenario } from "./scenario.ts";
import type { Score } from "./score.ts";

export interface Season {
  readonly name: string;
  /** SHA-256 of the secret, public from the first day; null where it is not known. */
  readonly commitment: string | null;
  /** Public after the last day. */
  readonly secret: string | null;
  /** The digest of the book of its letters, public from the first day; null where it is not known. */
  readonly book?: string | null;
}

export type Verdict =
  | {
      readonly agrees: true;
      readonly head: TrialHead;
      readonly score: Score;
      /** Whether it was checked that the seed is that of the entry and number. */
      readonly seedChecked: boolean;
    }
  | { readonly agrees: false; readonly reason: string };

/** Whether a file can be what happened. Practice runs need no season. */
export function verifyRun(text: string, season: Season | null, hashes: Hashes): Verdict {
  try {
    const file = readFile(text, hashes);
    const { head } = file;
    const scenario = scenarioOf(head);
    const seedChecked = checkSeed(head, season, hashes);
    checkBook(head, scenario, season);
    const drawn = draw(scenario, head.seed, hashes);
    const record = recordOf(file, scenario, drawn);
    checkVisits(record);
    checkCalls(record);
    for (const [index, { at }] of drawn.adoptions.entries()) checkEvents(record, record.lives[index], at);
    const ends = replayedLives(record);
    for (const [index, end] of ends.entries()) checkEnd(record, record.lives[index], end);
    const expected = scoredFile(record, head, hashes, ends);
    if (expected.text !== text) throw new Refused(differenceFrom(expected.text, file, hashes));
    return { agrees: true, head, score: expected.score, seedChecked };
  } catch (fault) {
    return { agrees: false, reason: fault instanceof Error ? fault.message : String(fault) };
  }
}

function scenarioOf(head: TrialHead): Scenario {
  holds(head.rulesVersion === RULES_VERSION, `it was played by rules ${head.rulesVersion}, not ${RULES_VERSION}`);
  const scenario = scenarioNamed(head.scenario);
  holds(scenario !== undefined, `there is no scenario ${head.scenario}`);
  holds(head.format === formatOf(scenario), `the file has format ${head.format}`);
  return scenario;
}

const DIGEST = /^[0-9a-f]{64}$/;

/** A run with letters names the book in which they were told. What they say does not depend on it (RELAY-1). */
function checkBook({ season: name, book }: TrialHead, { letters }: Scenario, season: Season | null): void {
  holds((book === undefined) === (letters === undefined), "a book is named where there are letters, and only there");
  if (book === undefined || letters === undefined) return;
  holds(DIGEST.test(book), "the book is not named by its digest");
  const expected = name === PRACTICE_SEASON ? letters.practiceBook : (season?.book ?? book);
  holds(book === expected, "the letters were told in another book");
}

/** Usernames, as the service stores them. */
const ENTRY = /^[a-z0-9_-]{2,50}$/;

/** Whether the seed could be checked: a season's secret is public only afterward. */
function checkSeed(head: TrialHead, season: Season | null, hashes: Hashes): boolean {
  holds(ENTRY.test(head.entry), "the entry is no username");
  if (head.season === PRACTICE_SEASON) {
    holds(head.number >= 1 && head.number <= PRACTICE_SEEDS, `there is no practice run ${head.number}`);
    holds(head.seed === practiceSeed(head.number), `the seed is not that of practice ${head.number}`);
    return true;
  }
  holds(SEASON_NAME.test(head.season), "the season has no name that a season can have");
  holds(DIGEST.test(head.seed), "the seed of a ranked run has 64 hexadecimal digits");
  if (season === null) return false;
  holds(season.name === head.season, `it is a run of the season ${head.season}, not ${season.name}`);
  const { secret, commitment } = season;
  if (secret === null) return false;
  holds(
    commitment === null || hashes.sha256(secret) === commitment,
    "the secret is not the one that the season committed to",
  );
  holds(head.seed === seasonSeed(secret, head, hashes), "the seed is not that of this entry and number");
  return true;
}

function recordOf(file: ReadFile, scenario: Scenario, drawn: Draw): RunRecord {
  const expected = creatureLines(drawn).map((line) => JSON.stringify(line));
  const told = file.rows("creature");
  const isSame = told.length === expected.length && told.every((row, index) => row === expected[index]);
  holds(isSame, "the creatures are not those that the seed draws");
  const ids = new Set(drawn.adoptions.map(({ id }) => id));
  holds(
    file.events.every(({ creatureId }) => ids.has(creatureId)),
    "an entry is about a creature of another house",
  );
  return {
    scenario,
    draw: drawn,
    lives: drawn.adoptions.map(({ id, at }) => ({
      events: file.events.filter(({ creatureId }) => creatureId === id).map(({ event }) => event),
      lastCheckedAt: file.lastCheckedAt.get(id) ?? at,
    })),
    visits: file.visits,
    calls: file.calls,
    ...(file.head.book === undefined ? {} : { book: file.head.book }),
  };
}

function checkVisits({ scenario, draw: { startsAt, endsAt }, visits }: RunRecord): void {
  holds(visits[0] === startsAt, "the first visit is not the start");
  const isOrdered = visits.every((at, index) => index === 0 || at - (visits[index - 1] ?? at) >= LEAST_MOVE_MS);
  holds(isOrdered, "the visits are not in order, a minute or more apart");
  holds(
    visits.every((at) => at < endsAt),
    "there is a visit after the end",
  );
  const isDaily = visits.every((at, index) => at === startsAt + index * DAY_MS);
  holds(scenario.letters === undefined || isDaily, "where there are letters, every visit is at the next noon");
  holds(visits.length <= scenario.visits, `there are ${visits.length} visits, and only ${scenario.visits} are allowed`);
}

/** Every move is a call, and so is all care of an instant, as far as one call can give it. There may have been any more. */
function checkCalls({ scenario, visits, lives, calls }: RunRecord): void {
  const cares = lives.flatMap(({ events }) => events).filter(({ kind }) => kind === "care");
  const aCall = scenario.blind ? 1 : MOST_ACTIONS;
  const given = [...Map.groupBy(cares, ({ at }) => at).values()].map(({ length }) => Math.ceil(length / aCall));
  const least = given.reduce((sum, each) => sum + each, visits.length - 1);
  holds(calls >= least, `there are ${calls} calls, and the log takes ${least}`);
}

/** All that a run allows. */
const OPEN_KINDS: ReadonlySet<TrialEvent["kind"]> = new Set(["check", "care", "death", "amnesty"]);
/** What only a keeper who is there can do. */
const VISITED_KINDS: ReadonlySet<TrialEvent["kind"]> = new Set(["check", "care"]);

/** `arrivesAt`: when the house adopts and hatches the creature, whether or not anybody is there. */
function checkEvents(record: RunRecord, life: LifeRecord | undefined, arrivesAt: Instant): void {
  const { draw: drawn, visits } = record;
  const instants = new Set(visits);
  const [first, second, ...events] = life?.events ?? [];
  const isArrival = (event: TrialEvent | undefined, kind: TrialEvent["kind"]) =>
    event?.kind === kind && event.at === arrivesAt && event.uncheckedSince === null;
  holds(isArrival(first, "adopt") && isArrival(second, "hatch"), "a life must start when the creature arrives");
  for (const { kind, at, uncheckedSince } of events) {
    holds(OPEN_KINDS.has(kind), `${kind} is not open in a run`);
    const isThere = instants.has(at) && !isAway(drawn, at) && at >= arrivesAt;
    holds(!VISITED_KINDS.has(kind) || isThere, `${kind} at ${at} was at no visit`);
    if (uncheckedSince !== null && uncheckedSince !== arrivesAt) checkLook(record, uncheckedSince, at);
  }
  checkServings(drawn, events);
}

/** RELAY-4: where there are letters, food is something from the shelf, once a day and after a cleaning. */
function checkServings({ relay }: Draw, events: readonly TrialEvent[]): void {
  const served = events.filter(({ item }) => item !== undefined);
  const fed = relay === undefined ? [] : events.filter(({ action }) => action === "feed");
  holds(served.length === fed.length && served.every(({ action }) => action === "feed"), "food and servings differ");
  holds(new Set(fed.map(({ at }) => at)).size === fed.length, "a creature was served twice on a day");
  for (const { at, item } of fed) {
    holds(relay?.shelf.includes(item ?? "") === true, `${item} is not on the shelf`);
    const before = events.filter((each) => each.at === at).map(({ action }) => action);
    holds(before.indexOf("clean") >= 0 && before.indexOf("clean") < before.indexOf("feed"), "a serving also cleans");
  }
}

/** Somebody was looked at then, as it is told at `at`: outages before that have moved the instant. */
function checkLook({ draw: { outages }, visits }: RunRecord, since: Instant, at: Instant): void {
  const before = outages.filter(({ from }) => from < at);
  holds(visits.includes(onCalendar(before, since)), `nobody can have looked at ${since}`);
}

/** `end`: what its events lead to. */
function checkEnd(record: RunRecord, life: LifeRecord | undefined, end: Creature): void {
  const { endsAt, outages } = record.draw;
  holds(life !== undefined, "a life is missing");
  holds(end.death !== null || settleAny(end, endsAt).death === null, "a death is missing");
  const until = end.death?.at ?? endsAt;
  const told = life.events.filter(({ kind }) => kind === "amnesty").map((event) => `${event.at} ${event.until}`);
  const away = outages.filter(({ from }) => from < until).map((span) => `${span.from} ${span.until}`);
  holds(told.join() === away.join(), "the service was away at other times");
  const { lastCheckedAt } = life;
  if (lastCheckedAt === end.lastCheckedAt) return;
  holds(lastCheckedAt > end.lastCheckedAt && end.death === null, `nobody can have looked at ${lastCheckedAt}`);
  checkLook(record, lastCheckedAt, endsAt);
}

/** What in the file does not follow from its log. */
function differenceFrom(expected: string, file: ReadFile, hashes: Hashes): string {
  const own = readFile(expected, hashes);
  const differs = (type: string) => own.rows(type).join("\n") !== file.rows(type).join("\n");
  if (differs("state")) return "the final state is not what the log leads to";
  if (differs("result")) return "the result does not follow from the log";
  return "the file is not written as the log would be";
}
