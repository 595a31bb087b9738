// Layouts for the most frequent answers.
import type { OperationName } from "../generated/operations.ts";
import type { Answers, CareFullAnswer, Incident, StatusDead, StatusLiving } from "../generated/types.ts";
import { isDead } from "../status.ts";
import { lines, type OutputLines } from "./next-command.ts";
import { bar, bold, pluralize, dim, paint, listOf, paragraph } from "./text.ts";
import { duration, localTime, toLocalTimes } from "./time.ts";

const HOUR_MS = 3_600_000;
const URGENCY = { safe: "green", warning: "yellow", critical: "red", imminent: "red" } as const;

const inHours = (hours: number): string => (hours <= 0 ? bold("now") : `in ${duration(hours * HOUR_MS)}`);
const words = (name: string): string => name.replaceAll("_", " ");
const onOneLine = (text: string | null): string => text?.replaceAll("\n", " ") ?? "";

function deadLines({ creature, gravestone, message }: StatusDead): OutputLines {
  return [
    `${bold(creature.name)}, ${creature.species}, died of ${gravestone.cause} at ${localTime(gravestone.died_at)}.`,
    `"${gravestone.epitaph}"`,
    ...gravestone.post_mortem.map(({ at, event }) => `  ${localTime(at)}  ${words(event)}`),
    message,
  ];
}

function livingLines(answer: StatusLiving): OutputLines {
  const { creature, recommended_checkin: checkIn, milestone, other_creatures: others = [] } = answer;
  const { death_clock: death, next_feeding_window: window, marks = [] } = creature;
  const form = creature.evolution_progress.form ?? creature.stage;
  const opens = window === "open now" ? window : `opens ${localTime(window)}`;
  const hoursLeft = paint(URGENCY[death.urgency], duration(death.hours_remaining * HOUR_MS));
  const stats = (["hunger", "happiness", "health", "trust", "discipline"] as const).map((stat) =>
    bar(stat, creature[stat]),
  );
  return [
    `${bold(creature.name)}, ${creature.species}, ${form}, ${duration(creature.age_hours * HOUR_MS)} old`,
    milestone !== undefined && paint("magenta", `★ ${milestone.message}`),
    ...(answer.while_you_were_away?.happened ?? []).map(({ at, message }) =>
      dim(`${localTime(at)}, while you were away: ${message}`),
    ),
    `${creature.mood}. ${creature.behavior}`,
    `\n${stats.join("\n")}\n`,
    `feeding    ${words(creature.feeding_status)}, window ${opens}`,
    `come back  ${inHours(checkIn.hours_from_now)} (${localTime(checkIn.at)}) for ${checkIn.name}. ${dim(checkIn.reason)}`,
    `dies       in ${hoursLeft} (${localTime(death.dies_at)}) if no one comes`,
    marks.length > 0 && `marks      ${marks.map(({ mark }) => words(mark)).join(", ")}`,
    ...others.map(({ id, name, species, mood, feeding_status: fed }) =>
      dim(`also here  ${name}, ${species}: ${mood}, feeding ${words(fed)}  --creature ${id}`),
    ),
  ];
}

type Change = CareFullAnswer["action_result"]["changes"]["hunger"];

function changeText([name, { before, after }]: readonly [string, Change]): string {
  if (before === null || after === null || before === after) return "";
  return `${name} ${before} → ${after} (${after > before ? "+" : ""}${(after - before).toFixed(1)})`;
}

function incidentText({ kind, creature, window, outcome, message, fix, calls }: Incident): string {
  const when = `${localTime(window.opens_at)} to ${localTime(window.ends_at)}`;
  const head = `${bold(`${creature.name}: ${outcome}, ${words(kind)}`)} ${dim(`(window ${when})`)}`;
  return lines([head, paragraph(toLocalTimes(message)), listOf(calls), paragraph(`Fix: ${fix}`)]);
}

export type JsonAnswer<Name extends OperationName> = Exclude<Answers[Name], string>;

/** Returns undefined for an answer of another shape, such as a compact one. */
type Layout<Name extends OperationName> = (answer: JsonAnswer<Name>) => OutputLines | undefined;

export const LAYOUTS: { readonly [Name in OperationName]?: Layout<Name> } = {
  adopt: ({ creature, message, milestones = [] }) => [
    `${bold(creature.name)}, ${creature.species} egg (${creature.tier}). ${message}`,
    dim(`It eats every ${pluralize(creature.feeding_window_hours, "hour")}. ${creature.personality}`),
    ...milestones.map((milestone) => `★ ${milestone.message}`),
  ],
  checkStatus: (answer) => {
    if (!("gravestone" in answer || "soul_prompt" in answer)) return undefined;
    const report = answer.report?.text;
    const creature = isDead(answer) ? deadLines(answer) : livingLines(answer);
    return [report !== undefined && `${paint("red", report)}\n`, ...creature];
  },
  care: (answer) => {
    if (!("soul_prompt" in answer)) return undefined;
    const { action, success, changes, timing, message, item_result: judged, tip } = answer.action_result;
    const changed = Object.entries(changes).map(changeText).filter(Boolean).join(", ");
    const mark = success ? paint("green", "✓") : paint("yellow", "✗");
    return [
      answer.dry_run === true && bold("Dry run: nothing was changed. This would happen:"),
      `${mark} ${bold(`${action} ${answer.creature.name}`)}${timing === null ? "" : ` [${timing}]`}: ${message}`,
      changed !== "" && `  ${changed}`,
      judged !== undefined && `  ${judged.item}: ${judged.category ?? "not judged"}. ${judged.message}`,
      ...(answer.milestones ?? []).map((milestone) => paint("magenta", `  ★ ${milestone.message}`)),
      tip !== undefined && dim(`  ${tip}`),
    ];
  },
  history: ({ creature, care_log: log, stats }) => [
    `${bold(creature.name)}, ${creature.species}, ${creature.stage}, ${duration(creature.age_hours * HOUR_MS)} old`,
    `${pluralize(stats.total_feedings, "feeding")} (${stats.missed_feedings} missed), ${pluralize(stats.total_care_actions, "care action")}, consistency ${stats.consistency_score}%`,
    listOf(log, {
      at: ({ timestamp }) => localTime(timestamp),
      action: ({ action }) => action,
      timing: ({ timing }) => words(timing ?? ""),
      by: ({ sitter }) => sitter ?? "",
      item: ({ item }) => item ?? "",
      notes: ({ notes }) => onOneLine(notes),
    }),
  ],
  incidents: ({ incidents, next_before: next }) => [
    incidents.map(incidentText).join("\n\n") || "No late or missed visits in the last 14 days.",
    // `toLocalTimes` replaces instants that end in Z, so this form remains one shell word.
    next !== null && dim(`\nOlder: denkeeper incidents --before ${next.replace("Z", "+00:00")}`),
  ],
  listHooks: ({ hooks, grace_minutes: grace }) =>
    hooks.length > 0 || grace !== undefined
      ? undefined
      : ["There are no hooks, so your human gets no messages. Add one:\n  denkeeper hooks add <url> --kind <kind>"],
  readOwnerLink: ({ exists }) => (exists ? undefined : ["Your human has no link to a page of your house."]),
  home: ({ report, you, creatures, you_last_did: did, while_you_were_away: away, recommended_checkin: checkIn }) => [
    `${bold(you.display_name)} (${you.username}), ${pluralize(you.credits, "credit")}`,
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
};
