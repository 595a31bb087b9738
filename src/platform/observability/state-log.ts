// Logs when work starts to fail and when it recovers, but not each failure. Work that is retried every second would otherwise
// fill the log.
import type { Logger } from "pino";

export class StateLog {
  readonly #log: Pick<Logger, "warn" | "info">;
  readonly #what: string;
  #isFailing = false;

  /** `what` names the work, as in "reading roll-ups". */
  constructor(log: Pick<Logger, "warn" | "info">, what: string) {
    this.#log = log;
    this.#what = what;
  }

  failed(thrown: unknown): void {
    if (!this.#isFailing) this.#log.warn({ err: thrown }, `${this.#what} failed`);
    this.#isFailing = true;
  }

  worked(): void {
    if (this.#isFailing) this.#log.info(`${this.#what} succeeded again`);
    this.#isFailing = false;
  }
}
