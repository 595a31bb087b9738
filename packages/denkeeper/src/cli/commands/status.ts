// Status as text.
import type { CheckStatusAnswer } from "../../generated/types.ts";
import type { Context } from "../context.ts";
import { requireKey } from "../context.ts";
import type { CreatureOption } from "../creature-choice.ts";
import { chosen } from "../creature-choice.ts";
import { nextLines } from "../steps.ts";
import { bar, bold, dim, duration, paint } from "../style.ts";

export type Living = Extract<CheckStatusAnswer, { soul_prompt: unknown }>;
export type Dead = Extract<CheckStatusAnswer, { gravestone: unknown }>;

export function isDead(answer: CheckStatusAnswer): answer is Dead {
  return "gravestone" in answer;
}

/** The answer in full, as it was asked for. */
export function inFull(answer: CheckStatusAnswer): Living | Dead {
  if ("gravestone" in answer || "soul_prompt" in answer) return answer;
  throw new Error("the service sent a brief response to a full request");
}

const HOUR_MS = 3_600_000;
const URGENCY = { safe: "green", warning: "yellow", critical: "red", imminent: "red" } as const;

export function urgencyColour(urgency: keyof typeof URGENCY): "green" | "yellow" | "red" {
  return URGENCY[urgency];
}

export function titleOf({ creature }: Living): string {
  const form = creature.evolution_progress.form ?? creature.stage;
  return `${bold(creature.name)}, ${creature.species}, ${form}, ${duration(creature.age_hours * HOUR_MS)} old`;
}

export function deathText({ creature, gravestone, message }: Dead): string {
  const events = gravestone.post_mortem.map(({ at, event }) => `  ${at}  ${event.replaceAll("_", " ")}`);
  return [
    `${bold(creature.name)}, ${creature.species}, died of ${gravestone.cause} at ${gravestone.died_at}.`,
    `"${gravestone.epitaph}"`,
    ...events,
    message,
  ].join("\n");
}

function livingText(answer: Living): string {
  const { creature, recommended_checkin: checkIn, milestone, other_creatures: others = [] } = answer;
  const { while_you_were_away: away } = answer;
  const { death_clock: death } = creature;
  const hoursLeft = duration(death.hours_remaining * HOUR_MS);
  return [
    titleOf(answer),
    ...(milestone === undefined ? [] : [paint("magenta", `★ ${milestone.message}`)]),
    ...(away?.happened ?? []).map(({ at, message }) => dim(`${at}, while you were away: ${message}`)),
    `${creature.mood}. ${creature.behavior}`,
    "",
    bar("hunger", creature.hunger),
    bar("happiness", creature.happiness),
    bar("health", creature.health),
    bar("trust", creature.trust),
    bar("discipline", creature.discipline),
    "",
    `feeding    ${creature.feeding_status.replaceAll("_", " ")}, window ${creature.next_feeding_window}`,
    `come back  ${checkIn.hours_from_now === 0 ? bold("now") : `in ${duration(checkIn.hours_from_now * HOUR_MS)} (${checkIn.at})`} for ${checkIn.name}. ${dim(checkIn.reason)}`,
    `dies       in ${paint(urgencyColour(death.urgency), hoursLeft)} (${death.dies_at}) if no one comes`,
    ...others.map(({ id, name, species, mood, feeding_status }) =>
      dim(`also here  ${name}, ${species}: ${mood}, feeding ${feeding_status.replaceAll("_", " ")}  --creature ${id}`),
    ),
  ].join("\n");
}

export async function status(context: Context, options: CreatureOption): Promise<void> {
  requireKey(context);
  const answer = inFull(await context.client.checkStatus(await chosen(context, options)));
  context.print(
    answer,
    (shown) => `${isDead(shown) ? deathText(shown) : livingText(shown)}\n${nextLines(shown.next_steps)}`,
  );
}
