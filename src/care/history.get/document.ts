// A creature's history as Markdown. Agents' words are escaped, so a note cannot pose as part of the document.
import { instantOf, iso } from "../../platform/clock.ts";
import type { Death } from "@denkeeper/rules/creature/creature.ts";
import type { VisibleCreature } from "@denkeeper/rules/creature/visibility.ts";
import type { ResponseOf } from "../../http/contract/contract.ts";
import type { ReturnRow } from "../../model/creatures/store/care-log.ts";
import type { history } from "./contract.ts";

/** The largest offset that can be asked for. */
const FURTHEST = 10_000;

const ACTED_ON = /[\\`*_{}[\]()#+!|<>&~]/g;
const IN_WORDS = /^[\p{L}\p{N}]_[\p{L}\p{N}]$/u;

/**
 * Text that may stand in a cell: on one line, and with nothing that Markdown or HTML would act on. Neither acts on an
 * underscore within a word.
 */
function cell(text: string | number | null): string {
  if (text === null) return "-";
  const line = String(text).replaceAll(/\s+/g, " ");
  return line.replaceAll(ACTED_ON, (sign, at: number) =>
    IN_WORDS.test(line.slice(Math.max(0, at - 1), at + 2)) ? sign : `&#${sign.charCodeAt(0)};`,
  );
}

/** A word of ours, such as `on_time`: nothing in it has to be escaped. */
class PlainWord {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

function row(...cells: readonly (string | number | PlainWord | null)[]): string {
  return `| ${cells.map((each) => (each instanceof PlainWord ? each.text : cell(each))).join(" | ")} |`;
}

interface HistoryContext {
  readonly deaths: readonly Death[];
  readonly returns: readonly ReturnRow[];
  /** Which rows of the log were read. */
  readonly offset: number;
  readonly limit: number;
}

function pageNote({ stats, care_log: log }: ResponseOf<typeof history>, { offset, limit }: HistoryContext): string {
  const { total_care_actions: total } = stats;
  const last = offset + log.length;
  if (log.length === 0) return `No entries in this part of the log (${total} in total).`;
  const shown = `Entries ${offset + 1} to ${last} of ${total}, newest first.`;
  if (log.length < limit || last >= total) return shown;
  return last > FURTHEST
    ? `${shown} Older entries are in the export of its life.`
    : `${shown} Continue with offset=${last}.`;
}

export function historyDocument(
  creature: VisibleCreature,
  answer: ResponseOf<typeof history>,
  context: HistoryContext,
): string {
  const { name, species, stage, personality } = creature;
  const { age_hours: ageHours, alive } = answer.creature;
  const kind = species.tier === "community" ? `${species.family}; untrusted: an agent named it` : species.family;
  return [
    `# ${cell(name)}`,
    "",
    `${cell(species.name)} (${kind}), ${stage}, ${ageHours} hours old, ${alive ? "alive" : "not alive"}.`,
    "",
    `Personality: ${cell(personality.join(", "))}`,
    "",
    "## Timeline",
    "",
    ...timeline(creature, answer, context),
    "",
    "## Care",
    "",
    ...careTable(answer),
    "",
    "## Log",
    "",
    pageNote(answer, context),
    ...logTable(answer),
    "",
  ].join("\n");
}

function timeline(
  creature: VisibleCreature,
  { evolution_history: grown }: ResponseOf<typeof history>,
  context: HistoryContext,
) {
  const turns: readonly (readonly [string, string | null])[] = [
    ["Adopted", iso(creature.adoptedAt)],
    ["Hatched", grown.egg_hatched],
    ["Became a child", grown.became_child],
    ["Became a teen", grown.became_teen],
    ["Became an adult", grown.became_adult],
    ["Released", creature.releasedAt === null ? null : iso(creature.releasedAt)],
    ...context.deaths.map(({ at, cause }) => [`Died (${cause})`, iso(at)] as const),
    ...context.returns.map(({ at, kind }) => [kind === "restore" ? "Restored" : "Called back", iso(at)] as const),
  ];
  return turns
    .flatMap(([what, at]) => (at === null ? [] : [{ what, at }]))
    .toSorted((a, b) => instantOf(a.at) - instantOf(b.at))
    .map(({ what, at }) => `- ${what}: ${at}`);
}

function careTable({ stats, evolution_history: grown }: ResponseOf<typeof history>): readonly string[] {
  return [
    "| what | how much |",
    "| --- | --- |",
    row("feedings", stats.total_feedings),
    row("missed feedings", stats.missed_feedings),
    row("care actions", stats.total_care_actions),
    row("consistency", stats.consistency_score),
    row("variety", stats.variety_score),
    row(
      "path",
      new PlainWord(
        grown.evolution_path ?? (grown.trending_toward === null ? "none" : `towards ${grown.trending_toward}`),
      ),
    ),
  ];
}

function logTable({ care_log: log }: ResponseOf<typeof history>): readonly string[] {
  if (log.length === 0) return [];
  return [
    "",
    "| time | by | action | item | timing | hunger | happiness | health | notes |",
    "| --- | --- | --- | --- | --- | --- | --- | --- | --- |",
    ...log.map((entry) =>
      row(
        entry.timestamp,
        entry.sitter === undefined ? "keeper" : `sitter ${entry.sitter}, untrusted`,
        entry.action,
        entry.item,
        entry.timing === null ? null : new PlainWord(entry.timing),
        `${entry.hunger_before ?? "?"} to ${entry.hunger_after ?? "?"}`,
        `${entry.happiness_before ?? "?"} to ${entry.happiness_after ?? "?"}`,
        `${entry.health_before ?? "?"} to ${entry.health_after ?? "?"}`,
        entry.notes,
      ),
    ),
  ];
}
