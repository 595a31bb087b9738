// A good keeper, worked out: look, do what the first care step says until there is none, and come back at the recommended
// time. That is all it takes; no rule of the game is in here.
import { DenkeeperError } from "../../errors.ts";
import { tickingOf } from "../../forecast.ts";
import type { NextStep } from "../../generated/types.ts";
import type { Context } from "../context.ts";
import { requireKey } from "../context.ts";
import type { CreatureOption } from "../creature-choice.ts";
import { chosen } from "../creature-choice.ts";
import { CliError, EXIT, exitCodeOf, failureJson, failureText } from "../failure.ts";
import { plainAnswer } from "../plain.ts";
import { bold, dim, duration, paint, wrapped } from "../style.ts";
import { careText } from "./care.ts";
import type { Living } from "./status.ts";
import { deathText, inFull, isDead } from "./status.ts";

/** More care than this in one visit would mean that the advice leads nowhere. */
const MOST_CARE_IN_A_VISIT = 10;
/** A visit is never planned sooner than this, or the keeper would run in circles. */
const LEAST_WAIT_MS = 30_000;
const WAIT_AFTER_FAULT_MS = 60_000;
/** Sleep in naps, so that a laptop that was shut notices the time when it is opened. */
const NAP_MS = 30_000;
const HOUR_MS = 3_600_000;
/** How wide the time before each line is. */
const TIME_COLUMNS = 21;

export interface KeepOptions extends CreatureOption {
  readonly once?: boolean;
  readonly moveClock?: boolean;
  readonly untilAge?: number;
}

/** How a creature was left, and when it wants to be seen again. */
interface Visit {
  readonly name: string;
  readonly alive: boolean;
  readonly ageHours: number;
  /** By the clock of the house. */
  readonly leftAt: number;
  readonly returnAt: number;
}

class Keeper {
  readonly #context: Context;

  constructor(context: Context) {
    this.#context = context;
  }

  /** One line that a person can read, or one object that a program can. */
  log(at: number, event: string, text: string, fields: object): void {
    const time = new Date(at).toISOString();
    if (this.#context.json) process.stdout.write(`${JSON.stringify({ at: time, event, ...fields })}\n`);
    else process.stdout.write(`${dim(`${time.slice(0, 10)} ${time.slice(11, 19)}`)}  ${indented(text)}\n`);
  }

  async visit(target: { readonly creature_id?: string }): Promise<Visit & { readonly others: readonly string[] }> {
    const { client } = this.#context;
    for (let done = 0; ; done++) {
      const answer = plainAnswer(inFull(await client.checkStatus({ ...target, forecast_hours: 1 })));
      const at = tickingOf(answer)?.from ?? Date.now();
      const { name, age_hours: ageHours, id } = answer.creature;
      if (isDead(answer)) {
        this.log(at, "dead", paint("red", deathText(answer)), {
          creature: answer.creature,
          gravestone: answer.gravestone,
        });
        return { name, alive: false, ageHours, leftAt: at, returnAt: Infinity, others: [] };
      }
      if (done === 0) this.#tellLook(at, answer);
      const advised = answer.next_steps.find(isCare);
      const cared = advised !== undefined && done < MOST_CARE_IN_A_VISIT && (await this.#care(at, advised));
      if (cared) continue;
      const { recommended_checkin: checkIn, other_creatures: others = [] } = answer;
      const returnAt = Math.max(Date.parse(checkIn.at), at + LEAST_WAIT_MS);
      const when = `back in ${duration(returnAt - at)}, at ${new Date(returnAt).toISOString().slice(11, 16)} UTC. ${checkIn.reason}`;
      this.log(at, "plan", dim(`${name}: ${when}`), {
        creature_id: id,
        name,
        return_at: new Date(returnAt).toISOString(),
        reason: checkIn.reason,
      });
      return { name, alive: true, ageHours, leftAt: at, returnAt, others: others.map((other) => other.id) };
    }
  }

  #tellLook(at: number, { creature, milestone }: Living): void {
    const {
      id,
      name,
      stage,
      mood,
      hunger,
      happiness,
      health,
      trust,
      feeding_status: feeding,
      death_clock: death,
    } = creature;
    const shown = Object.entries({ hunger, happiness, health, trust }).map(
      ([stat, value]) => `${stat} ${value ?? "?"}`,
    );
    const text = `${bold(name)} (${stage}) is ${mood}: ${shown.join(", ")}. Feeding ${feeding.replaceAll("_", " ")}, ${duration(death.hours_remaining * HOUR_MS)} to live.`;
    this.log(at, "look", text, {
      creature_id: id,
      name,
      stage,
      mood,
      hunger,
      happiness,
      health,
      trust,
      feeding_status: feeding,
      dies_at: death.dies_at,
    });
    if (milestone !== undefined)
      this.log(at, "milestone", paint("magenta", `★ ${milestone.message}`), { creature_id: id, ...milestone });
  }

  /** Whether the creature took it: after a refusal the same advice would only be refused again. */
  async #care(at: number, step: NextStep): Promise<boolean> {
    const answer = plainAnswer(await this.#context.client.follow(step)) as Parameters<typeof careText>[0];
    const { action, success, timing, changes, message } = answer.action_result;
    this.log(at, "care", careText(answer), {
      creature_id: answer.creature.id,
      action,
      success,
      timing,
      changes,
      message,
    });
    return success;
  }

  /** Waits until the clock of the house shows an instant, or moves it there. */
  async wait(from: number, until: number, moveClock: boolean, signal: AbortSignal): Promise<void> {
    if (moveClock) {
      await this.#context.client.moveClock({ advance_hours: Math.max(0.01, Math.min(720, (until - from) / HOUR_MS)) });
      return;
    }
    const end = Date.now() + (until - from);
    while (!signal.aborted && Date.now() < end) await nap(Math.min(NAP_MS, end - Date.now()), signal);
  }
}

/** Beside the time, also where a line is too long for the terminal. */
function indented(text: string): string {
  const room = process.stdout.isTTY ? Math.max(40, process.stdout.columns - TIME_COLUMNS - 1) : Infinity;
  const lines = text.split("\n").flatMap((line) => wrapped(line, room));
  return lines.join(`\n${" ".repeat(TIME_COLUMNS)}`);
}

function isCare(step: NextStep): boolean {
  return "endpoint" in step && step.endpoint === "/api/house/care";
}

async function nap(ms: number, signal: AbortSignal): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const timer = setTimeout(resolve, ms);
  signal.addEventListener("abort", () => resolve(), { once: true });
  await promise;
  clearTimeout(timer);
}

/** Visits everybody, or the one that was chosen. */
async function round(keeper: Keeper, target: { readonly creature_id?: string }): Promise<readonly Visit[]> {
  const first = await keeper.visit(target);
  if (target.creature_id !== undefined) return [first];
  const visits: Visit[] = [first];
  for (const id of first.others) visits.push(await keeper.visit({ creature_id: id }));
  return visits;
}

/** A fault that waiting does not mend. */
function isFinal(error: unknown): boolean {
  const code = exitCodeOf(error);
  return !(error instanceof DenkeeperError) || code === EXIT.noKey || code === EXIT.refusedByService;
}

export async function keep(context: Context, options: KeepOptions): Promise<void> {
  requireKey(context);
  const target = await chosen(context, options);
  const keeper = new Keeper(context);
  const leaving = new AbortController();
  process.once("SIGINT", () => leaving.abort()).once("SIGTERM", () => leaving.abort());
  while (!leaving.signal.aborted) {
    let visits: readonly Visit[];
    try {
      visits = await round(keeper, target);
    } catch (error) {
      if (options.once === true || isFinal(error)) throw error;
      keeper.log(Date.now(), "fault", paint("red", failureText(error)), failureJson(error));
      await nap(WAIT_AFTER_FAULT_MS, leaving.signal);
      continue;
    }
    const living = visits.filter(({ alive }) => alive);
    if (living.length === 0)
      throw new CliError(
        "Nobody is left to keep",
        "Adopt another egg:\n  denkeeper adopt <name>",
        EXIT.refusedByService,
      );
    if (options.once === true) return;
    if (options.untilAge !== undefined && living.every(({ ageHours }) => ageHours >= (options.untilAge ?? 0))) return;
    const leftAt = Math.max(...living.map((visit) => visit.leftAt));
    const returnAt = Math.min(...living.map((visit) => visit.returnAt));
    await keeper.wait(leftAt, returnAt, options.moveClock === true, leaving.signal);
  }
}
