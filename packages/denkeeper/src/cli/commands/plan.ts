// Planning: home, the schedule, events, and the forecast.
import type { EventsAnswer, ForecastAnswer, HomeAnswer, ScheduleAnswer } from "../../generated/types.ts";
import type { Context } from "../context.ts";
import { requireKey } from "../context.ts";
import type { CreatureOption } from "../creature-choice.ts";
import { chosen, noteCreatures } from "../creature-choice.ts";
import { plain } from "../plain.ts";
import { nextLines } from "../steps.ts";
import { bold, counted, dim } from "../style.ts";
import { table } from "../text.ts";
import { dayAndTime, duration, localTime, zoneOf } from "../time.ts";

const HOUR_MS = 3_600_000;
/** The service answers a wait within this. */
const LONGEST_WAIT_MS = 45_000;

const inHours = (hours: number): string => (hours <= 0 ? bold("now") : `in ${duration(hours * HOUR_MS)}`);

function homeText(answer: HomeAnswer): string {
  const { you, creatures, you_last_did: did, while_you_were_away: away, recommended_checkin: checkIn } = answer;
  return [
    `${bold(you.display_name)} (${you.username}), ${counted(you.credits, "credit")}`,
    ...creatures.map(({ name, species, stage, mood, due, advice }) => {
      const advised = due || advice !== null ? `. Next: ${advice ?? "status"}` : "";
      return `  ${bold(name)}, ${species}, ${stage}: ${mood}${advised}`;
    }),
    ...(creatures.length === 0 ? ["  No creatures yet."] : []),
    ...(away === undefined
      ? []
      : ["While you were away:", ...away.happened.map(({ at, message }) => `  ${localTime(at)}  ${message}`)]),
    ...did.map(({ ago, action, creature, notes, sitter }) => {
      const doer = sitter === undefined ? "" : ` by the sitter ${sitter}`;
      return dim(`  ${ago}: ${action} ${creature}${doer}${notes === null ? "" : `, "${notes.replaceAll("\n", " ")}"`}`);
    }),
    ...(checkIn === undefined ? [] : [`Next visit: ${inHours(checkIn.hours_from_now)} (${localTime(checkIn.at)})`]),
  ].join("\n");
}

export async function home(context: Context): Promise<void> {
  requireKey(context);
  const answer = await context.client.home();
  noteCreatures(context, answer.creatures);
  context.print(answer, (shown) => `${homeText(shown)}\n${nextLines(shown.next_steps)}`);
}

function scheduleText({ creatures, best_time: best, calendar_url: calendar }: ScheduleAnswer): string {
  const rows = creatures.map(({ creature, check_in: checkIn, on_time: band }) => [
    creature.name,
    inHours(checkIn.hours_from_now),
    band === null
      ? ""
      : `on time ${dayAndTime(band.opens_at)} to ${localTime(band.ends_at, Date.parse(band.opens_at))}`,
  ]);
  return [
    ...(rows.length === 0 ? ["No creatures yet. Adopt an egg:\n  denkeeper adopt <name>"] : [table(rows)]),
    ...(best === null ? [] : [`Best time to visit all: ${inHours(best.hours_from_now)} (${localTime(best.at)})`]),
    ...(calendar === undefined ? [] : [dim(`Calendar: ${calendar}`)]),
  ].join("\n");
}

export async function schedule(context: Context, { ical }: { readonly ical?: boolean }): Promise<void> {
  requireKey(context);
  if (ical === true) process.stdout.write(await context.client.schedule({ format: "ical" }));
  else context.print(await context.client.schedule({}), scheduleText);
}

export interface EventsOptions {
  readonly since?: string;
  readonly wait?: number;
  readonly follow?: boolean;
}

const eventLines = ({ events: all }: EventsAnswer): string =>
  all.length === 0 ? "Nothing new." : all.map(({ at, message }) => `${localTime(at)}  ${message}`).join("\n");

/** With `follow` a line for each event, until it is stopped. */
export async function events(context: Context, { since, wait, follow }: EventsOptions): Promise<void> {
  requireKey(context);
  const ask = (from: string | undefined, seconds: number | undefined) =>
    context.client.events({ since: from, wait: seconds }, { timeoutMs: LONGEST_WAIT_MS });
  if (follow !== true) {
    context.print(
      await ask(since, wait),
      (shown) => `${eventLines(shown)}\n${dim(`Next: denkeeper events --since ${shown.cursor}`)}`,
    );
    return;
  }
  for (let cursor = since; ;) {
    const answer = await ask(cursor, cursor === undefined ? 0 : 30);
    for (const event of answer.events) {
      process.stdout.write(
        `${context.json ? JSON.stringify(event) : `${localTime(event.at)}  ${plain(event.message)}`}\n`,
      );
    }
    ({ cursor } = answer);
  }
}

function forecastText({ creature, hours, turns, dies_at: diesAt }: ForecastAnswer): string {
  const shown = (value: number | null) => (value === null ? "?" : value.toFixed(1));
  const rows = hours.map(({ at, hunger, happiness, health, trust, asleep }) => [
    dayAndTime(at),
    ...[hunger, happiness, health, trust].map(shown),
    asleep ? "asleep" : "",
  ]);
  const zone = zoneOf(Date.parse(diesAt));
  return [
    `${bold(creature.name)}, if no one comes:`,
    table([[zone, "hunger", "happiness", "health", "trust", ""], ...rows]),
    ...turns.map(({ at, turn }) => `${localTime(at)}  ${turn.replaceAll("_", " ")}`),
    dim(`It dies at ${localTime(diesAt)}.`),
  ].join("\n");
}

export async function forecast(context: Context, options: CreatureOption & { readonly hours?: number }): Promise<void> {
  requireKey(context);
  const answer = await context.client.forecast({ hours: options.hours ?? 24, ...(await chosen(context, options)) });
  context.print(answer, forecastText);
}
