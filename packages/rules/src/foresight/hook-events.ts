// What hooks report to people, and the facts that each message is made of. The watch states the facts; the sender makes
// sentences of them.
import type { DeathCause, EvolutionPath, Stage } from "../creature/creature.ts";
import type { IncidentKind } from "../incidents/incident.ts";

export const HOOK_EVENTS = [
  "agent.silent",
  "agent.still",
  "agent.recovered",
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
  "channel.period",
] as const;
export type ChannelEvent = (typeof CHANNEL_EVENTS)[number];

export interface ChannelPayload {
  /** The address of the channel without its secret part. period: how often the agent is expected, in words. */
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

export const HOOK_KINDS = ["webhook", "discord", "slack", "ntfy", "telegram", "email"] as const;
export type HookKind = (typeof HOOK_KINDS)[number];

/** An account that gets one of these is reminded to come: it is assisted. */
export const ALERTS: readonly HookEvent[] = ["agent.silent", "agent.still", "creature.late", "creature.critical"];

/** A creature in a message about an incident. What does not apply is left out. */
export interface IncidentCreature {
  readonly id: string;
  readonly name: string;
  /** The species' name, as in "Tabby". */
  readonly species: string;
  readonly stage: Stage;
  /** What the incident brought it. */
  readonly state?: "late" | "critical" | "died";
  readonly windowEndsAt?: number;
  readonly diesAt?: number;
  readonly cause?: DeathCause;
}

/** From bad to worst. */
export const INCIDENT_LEVELS = ["silent", "late", "critical", "died"] as const;
export type IncidentLevel = (typeof INCIDENT_LEVELS)[number];

/** Why, by what the agent's job said of its runs. */
export type IncidentCause = IncidentKind | "failed_run" | "no_call_in_run";

/** An incident of an agent at the time of a message, and what was seen of its cause. */
export interface IncidentFacts {
  readonly id: string;
  /** Null where food was no part of it. */
  readonly cause: IncidentCause | null;
  readonly level: IncidentLevel;
  readonly openedAt: number;
  /** Whom the message is about, the worst first. */
  readonly creatures: readonly IncidentCreature[];
  /** The calls that say why: how many, and the last of them. */
  readonly calls?: {
    readonly count: number;
    readonly operation: string;
    readonly status: number;
    readonly code: string | null;
    readonly at: number;
    readonly requestId: string;
  };
  /** The runs in a row that say why, how they ended, and when the last of them did. */
  readonly runs?: { readonly count: number; readonly exitCode: number; readonly at?: number };
  /** Of a silence: the last good call before it, when one was expected, and the first one after it. */
  readonly silence?: {
    readonly since: number;
    readonly everyMinutes?: number;
    /** Of a schedule: "0 9 * * 1-5, Europe/Berlin". */
    readonly schedule?: string;
    readonly backAt?: number;
    /** It was silent within the last day, too. */
    readonly again?: true;
    /** The pause that comes every night, which is not told again. */
    readonly nightly?: { readonly from: number; readonly until: number };
  };
}

/** All instants are real time, in milliseconds. What does not apply to the event, or is not known, is left out. */
export interface HookPayload {
  /** The one it is about; of several the worst. Left out where no creature lives, and a job is waited for (SILENT-4). */
  readonly creature?: Pick<IncidentCreature, "name" | "species" | "stage"> & {
    /** The keeper's username. */
    readonly keeper: string;
  };
  /** In place of a creature: whose job it is. */
  readonly job?: { readonly keeper: string };
  readonly incident?: IncidentFacts;
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

/** Something to tell about a house, for the hooks of its keeper. */
export interface HookOccurrence {
  readonly agentId: string;
  /** Null in messages about an incident: all of an agent are sent in order. */
  readonly creatureId: string | null;
  /** A hook for one creature hears of these. */
  readonly about: readonly string[];
  readonly event: HookEvent;
  /** When it happened, in real time. */
  readonly at: number;
  readonly payload: HookPayload;
}
