// Sentences of messages. Names are data, so they are escaped for the receiver's markup.
import type {
  IncidentCreature,
  ChannelEvent,
  ChannelPayload,
  HookEvent,
  HookMaker,
  HookPayload,
  IncidentCause,
  IncidentFacts,
} from "@denkeeper/rules/foresight/hook-events.ts";
import { bothCodes } from "@denkeeper/rules/foresight/signs.ts";
import { MINUTE_MS } from "@denkeeper/rules/time/durations.ts";
import { briefSpan } from "@denkeeper/rules/time/spoken.ts";
import { dateOf } from "../../../platform/clock.ts";
import { countOf } from "../../../platform/counted.ts";

const AT = new Intl.DateTimeFormat("en-US", {
  timeZone: "UTC",
  weekday: "short",
  month: "short",
  day: "numeric",
  hour: "2-digit",
  minute: "2-digit",
  hourCycle: "h23",
});

/** Returns, for example, "Fri, Nov 20, 22:10 UTC". */
function instantText(at: number): string {
  return `${AT.format(dateOf(at))} UTC`;
}

const DEATHS: Readonly<Record<NonNullable<HookPayload["cause"]>, string>> = {
  neglect: "died of neglect: no care came in time",
  hunger: "died of hunger",
  illness: "died of illness",
  harm: "died of something harmful it was given",
};

const RETURNS: Readonly<Record<NonNullable<HookPayload["backFrom"]>, string>> = {
  death: "was called back to life",
  release: "was taken back after its release",
  boarding: "is home from boarding",
};

const CAUSES: Readonly<Record<IncidentCause, string>> = {
  no_call: "no call came",
  refused: "its calls were refused",
  too_early: "it came too early",
  other_creature: "care went to others",
  asleep: "care came during sleep",
  did_not_feed: "it came and did not feed",
  harm: "a harmful item",
  not_recorded: "not on record",
  failed_run: "its runs failed",
  no_call_in_run: "its runs made no call",
};

type CreatureState = IncidentCreature["state"];

const STATES: Readonly<Partial<Record<HookEvent, CreatureState>>> = {
  "creature.late": "late",
  "creature.critical": "critical",
  "creature.died": "died",
};

/** Maximum number of names in a sentence. The message to a webhook lists every creature. */
const MOST_NAMED = 20;

/** Returns, for example, "Pip, Moss and Bea". */
function joinNames(names: readonly string[]): string {
  const all = names.length > MOST_NAMED ? [...names.slice(0, MOST_NAMED), `${names.length - MOST_NAMED} more`] : names;
  return all.length < 2 ? all.join("") : `${all.slice(0, -1).join(", ")} and ${all.at(-1)}`;
}

interface SentenceInput {
  readonly event: HookEvent;
  readonly payload: HookPayload;
  readonly at: number;
}

/** Returns the keeper of the creature or job that a message is about. */
export function keeperOf({ creature, job }: HookPayload): string {
  const keeper = creature?.keeper ?? job?.keeper;
  if (keeper === undefined) throw new Error("a message has neither a creature nor a job");
  return keeper;
}

export function eventSentence({ event, payload, at }: SentenceInput, escape: (text: string) => string): string {
  const { creature, incident, windowEndsAt, diesAt, cause, backFrom } = payload;
  const name = escape(creature?.name ?? "");
  const keeper = escape(keeperOf(payload));
  // A message without an incident is about one creature.
  const creatures =
    incident?.creatures ?? (creature === undefined ? [] : [{ ...creature, cause, state: STATES[event] }]);
  const inState = (state: CreatureState) => creatures.filter((other) => other.state === state);
  const names = (list: readonly { readonly name: string }[]) => joinNames(list.map((other) => escape(other.name)));
  const namesIn = (label: string, state: CreatureState) =>
    inState(state).length === 0 ? "" : ` ${label}: ${names(inState(state))}.`;
  const why = incident === undefined ? "" : causeSentence(incident, keeper);
  const deadline = diesAt === undefined ? "" : ` Without care ${name} dies on ${instantText(diesAt)}.`;
  const trouble = `${namesIn("In danger", "critical")}${namesIn("Late", "late")}`;
  const { silence, cause: pastCause = null } = incident ?? {};
  const duration = silence === undefined ? "" : briefSpan((silence.backAt ?? at) - silence.since);
  switch (event) {
    case "agent.silent":
      return silentSentence(payload, { name, keeper, duration, why, trouble });
    case "agent.still": {
      if (silence === undefined || silence.backAt !== undefined) return `Still not well.${trouble}${why}${deadline}`;
      const reportsRuns = incident?.runs !== undefined;
      const sign = reportsRuns || creature === undefined ? "good run" : "call";
      return `Still silent: no ${sign} from ${keeper} for ${duration}.${reportsRuns ? why : ""}${trouble}${deadline}`;
    }
    case "agent.recovered": {
      const losses = `${namesIn("Late in that time", "late")}${namesIn("Died", "died")}`;
      if (silence?.again === true) return `${keeper} has been well for a day.${losses}`;
      const sign = creature === undefined ? "good run" : "call";
      const back =
        silence?.backAt === undefined
          ? `${keeper} feeds in time again.${pastCause === null ? "" : ` The cause was: ${CAUSES[pastCause]}.`}`
          : `${keeper} is back after ${duration} without a ${sign} (first ${sign} on ${instantText(silence.backAt)}).`;
      const isUnharmed = creature !== undefined && inState("died").length === 0;
      return `${back}${losses}${isUnharmed ? " No creature died." : ""}`;
    }
    case "creature.late": {
      const isOne = creatures.length === 1;
      const ended =
        isOne && windowEndsAt !== undefined ? `: the feeding window ended on ${instantText(windowEndsAt)}` : "";
      return `${names(creatures)} ${isOne ? "was" : "were"} not fed in time${ended}.${why}${deadline}`;
    }
    case "creature.critical": {
      const verb = inState("critical").length > 1 ? "are" : "is";
      return `${names(inState("critical"))} ${verb} in danger of dying.${deadline}${namesIn("Late", "late")}${why}`;
    }
    case "creature.died": {
      const deaths = [...Map.groupBy(inState("died"), (dead) => dead.cause)].map(
        ([reason, dead]) => `${names(dead)} ${reason === undefined ? "died" : DEATHS[reason]}.`,
      );
      return `${deaths.join(" ")}${why}${trouble}`;
    }
    case "creature.grown":
      return `${name} has grown. It is ${creature?.stage === "adult" ? "an adult" : `a ${creature?.stage}`} now.`;
    case "creature.born":
      return `${name} hatched.`;
    case "creature.back":
      return `${name} ${backFrom === undefined ? "is back" : RETURNS[backFrom]}.`;
  }
}

type SilenceWords = Readonly<Record<"name" | "keeper" | "duration" | "why" | "trouble", string>>;

function silentSentence(
  { creature, incident, windowEndsAt }: HookPayload,
  { name, keeper, duration, why, trouble }: SilenceWords,
): string {
  const { since, everyMinutes, schedule, again, nightly } = incident?.silence ?? {};
  const when = everyMinutes === undefined ? schedule : `every ${briefSpan(everyMinutes * MINUTE_MS)}`;
  const expected = when === undefined ? "" : `; expected ${when}`;
  const span = since === undefined ? "" : ` since ${instantText(since)} (${duration}${expected})`;
  const window = windowEndsAt === undefined ? "" : ` ${name}'s feeding window ends on ${instantText(windowEndsAt)}.`;
  const isIdle = incident?.cause === "failed_run" || incident?.cause === "no_call_in_run";
  const reason = isIdle || incident?.cause === "refused" ? why : "";
  const what = again === true ? "is silent again" : isIdle ? "does not do its work" : "went silent";
  const pattern = nightly === undefined ? "" : nightlySentence(nightly);
  const sign = isIdle || creature === undefined ? "no good run" : "no call";
  const calm = creature === undefined ? "" : ` No creature is late yet.${window}`;
  return `${keeper} ${what}: ${sign}${span}.${reason}${pattern}${trouble || calm}`;
}

const HOUR = new Intl.DateTimeFormat("en-US", {
  timeZone: "UTC",
  hour: "2-digit",
  minute: "2-digit",
  hourCycle: "h23",
});

/** ALERT-6: text of the last message about a pause that recurs every night. */
function nightlySentence({ from, until }: { readonly from: number; readonly until: number }): string {
  const [begins, ends] = [from, until].map((at) => HOUR.format(dateOf(at)));
  return ` It pauses every night from about ${begins} to ${ends} UTC: no further message reports that. If it should not pause, see why; if it should, set its hours on the owner page.`;
}

/** Explains the cause of an incident. A request id finds the call in the agent's log. */
function causeSentence({ cause, calls, runs, silence, creatures }: IncidentFacts, keeper: string): string {
  const last = calls === undefined ? "" : `${calls.operation} on ${instantText(calls.at)} (request ${calls.requestId})`;
  const times = calls === undefined ? "" : countOf(calls.count, "time");
  const why = calls === undefined ? "" : calls.status < 300 ? calls.code : `${calls.status} ${calls.code}`;
  const whom = creatures.length === 1 ? "it" : "them";
  const since = silence?.since ?? calls?.at;
  switch (cause) {
    case null:
    case "harm":
      return "";
    case "no_call":
      return since === undefined
        ? ` No call from ${keeper} came.`
        : ` No call from ${keeper} since ${instantText(since)}.`;
    case "refused":
      return ` Its calls are refused (${why}, ${times}); last: ${last}.`;
    case "asleep":
      return ` Care came during sleep (${times}); last: ${last}.`;
    case "too_early":
      return ` ${keeper} came too early${last === "" ? "" : `; last: ${last}`}.`;
    case "other_creature":
      return ` ${keeper} cared for others${last === "" ? "" : `; last: ${last}`}.`;
    case "did_not_feed":
      return ` ${keeper} came${times === "" ? "" : ` ${times}`} and did not feed ${whom}${last === "" ? "" : `; last: ${last}`}.`;
    case "failed_run":
    case "no_call_in_run": {
      if (runs === undefined) return "";
      const { count, at } = runs;
      const { job, check } = bothCodes(runs.exitCode);
      const ended =
        check === null ? `ended with exit ${job}` : `ended with exit ${job}, and the check after it with ${check}`;
      const what = cause === "failed_run" ? "" : " without a call on record";
      const when = at === undefined ? "" : ` on ${instantText(at)}`;
      return count === 1
        ? ` Its last run ${ended}${what}${when}.`
        : ` ${count} runs in a row ${ended}${what}${when === "" ? "" : `, the last${when}`}.`;
    }
    case "not_recorded":
      return ` What ${keeper} called at that time is not on record.`;
  }
}

/** Text of the message whose code proves that a person reads the channel. */
export function codeSentence(keeper: string, code: string, addedBy: HookMaker): string {
  if (addedBy === "owner") {
    return `Someone with the owner link of ${keeper} wants its messages here. If that was you, enter the code ${code} on the owner page within 24 hours. If not, ignore this message and nothing more is sent.`;
  }
  return `The agent ${keeper} wants to send messages about its creatures here. If you agree, give it the code ${code} within 24 hours. If not, ignore this message and nothing more is sent.`;
}

const MADE_BY: Readonly<Record<HookMaker, (keeper: string) => string>> = {
  agent: (keeper) => `by ${keeper}`,
  owner: (keeper) => `on the owner page of ${keeper}`,
};
const NOT_YOU =
  "If that was not you, have your agent create a new owner link: the old one ends, and what was added with it is removed.";

/** Text of a notice about a channel or about the expected period. */
export function channelSentence(
  event: ChannelEvent,
  keeper: string,
  { target, by, reason, isLast }: ChannelPayload,
  escape: (text: string) => string,
): string {
  const channel = escape(target);
  const made = by === undefined ? "" : ` ${MADE_BY[by](keeper)}`;
  const warning = by === "owner" ? ` ${NOT_YOU}` : "";
  switch (event) {
    case "channel.added":
      return `The channel ${channel} was added${made}. It waits for its code.${warning}`;
    case "channel.confirmed":
      return `Messages about the house of ${keeper} now also go to ${channel} (confirmed${made}).${warning}`;
    case "channel.removed":
      if (isLast === true)
        return `This is the last message about the house of ${keeper}: this channel was removed${made}.`;
      return `Messages about the house of ${keeper} no longer go to ${channel} (removed${made}).${warning}`;
    case "channel.off":
      return `Messages to ${channel} stopped: ${reason === "gone" ? "its receiver says that it is gone" : "five in a row failed"}.`;
    case "channel.period":
      return `${keeper} is now expected ${channel} (changed${made}).${warning}`;
    case "channel.test":
      return `This is a test from the owner page of ${keeper}. Messages about its creatures arrive here.`;
  }
}
