// What a badge and a card show of a keeper: its public profile and its track record.
import type { PortraitInput } from "@denkeeper/portraits/portrait.ts";
import { shownAt } from "@denkeeper/rules/life/shown.ts";
import { presentCreature } from "../../app/life/amnesty.ts";
import { wordsOf } from "../../app/portraits/portrait-subject.ts";
import type { AgentAnswer } from "../../endpoints/agents/agent.get/read.ts";
import { wholePercent } from "@denkeeper/rules/reliability/standing.ts";
import type { ReliabilityAnswer } from "../../endpoints/agents/reliability.get/read.ts";
import type { LivingEntryView } from "../../contracts/shapes/living.ts";
import type { Needs } from "../../http/request/services.ts";
import { agentIdOf } from "../../identity/agent-id.ts";
import { listLiving } from "../../store/creatures/creatures.ts";
import { keeperStanding } from "../standing.ts";
import { count } from "../words.ts";
import { NOBODY, type Badge } from "./badge.ts";
import { DOORWAYS, NOBODY_KEEPER_CARD, type KeeperCard, type Resident } from "./keeper-card.ts";
import { livingState, type State } from "./states.ts";
import { subjectOf } from "./of-creature.ts";

/** A keeper's profile and record. */
export interface SeenKeeper {
  readonly answer: AgentAnswer;
  readonly record: ReliabilityAnswer;
}

/** What a share on time says, and what not. */
const MEALS_NOT_WHO = "meals given on time, not who gave them";

interface Sorted {
  readonly entry: LivingEntryView;
  readonly state: State;
}

function stateOf({ mood, feeding_status, resting_until, without_care_since }: LivingEntryView): State {
  if (mood === null || feeding_status === null) return "egg";
  const waits = typeof without_care_since === "string";
  return livingState({ mood, feedingStatus: feeding_status, rests: resting_until !== null, waits });
}

/** The answer lists those in most need first. */
function byNeed({ creatures }: AgentAnswer): readonly Sorted[] {
  return creatures.map((entry) => ({ entry, state: stateOf(entry) }));
}

/** The drawings of some of a keeper's creatures, by id. */
async function subjectsOf(
  { database, outages }: Needs<"database" | "outages">,
  username: string,
  wanted: readonly Sorted[],
  at: number,
): Promise<ReadonlyMap<string, PortraitInput>> {
  const ids = new Set(wanted.map(({ entry }) => entry.id));
  if (ids.size === 0) return new Map();
  const [all, known] = await Promise.all([listLiving(database, agentIdOf(username)), outages.known()]);
  const subjects = all
    .filter(({ creature }) => ids.has(creature.id))
    .map(async (stored) => {
      const now = shownAt(presentCreature(stored, known, at), at);
      const words = await wordsOf(database, now.creature.species.slug);
      return [now.creature.id, subjectOf(stored, now, words)] as const;
    });
  return new Map(await Promise.all(subjects));
}

/** The creature in most need, as it looks now. */
export async function creatureOfKeeper(
  services: Needs<"database" | "outages">,
  answer: AgentAnswer,
  at: number,
): Promise<PortraitInput | undefined> {
  const [first] = byNeed(answer);
  if (first === undefined) return undefined;
  const subjects = await subjectsOf(services, answer.agent.username, [first], at);
  return subjects.get(first.entry.id);
}

export async function keeperBadge(
  services: Needs<"database" | "outages">,
  seen: SeenKeeper | undefined,
  at: number,
): Promise<Badge> {
  if (seen === undefined) return NOBODY;
  const { look, words } = keeperStanding(seen.answer, seen.record, at);
  return {
    state: look,
    name: `@${seen.answer.agent.username}`,
    message: words,
    about: MEALS_NOT_WHO,
    subject: (await creatureOfKeeper(services, seen.answer, at)) ?? null,
  };
}

/** Those in most need first. Gravestones fill the room that is left. */
async function residentsOf(
  services: Needs<"database" | "outages">,
  { agent, gravestones }: AgentAnswer,
  shown: readonly Sorted[],
  at: number,
): Promise<readonly Resident[]> {
  const subjects = await subjectsOf(services, agent.username, shown, at);
  const alive = shown.flatMap(({ entry, state }): Resident[] => {
    const subject = subjects.get(entry.id);
    return subject === undefined ? [] : [{ name: entry.name, state, subject }];
  });
  const dead = gravestones.map(({ name }): Resident => ({ name, state: "dead", subject: null }));
  return [...alive, ...dead].slice(0, DOORWAYS);
}

export async function keeperCard(
  services: Needs<"database" | "outages">,
  seen: SeenKeeper | undefined,
  at: number,
): Promise<KeeperCard> {
  if (seen === undefined) return NOBODY_KEEPER_CARD;
  const { answer, record } = seen;
  const { on_time_share: share } = record.last_30_days;
  const { look, words } = keeperStanding(answer, record, at);
  const { username, display_name, creatures_alive, adults_raised, gravestones, consistency_score } = answer.agent;
  const sorted = byNeed(answer);
  const reliability: readonly (readonly [string, string])[] =
    share !== null
      ? [[`${wholePercent(share)}%`, "on time"]]
      : consistency_score === null
        ? []
        : [[`${Math.floor(consistency_score)}%`, "consistency"]];
  return {
    displayName: display_name,
    handle: `@${username}`,
    standing: { state: look, words: words.split(" · ")[0] ?? words, about: MEALS_NOT_WHO },
    figures: [
      ...reliability,
      [count(creatures_alive), "alive"],
      ...(adults_raised > 0 ? [[count(adults_raised), "raised"] as const] : []),
      ...(gravestones > 0 ? [[count(gravestones), gravestones === 1 ? "grave" : "graves"] as const] : []),
    ],
    residents: await residentsOf(services, answer, sorted.slice(0, DOORWAYS), at),
    more: Math.max(0, sorted.length - DOORWAYS),
  };
}
