// Care as a change to save: the creature, its memory, a log entry, and what a death or a new taste adds.
import type { CareDone } from "@denkeeper/rules/care/care.ts";
import { rememberCare } from "@denkeeper/rules/care/remember.ts";
import type { CareAction } from "@denkeeper/rules/creature/creature.ts";
import { LONGEST_NOTE } from "@denkeeper/rules/creature/memory.ts";
import type { RealInstant } from "@denkeeper/rules/time/units.ts";
import { cutLine } from "../../http/contract/agent-text.ts";
import type { Agent } from "../../model/agents/store/agents.ts";
import type { Caller } from "../../model/agents/store/callers.ts";
import type { LogEvent } from "../../model/creatures/store/care-log.ts";
import type { CreatureChange } from "../../model/creatures/store/creature-change.ts";
import { asKeeper, privateText, type PrivateText } from "../../model/creatures/store/private-text.ts";
import { JUDGE_VERSION } from "../../model/items/item-judge.ts";
import { gravestoneRowOf } from "../../model/life/gravestone-row.ts";
import type { CareBody } from "./contract.ts";
import type { Judged } from "./judge.ts";
import { afterCare, type CareTaken } from "./result.ts";

/** How many actions a creature's keeper is reminded of. */
const RECENT = 5;

/** What is stored of a call's item and notes. */
export interface StoredWords {
  readonly item: string | undefined;
  readonly notes: string | undefined;
}

/** For the keeper's key alone. */
interface PrivateWords {
  readonly item: PrivateText | null;
  readonly notes: PrivateText | null;
}

export function changeOf(
  body: CareBody,
  caller: Caller,
  taken: CareTaken,
  { item, notes }: StoredWords,
  recordedAt: RealInstant,
): CreatureChange {
  const { stored, judged, done } = taken;
  const { agent, sitter } = caller;
  const { creature, before, at, timing } = done;
  const words: PrivateWords = { item: privateText(item), notes: privateText(notes) };
  const last = { action: body.action, ...words, timing, at, sitter: sitter?.name ?? null };
  const after = afterCare(done);
  const nextEventAt =
    after.kind === "dead" ? null : earlier(stored.nextEventAt, after.course.death.at - agent.clockOffsetMs);
  return {
    from: stored,
    to: {
      ...stored,
      creature,
      recentCare: [last, ...stored.recentCare].slice(0, RECENT),
      memory: rememberCare(stored.memory, body.action, done, memorable(body, caller, judged)),
      nextEventAt,
    },
    log: logOf(body.action, taken, words, recordedAt),
    gravestone: creature.death === null ? undefined : gravestoneRowOf(agent, before, creature),
    discovered: words.item === null ? undefined : discoveredBy(body, caller, taken),
  };
}

/** What the creature may remember: an item as its species' catalog calls it, and what its keeper, not a sitter, reflected. */
function memorable({ action, notes }: CareBody, caller: Caller, { judgement }: Judged) {
  const isKeepers = action === "reflect" && asKeeper(caller, caller.agent.id) !== undefined;
  const note = notes === undefined ? "" : cutLine(notes, LONGEST_NOTE).trim();
  const { category, score } = judgement;
  return {
    loved: category === "loved" && judgement.nearest !== undefined ? { phrase: judgement.nearest, score } : null,
    by: caller.sitter === undefined ? ("keeper" as const) : ("sitter" as const),
    note: isKeepers && note !== "" ? privateText(note) : null,
  };
}

/** The care, and an entry of its own for the death that it caused: the log has one for every death. */
function logOf(
  action: CareAction,
  { stored, judged, done }: CareTaken,
  words: PrivateWords,
  recordedAt: RealInstant,
): readonly LogEvent[] {
  const { lastCheckedAt: uncheckedSince } = stored.creature;
  const entry: LogEvent = {
    kind: "care",
    recordedAt,
    at: done.at,
    uncheckedSince,
    care: entryOf(action, done, words, judged),
  };
  const { death } = done.creature;
  return death === null ? [entry] : [entry, { kind: "death", recordedAt, at: death.at }];
}

function entryOf(
  action: CareAction,
  { creature, before, timing, effectiveness }: CareDone,
  words: PrivateWords,
  { item: { isTask, category }, judgement: { score } }: Judged,
) {
  const stats = { before: before.stats, after: creature.stats };
  return { action, ...words, isTask, category, score, timing, effectiveness, ...stats };
}

/** What the care has taught its keeper about an item, if the judge knew it. A sitter's words do not become the keeper's. */
function discoveredBy(
  { action, item }: CareBody,
  { agent, sitter }: { readonly agent: Agent; readonly sitter?: Caller["sitter"] },
  { judged: { judgement }, done }: CareTaken,
): CreatureChange["discovered"] {
  if (item === undefined || judgement.category === null || sitter !== undefined) return undefined;
  return {
    agent_id: agent.id,
    creature_id: done.creature.id,
    action,
    item: privateText(item),
    category: judgement.category,
    score: judgement.score,
    model: `${judgement.model}, ${JUDGE_VERSION}`,
    discovered_at: done.at,
  };
}

/** Only a change that brings the next event nearer moves it (engine: care stays off the indexes). */
function earlier(armed: RealInstant | null, diesAt: RealInstant): RealInstant {
  return armed === null ? diesAt : Math.min(armed, diesAt);
}
