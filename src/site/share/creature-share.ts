// The content of a creature's badge and card. Reading it changes nothing.
import { OF_CAUSE } from "@denkeeper/rules/words/verdict.ts";
import type { PortraitInput } from "@denkeeper/portraits/portrait.ts";
import { bandOf } from "@denkeeper/rules/foresight/schedule.ts";
import { isWaiting, visibleAt, type VisibleLiving, type VisibleNow } from "@denkeeper/rules/life/shown.ts";
import { ageMsAt } from "@denkeeper/rules/creature/creature.ts";
import { HOUR_MS } from "@denkeeper/rules/time/durations.ts";
import { creatureAcrossOutages } from "../../model/life/present-creature.ts";
import { creaturePortraitInput, presentPose, wordsOf } from "../../portraits/portrait-subject.ts";
import type { Needs } from "../../model/services.ts";
import { agentIdOf, isUuid } from "../../platform/identity/agent-id.ts";
import { isUsername } from "../../platform/identity/username.ts";
import { findPortraitSubject } from "../../model/creatures/store/portraits.ts";
import { fromTo, fullDay, longTime } from "../../ui/words.ts";
import { EMPTY_BADGE, type Badge } from "./badge.ts";
import { EMPTY_CARD, type Card } from "./card.ts";
import { livingState, messageOf, shortAge, type DisplayState } from "../../community/keepers/states.ts";

/** Released creatures are not public. */
type PublicNow = Exclude<VisibleNow, { readonly kind: "released" }>;

interface ShareCreature {
  readonly now: PublicNow;
  readonly keeper: string;
  readonly subject: PortraitInput;
}

/** Returns undefined if the creature is unknown, released, or not public. */
export async function shareCreature(
  services: Needs<"database" | "outages">,
  { username = "", id = "" }: Readonly<Record<string, string>>,
  at: number,
): Promise<ShareCreature | undefined> {
  const key = id.toLowerCase();
  if (!isUsername(username) || !isUuid(key)) return undefined;
  const keeper = username.toLowerCase();
  const row = await findPortraitSubject(services.database, agentIdOf(keeper), key);
  if (row === undefined || row.isNonPublic) return undefined;
  const { stored } = row;
  const now = visibleAt(creatureAcrossOutages(stored, await services.outages.known(), at), at);
  if (now.kind === "released") return undefined;
  const words = await wordsOf(services.database, now.creature.species.slug);
  return { now, keeper, subject: creaturePortraitInput(stored, words, presentPose(now, stored)) };
}

function stateOf(now: PublicNow): DisplayState {
  return now.kind === "living" ? livingState(now) : now.kind;
}

function ageHoursOf(now: PublicNow): number {
  if (now.kind === "egg") return 0;
  return now.kind === "living" ? now.ageHours : ageMsAt(now.creature, now.creature.death.at) / HOUR_MS;
}

export function creatureBadge(shared: ShareCreature | undefined): Badge {
  if (shared === undefined) return EMPTY_BADGE;
  const { now, subject } = shared;
  const state = stateOf(now);
  const lateHours = now.kind === "living" ? (now.clock - bandOf(now).endsAt) / HOUR_MS : 0;
  const hours = isWaiting(now) ? now.deathClock.hoursWithoutCare : lateHours;
  const message = messageOf(state, ageHoursOf(now), hours);
  return { state, name: now.creature.name, message, subject };
}

function utc(at: number): string {
  return `${longTime(at)} UTC`;
}

function livingNote({ resting, asleep, checkIn, clock, deathClock }: VisibleLiving): string {
  if (resting !== null) return `${resting.kind === "leave" ? "On leave" : "Boarded"} until ${utc(resting.until)}`;
  if (checkIn.at <= clock) return `Due now; dies ${utc(deathClock.diesAt)} without care`;
  return `${asleep ? "Asleep; next" : "Next"} visit due ${utc(checkIn.at)}`;
}

function noteOf(now: PublicNow): string {
  if (now.kind === "living") return livingNote(now);
  if (now.kind === "egg") return "An egg, warm and quite still. It hatches when its keeper first looks at it.";
  const { cause, at } = now.creature.death;
  const hours = ageHoursOf(now);
  return `Lived ${hours < 1 ? "less than an hour" : shortAge(hours)} and died ${OF_CAUSE[cause]} on ${fullDay(at)}.`;
}

function aboutOf(now: PublicNow): string {
  const { species, stage } = now.creature;
  if (now.kind === "egg") return `${species.name} egg`;
  const hours = ageHoursOf(now);
  const died = now.creature.death?.at;
  if (died !== undefined) return `${species.name}, ${stage}, ${fromTo(died - hours * HOUR_MS, died)}`;
  return `${species.name}, ${stage}, ${hours < 1 ? "newly hatched" : `${shortAge(hours)} old`}`;
}

export function creatureCard(shared: ShareCreature | undefined): Card {
  if (shared === undefined) return EMPTY_CARD;
  const { now, keeper, subject } = shared;
  const { name, consistency } = now.creature;
  return {
    state: stateOf(now),
    subject,
    name,
    about: `${aboutOf(now)} · @${keeper}`,
    stats: now.kind === "living" ? now.visibility.stats : {},
    figures: [[String(Math.floor(consistency)), "consistency"]],
    note: noteOf(now),
  };
}
