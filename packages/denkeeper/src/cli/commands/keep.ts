// `visit` and `keep`: run the client's loop, log each visit, count down to the next one, and print a summary.
import { clearScreenDown, cursorTo } from "node:readline";
import type { Denkeeper } from "../../client.ts";
import type { VisitAnswer } from "../../generated/types.ts";
import { LEAST_WAIT_MS, type Kept } from "../../keep.ts";
import type { RetryReport } from "../../options.ts";
import { isDead } from "../../status.ts";
import { ACTIONS } from "../actions.ts";
import { CliError, EXIT } from "../cli-error.ts";
import { clientFor, requireKey, type CommandContext } from "../context.ts";
import { plainAnswer, bold, pluralize, dim, paint, cut } from "../text.ts";
import { countdown, duration, localTime, logTime } from "../time.ts";

const HOUR_MS = 3_600_000;
/** A terminal prints "^C" for Ctrl-C, which must not wrap the line. */
const ROOM_FOR_ECHO = 3;

interface KeepCommandOptions {
  readonly once?: boolean;
  readonly moveClock?: boolean;
  readonly untilAge?: number;
}

type VisitResult = VisitAnswer["results"][number];
type CompletedAction = Extract<VisitResult, { message: string }>;
const isDone = (result: VisitResult): result is CompletedAction => "message" in result;
const isMeal = ({ action }: VisitResult): boolean => action === "feed";

function visitText(all: readonly VisitResult[]): string {
  const results = all.filter((result) => !("skipped" in result));
  if (results.length === 0) return `${paint("green", "✓")} Nothing was due.`;
  const done = results.filter(isDone);
  const accepted = Map.groupBy(
    done.filter(({ success }) => success),
    ({ name }) => name,
  );
  const careTexts = [...accepted].map(([name, actions]) => {
    const acts = actions.map(({ action, timing = "" }) =>
      `${ACTIONS[action].done} ${timing?.replaceAll("_", " ")}`.trim(),
    );
    return `${bold(name)} ${acts.join(", ")}`;
  });
  const refused = done.filter(({ success }) => !success).map(({ message, tip = "" }) => `${message} ${tip}`.trim());
  const failed = results.flatMap((result) =>
    isDone(result) ? [] : [`${result.action}: ${result.error}. ${result.suggestion}`],
  );
  return [
    ...(careTexts.length === 0 ? [] : [`${paint("green", "✓")} ${careTexts.join("; ")}.`]),
    ...[...refused, ...failed].map((text) => paint("yellow", `✗ ${text}`)),
  ].join("\n");
}

/** Logs the client's work in house time and summarizes it. */
class KeepLog {
  readonly client: Denkeeper;
  readonly #context: CommandContext;
  readonly #leaving: AbortSignal;
  readonly #isDrawn: boolean;
  /** House time minus this machine's time. Test accounts move their clocks. */
  #offsetMs = 0;
  #countdown: NodeJS.Timeout | undefined;
  readonly #visits: number[] = [];
  readonly #taken: CompletedAction[] = [];

  constructor(context: CommandContext, hasCountdown: boolean, leaving: AbortSignal) {
    this.#context = context;
    this.#leaving = leaving;
    this.#isDrawn = process.stdout.isTTY && !context.json && hasCountdown;
    this.client = clientFor(context.url, context.key, { onRetry: (report) => this.#logRetry(report) });
  }

  get #now(): number {
    return Date.now() + this.#offsetMs;
  }

  /** Writes the text, or with --json an object. An empty text is for --json only. */
  #log(event: string, text: string, fields: object): void {
    const at = new Date(this.#now).toISOString();
    if (this.#context.json) process.stdout.write(`${JSON.stringify({ at, event, ...fields })}\n`);
    else if (text !== "") {
      this.#draw("");
      const time = dim(logTime(this.#now));
      process.stdout.write(`${text.replaceAll(/^/gm, `${time}  `)}\n`);
    }
  }

  logVisit(kept: Kept): void {
    const { results, reports, report, next } = plainAnswer(kept);
    const silence = reports.find(({ kind }) => kind === "silent");
    if (silence !== undefined) return this.#log("silent", paint("red", silence.message), silence);
    if (next !== null) this.#setClock(next);
    this.#visits.push(this.#now);
    this.#taken.push(...results.filter(isDone).filter(({ success }) => success));
    for (const result of results) {
      this.#log("care", "", result);
      for (const milestone of "milestones" in result ? (result.milestones ?? []) : []) {
        const { creature_id } = result;
        this.#log("milestone", paint("magenta", `★ ${milestone.message}`), { creature_id, ...milestone });
      }
    }
    if (next !== null) this.#log("visit", visitText(results), this.#totals());
    if (report !== null) this.#log("report", paint("red", report.text), report);
    if (next !== null) this.#logPlan(next);
  }

  /** Ignores differences under a minute, because the answer rounds its hours. */
  #setClock({ at, hours_from_now: hours }: NonNullable<Kept["next"]>): void {
    const offsetMs = Date.parse(at) - hours * HOUR_MS - Date.now();
    this.#offsetMs = Math.abs(offsetMs) < 60_000 ? 0 : offsetMs;
  }

  #logPlan({ at, name, reason, creature_id }: NonNullable<Kept["next"]>): void {
    const returnAt = Math.max(Date.parse(at), this.#now + LEAST_WAIT_MS);
    const text = `Back in ${duration(returnAt - this.#now)} (${localTime(returnAt)}) for ${name}. ${reason}`;
    const return_at = new Date(returnAt).toISOString();
    this.#log("plan", this.#isDrawn ? "" : dim(text), { creature_id, name, return_at, reason });
    const forWhom = `until ${localTime(returnAt)}, for ${name}. ${reason}`;
    this.#countDown(returnAt - this.#now, (left) => `${countdown(left)} ${forWhom}`);
  }

  #logRetry({ code, waitMs }: RetryReport): void {
    const why = code === "rate_limited" ? "Rate limited" : code === "unreachable" ? "No connection" : "No answer";
    const text = (left: number) => `${why}. Trying again in ${duration(left)}.`;
    this.#log("retry", this.#isDrawn ? "" : dim(text(waitMs)), { code, wait_seconds: waitMs / 1000 });
    this.#countDown(waitMs, text);
  }

  /** Counts down on the terminal's last line, replacing an earlier countdown. */
  #countDown(forMs: number, text: (left: number) => string): void {
    clearInterval(this.#countdown);
    if (!this.#isDrawn) return;
    const until = Date.now() + forMs;
    const draw = () => {
      if (this.#leaving.aborted || Date.now() >= until) clearInterval(this.#countdown);
      else this.#draw(text(until - Date.now()));
    };
    this.#countdown = setInterval(draw, 1000);
    draw();
  }

  #draw(text: string): void {
    if (!this.#isDrawn) return;
    cursorTo(process.stdout, 0);
    clearScreenDown(process.stdout);
    process.stdout.write(dim(cut(text, process.stdout.columns - ROOM_FOR_ECHO)));
  }

  end(): void {
    clearInterval(this.#countdown);
    this.#draw("");
  }

  #totals() {
    const meals = this.#taken.filter(isMeal);
    const gaps = this.#visits.slice(1).map((at, index) => at - (this.#visits[index] ?? at));
    return {
      visits: this.#visits.length,
      care_actions: this.#taken.length,
      meals: meals.length,
      meals_on_time: meals.filter(({ timing }) => timing === "on_time").length,
      longest_gap_hours: Math.round(Math.max(0, ...gaps) / 36_000) / 100,
    };
  }

  logSummary(): void {
    this.end();
    const totals = this.#totals();
    const since = localTime(this.#visits[0] ?? this.#now, this.#now);
    const meals =
      totals.meals === 0 ? "no meals" : `${totals.meals_on_time} of ${pluralize(totals.meals, "meal")} on time`;
    const text = `${bold(`${pluralize(totals.visits, "visit")} since ${since}`)}: ${pluralize(totals.care_actions, "care action")}, ${meals}.`;
    this.#log("summary", text, totals);
  }
}

/** Runs the work with a log, and aborts it on SIGINT, SIGTERM, or SIGHUP. */
async function withKeepLog(
  context: CommandContext,
  hasCountdown: boolean,
  work: (log: KeepLog, leaving: AbortSignal) => Promise<void>,
) {
  requireKey(context);
  const leaving = new AbortController();
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.once(signal, () => leaving.abort());
  const log = new KeepLog(context, hasCountdown, leaving.signal);
  await work(log, leaving.signal).finally(() => log.end());
}

export async function visit(context: CommandContext): Promise<void> {
  await withKeepLog(context, false, async (log, signal) => {
    try {
      const kept = await log.client.keepOnce({ signal });
      log.logVisit(kept);
      // A report is confirmed only after it was printed.
      if (kept.report !== null) {
        process.exitCode = EXIT.attention;
        await log.client.visit({ actions: [], told: kept.report.id }, { signal });
      }
      if (kept.next === null) throw emptyHouse(kept);
    } catch (error) {
      if (!signal.aborted) throw error;
      process.exitCode = EXIT.interrupted;
    }
  });
}

export async function keep(context: CommandContext, { once, moveClock, untilAge }: KeepCommandOptions): Promise<void> {
  if (once === true) return visit(context);
  await withKeepLog(context, moveClock !== true, async (log, signal) => {
    let last: Kept | undefined;
    for await (const kept of log.client.keep({ signal, moveClock })) {
      log.logVisit(kept);
      last = kept;
      if (untilAge !== undefined && (await areAllOlderThan(log.client, untilAge))) break;
    }
    log.logSummary();
    if (last?.next === null && !signal.aborted) throw emptyHouse(last);
  });
}

/** Requests the ages of all creatures, which a visit's answer omits. */
async function areAllOlderThan(client: Denkeeper, hours: number): Promise<boolean> {
  const answer = await client.checkStatus().catch(() => undefined);
  if (answer === undefined || isDead(answer)) return false;
  return [answer.creature, ...(answer.other_creatures ?? [])].every(({ age_hours: age }) => age >= hours);
}

function emptyHouse({ report }: Kept): CliError {
  const exitCode = report === null ? EXIT.refusedByService : EXIT.attention;
  return new CliError("You have no living creatures", "Adopt an egg:\n  denkeeper adopt <name>", exitCode);
}
