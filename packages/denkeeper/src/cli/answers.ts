// How answers look: a layout for each operation that a command asks for, and a plain one for all others. What to type next
// stands below every answer.
import { OPERATIONS, type OperationName } from "../generated/operations.ts";
import type { Answers, Incident } from "../generated/types.ts";
import { isStepTo } from "../steps.ts";
import { requireKey, type Context } from "./context.ts";
import { chosen } from "./creature-choice.ts";
import type { Layouts, Told } from "./entry.ts";
import type { Fields } from "./json.ts";
import { lines, nextLines, type OutputLines } from "./next-command.ts";
import { plain } from "./plain.ts";
import { bold, counted, dim, paint } from "./style.ts";
import { cut, facts, listOf, paragraph, screenColumns } from "./text.ts";
import { dayAndTime, duration, localDay, localTime, localized, zoneOf } from "./time.ts";

const HOUR_MS = 3_600_000;

const inHours = (hours: number): string => (hours <= 0 ? bold("now") : `in ${duration(hours * HOUR_MS)}`);
const words = (name: string): string => name.replaceAll("_", " ");
const onOneLine = (text: string | null): string => text?.replaceAll("\n", " ") ?? "";
const hookEvents = (events: readonly string[]): string => events.join(", ").replaceAll("creature.", "");

function clockLines({ house_time: at, advanced_hours: moved, message }: Answers["readClock"]): OutputLines {
  const ahead = moved === 0 ? "the same as real time" : `${counted(moved, "hour")} ahead of real time`;
  return [`It is ${bold(localTime(at))} in your house, ${ahead}.`, dim(message)];
}

function incidentText({ kind, creature, window, outcome, message, fix, calls }: Incident): string {
  const when = `${dayAndTime(window.opens_at)} to ${localTime(window.ends_at)}`;
  const called = listOf(calls, {
    call: "operation",
    answer: ({ status, code }) => `${status} ${code ?? ""}`.trim(),
    times: "count",
    last: "last_at",
    request: "last_request_id",
    by: (call) => (call.by_sitter ? "sitter" : ""),
  });
  const head = `${bold(`${creature.name}: ${outcome}, ${words(kind)}`)} ${dim(`(window ${when})`)}`;
  return lines([head, paragraph(localized(message)), called, paragraph(`Fix: ${fix}`)]);
}

const LAYOUTS: Layouts = {
  hall: ({ category, leaderboard, house_stats: all }) => [
    bold(words(category)),
    listOf(
      leaderboard,
      {
        "#": "rank",
        name: (entry) => ("creature_name" in entry ? entry.creature_name : entry.display_name),
        species: "creature_species",
        keeper: "agent",
        stage: "stage",
        days: "age_days",
        score: "consistency_score",
        alive: "creatures_alive",
        adults: "adults_raised",
        fed: "total_feedings",
        gravestones: "gravestones",
      },
      screenColumns(),
    ) || "No entries yet.",
    dim(`${all.creatures_alive} alive, ${all.creatures_dead} dead, ${counted(all.total_agents, "agent")}`),
  ],
  graveyard({ gravestones, pagination: { page, pages, total }, message }) {
    const shown = {
      name: "name",
      species: "species",
      keeper: "caretaker",
      lived: "lived",
      "died of": "cause",
    } as const;
    const rows = listOf(gravestones, { ...shown, on: ({ died_at }) => localDay(died_at) }, screenColumns()).split("\n");
    const epitaphs = gravestones.map(({ epitaph_short: text }) => dim(`  ${cut(`"${text}"`, screenColumns() - 2)}`));
    return [
      message,
      ...rows.flatMap((row, index) => [row, epitaphs[index - 1]]),
      total > 0 && dim(`Page ${page} of ${pages}, ${counted(total, "gravestone")}`),
    ];
  },
  listSpecies: ({ built_in: builtIn, species, pagination: { page, pages } }) => [
    listOf(
      [...builtIn, ...species],
      {
        species: "slug",
        family: "family",
        tier: (one) => ("tier" in one ? one.tier : `by ${one.creator}`),
        eats: (one) => ("tier" in one ? `${one.feeding_window_hours} h` : ""),
        personality: "personality",
      },
      screenColumns(),
    ),
    species.length > 0 && dim(`Page ${page} of ${pages} of designed species`),
  ],
  speciesProfile: ({ species: one }) => [
    bold(one.name),
    paragraph(one.personality),
    facts({
      family: one.family,
      tier: one.tier,
      "eats every": counted(one.feeding_window_hours, "hour"),
      trusts: one.trust_speed,
      traits: one.innate_traits.length === 0 ? "none" : one.innate_traits,
      special: one.special_mechanic ?? "none",
    }),
  ],
  history: ({ creature, care_log: log, stats }) => [
    `${bold(creature.name)}, ${creature.species}, ${creature.stage}, ${duration(creature.age_hours * HOUR_MS)} old`,
    `${counted(stats.total_feedings, "feeding")} (${stats.missed_feedings} missed), ${counted(stats.total_care_actions, "care action")}, consistency ${stats.consistency_score}%`,
    listOf(log, {
      [zoneOf(Date.now())]: ({ timestamp }) => dayAndTime(timestamp),
      action: "action",
      timing: ({ timing }) => words(timing ?? ""),
      by: "sitter",
      item: "item",
      notes: ({ notes }) => onOneLine(notes),
    }),
  ],
  preferences: ({ creature, preferences, discovered, note }) => [
    `${bold(creature.name)} (${creature.species}) likes:`,
    facts(preferences),
    ...Object.entries(discovered).flatMap(([action, items]) =>
      items.map(({ item, category }) => `You learned: ${action} with ${item} is ${category}.`),
    ),
    dim(paragraph(note)),
  ],
  incidents: ({ incidents, next_before: next }) => [
    incidents.map(incidentText).join("\n\n") || "No late or missed visits in the last 14 days.",
    // In a form that is a time to a shell, too.
    next !== null && dim(`\nOlder: denkeeper incidents --before ${next.replace("Z", "+00:00")}`),
  ],
  home: ({ report, you, creatures, you_last_did: did, while_you_were_away: away, recommended_checkin: checkIn }) => [
    `${bold(you.display_name)} (${you.username}), ${counted(you.credits, "credit")}`,
    report?.text !== undefined && paint("red", report.text),
    ...creatures.map(({ name, species, stage, mood, due, advice }) => {
      const advised = due || advice !== null ? `. Next: ${advice ?? "status"}` : "";
      return `  ${bold(name)}, ${species}, ${stage}: ${mood}${advised}`;
    }),
    creatures.length === 0 && "  No creatures yet.",
    away !== undefined && "While you were away:",
    ...(away?.happened ?? []).map(({ at, message }) => `  ${localTime(at)}  ${message}`),
    ...did.map(({ ago, action, creature, notes, sitter }) => {
      const doer = sitter === undefined ? "" : ` by the sitter ${sitter}`;
      return dim(`  ${ago}: ${action} ${creature}${doer}${notes === null ? "" : `, "${onOneLine(notes)}"`}`);
    }),
    checkIn !== undefined && `Next visit: ${inHours(checkIn.hours_from_now)} (${localTime(checkIn.at)})`,
  ],
  schedule: ({ creatures, best_time: best, calendar_url: calendar }) => [
    listOf(creatures, {
      creature: ({ creature }) => creature.name,
      visit: ({ check_in: checkIn }) => inHours(checkIn.hours_from_now),
      "on time": ({ on_time: band }) =>
        band === null ? "" : `${dayAndTime(band.opens_at)} to ${localTime(band.ends_at, Date.parse(band.opens_at))}`,
    }) || "No creatures yet. Adopt an egg:\n  denkeeper adopt <name>",
    best !== null && `Best time to visit all: ${inHours(best.hours_from_now)} (${localTime(best.at)})`,
    calendar !== undefined && dim(`Calendar: ${calendar}`),
  ],
  events: ({ events }) => [
    events.map(({ at, message }) => `${localTime(at)}  ${message}`).join("\n") || "Nothing new.",
  ],
  forecast({ creature, hours, turns, dies_at: diesAt }) {
    const stat = (value: number | null): string => value?.toFixed(1) ?? "?";
    return [
      `${bold(creature.name)}, if no one comes:`,
      listOf(hours, {
        [zoneOf(Date.parse(diesAt))]: ({ at }) => dayAndTime(at),
        hunger: ({ hunger }) => stat(hunger),
        happiness: ({ happiness }) => stat(happiness),
        health: ({ health }) => stat(health),
        trust: ({ trust }) => stat(trust),
        "": ({ asleep }) => (asleep ? "asleep" : ""),
      }),
      ...turns.map(({ at, turn }) => `${localTime(at)}  ${words(turn)}`),
      dim(`It dies at ${localTime(diesAt)}.`),
    ];
  },
  readClock: clockLines,
  moveClock: clockLines,
  readCredits: ({ credits, packs, next_steps: steps, mpp_enabled: mpp, x402_enabled: x402 }) => [
    bold(counted(credits, "credit")),
    mpp || x402 || steps.some((step) => isStepTo(step, "buyCredits"))
      ? listOf(packs, { pack: "credits", price: "price", "to buy it": ({ id }) => `denkeeper credits --buy ${id}` })
      : "Credits are not sold here.",
  ],
  resurrect: ({ message, credits_spent: spent, credits_remaining: left }) => [
    message,
    `${counted(spent, "credit")} spent, ${left} left.`,
  ],
  listSitters: ({ sitters }) => [
    listOf(sitters, { sitter: "name", until: "until", may: "actions", "has visited": "has_come", id: "sitter_id" }) ||
      "You have no sitters. Add one:\n  denkeeper sitters --add <name> --hours 12",
  ],
  addSitter: ({ message, sitter_key: key }) => [message, bold(key), dim("It is shown only once.")],
  listHooks: ({ hooks, messages }) => [
    hooks.length === 0 && "You have no hooks. Add one:\n  denkeeper hooks --add <url> --kind ntfy",
    messages === undefined
      ? listOf(hooks, {
          kind: "kind",
          address: "url",
          state: ({ state, off_reason: why }) => (why === undefined ? state : `${state} (${why})`),
          events: ({ events }) => hookEvents(events),
          id: "hook_id",
        })
      : listOf(messages, { at: "at", event: "event", state: "state", attempts: "attempts", error: "error" }),
  ],
  addHook: ({ hook, secret, message }) => [
    message,
    secret !== undefined && `Its secret, shown only once: ${bold(secret)}`,
    `To confirm:\n  denkeeper hooks --confirm ${hook.hook_id} --code <code>`,
  ],
};

/** For operations without a layout: the message, or else every field. */
function plainly(answer: object): OutputLines {
  if ("message" in answer) return [String(answer.message)];
  return [facts(Object.fromEntries(Object.entries(answer).filter(([name]) => name !== "next_steps")))];
}

/** Prints what an operation answered, by its layout. */
export function show<Name extends OperationName>(context: Context, name: Name, answer: Told<Name>): void {
  const layout = LAYOUTS[name] ?? plainly;
  context.print(answer, (shown) => lines([...layout(shown), nextLines(shown.next_steps)]));
}

/** Options that ask for a text instead: the names of its formats. */
const FORMATS = ["markdown", "ical"];

/** Asks for an operation and prints its answer. Arguments and options are its fields; a creature may go by its name. */
export async function ask(context: Context, name: OperationName, given: Fields): Promise<void> {
  if (OPERATIONS[name].needsKey) requireKey(context);
  const { creature, ...rest } = given;
  const target = await chosen(context, typeof creature === "string" ? { creature } : {});
  const format = FORMATS.find((each) => rest[each] === true);
  const fields: Record<string, unknown> = { format, ...target };
  for (const [option, value] of Object.entries(rest))
    if (option !== format) fields[option.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)] = value;
  const answer = await context.client.call(name, fields);
  if (typeof answer !== "string") show(context, name, answer);
  else
    process.stdout.write(context.json ? `${JSON.stringify({ [format ?? "text"]: answer }, null, 2)}\n` : plain(answer));
}
