// What a keeper has done so far, and how it is told: a line for each visit, and a summary at the end.
import type { VisitAnswer } from "../generated/types.ts";
import { ACTIONS } from "./actions.ts";
import { bold, counted, paint } from "./style.ts";
import { duration, localTime } from "./time.ts";

type Result = VisitAnswer["results"][number];
type Done = Extract<Result, { message: string }>;

export class KeepingRecord {
  /** By the clock of the house, as are all times here. */
  #firstVisitAt: number | undefined;
  #visits = 0;
  #actions = 0;
  #meals = 0;
  #mealsOnTime = 0;
  #lastVisitAt: number | undefined;
  #longestGapMs = 0;
  /** Meals on time in a row. */
  streak = 0;

  visited(at: number): void {
    this.#visits += 1;
    this.#firstVisitAt ??= at;
    if (this.#lastVisitAt !== undefined) this.#longestGapMs = Math.max(this.#longestGapMs, at - this.#lastVisitAt);
    this.#lastVisitAt = at;
  }

  cared(results: readonly Result[]): void {
    for (const result of results.filter(isDone)) {
      if (!result.success) continue;
      this.#actions += 1;
      if (result.action !== "feed") continue;
      this.#meals += 1;
      const isOnTime = result.timing === "on_time";
      if (isOnTime) this.#mealsOnTime += 1;
      this.streak = isOnTime ? this.streak + 1 : 0;
    }
  }

  totals(): Readonly<Record<string, number>> {
    return {
      visits: this.#visits,
      care_actions: this.#actions,
      meals: this.#meals,
      meals_on_time: this.#mealsOnTime,
      longest_gap_hours: Math.round(this.#longestGapMs / 36_000) / 100,
    };
  }

  summary(): string {
    const since = this.#firstVisitAt === undefined ? "" : ` since ${localTime(this.#firstVisitAt, this.#lastVisitAt)}`;
    const gap = this.#longestGapMs === 0 ? "" : `, never more than ${duration(this.#longestGapMs)} apart`;
    return [
      `${bold(`${counted(this.#visits, "visit")}${since}`)}${gap}.`,
      `${counted(this.#actions, "care action")}, ${this.#mealsText()}.`,
    ].join("\n");
  }

  #mealsText(): string {
    if (this.#meals === 0) return "no meal was due";
    if (this.#meals > this.#mealsOnTime) return `${this.#mealsOnTime} of ${counted(this.#meals, "meal")} on time`;
    return this.#meals === 1 ? "the meal on time" : `all ${this.#meals} meals on time`;
  }
}

function isDone(result: Result): result is Done {
  return "message" in result;
}

/** What was done for each, with a word of praise where it is due. */
export function visitText(all: readonly Result[], { streak }: { readonly streak: number }): string {
  const results = all.filter((result) => !("skipped" in result));
  if (results.length === 0) return `${paint("green", "✓")} Nothing to do. All is well.`;
  const done = results.filter(isDone);
  const taken = done.filter(({ success }) => success);
  const byName = Map.groupBy(taken, ({ name }) => name);
  const cared = [...byName].map(([name, each]) => `${bold(name)} ${each.map(doneText).join(", ")}`);
  const refused = done
    .filter(({ success }) => !success)
    .map(({ message, tip }) => paint("yellow", `✗ ${[message, tip].filter(Boolean).join(" ")}`));
  const failed = results.flatMap((result) =>
    isDone(result) ? [] : [paint("yellow", `✗ ${result.action}: ${result.error}. ${result.suggestion}`)],
  );
  const head = cared.length === 0 ? [] : [`${paint("green", "✓")} ${cared.join("; ")}.${praise(taken, streak)}`];
  return [...head, ...refused, ...failed].join("\n");
}

function doneText({ action, timing }: Done): string {
  const { done } = ACTIONS[action];
  return timing === undefined ? done : `${done} ${timing.replaceAll("_", " ")}`;
}

function praise(taken: readonly Done[], streak: number): string {
  const meals = taken.filter(({ action }) => action === "feed");
  if (meals.length === 0 || meals.some(({ timing }) => timing !== "on_time")) return "";
  return streak > 2 ? ` Well kept: ${streak} meals on time in a row.` : " Well kept.";
}
