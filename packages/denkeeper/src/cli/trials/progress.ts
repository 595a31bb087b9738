// How far a run is, on standard error, so that standard output holds nothing but the summary.
import { BottomLine } from "../bottom-line.ts";
import { counted, dim } from "../style.ts";
import type { Clock } from "./play.ts";
import type { SavedRun } from "./saved-run.ts";

const DAY_MS = 86_400_000;

export class Progress {
  readonly #bottom = new BottomLine(process.stderr);
  #day = -1;

  /** Drawn over in place on a terminal, else a line for each day. */
  tell({ scenario, name, starts_at: startsAt, ends_at: endsAt }: SavedRun, { at, visitsLeft }: Clock): void {
    const day = Math.floor((at - Date.parse(startsAt)) / DAY_MS);
    const days = Math.round((Date.parse(endsAt) - Date.parse(startsAt)) / DAY_MS);
    const text = `${scenario} ${name}: day ${Math.min(days, day + 1)} of ${days}, ${counted(visitsLeft, "visit")} left`;
    if (process.stderr.isTTY) this.#bottom.draw(text);
    else if (day !== this.#day) process.stderr.write(`${text}\n`);
    this.#day = day;
  }

  /** A line that stays. */
  say(text: string): void {
    this.#bottom.clear();
    process.stderr.write(`${dim(text)}\n`);
  }

  clear(): void {
    this.#bottom.clear();
    this.#day = -1;
  }
}
