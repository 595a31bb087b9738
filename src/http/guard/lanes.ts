// Lanes to the slots: each key has one, and each address has one for its calls that show no good key (ROOM-4). A lane lets a
// few calls through at a time, to a slot or to the queue for one. The others wait in front of it, where they hold neither a
// slot nor a connection to the database. So whoever sends many calls waits for itself.
import type { IncomingHttpHeaders } from "node:http";
import { hashOfKey } from "../../platform/identity/api-key.ts";
import { keyShown } from "./key-check.ts";

/** Calls that a lane lets through at a time, and those that may wait in front of it. */
const SIZES = {
  key: { through: 4, waiting: 100 },
  address: { through: 8, waiting: 200 },
} as const;

export interface LaneName {
  readonly kind: keyof typeof SIZES;
  readonly name: string;
}

/** Whoever waits, in front of a lane or for a slot. */
export interface Waiting {
  readonly since: number;
  readonly isGone: () => boolean;
  /** Its turn has come. */
  proceed(): void;
  /** It has hung up: what it holds is given back. */
  drop(): void;
}

/** Who has passed a lane has to leave it. */
class Lane {
  readonly #size: (typeof SIZES)[LaneName["kind"]];
  readonly #onEmpty: () => void;
  readonly #waiting: Waiting[] = [];
  #through = 0;

  constructor(kind: LaneName["kind"], onEmpty: () => void) {
    this.#size = SIZES[kind];
    this.#onEmpty = onEmpty;
  }

  /** Whether one more call may pass or wait. One that has waited since `longAgo` says that the lane is stuck. */
  hasRoom(longAgo: number): boolean {
    if (this.#through < this.#size.through) return true;
    const [first] = this.#waiting;
    return first === undefined || (first.since > longAgo && this.#waiting.length < this.#size.waiting);
  }

  pass(call: Waiting): void {
    if (this.#through >= this.#size.through) return void this.#waiting.push(call);
    this.#through++;
    call.proceed();
  }

  leave(): void {
    this.#through--;
    while (this.#through < this.#size.through) {
      const next = this.#waiting.shift();
      if (next === undefined) break;
      if (next.isGone()) next.drop();
      else this.pass(next);
    }
    if (this.#through === 0) this.#onEmpty();
  }
}

/** The lanes that are in use. */
export class Lanes {
  readonly #lanes = new Map<string, Lane>();

  find({ kind, name }: LaneName): Lane | undefined {
    return this.#lanes.get(kind + name);
  }

  open({ kind, name }: LaneName): Lane {
    const known = this.#lanes.get(kind + name);
    if (known !== undefined) return known;
    const lane = new Lane(kind, () => this.#lanes.delete(kind + name));
    this.#lanes.set(kind + name, lane);
    return lane;
  }
}

/** One call on its way through its lanes. */
export class Passage {
  readonly #lanes: Lanes;
  #names: readonly LaneName[];
  #passed: Lane[] = [];

  constructor(lanes: Lanes, names: readonly LaneName[]) {
    this.#lanes = lanes;
    this.#names = names;
  }

  hasRoom(longAgo: number): boolean {
    return this.#names.every((name) => this.#lanes.find(name)?.hasRoom(longAgo) ?? true);
  }

  /** Passes all lanes, one after the other, and then proceeds. */
  pass(call: Pick<Waiting, "since" | "isGone" | "proceed">): void {
    const name = this.#names[this.#passed.length];
    if (name === undefined) return call.proceed();
    const lane = this.#lanes.open(name);
    const proceed = (): void => {
      this.#passed.push(lane);
      this.pass(call);
    };
    lane.pass({ since: call.since, isGone: call.isGone, proceed, drop: () => this.leave() });
  }

  leave(): void {
    const passed = this.#passed;
    this.#passed = [];
    for (const lane of passed) lane.leave();
  }

  /** Leaves the lane of its address, which comes last, and stays in that of its key. */
  leaveAddress(): void {
    const isPassed = this.#passed.length === this.#names.length;
    if (isPassed && this.#names.at(-1)?.kind === "address") this.#passed.pop()?.leave();
  }

  /** The call has shown a good key: its address need not answer for it any more. */
  prove(): void {
    if (this.#names.length === 1) return;
    this.leaveAddress();
    this.#names = this.#names.slice(0, 1);
  }
}

/**
 * The lanes of a call. That a key is good is known from an earlier call; until then the address has to answer for it, because
 * anybody can make up keys.
 */
export function lanesOf(
  headers: IncomingHttpHeaders,
  keys: { isKnown(keyHash: Buffer): boolean },
  address: () => string,
): readonly LaneName[] {
  const key = keyShown(headers);
  if (key === undefined) return [{ kind: "address", name: address() }];
  const keyHash = hashOfKey(key);
  const own: LaneName = { kind: "key", name: keyHash.toString("latin1") };
  return keys.isKnown(keyHash) ? [own] : [own, { kind: "address", name: address() }];
}
