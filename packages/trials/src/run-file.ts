// The file of a run: JSON lines with everything that is needed to play it again. It has no notes, items or ids of log rows.
// Instants are in milliseconds since 1970. The rows of the log are grouped by creature, in the order of the draw, so that
// concurrent calls give one order.
import type { Creature } from "@denkeeper/rules/creature/creature.ts";
import { stateLine, type StateLine } from "@denkeeper/rules/replay/life-file.ts";
import { replayedAt } from "@denkeeper/rules/replay/replay.ts";
import { RULES_VERSION } from "@denkeeper/rules/replay/rules-version.ts";
import type { Hashes, RunName } from "./chance.ts";
import type { Draw } from "./draw.ts";
import type { Scenario } from "./scenario.ts";
import { replayedLives, type RunRecord, type TrialEvent } from "./record.ts";
import type { RelayGrade } from "./relay/grade.ts";
import { score, type Score } from "./score.ts";

/** Format 2 is that of runs with letters: it names their book, and what was served. */
export function formatOf({ letters }: Pick<Scenario, "letters">): number {
  return letters === undefined ? 1 : 2;
}

/** Who played, and as which run. Practice runs name the season `practice` and the number of their seed. */
export type RunHead = Pick<RunName, "season" | "entry" | "number">;

/** The score as files and the API write it. */
export interface TrialResult {
  readonly on_time_share: number;
  readonly passed: boolean;
  readonly deaths: number;
  readonly failures: number;
  readonly failed_days: number;
  readonly first_failed_day: number | null;
  readonly scored_days: number;
  readonly missed_windows: number;
  readonly feedings: Score["feedings"];
  readonly visits: number;
  readonly visits_per_day: number;
  readonly calls: number;
  readonly calls_per_creature_day: number;
  readonly day_shares: readonly number[];
  readonly life_shares: readonly number[];
  /** Where the scenario tells it: how it went before the last visit was used, and how many were. */
  readonly share_while_visits_lasted?: number;
  readonly visits_used?: number;
  /** Runs with letters: right servings in all that count, by kind of order, and stretches in which a stranger lied. */
  readonly right_share?: number;
  readonly by_kind?: RelayGrade["byKind"];
  readonly strangers?: RelayGrade["strangers"];
}

export function trialResult(scored: Score, { visits, calls }: Pick<RunRecord, "visits" | "calls">): TrialResult {
  const { grade, shareWhileVisitsLasted: lasted } = scored;
  return {
    on_time_share: scored.onTimeShare,
    passed: scored.passed,
    deaths: scored.deaths,
    failures: scored.failures,
    failed_days: scored.failedDays,
    first_failed_day: scored.firstFailedDay,
    scored_days: scored.scoredDays,
    missed_windows: scored.missedWindows,
    feedings: scored.feedings,
    visits: visits.length,
    visits_per_day: scored.visitsPerDay,
    calls,
    calls_per_creature_day: scored.callsPerCreatureDay,
    day_shares: scored.dayShares,
    life_shares: scored.lifeShares,
    ...(lasted === undefined ? {} : { share_while_visits_lasted: lasted, visits_used: visits.length }),
    ...(grade === undefined
      ? {}
      : { right_share: grade.rightShare, by_kind: grade.byKind, strangers: grade.strangers }),
  };
}

/** What became of each creature, in the order of the draw. */
function trialStates({ draw, lives }: RunRecord, hashes: Hashes, ends: readonly Creature[]): readonly StateLine[] {
  return ends.map((end, index) => {
    const { events, lastCheckedAt } = lives[index] ?? { events: [], lastCheckedAt: end.lastCheckedAt };
    const settled = replayedAt(end, lastCheckedAt, draw.endsAt);
    return stateLine(settled, events.length, draw.endsAt, (text) => hashes.sha256(text));
  });
}

/** The whole file. Throws when the log cannot have happened. */
export function runFile(record: RunRecord, head: RunHead, hashes: Hashes): string {
  return scoredFile(record, head, hashes).text;
}

export interface ScoredFile {
  readonly text: string;
  readonly score: Score;
  readonly states: readonly StateLine[];
}

/** The same with its score and final states. `ends`: what each life came to. */
export function scoredFile(
  record: RunRecord,
  { season, entry, number }: RunHead,
  hashes: Hashes,
  ends: readonly Creature[] = replayedLives(record),
): ScoredFile {
  const { scenario, draw, visits, lives, book } = record;
  const states = trialStates(record, hashes, ends);
  const scored = score(record, ends);
  const idOf = (index: number) => draw.adoptions[index]?.id ?? "";
  const lines = [
    {
      type: "trial",
      format: formatOf(scenario),
      rules_version: RULES_VERSION,
      scenario: scenario.name,
      season,
      entry,
      number,
      seed: draw.seed,
      ...(book === undefined ? {} : { book }),
    },
    ...creatureLines(draw),
    ...visits.map((at) => ({ type: "visit", at })),
    ...lives.flatMap(({ events }, index) => events.map((event) => entryLine(idOf(index), event))),
    ...states.map((state, index) => Object.assign({ type: state.type, creature_id: idOf(index) }, state)),
    { type: "result", ...trialResult(scored, record) },
  ];
  const rows = lines.map((line) => JSON.stringify(line));
  return { text: sealed(rows, hashes), score: scored, states };
}

/** Those who live in the house. */
export function creatureLines({ adoptions }: Pick<Draw, "adoptions">) {
  return adoptions.map(({ id, name, zone, species }) => ({ type: "creature", id, name, zone, species }));
}

function entryLine(creatureId: string, event: TrialEvent) {
  const { kind, at, until, uncheckedSince, action, isTask, timing, item } = event;
  return {
    type: "entry",
    creature_id: creatureId,
    kind,
    at,
    until,
    unchecked_since: uncheckedSince,
    action,
    is_task: isTask,
    timing,
    ...(item === undefined ? {} : { item }),
  };
}

/** The lines with the last one, which has the digest of all before it. */
export function sealed(lines: readonly string[], hashes: Hashes): string {
  const text = lines.map((line) => `${line}\n`).join("");
  return `${text}${JSON.stringify({ type: "end", lines: lines.length, sha256: hashes.sha256(text) })}\n`;
}
