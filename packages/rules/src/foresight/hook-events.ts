// What hooks report to people, and the facts that each message is made of. The watch states the facts; the sender makes
// sentences of them.
import type { DeathCause, EvolutionPath, Stage } from "../creature/creature.ts";

export const HOOK_EVENTS = [
  "creature.late",
  "creature.critical",
  "creature.died",
  "creature.grown",
  "creature.born",
  "creature.back",
] as const;

export type HookEvent = (typeof HOOK_EVENTS)[number];

/** The message that proves a hook. */
export const CODE_EVENT = "hook.code";
export type DeliveryEvent = HookEvent | typeof CODE_EVENT;

export const HOOK_KINDS = ["webhook", "discord", "slack", "ntfy"] as const;
export type HookKind = (typeof HOOK_KINDS)[number];

/** An account that gets one of these is reminded to come: it is assisted. */
export const ALERTS: readonly HookEvent[] = ["creature.late", "creature.critical"];

/** All instants are real time, in milliseconds. What does not apply to the event, or is not known, is left out. */
export interface HookPayload {
  readonly creature: {
    readonly name: string;
    /** The species' name, as in "Tabby". */
    readonly species: string;
    readonly stage: Stage;
    /** The keeper's username. */
    readonly keeper: string;
  };
  /** late: when the window ended. */
  readonly windowEndsAt?: number;
  /** late, critical: when it dies without care. */
  readonly diesAt?: number;
  readonly cause?: DeathCause;
  /** grown: the form of an adult. */
  readonly path?: EvolutionPath;
  /** back: from the dead, from a release, or from boarding. */
  readonly backFrom?: "death" | "release" | "boarding";
}

/** Something that happened to one creature, for the hooks of its keeper. */
export interface CreatureEvent {
  readonly agentId: string;
  readonly creatureId: string;
  readonly event: HookEvent;
  /** When it happened, in real time. */
  readonly at: number;
  readonly payload: HookPayload;
}
