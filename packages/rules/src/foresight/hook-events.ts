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

/** Messages about the channels themselves. Every confirmed hook gets them, whatever it was added for. */
export const CHANNEL_EVENTS = [
  "channel.added",
  "channel.confirmed",
  "channel.removed",
  "channel.off",
  "channel.test",
] as const;
export type ChannelEvent = (typeof CHANNEL_EVENTS)[number];

export interface ChannelPayload {
  /** The address of the channel without its secret part. */
  readonly target: string;
  /** Who did it: the agent with its key, or whoever has the owner link. */
  readonly by?: HookMaker;
  /** off: why. */
  readonly reason?: DisabledReason;
  /** removed: it is the channel that gets this message. */
  readonly isLast?: true;
}

export type DeliveryEvent = HookEvent | ChannelEvent | typeof CODE_EVENT;

export function isChannelEvent(event: DeliveryEvent): event is ChannelEvent {
  return CHANNEL_EVENTS.some((each) => each === event);
}

/** Who adds hooks, and how many each of them may. */
export const MOST_HOOKS_BY = { agent: 3, owner: 2 } as const;
export type HookMaker = keyof typeof MOST_HOOKS_BY;

/** `gone`: the receiver said so. `failing`: too many messages in a row failed. */
export type DisabledReason = "gone" | "failing";

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
