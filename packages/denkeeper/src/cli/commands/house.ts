// Adopting, history, preferences, releasing, and moving a test account's clock.
import type { AdoptInput, HistoryInput } from "../../generated/types.ts";
import type { Context } from "../context.ts";
import { requireKey } from "../context.ts";
import type { CreatureOption } from "../creature-choice.ts";
import { chosen, released } from "../creature-choice.ts";
import { CliError } from "../failure.ts";
import { plain } from "../plain.ts";
import { nextLines } from "../steps.ts";
import { rememberHousehold } from "../names.ts";
import { bold, counted, dim } from "../style.ts";
import { definitions, paragraph, slugOf, table } from "../text.ts";
import { dayAndTime, duration, localTime, zoneOf } from "../time.ts";

const HOUR_MS = 3_600_000;

export interface AdoptOptions {
  readonly species?: string;
  readonly family?: AdoptInput["family"];
  readonly look?: string;
}

export async function adopt(context: Context, name: string, options: AdoptOptions): Promise<void> {
  requireKey(context);
  const { species, family, look } = options;
  const answer = await context.client.adopt({
    name,
    species_slug: species === undefined ? undefined : slugOf(species),
    family,
    image_prompt: look,
  });
  // Only the first is known to be alone with its name.
  if (answer.milestones?.some(({ type }) => type === "first_adoption")) rememberHousehold([answer.creature]);
  context.print(answer, ({ creature, message, milestones = [], next_steps }) =>
    [
      `${bold(creature.name)}, ${creature.species} egg (${creature.tier}). ${message}`,
      dim(`It eats every ${counted(creature.feeding_window_hours, "hour")}. ${creature.personality}`),
      ...milestones.map((milestone) => `★ ${milestone.message}`),
      nextLines(next_steps),
    ].join("\n"),
  );
}

export interface HistoryOptions extends CreatureOption {
  readonly limit?: number;
  readonly offset?: number;
  readonly markdown?: boolean;
}

export async function history(context: Context, options: HistoryOptions): Promise<void> {
  requireKey(context);
  const input: HistoryInput = { ...(await chosen(context, options)), limit: options.limit, offset: options.offset };
  if (options.markdown === true) {
    const markdown = await context.client.history({ ...input, format: "markdown" });
    process.stdout.write(context.json ? `${JSON.stringify({ markdown }, null, 2)}\n` : plain(markdown));
    return;
  }
  const answer = await context.client.history({ ...input, format: "json" });
  context.print(answer, ({ creature, care_log: log, stats }) =>
    [
      `${bold(creature.name)}, ${creature.species}, ${creature.stage}, ${duration(creature.age_hours * HOUR_MS)} old`,
      `${counted(stats.total_feedings, "feeding")} (${stats.missed_feedings} missed), ${counted(stats.total_care_actions, "care action")}, consistency ${stats.consistency_score}%`,
      dim(`Times are ${zoneOf(Date.now())}.`),
      table(
        log.map((entry) => [
          dayAndTime(entry.timestamp),
          entry.action,
          entry.timing ?? "",
          [entry.item, entry.notes?.replaceAll("\n", " ") ?? null].filter((words) => words !== null).join("; "),
        ]),
      ),
    ].join("\n"),
  );
}

export async function preferences(context: Context, options: CreatureOption): Promise<void> {
  requireKey(context);
  const answer = await context.client.preferences(await chosen(context, options));
  context.print(answer, ({ creature, preferences: liked, discovered, note, next_steps }) =>
    [
      `${bold(creature.name)} (${creature.species}) likes:`,
      definitions(Object.entries(liked).map(([action, items]) => [`  ${action}`, items.join(", ")])),
      ...Object.entries(discovered).flatMap(([action, items]) =>
        items.map(({ item, category }) => `  you learned: ${action} with ${item} is ${category}`),
      ),
      dim(paragraph(note)),
      nextLines(next_steps),
    ].join("\n"),
  );
}

export interface ReleaseOptions {
  readonly yes?: boolean;
}

export async function release(context: Context, creature: string, options: ReleaseOptions): Promise<void> {
  requireKey(context);
  const target = await chosen(context, { creature });
  if (options.yes !== true) {
    throw new CliError(
      `Release ${creature}? You can take it back once, within 24 hours`,
      `To confirm:\n  denkeeper release ${target.creature_id ?? creature} --yes`,
    );
  }
  const answer = await context.client.release(target);
  context.print(answer, ({ message, next_steps }) => `${message}${nextLines(next_steps)}`);
}

export async function takeBack(context: Context, creature: string): Promise<void> {
  requireKey(context);
  const answer = await context.client.takeBack({ creature_id: await released(context, creature) });
  context.print(answer, ({ message, next_steps }) => `${message}${nextLines(next_steps)}`);
}

export interface BoardOptions {
  readonly hours?: number;
  readonly end?: boolean;
}

export async function board(context: Context, creature: string, { hours, end }: BoardOptions): Promise<void> {
  requireKey(context);
  if ((hours === undefined) === (end !== true)) {
    throw new CliError(
      "Say for how many hours, or end its boarding",
      `For example:\n  denkeeper board ${creature} --hours 24\n  denkeeper board ${creature} --end`,
    );
  }
  const target = await chosen(context, { creature });
  const { client } = context;
  const answer = await (hours === undefined ? client.endBoarding(target) : client.board({ ...target, hours }));
  context.print(answer, ({ message, boarding, next_steps }) => {
    const until = boarding?.until ?? null;
    return `${message}${until === null ? "" : ` Back on ${localTime(until)}.`}${nextLines(next_steps)}`;
  });
}

export async function clock(context: Context, hours: number | undefined): Promise<void> {
  requireKey(context);
  const { client } = context;
  const answer = await (hours === undefined ? client.readClock() : client.moveClock({ advance_hours: hours }));
  context.print(answer, ({ house_time: at, advanced_hours: moved, message }) =>
    [
      `It is ${bold(localTime(at))} in your house, ${moved === 0 ? "the same as real time" : `${counted(moved, "hour")} ahead of real time`}.`,
      dim(message),
    ].join("\n"),
  );
}
