// Defines the events that hooks report, and the facts in each message.
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

/** The message with the code that confirms a hook. */
export const CODE_EVENT = "hook.code";

/** Messages about the channels themselves, which every confirmed hook receives. */
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
  /** The channel's address without its secret part. For `channel.period`, the expected period in words. */
  readonly target: string;
  /** `agent`: a call with the agent's key. `owner`: a person with the owner link. */
  readonly by?: HookMaker;
  /** Present only for `channel.off`. */
  readonly reason?: DisabledReason;
  /** Present only for `channel.removed`: this message goes to the removed channel. */
  readonly isLast?: true;
}

export type DeliveryEvent = HookEvent | ChannelEvent | typeof CODE_EVENT;

export function isChannelEvent(event: DeliveryEvent): event is ChannelEvent {
  return CHANNEL_EVENTS.some((known) => known === event);
}

/** The maximum number of hooks that an agent and its owner may each add. */
export const MOST_HOOKS_BY = { agent: 3, owner: 2 } as const;
export type HookMaker = keyof typeof MOST_HOOKS_BY;

/** `gone`: the receiver answered that it no longer exists. `failing`: too many messages failed in a row. */
export type DisabledReason = "gone" | "failing";

export const HOOK_KINDS = ["webhook", "discord", "slack", "ntfy", "telegram", "email"] as const;
export type HookKind = (typeof HOOK_KINDS)[number];

/** TELL-8: events whose messages make a keeper assisted, because they may remind it to come. */
export const ALERTS: readonly HookEvent[] = ["agent.silent", "agent.still", "creature.late", "creature.critical"];

/** A creature in a message about an incident. */
export interface IncidentCreature {
  readonly id: string;
  readonly name: string;
  /** The species' name, such as "Tabby". */
  readonly species: string;
  readonly stage: Stage;
  readonly state?: "late" | "critical" | "died";
  readonly windowEndsAt?: number;
  readonly diesAt?: number;
  readonly cause?: DeathCause;
}

/** Levels in ascending order of severity. */
export const INCIDENT_LEVELS = ["silent", "late", "critical", "died"] as const;
export type IncidentLevel = (typeof INCIDENT_LEVELS)[number];

/** RUN-4: the last two causes come from the reported runs of the agent's job. */
export type IncidentCause = IncidentKind | "failed_run" | "no_call_in_run";

/** An agent's incident at the time of a message, with the evidence for its cause. */
export interface IncidentFacts {
  readonly id: string;
  /** Null if none was found, for example if food was not the reason. */
  readonly cause: IncidentCause | null;
  readonly level: IncidentLevel;
  readonly openedAt: number;
  /** The affected creatures, worst first. */
  readonly creatures: readonly IncidentCreature[];
  /** The number of calls that show the cause, and the last of them. */
  readonly calls?: {
    readonly count: number;
    readonly operation: string;
    readonly status: number;
    readonly code: string | null;
    readonly at: number;
    readonly requestId: string;
  };
  /** The consecutive runs that show the cause: their number, their exit code, and the end of the last one. */
  readonly runs?: { readonly count: number; readonly exitCode: number; readonly at?: number };
  /** The last sign of life before a silence, the declared period or schedule, and the first sign after the silence. */
  readonly silence?: {
    readonly since: number;
    readonly everyMinutes?: number;
    /** The schedule as declared, such as "0 9 * * 1-5, Europe/Berlin". */
    readonly schedule?: string;
    readonly backAt?: number;
    /** The agent was already silent within the last day. */
    readonly again?: true;
    /** A pause that recurs every night and is not reported again. */
    readonly nightly?: { readonly from: number; readonly until: number };
  };
}

/** All instants are real time, in milliseconds. Fields that do not apply to the event are omitted. */
export interface HookPayload {
  /** The creature concerned, or the worst of several. Omitted in messages about a job without a creature (SILENT-4). */
  readonly creature?: Pick<IncidentCreature, "name" | "species" | "stage"> & {
    /** The keeper's username. */
    readonly keeper: string;
  };
  /** Replaces `creature` in messages about a job. */
  readonly job?: { readonly keeper: string };
  readonly incident?: IncidentFacts;
  /** Present only for `creature.late`. */
  readonly windowEndsAt?: number;
  /** Present for `creature.late` and `creature.critical`. */
  readonly diesAt?: number;
  readonly cause?: DeathCause;
  /** Present only for an adult. */
  readonly path?: EvolutionPath;
  /** Present only for `creature.back`. */
  readonly backFrom?: "death" | "release" | "boarding";
}

/** An event of a house, for the hooks of its keeper. */
export interface HookOccurrence {
  readonly agentId: string;
  /** Null for messages about an incident, which are sent in order per agent rather than per creature. */
  readonly creatureId: string | null;
  /** Ids of the creatures concerned. A hook for one creature receives only events about it. */
  readonly about: readonly string[];
  readonly event: HookEvent;
  /** Real time of the event. */
  readonly at: number;
  readonly payload: HookPayload;
}
