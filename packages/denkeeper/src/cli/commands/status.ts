// Status as text.
import type { StatusDead as Dead, StatusLiving as Living } from "../../generated/types.ts";
import { isDead } from "../../status.ts";
import { requireKey, type Context } from "../context.ts";
import { chosen, noteCreatures, type CreatureOption } from "../creature-choice.ts";
import { nextLines } from "../next-command.ts";
import { bar, bold, dim, paint } from "../style.ts";
import { duration, localTime } from "../time.ts";

export type { StatusLiving as Living, StatusDead as Dead } from "../../generated/types.ts";

const HOUR_MS = 3_600_000;
const URGENCY = { safe: "green", warning: "yellow", critical: "red", imminent: "red" } as const;

export function urgencyColor(urgency: keyof typeof URGENCY): "green" | "yellow" | "red" {
  return URGENCY[urgency];
}

export function titleOf({ creature }: Living): string {
  const form = creature.evolution_progress.form ?? creature.stage;
  return `${bold(creature.name)}, ${creature.species}, ${form}, ${duration(creature.age_hours * HOUR_MS)} old`;
}

export function deathText({ creature, gravestone, message }: Dead): string {
  const events = gravestone.post_mortem.map(({ at, event }) => `  ${localTime(at)}  ${event.replaceAll("_", " ")}`);
  return [
    `${bold(creature.name)}, ${creature.species}, died of ${gravestone.cause} at ${localTime(gravestone.died_at)}.`,
    `"${gravestone.epitaph}"`,
    ...events,
    message,
  ].join("\n");
}

function windowText(opens: string): string {
  return opens === "open now" ? opens : `opens ${localTime(opens)}`;
}

function livingText(answer: Living): string {
  const { creature, recommended_checkin: checkIn, milestone, other_creatures: others = [] } = answer;
  const { while_you_were_away: away } = answer;
  const { death_clock: death, marks = [] } = creature;
  const hoursLeft = duration(death.hours_remaining * HOUR_MS);
  return [
    titleOf(answer),
    ...(milestone === undefined ? [] : [paint("magenta", `★ ${milestone.message}`)]),
    ...(away?.happened ?? []).map(({ at, message }) => dim(`${localTime(at)}, while you were away: ${message}`)),
    `${creature.mood}. ${creature.behavior}`,
    "",
    bar("hunger", creature.hunger),
    bar("happiness", creature.happiness),
    bar("health", creature.health),
    bar("trust", creature.trust),
    bar("discipline", creature.discipline),
    "",
    `feeding    ${creature.feeding_status.replaceAll("_", " ")}, window ${windowText(creature.next_feeding_window)}`,
    `come back  ${checkIn.hours_from_now === 0 ? bold("now") : `in ${duration(checkIn.hours_from_now * HOUR_MS)} (${localTime(checkIn.at)})`} for ${checkIn.name}. ${dim(checkIn.reason)}`,
    `dies       in ${paint(urgencyColor(death.urgency), hoursLeft)} (${localTime(death.dies_at)}) if no one comes`,
    ...(marks.length === 0 ? [] : [`marks      ${marks.map(({ mark }) => mark.replaceAll("_", " ")).join(", ")}`]),
    ...others.map(({ id, name, species, mood, feeding_status }) =>
      dim(`also here  ${name}, ${species}: ${mood}, feeding ${feeding_status.replaceAll("_", " ")}  --creature ${id}`),
    ),
  ].join("\n");
}

export async function status(context: Context, options: CreatureOption): Promise<void> {
  requireKey(context);
  const answer = await context.client.checkStatus(await chosen(context, options));
  if (!isDead(answer)) noteCreatures(context, [answer.creature, ...(answer.other_creatures ?? [])]);
  context.print(answer, (shown) =>
    [
      ...(shown.report?.text === undefined ? [] : [paint("red", shown.report.text), ""]),
      isDead(shown) ? deathText(shown) : livingText(shown),
      nextLines(shown.next_steps),
    ].join("\n"),
  );
}
