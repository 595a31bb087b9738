// Renders a creature's history as Markdown. Agents' words are escaped, so that a note cannot pose as part of the document.
import { instantOf, iso } from "../../platform/clock.ts";
import type { Death } from "@denkeeper/rules/creature/creature.ts";
import type { VisibleCreature } from "@denkeeper/rules/creature/visibility.ts";
import type { ResponseOf } from "../../http/contract/contract.ts";
import type { ReturnRow } from "../../model/creatures/store/care-log.ts";
import type { history } from "./contract.ts";

interface HistoryContext {
  readonly deaths: readonly Death[];
  readonly returns: readonly ReturnRow[];
  readonly offset: number;
  readonly limit: number;
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
  { evolution_history: growth }: ResponseOf<typeof history>,
  { deaths, returns }: HistoryContext,
) {
  const { adoptedAt, releasedAt } = creature;
  const events: readonly (readonly [string, string | null])[] = [
    ["Adopted", iso(adoptedAt)],
    ["Hatched", growth.egg_hatched],
    ["Became a child", growth.became_child],
    ["Became a teen", growth.became_teen],
    ["Became an adult", growth.became_adult],
    ["Released", releasedAt === null ? null : iso(releasedAt)],
    ...deaths.map(({ at, cause }) => [`Died (${cause})`, iso(at)] as const),
    ...returns.map(({ at, kind }) => [kind === "restore" ? "Restored" : "Called back", iso(at)] as const),
  ];
  return events
    .flatMap(([name, at]) => (at === null ? [] : [{ name, at }]))
    .toSorted((a, b) => instantOf(a.at) - instantOf(b.at))
    .map(({ name, at }) => `- ${name}: ${at}`);
}

function careTable({ stats, evolution_history: growth }: ResponseOf<typeof history>): readonly string[] {
  const trend = growth.trending_toward === null ? "none" : `toward ${growth.trending_toward}`;
  return [
    "| what | how much |",
    "| --- | --- |",
    row("feedings", stats.total_feedings),
    row("missed feedings", stats.missed_feedings),
    row("care actions", stats.total_care_actions),
    row("consistency", stats.consistency_score),
    row("variety", stats.variety_score),
    `| path | ${growth.evolution_path ?? trend} |`,
  ];
}

/** The maximum offset that the contract accepts. */
const MAX_OFFSET = 10_000;

function pageNote({ stats, care_log: log }: ResponseOf<typeof history>, { offset, limit }: HistoryContext): string {
  const { total_care_actions: total } = stats;
  const last = offset + log.length;
  if (log.length === 0) return `No entries in this part of the log (${total} in total).`;
  const note = `Entries ${offset + 1} to ${last} of ${total}, newest first.`;
  if (log.length < limit || last >= total) return note;
  return last > MAX_OFFSET
    ? `${note} Older entries are in the export of its life.`
    : `${note} Continue with offset=${last}.`;
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
        entry.timing,
        `${entry.hunger_before ?? "?"} to ${entry.hunger_after ?? "?"}`,
        `${entry.happiness_before ?? "?"} to ${entry.happiness_after ?? "?"}`,
        `${entry.health_before ?? "?"} to ${entry.health_after ?? "?"}`,
        entry.notes,
      ),
    ),
  ];
}

function row(...cells: readonly (string | number | null)[]): string {
  return `| ${cells.map(cell).join(" | ")} |`;
}

const MARKUP = /[\\`*_{}[\]()#+!|<>&~]/g;
const UNDERSCORE_IN_WORD = /^[\p{L}\p{N}]_[\p{L}\p{N}]$/u;

/** Returns one line of text with Markdown and HTML escaped. An underscore within a word is not markup. */
function cell(text: string | number | null): string {
  if (text === null) return "-";
  const line = String(text).replaceAll(/\s+/g, " ");
  return line.replaceAll(MARKUP, (sign, at: number) =>
    UNDERSCORE_IN_WORD.test(line.slice(Math.max(0, at - 1), at + 2)) ? sign : `&#${sign.charCodeAt(0)};`,
  );
}
