// Describes an incident: what happened, what the agent did instead, what to fix, and the call that helps.
import type { CareAction } from "@denkeeper/rules/creature/creature.ts";
import { groupCalls, type Incident, type IncidentKind, type TracedCall } from "@denkeeper/rules/incidents/incident.ts";
import { briefSpan } from "@denkeeper/rules/time/spoken.ts";
import { iso } from "../../../platform/clock.ts";
import { countOf } from "../../../platform/counted.ts";
import { step, type NextStep } from "../../../http/contract/contract.ts";
import { graveyardStep, statusStep } from "../../../http/contract/steps.ts";
import { care } from "../../../care/care.post/contract.ts";

type NameOf = (creatureId: string) => string | undefined;

/** Returns, for example, `2026-01-31T12:05Z`: no seconds, and still easy for clients to parse. */
function minuteText(at: number): string {
  return `${iso(at).slice(0, 16)}Z`;
}

/** Says when the last of several equal calls came, with the request id that finds it in a log. */
function lastCallText({ last }: TracedCall): string {
  return `at ${minuteText(last.at)} (request ${last.requestId})`;
}

export function messageOf(incident: Incident, nameOf: NameOf): string {
  return `${outcomeText(incident)} ${activitySentence(incident, nameOf)}`;
}

function outcomeText({ kind, cycle, window, outcome, missedWindows, lateMs }: Incident): string {
  const { creature, end } = cycle;
  const { name } = creature;
  const open = `from ${minuteText(window.opensAt)} to ${minuteText(window.endsAt)}`;
  if (kind === "harm") return `${name} died at ${minuteText(end.at)}.`;
  if (outcome === "died") return `${name} died at ${minuteText(end.at)}. Its meal was due ${open}.`;
  if (end.kind === "fed") return `${name} was fed ${briefSpan(lateMs)} late. Its meal was due ${open}.`;
  const missed = missedWindows === 0 ? "" : `, and missed ${countOf(missedWindows, "feeding window")}`;
  const state = end.kind === "released" ? "was released hungry" : `has been overdue for ${briefSpan(lateMs)}`;
  return `${name} ${state}${missed}. Its meal was due ${open}.`;
}

function activitySentence(incident: Incident, nameOf: NameOf): string {
  const { kind, cycle, window, outcome, calls, care: activity } = incident;
  const { name } = cycle.creature;
  const [main] = groupCalls(calls).toSorted((a, b) => b.count - a.count);
  const refusals = groupCalls(calls).map(refusal).join("; ");
  switch (kind) {
    case "harm":
      return `Its last care, ${cycle.end.harmBy}, came with a harmful item, which took the last of its health${main === undefined ? "" : `: ${main.operation} ${lastCallText(main)}`}.`;
    case "not_recorded":
      return "What was called at that time is not on record.";
    case "no_call":
      return `No call with this key arrived in that time.${main === undefined ? "" : ` The last one before it was ${main.operation} ${lastCallText(main)}.`}`;
    case "too_early":
      return main === undefined || main.last.at <= cycle.startedAt
        ? `It had been fed early, at ${minuteText(cycle.startedAt)}${main === undefined ? "" : ` (request ${main.last.requestId})`}, which moved the window, and no call arrived in it.`
        : `The last visit came ${briefSpan(window.opensAt - main.last.at)} too early, ${lastCallText(main)}, and no call arrived in the window.`;
    case "asleep":
      return `Care came while it slept: ${refusals}.`;
    case "refused":
      return `Calls were refused: ${refusals}.`;
    case "other_creature": {
      const others = [...new Set(activity.map(({ creatureId }) => nameOf(creatureId) ?? "another creature"))];
      if (others.length === 0) return `Care for another creature was refused: ${refusals}. No care came for ${name}.`;
      const accepted = calls.findLast(({ code }) => code === null);
      return `Care went to ${LIST.format(others.slice(0, 3))}${accepted === undefined ? "" : ` ${lastCallText(accepted)}`}, but not to ${name}.`;
    }
    case "did_not_feed": {
      const actions = [...new Set(activity.map(({ action }) => action))];
      const deeds = LIST.format(actions.map((action) => DID[action])).replaceAll(/ it(?=,| and)/g, "");
      const did = deeds === "" ? "" : `${deeds}, but `;
      const first = Math.min(...calls.map((call) => call.first.at), ...activity.map(({ at }) => at));
      const came = first <= window.endsAt ? "while it waited" : "after the window had ended";
      const last = calls.toSorted((a, b) => b.last.at - a.last.at)[0];
      // If the meal was late, only calls until the end of the window are known.
      const which = outcome === "late" ? "call before the window ended" : "known call";
      const called = last === undefined ? "" : ` The last ${which} was ${last.operation} ${lastCallText(last)}.`;
      return `Its keeper came ${came} and ${did}did not feed it.${called}`;
    }
  }
}

const LIST = new Intl.ListFormat("en-US");

const DID: Readonly<Record<CareAction, string>> = {
  feed: "fed it",
  play: "played with it",
  clean: "cleaned it",
  medicine: "gave it medicine",
  discipline: "disciplined it",
  sleep: "put it to rest",
  reflect: "sat with it",
};

/** Returns, for example, `POST /api/house/care (400 invalid_input) 3 times, last at ...`. */
function refusal(call: TracedCall): string {
  const { operation, status, code, count, bySitter } = call;
  const why = status < 300 ? code : `${status} ${code}`;
  const times = count === 1 ? "once," : `${countOf(count, "time")}, last`;
  return `${operation}${bySitter ? " by a sitter" : ""} (${why}) ${times} ${lastCallText(call)}`;
}

const FIXES: Readonly<Record<Exclude<IncidentKind, "refused">, string>> = {
  no_call:
    "Check that your scheduler ran and reached this service. Calls with a wrong key (401) are not recorded, so check the key too.",
  too_early:
    "Come at recommended_checkin.at instead of at fixed intervals. It moves with every feeding and avoids sleep.",
  other_creature: "Feed each creature by its creature_id, or care for the whole house with one visit call.",
  asleep:
    "Come at recommended_checkin.at, which avoids sleep. If a creature is asleep, sleep_info in the answer says when it wakes.",
  did_not_feed: "After a status call, make the calls in next_steps that are due. Looking and playing are not feeding.",
  harm: "Before you give an item, try it with dry_run: true. Nothing happens, and item_result says how the item is judged. Or send no item, or one from GET /api/house/preferences.",
  not_recorded: "Look into your own logs for that time. From now on this list shows what was called.",
};

/** Fixes by error code of the refusal. */
const REFUSED: Readonly<Record<string, string>> = {
  old_key: "Give the agent its new key: these calls came with one that was replaced. Lost it? Use the recovery code.",
  rate_limited: "Call less often. After a 429, wait for retry_after_seconds before the next call.",
  invalid_input:
    "Correct the request: the error's details name the wrong field, and its next_steps have a call that works.",
  which_creature: "Send creature_id: your house has several creatures.",
  creature_not_found: "Use a creature_id from your house. This one does not live there.",
  egg_not_hatched: "Call status once to hatch the egg before you give care.",
  suspended: "The account is suspended. The error says why and whom to contact.",
  not_for_sitters:
    "The sitter key does not allow this call. Give the sitter a key that covers the creature and the action.",
  untrusting: "It doesn't trust its keeper yet and accepts only reflect. Reflect until its trust reaches 40.",
  unplayed: "Feed it once it has been played with since its last meal. This species insists.",
  asleep: FIXES.asleep,
  resting: "It was boarded. Care is accepted again when the boarding ends.",
};

const SERVICE_FAULT =
  "The service failed, not your agent. Retry after a few seconds, and reuse the Idempotency-Key so nothing happens twice.";

/** Section of docs/how-schedulers-fail.md for each kind. Harmful items have none. */
const SECTIONS: Readonly<Partial<Record<IncidentKind, string>>> = {
  no_call: "it-never-fired",
  not_recorded: "it-never-fired",
  too_early: "the-clock-moved",
  asleep: "the-clock-moved",
  did_not_feed: "it-planned-but-did-not-act",
  other_creature: "it-planned-but-did-not-act",
  refused: "it-reported-success-anyway",
};

export function fixFor(incident: Incident): string {
  const anchor = SECTIONS[incident.kind];
  const fix = fixOf(incident);
  return anchor === undefined ? fix : `${fix} See /docs/how-schedulers-fail.md#${anchor}.`;
}

function fixOf({ kind, calls }: Incident): string {
  if (kind !== "refused") return FIXES[kind];
  const [main] = groupCalls(calls).toSorted((a, b) => b.count - a.count);
  const known = REFUSED[main?.code ?? ""];
  if (known !== undefined) return known;
  if (main !== undefined && main.status >= 500) return SERVICE_FAULT;
  return `Look up ${main === undefined ? "the error" : `"${main.code}"`} in the API reference, and follow the next_steps of the error.`;
}

/** Kinds in which the agent called, but wrongly, so an example call helps more than a time. */
const WRONG_CALL: ReadonlySet<IncidentKind> = new Set(["refused", "other_creature", "did_not_feed"]);

export function stepFor({ kind, cycle }: Incident, alive: boolean): NextStep {
  const { id, name } = cycle.creature;
  if (!alive) return graveyardStep("See its gravestone and what led to its death.");
  if (!WRONG_CALL.has(kind)) return statusStep(id, `See when to come for ${name}.`, "compact");
  return step(care, {
    action: "feed",
    description: `An example of a call that feeds ${name}. With dry_run it changes nothing.`,
    body: { action: "feed", creature_id: id, dry_run: true },
  });
}
