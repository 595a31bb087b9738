// Chips for a creature's mood and, once it matters, its time without care.
import type { Mood } from "@denkeeper/rules/creature/creature.ts";
import { isNeglected } from "@denkeeper/rules/life/death.ts";
import { HOUR_MS } from "@denkeeper/rules/time/durations.ts";
import type { LivingEntryView } from "../../http/contract/shapes/living.ts";
import type { CreatureAnswer } from "./creature.get/read.ts";
import { instantOf, iso } from "../../platform/clock.ts";
import { html, type Content, type Html } from "../../ui/html.ts";
import { LAMP_DRAWING, MOOD_ICONS } from "../../ui/components/icons.ts";
import { since } from "../../ui/components/when.ts";

export type MoodSigns = Pick<LivingEntryView, "mood" | "resting_until" | "without_care_since"> & {
  readonly need?: LivingEntryView["need"] | null;
};

/** Moods that are omitted while a creature is in danger. */
const CHEERFUL: ReadonlySet<Mood | null> = new Set<Mood>(["happy", "content", "curious"]);

/** Returns the signs for a creature's own page, matching those on lists. */
export function moodSignsNow({ now, need }: Pick<CreatureAnswer, "now" | "need">, at: number): MoodSigns {
  if (now === null) return { mood: null };
  const { mood, boarding, death_clock } = now;
  const { hours_without_care: hoursWithoutCare, threshold_hours: thresholdHours } = death_clock;
  const waits = boarding === undefined && isNeglected({ hoursWithoutCare, thresholdHours });
  return {
    mood,
    need,
    ...(boarding?.until === undefined ? {} : { resting_until: boarding.until }),
    ...(waits ? { without_care_since: iso(Math.round(at - hoursWithoutCare * HOUR_MS)) } : {}),
  };
}

function chip(mood: Mood | null): Html {
  if (mood === null) return html`<span class="mood mood--egg">egg</span>`;
  return html`<span class="mood mood--${mood}">${MOOD_ICONS[mood]}${mood}</span>`;
}

function chips({ mood, need, resting_until, without_care_since }: MoodSigns, now: number): Content {
  if (resting_until !== undefined) return html`<span class="mood mood--sleeping">${MOOD_ICONS.sleeping}boarded</span>`;
  const felt = need === "danger" && CHEERFUL.has(mood) ? null : chip(mood);
  if (without_care_since === undefined) return felt;
  const span = since(instantOf(without_care_since), now);
  return html`<span class="mood mood--waiting">${LAMP_DRAWING}<span>no care for ${span}</span></span
    >${felt}`;
}

/** Wraps the chips in one element, so that the live script can replace its content. */
export function moods(felt: MoodSigns, now: number): Html {
  return html`<span class="moods">${chips(felt, now)}</span>`;
}

/** Describes how the creature looks, for its picture's alternative text. */
export function lookWords({ mood, without_care_since }: MoodSigns): string {
  if (without_care_since !== undefined && mood !== "sleeping") return `${mood ?? "content"}, waiting at the door`;
  return mood ?? "content";
}
