// The documented keeper loop: look at the house, send the visit that is due, and come back at the recommended time. It
// contains no rule of the game.
import type { Denkeeper } from "../../client.ts";
import { DenkeeperError } from "../../errors.ts";
import type { CheckStatusCompactAnswer, NextStep, VisitAnswer } from "../../generated/types.ts";
import type { RetryReport } from "../../options.ts";
import { isStepTo } from "../../steps.ts";
import { BottomLine } from "../bottom-line.ts";
import { clientFor, requireKey, type Context } from "../context.ts";
import { chosen, type CreatureOption } from "../creature-choice.ts";
import { CliError, EXIT, exitCodeOf, failureJson, failureText } from "../failure.ts";
import { KeepingRecord, visitText } from "../keeping-record.ts";
import { plainAnswer } from "../plain.ts";
import { bold, dim, paint } from "../style.ts";
import { wrapped } from "../text.ts";
import { countdown, dayAndTime, duration, localTime, logTime } from "../time.ts";
import { deathText, type Dead, type Living } from "./status.ts";

/** More rounds than this in one visit would mean that the advice leads nowhere. */
const MOST_ROUNDS = 5;
/** A visit is never planned sooner than this, or the keeper would run in circles. */
const LEAST_WAIT_MS = 30_000;
const WAIT_AFTER_FAULT_MS = 60_000;
const HOUR_MS = 3_600_000;
/** Below this, text starts at the margin and not beside the time. */
const NARROW_COLUMNS = 60;

/** What happened between two visits that is not told in another way. */
const WORTH_TELLING: ReadonlySet<string> = new Set(["born", "stage_changed", "returned"]);

type Looked = Living["creature"] | NonNullable<Living["other_creatures"]>[number];
type CheckIn = CheckStatusCompactAnswer["recommended_checkin"];

export interface KeepOptions extends CreatureOption {
  readonly once?: boolean;
  readonly moveClock?: boolean;
  readonly untilAge?: number;
}

type Target = { readonly creature_id?: string };

class KeepLoop {
  readonly record = new KeepingRecord();
  readonly #context: Context;
  readonly #client: Denkeeper;
  readonly #bottom: BottomLine;
  /** Once it is aborted, no call is made or tried again. */
  readonly #leaving: AbortSignal;
  /** What to add to this machine's clock to get the clock of the house: test accounts move theirs. */
  #offsetMs = 0;
  #isFirstVisit = true;

  constructor(context: Context, leaving: AbortSignal) {
    this.#context = context;
    this.#leaving = leaving;
    this.#client = clientFor(context.url, context.key, { onRetry: (report) => this.#tellRetry(report) });
    this.#bottom = new BottomLine(process.stdout, process.stdout.isTTY && !context.json);
  }

  get #now(): number {
    return Date.now() + this.#offsetMs;
  }

  async readClock(): Promise<void> {
    // A sitter may not ask, and has the clock of everyone.
    const clock = await this.#client.readClock({ signal: this.#leaving }).catch(() => undefined);
    this.#offsetMs = (clock?.advanced_hours ?? 0) * HOUR_MS;
  }

  /** One line that a person can read, or one object that a program can. */
  log(event: string, text: string, fields: object): void {
    const iso = new Date(this.#now).toISOString();
    if (this.#context.json) process.stdout.write(`${JSON.stringify({ at: iso, event, ...fields })}\n`);
    else if (text !== "") {
      this.#bottom.clear();
      const time = process.stdout.isTTY ? dayAndTime(iso) : logTime(this.#now);
      process.stdout.write(`${beside(time, text)}\n`);
    }
  }

  /** Visits the whole house, or the one creature that was chosen. Returns when to come back; undefined when it is dead. */
  async visit(target: Target): Promise<CheckIn | undefined> {
    try {
      return await this.#visitLiving(target);
    } catch (error) {
      if (error instanceof DenkeeperError && error.code === "no_living_creatures") {
        const { report } = await this.#client.visit({ actions: [] }, { signal: this.#leaving });
        await this.#passOn(report);
      }
      throw error;
    }
  }

  /** Prints what the human should know. Only then the service hears that it was told. */
  async #passOn(report: VisitAnswer["report"]): Promise<void> {
    if (report === null || report === undefined) return;
    const { id, text, lines } = plainAnswer(report);
    this.log("report", paint("red", text), { id, text, lines });
    await this.#client.visit({ actions: [], told: id }, { signal: this.#leaving });
  }

  async #visitLiving(target: Target): Promise<CheckIn | undefined> {
    const options = { signal: this.#leaving };
    if (this.#isFirstVisit) await this.#introduce(target);
    this.#isFirstVisit = false;
    for (let round = 1; ; round++) {
      const status = plainAnswer(await this.#client.checkStatus({ ...target, view: "compact" }, options));
      if ("gravestone" in status) {
        this.#tellDeath(status);
        await this.#passOn(status.report);
        return undefined;
      }
      if (round === 1) {
        this.record.visited(this.#now);
        this.#tellWhatHappened(status.while_you_were_away);
      }
      const due = status.next_steps.find((step) => isStepTo(step, "visit"));
      const visited = due === undefined ? undefined : plainAnswer(await this.#client.follow(due, options));
      this.record.cared(visited?.results ?? []);
      this.#tellVisit(visited, round);
      const isDone = visited === undefined || !visited.next_steps.some(isDueVisit);
      if (isDone || round === MOST_ROUNDS) {
        await this.#passOn(visited === undefined ? status.report : visited.report);
        return visited === undefined ? status.recommended_checkin : visited.recommended_checkin;
      }
    }
  }

  /** The compact view names only those who need something, so whoever lives here is introduced once. */
  async #introduce(target: Target): Promise<void> {
    const answer = plainAnswer(await this.#client.checkStatus(target, { signal: this.#leaving }));
    if ("gravestone" in answer) return;
    const here = [answer.creature, ...(target.creature_id === undefined ? (answer.other_creatures ?? []) : [])];
    for (const each of here) this.#tellLook(each);
    this.#tellWhatHappened(answer.while_you_were_away);
  }

  #tellWhatHappened(away: Living["while_you_were_away"]): void {
    for (const { at, type, message } of away?.happened ?? []) {
      if (WORTH_TELLING.has(type)) this.log(type, paint("magenta", `★ ${message}`), { happened_at: at, message });
    }
  }

  #tellVisit(visited: VisitAnswer | undefined, round: number): void {
    for (const result of visited?.results ?? []) {
      this.log("care", "", result);
      if ("milestones" in result)
        for (const milestone of result.milestones ?? [])
          this.log("milestone", paint("magenta", `★ ${milestone.message}`), {
            creature_id: result.creature_id,
            ...milestone,
          });
    }
    if (visited !== undefined || round === 1)
      this.log("visit", visitText(visited?.results ?? [], this.record), this.record.totals());
  }

  #tellDeath({ creature, gravestone, ...rest }: Dead): void {
    this.log("dead", paint("red", deathText({ creature, gravestone, ...rest })), { creature, gravestone });
  }

  #tellLook(creature: Looked): void {
    const { id: creature_id, name, stage, mood, feeding_status } = creature;
    const text = `${bold(name)} (${stage}) is ${mood}. Feeding: ${feeding_status.replaceAll("_", " ")}.`;
    this.log("look", text, { creature_id, name, stage, mood, feeding_status });
  }

  /** A wait for another attempt: counted down on a terminal, else a line of the log. */
  #tellRetry({ code, waitMs }: RetryReport): void {
    const why = code === "rate_limited" ? "Rate limited" : code === "unreachable" ? "No connection" : "No answer";
    const isDrawn = process.stdout.isTTY && !this.#context.json;
    this.log("retry", isDrawn ? "" : dim(`${why}. Trying again in ${duration(waitMs)}.`), {
      code,
      wait_seconds: waitMs / 1000,
    });
    if (!isDrawn) return;
    const until = Date.now() + waitMs;
    const draw = () => {
      if (this.#leaving.aborted || Date.now() >= until) clearInterval(timer);
      else this.#bottom.draw(`${why}. Trying again in ${duration(until - Date.now())}.`);
    };
    const timer = setInterval(draw, 1000);
    draw();
  }

  /** Tells when the next visit is, and returns that time by the clock of the house. */
  tellPlan(checkIn: CheckIn, isDrawn: boolean): number {
    const waitMs = Math.max(LEAST_WAIT_MS, Date.parse(checkIn.at) - this.#now);
    const returnAt = this.#now + waitMs;
    const { name, reason, creature_id } = checkIn;
    const text = `Back in ${duration(waitMs)} (${localTime(returnAt)}) for ${name}. ${reason}`;
    this.log("plan", isDrawn ? "" : dim(text), {
      creature_id,
      name,
      return_at: new Date(returnAt).toISOString(),
      reason,
    });
    return returnAt;
  }

  /** Waits until the next visit, or moves the clock there. */
  async wait(checkIn: CheckIn, moveClock: boolean): Promise<void> {
    const signal = this.#leaving;
    const returnAt = this.tellPlan(checkIn, process.stdout.isTTY && !moveClock);
    if (moveClock) {
      const hours = Math.max(0.01, Math.min(720, (returnAt - this.#now) / HOUR_MS));
      await this.#client.moveClock({ advance_hours: hours }, { signal });
      this.#offsetMs += hours * HOUR_MS;
      return;
    }
    const { name, reason } = checkIn;
    while (!signal.aborted && this.#now < returnAt) {
      this.#bottom.draw(`${countdown(returnAt - this.#now)} until ${localTime(returnAt)}, for ${name}. ${reason}`);
      // A laptop that wakes up notices the time within a second.
      await nap(Math.min(1000, returnAt - this.#now), signal);
    }
    this.#bottom.clear();
  }

  /** Whether all have reached an age, which the compact view does not tell. */
  async isOldEnough(target: Target, hours: number | undefined): Promise<boolean> {
    if (hours === undefined) return false;
    const answer = await this.#client.checkStatus(target, { signal: this.#leaving });
    const others = "gravestone" in answer || target.creature_id !== undefined ? [] : (answer.other_creatures ?? []);
    return [answer.creature, ...others].every(({ age_hours: age }) => age >= hours);
  }

  tellSummary(): void {
    this.#bottom.clear();
    this.log("summary", this.record.summary(), this.record.totals());
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

function isDueVisit(step: NextStep): boolean {
  return isStepTo(step, "visit") && step.due === true;
}

async function nap(ms: number, signal: AbortSignal): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const timer = setTimeout(resolve, ms);
  const wake = () => resolve();
  signal.addEventListener("abort", wake, { once: true });
  await promise;
  clearTimeout(timer);
  signal.removeEventListener("abort", wake);
}

/** A fault that waiting does not mend. */
function isFinal(error: unknown): boolean {
  const code = exitCodeOf(error);
  return !(error instanceof DenkeeperError) || code === EXIT.noKey || code === EXIT.refusedByService;
}

export async function keep(context: Context, options: KeepOptions): Promise<void> {
  requireKey(context);
  const target = await chosen(context, options);
  const leaving = new AbortController();
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.once(signal, () => leaving.abort());
  const keeper = new KeepLoop(context, leaving.signal);
  await keeper.readClock();
  if (options.once === true) await visitOnce(keeper, target, leaving.signal);
  else {
    while (!leaving.signal.aborted && (await goesOn(keeper, target, options, leaving.signal)));
    keeper.tellSummary();
  }
}

async function visitOnce(keeper: KeepLoop, target: Target, leaving: AbortSignal): Promise<void> {
  try {
    keeper.tellPlan(await checkInAfterVisit(keeper, target), false);
  } catch (error) {
    if (!leaving.aborted) throw error;
    process.exitCode = EXIT.interrupted;
  }
}

/** One visit, and the time until the next. Whether there is to be another. */
async function goesOn(keeper: KeepLoop, target: Target, options: KeepOptions, leaving: AbortSignal): Promise<boolean> {
  try {
    const checkIn = await checkInAfterVisit(keeper, target);
    if (await keeper.isOldEnough(target, options.untilAge)) return false;
    await keeper.wait(checkIn, options.moveClock === true);
  } catch (error) {
    if (leaving.aborted) return false;
    if (isFinal(error)) throw error;
    keeper.log("fault", paint("red", failureText(error)), failureJson(error));
    await nap(WAIT_AFTER_FAULT_MS, leaving);
  }
  return true;
}

async function checkInAfterVisit(keeper: KeepLoop, target: Target): Promise<CheckIn> {
  const checkIn = await keeper.visit(target);
  if (checkIn !== undefined) return checkIn;
  throw new CliError("You have no living creatures", "Adopt an egg:\n  denkeeper adopt <name>", EXIT.refusedByService);
}
