// The client's `keep` as a command: a line for each visit, a countdown to the next, and a summary. It contains no rule of
// the game.
import type { Denkeeper } from "../../client.ts";
import { LEAST_WAIT_MS, type Kept } from "../../keep.ts";
import type { RetryReport } from "../../options.ts";
import { isDead } from "../../status.ts";
import { BottomLine } from "../bottom-line.ts";
import { clientFor, requireKey, type Context } from "../context.ts";
import { CliError, EXIT } from "../failure.ts";
import { KeepingRecord, visitText } from "../keeping-record.ts";
import { plainAnswer } from "../plain.ts";
import { bold, dim, paint } from "../style.ts";
import { wrapped } from "../text.ts";
import { countdown, dayAndTime, duration, localTime, logTime } from "../time.ts";
import type { Living } from "./status.ts";

const HOUR_MS = 3_600_000;
/** Below this, text starts at the margin and not beside the time. */
const NARROW_COLUMNS = 60;

export interface KeepOptions {
  readonly once?: boolean;
  readonly moveClock?: boolean;
  readonly untilAge?: number;
}

/** Tells what the client does. */
class KeepLog {
  readonly client: Denkeeper;
  readonly #record = new KeepingRecord();
  readonly #context: Context;
  readonly #bottom: BottomLine;
  readonly #isDrawn: boolean;
  readonly #leaving: AbortSignal;
  /** What to add to this machine's clock to get the clock of the house: test accounts move theirs. */
  #offsetMs = 0;
  #countdown: NodeJS.Timeout | undefined;

  constructor(context: Context, { once, moveClock }: KeepOptions, leaving: AbortSignal) {
    this.#context = context;
    this.#leaving = leaving;
    this.client = clientFor(context.url, context.key, { onRetry: (report) => this.#tellRetry(report) });
    this.#isDrawn = process.stdout.isTTY && !context.json && once !== true && moveClock !== true;
    this.#bottom = new BottomLine(process.stdout, this.#isDrawn);
  }

  get #now(): number {
    return Date.now() + this.#offsetMs;
  }

  /** One line that a person can read, or one object that a program can. */
  #log(event: string, text: string, fields: object): void {
    const iso = new Date(this.#now).toISOString();
    if (this.#context.json) process.stdout.write(`${JSON.stringify({ at: iso, event, ...fields })}\n`);
    else if (text !== "") {
      this.#bottom.clear();
      const time = process.stdout.isTTY ? dayAndTime(iso) : logTime(this.#now);
      process.stdout.write(`${beside(time, text)}\n`);
    }
  }

  /** A visit names only those who needed something, so whoever lives here is introduced once. */
  async introduce(): Promise<void> {
    for (const creature of await this.#everyone()) {
      const { id: creature_id, name, stage, mood, feeding_status } = creature;
      const text = `${bold(name)} (${stage}) is ${mood}. Feeding: ${feeding_status.replaceAll("_", " ")}.`;
      this.#log("look", text, { creature_id, name, stage, mood, feeding_status });
    }
  }

  /** Whether all have reached an age, which a visit does not tell. */
  async areAllOlderThan(hours: number): Promise<boolean> {
    const everyone = await this.#everyone();
    return everyone.length > 0 && everyone.every(({ age_hours: age }) => age >= hours);
  }

  /** Nobody where the house is empty, and where nobody answers: the visits deal with both. */
  async #everyone(): Promise<readonly (Living["creature"] | NonNullable<Living["other_creatures"]>[number])[]> {
    const answer = await this.client.checkStatus({}, { signal: this.#leaving }).catch(() => undefined);
    if (answer === undefined || isDead(answer)) return [];
    this.#setClock(answer.recommended_checkin);
    return plainAnswer([answer.creature, ...(answer.other_creatures ?? [])]);
  }

  /** The hours are rounded to less than a minute, so a minute is no difference. */
  #setClock({ at, hours_from_now: hours }: NonNullable<Kept["next"]>): void {
    const offsetMs = Date.parse(at) - hours * HOUR_MS - Date.now();
    this.#offsetMs = Math.abs(offsetMs) < 60_000 ? 0 : offsetMs;
  }

  /** One visit, and when the next one is. */
  tell(visited: Kept): void {
    const { results, reports, report, next } = plainAnswer(visited);
    const silence = reports.find(({ kind }) => kind === "silent");
    if (silence !== undefined) return this.#log("silent", paint("red", silence.message), silence);
    if (next !== null) this.#setClock(next);
    this.#record.visited(this.#now);
    this.#record.cared(results);
    for (const result of results) {
      this.#log("care", "", result);
      const { milestones = [] } = "milestones" in result ? result : {};
      for (const milestone of milestones) {
        const { creature_id } = result;
        this.#log("milestone", paint("magenta", `★ ${milestone.message}`), { creature_id, ...milestone });
      }
    }
    if (next !== null) this.#log("visit", visitText(results, this.#record), this.#record.totals());
    if (report !== null) this.#log("report", paint("red", report.text), report);
    if (next !== null) this.#tellPlan(next);
  }

  #tellPlan({ at, name, reason, creature_id }: NonNullable<Kept["next"]>): void {
    const returnAt = Math.max(Date.parse(at), this.#now + LEAST_WAIT_MS);
    const text = `Back in ${duration(returnAt - this.#now)} (${localTime(returnAt)}) for ${name}. ${reason}`;
    const return_at = new Date(returnAt).toISOString();
    this.#log("plan", this.#isDrawn ? "" : dim(text), { creature_id, name, return_at, reason });
    const forWhom = `until ${localTime(returnAt)}, for ${name}. ${reason}`;
    this.#countDown(returnAt - this.#now, (left) => `${countdown(left)} ${forWhom}`);
  }

  /** A wait for another attempt: counted down on a terminal, else a line of the log. */
  #tellRetry({ code, waitMs }: RetryReport): void {
    const why = code === "rate_limited" ? "Rate limited" : code === "unreachable" ? "No connection" : "No answer";
    const text = (left: number) => `${why}. Trying again in ${duration(left)}.`;
    this.#log("retry", this.#isDrawn ? "" : dim(text(waitMs)), { code, wait_seconds: waitMs / 1000 });
    this.#countDown(waitMs, text);
  }

  /** On the last line of a terminal, in place of what was counted there. */
  #countDown(forMs: number, text: (left: number) => string): void {
    clearInterval(this.#countdown);
    if (!this.#isDrawn) return;
    const until = Date.now() + forMs;
    const draw = () => {
      if (this.#leaving.aborted || Date.now() >= until) clearInterval(this.#countdown);
      else this.#bottom.draw(text(until - Date.now()));
    };
    this.#countdown = setInterval(draw, 1000);
    draw();
  }

  end(): void {
    clearInterval(this.#countdown);
    this.#bottom.clear();
  }

  tellSummary(): void {
    this.end();
    this.#log("summary", this.#record.summary(), this.#record.totals());
  }
}

/** Beside the time, also where a line is too long for the terminal. */
function beside(time: string, text: string): string {
  const columns = process.stdout.isTTY ? process.stdout.columns : Infinity;
  const margin = columns < NARROW_COLUMNS ? 2 : time.length + 2;
  const lines = text.split("\n").flatMap((line) => wrapped(line, columns - margin - 1));
  const isBeside = margin > 2;
  const head = isBeside ? `${dim(time)}  ${lines[0] ?? ""}` : [dim(time), `  ${lines[0] ?? ""}`].join("\n");
  return [head, ...lines.slice(1).map((line) => `${" ".repeat(margin)}${line}`)].join("\n");
}

export async function keep(context: Context, options: KeepOptions): Promise<void> {
  requireKey(context);
  const leaving = new AbortController();
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.once(signal, () => leaving.abort());
  const log = new KeepLog(context, options, leaving.signal);
  try {
    await log.introduce();
    await (options.once === true ? keepOnce(log, leaving.signal) : keepOn(log, options, leaving.signal));
  } finally {
    log.end();
  }
}

async function keepOnce(log: KeepLog, signal: AbortSignal): Promise<void> {
  try {
    const kept = await log.client.keepOnce({ signal });
    log.tell(kept);
    // Only what was printed is told.
    if (kept.report !== null) {
      process.exitCode = EXIT.attention;
      await log.client.visit({ actions: [], told: kept.report.id }, { signal });
    }
    if (kept.next === null) throw emptyHouse(kept);
  } catch (error) {
    if (!signal.aborted) throw error;
    process.exitCode = EXIT.interrupted;
  }
}

async function keepOn(log: KeepLog, { moveClock, untilAge }: KeepOptions, signal: AbortSignal): Promise<void> {
  let last: Kept | undefined;
  for await (const kept of log.client.keep({ signal, moveClock })) {
    log.tell(kept);
    last = kept;
    if (untilAge !== undefined && (await log.areAllOlderThan(untilAge))) break;
  }
  log.tellSummary();
  if (last?.next === null && !signal.aborted) throw emptyHouse(last);
}

function emptyHouse({ report }: Kept): CliError {
  const exitCode = report === null ? EXIT.refusedByService : EXIT.attention;
  return new CliError("You have no living creatures", "Adopt an egg:\n  denkeeper adopt <name>", exitCode);
}
