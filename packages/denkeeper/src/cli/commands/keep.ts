// The documented keeper loop: look at the house, do the first step that is due until none is, and come back at the
// recommended time. It contains no rule of the game.
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
import type { Dead, Living } from "./status.ts";
import { deathText, inFull, isDead } from "./status.ts";

/** More care than this in one visit would mean that the advice leads nowhere. */
const MOST_CARE_IN_A_VISIT = 300;
/** A visit is never planned sooner than this, or the keeper would run in circles. */
const LEAST_WAIT_MS = 30_000;
const WAIT_AFTER_FAULT_MS = 60_000;
/** Sleep in short naps: a laptop that wakes up notices the time soon. */
const NAP_MS = 30_000;
const HOUR_MS = 3_600_000;
/** How wide the time before each line is. */
const TIME_COLUMNS = 21;

/** What status returns about each creature. */
type Looked = Living["creature"] | NonNullable<Living["other_creatures"]>[number];

export interface KeepOptions extends CreatureOption {
  readonly once?: boolean;
  readonly moveClock?: boolean;
  readonly untilAge?: number;
}

/** How the house was left, or the one creature that was chosen, and when to come back. */
interface Visit {
  /** The ages of those who live. */
  readonly agesHours: readonly number[];
  /** By the clock of the house. */
  readonly leftAt: number;
  readonly returnAt: number;
}

class Keeper {
  readonly #context: Context;
  /** Those who lived at the last visit. */
  #known: readonly string[] = [];

  constructor(context: Context) {
    this.#context = context;
  }

  /** One line that a person can read, or one object that a program can. */
  log(at: number, event: string, text: string, fields: object): void {
    const time = new Date(at).toISOString();
    if (this.#context.json) process.stdout.write(`${JSON.stringify({ at: time, event, ...fields })}\n`);
    else process.stdout.write(`${dim(`${time.slice(0, 10)} ${time.slice(11, 19)}`)}  ${indented(text)}\n`);
  }

  /** Without a target it is the whole house that is visited, and its steps and check-in that are followed. */
  async visit(target: { readonly creature_id?: string }): Promise<Visit> {
    const { client } = this.#context;
    for (let done = 0; ; done++) {
      const answer = plainAnswer(inFull(await client.checkStatus({ ...target, forecast_hours: 1 })));
      const at = tickingOf(answer)?.from ?? Date.now();
      if (isDead(answer)) {
        this.#tellDeath(at, answer);
        return { agesHours: [], leftAt: at, returnAt: Infinity };
      }
      const { creature, milestone, other_creatures: others = [], recommended_checkin: checkIn } = answer;
      const here = target.creature_id === undefined ? [creature, ...others] : [creature];
      if (done === 0) {
        for (const each of here) this.#tellLook(at, each);
        if (milestone !== undefined)
          this.log(at, "milestone", paint("magenta", `★ ${milestone.message}`), {
            creature_id: creature.id,
            ...milestone,
          });
        await this.#tellOfTheDead(at, here);
      }
      const due = answer.next_steps.find(isDueCare);
      if (due !== undefined && done < MOST_CARE_IN_A_VISIT && (await this.#care(at, due))) continue;
      const returnAt = Math.max(Date.parse(checkIn.at), at + LEAST_WAIT_MS);
      const when = `back in ${duration(returnAt - at)}, at ${new Date(returnAt).toISOString().slice(11, 16)} UTC. ${checkIn.reason}`;
      this.log(at, "plan", dim(`${checkIn.name}: ${when}`), {
        creature_id: checkIn.creature_id,
        name: checkIn.name,
        return_at: new Date(returnAt).toISOString(),
        reason: checkIn.reason,
      });
      return { agesHours: here.map(({ age_hours }) => age_hours), leftAt: at, returnAt };
    }
  }

  #tellDeath(at: number, answer: Dead): void {
    const { creature, gravestone } = answer;
    this.log(at, "dead", paint("red", deathText(answer)), { creature, gravestone });
  }

  /** A house does not show the dead, so those who are missing are looked at. */
  async #tellOfTheDead(at: number, here: readonly { readonly id: string }[]): Promise<void> {
    const ids = here.map(({ id }) => id);
    for (const id of this.#known.filter((known) => !ids.includes(known))) {
      const answer = await this.#context.client.checkStatus({ creature_id: id }).catch(() => undefined);
      if (answer !== undefined && isDead(answer)) this.#tellDeath(at, plainAnswer(answer));
    }
    this.#known = ids;
  }

  #tellLook(at: number, creature: Looked): void {
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
    const toLive = death === null ? "" : `, ${duration(death.hours_remaining * HOUR_MS)} to live`;
    const text = `${bold(name)} (${stage}) is ${mood}: ${shown.join(", ")}. Feeding ${feeding.replaceAll("_", " ")}${toLive}.`;
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
      dies_at: death?.dies_at ?? null,
    });
  }

  /** Whether the creature took it: after a refusal the same advice would only be refused again. */
  async #care(at: number, step: NextStep): Promise<boolean> {
    // oxlint-disable-next-line typescript/consistent-type-assertions -- edge: an answer of the service: the step was one of care
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

function isDueCare(step: NextStep): boolean {
  return "endpoint" in step && step.endpoint === "/api/house/care" && step.due === true;
}

async function nap(ms: number, signal: AbortSignal): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const timer = setTimeout(resolve, ms);
  signal.addEventListener("abort", () => resolve(), { once: true });
  await promise;
  clearTimeout(timer);
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
    let visit: Visit;
    try {
      visit = await keeper.visit(target);
    } catch (error) {
      if (options.once === true || isFinal(error)) throw error;
      keeper.log(Date.now(), "fault", paint("red", failureText(error)), failureJson(error));
      await nap(WAIT_AFTER_FAULT_MS, leaving.signal);
      continue;
    }
    const { agesHours, leftAt, returnAt } = visit;
    if (agesHours.length === 0)
      throw new CliError(
        "You have no living creatures",
        "Adopt an egg:\n  denkeeper adopt <name>",
        EXIT.refusedByService,
      );
    if (options.once === true) return;
    if (options.untilAge !== undefined && agesHours.every((hours) => hours >= (options.untilAge ?? 0))) return;
    await keeper.wait(leftAt, returnAt, options.moveClock === true, leaving.signal);
  }
}
