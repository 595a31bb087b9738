// A house in memory whose creatures sleep and get hungry by the rules, die after 36 hours without care, and leave the log that the
// service would store.
import { feedingLegs, feedingMsAt, feedingTiming, positionOf } from "@denkeeper/rules/life/feeding.ts";
import type { LoggedEntry, LoggedLife } from "@denkeeper/rules/reliability/windows.ts";
import { HOUR_MS } from "@denkeeper/rules/time/durations.ts";
import { isAsleepAt, sleepStretches, sleeperOf } from "@denkeeper/rules/time/sleep.ts";

const NEGLECT_MS = 36 * HOUR_MS;

export class SimulatedPet {
  id: string;
  readonly zone = "UTC";
  /** Feeding window in hours. */
  readonly window: number;
  readonly entries: LoggedEntry[] = [];
  lives = true;
  restsUntil = 0;
  readonly #neglectMs: number;
  #feedingMs = 0;
  #asOf: number;
  #caredAt: number;

  constructor(id: string, window: number, at: number, neglectMs = NEGLECT_MS) {
    this.id = id;
    this.window = window;
    this.#neglectMs = neglectMs;
    this.#asOf = at;
    this.#caredAt = at;
    this.#log("hatch", at);
  }

  get species() {
    return { feedingWindowHours: this.window };
  }

  get #sleeper() {
    return sleeperOf(this);
  }

  #log(kind: string, at: number, more: Partial<LoggedEntry> = {}): void {
    const version = this.entries.length + 1;
    this.entries.push({ version, kind, at, recorded_at: at, until: null, action: null, timing: null, ...more });
  }

  /** Advances the creature's clock to an instant, or to its death if that comes first. */
  settle(at: number): void {
    if (!this.lives || at <= this.#asOf) return;
    const from = Math.max(this.#asOf, Math.min(at, this.restsUntil));
    this.#caredAt += from - this.#asOf;
    const end = Math.min(at, this.#caredAt + this.#neglectMs);
    if (end > from) {
      const { species } = this;
      const legs = feedingLegs({ species, feedingMs: this.#feedingMs }, sleepStretches(this.#sleeper, from, end));
      this.#feedingMs = feedingMsAt(legs, end);
    }
    this.#asOf = at;
    if (end < at) this.#end("death", end);
  }

  #end(kind: string, at: number): void {
    this.#log(kind, at);
    this.lives = false;
  }

  positionAt(at: number): number {
    this.settle(at);
    return positionOf(this.species, this.#feedingMs);
  }

  isAsleepAt(at: number): boolean {
    return isAsleepAt(this.#sleeper, at);
  }

  /** Returns false if the creature is dead, resting or asleep, and so takes no meal. */
  feed(at: number, sitter: string | null = null): boolean {
    this.settle(at);
    if (!this.lives || at < this.restsUntil || this.isAsleepAt(at)) return false;
    const timing = feedingTiming(this.positionAt(at));
    this.#log("care", at, { action: "feed", timing, sitter });
    this.#feedingMs = 0;
    this.#caredAt = at;
    return true;
  }

  board(at: number, hours: number): boolean {
    this.settle(at);
    if (!this.lives || at < this.restsUntil) return false;
    this.restsUntil = at + Math.round(hours * HOUR_MS);
    this.#log("board", at, { until: this.restsUntil });
    return true;
  }

  release(at: number): boolean {
    this.settle(at);
    if (!this.lives) return false;
    // BOARD-4: a release also ends the boarding.
    this.#end("release", at);
    return true;
  }
}

/** An action that changed a pet, recorded so that a test can repeat it in a real house. */
export interface PetAction {
  readonly kind: "adopt" | "feed" | "board" | "release";
  readonly pet: SimulatedPet;
  readonly hours?: number;
  readonly bySitter?: boolean;
}

export class SimulatedHouse {
  readonly pets: SimulatedPet[] = [];
  readonly deeds: PetAction[] = [];
  readonly #name: string;

  constructor(name: string) {
    this.#name = name;
  }

  living(at: number): readonly SimulatedPet[] {
    for (const pet of this.pets) pet.settle(at);
    return this.pets.filter(({ lives }) => lives);
  }

  adopt(at: number, window: number): SimulatedPet {
    const pet = new SimulatedPet(`${this.#name}-${this.pets.length}`, window, at);
    this.pets.push(pet);
    this.deeds.push({ kind: "adopt", pet });
    return pet;
  }

  feed(pet: SimulatedPet, at: number, bySitter = false): void {
    if (pet.feed(at, bySitter ? "rescue" : null)) this.deeds.push({ kind: "feed", pet, bySitter });
  }

  board(pet: SimulatedPet, at: number, hours: number): void {
    if (pet.board(at, hours)) this.deeds.push({ kind: "board", pet, hours });
  }

  release(pet: SimulatedPet, at: number): void {
    if (pet.release(at)) this.deeds.push({ kind: "release", pet });
  }

  logs(until: number): readonly LoggedLife[] {
    this.living(until);
    return this.pets.map(logOf);
  }
}

export function logOf({ id, zone, species, entries }: SimulatedPet): LoggedLife {
  return { creature: { id, zone, species }, entries };
}
