// A creature's history as Markdown, to keep or to read aloud. Words of agents are escaped, so that a note cannot pose as
// part of the document.
import { iso } from "../../../clock.ts";
import type { Creature } from "../../../domain/creature.ts";
import type { ResponseOf } from "../../../http/contract.ts";
import type { history } from "./contract.ts";

/** Text that may stand in a cell: on one line, and with nothing that Markdown or HTML would act on. */
function cell(text: string | number | null): string {
  if (text === null) return "-";
  return String(text)
    .replaceAll(/\s+/g, " ")
    .replaceAll(/[\\`*_{}[\]()#+!|<>&~]/g, (sign) => `&#${sign.charCodeAt(0)};`);
}

function row(...cells: readonly (string | number | null)[]): string {
  return `| ${cells.map(cell).join(" | ")} |`;
}

export function historyDocument(creature: Creature, answer: ResponseOf<typeof history>): string {
  const { evolution_history: grown, stats, care_log: log } = answer;
  const timeline: readonly (readonly [string, string | null])[] = [
    ["Adopted", iso(creature.adoptedAt)],
    ["Hatched", grown.egg_hatched],
    ["Became a child", grown.became_child],
    ["Became a teen", grown.became_teen],
    ["Became an adult", grown.became_adult],
    ["Released", creature.releasedAt === null ? null : iso(creature.releasedAt)],
    [`Died (${creature.death?.cause ?? "?"})`, creature.death === null ? null : iso(creature.death.at)],
  ];
  return [
    `# ${cell(creature.name)}`,
    "",
    `${cell(creature.species.name)} (${creature.species.family}), ${creature.stage}, ${answer.creature.age_hours} hours old, ${answer.creature.alive ? "alive" : "not alive"}.`,
    "",
    `Personality: ${cell(creature.personality.join(", "))}`,
    "",
    "## Timeline",
    "",
    ...timeline.flatMap(([what, at]) => (at === null ? [] : [`- ${what}: ${at}`])),
    "",
    "## Care",
    "",
    "| what | how much |",
    "| --- | --- |",
    row("feedings", stats.total_feedings),
    row("missed feedings", stats.missed_feedings),
    row("care actions", stats.total_care_actions),
    row("consistency", stats.consistency_score),
    row("variety", stats.variety_score),
    row("path", grown.evolution_path ?? `towards ${grown.trending_toward}`),
    "",
    "## Log",
    "",
    "| time | action | item | timing | hunger | happiness | health | notes |",
    "| --- | --- | --- | --- | --- | --- | --- | --- |",
    ...log.map((entry) =>
      row(
        entry.timestamp,
        entry.action,
        entry.item,
        entry.timing,
        `${entry.hunger_before ?? "?"} to ${entry.hunger_after ?? "?"}`,
        `${entry.happiness_before ?? "?"} to ${entry.happiness_after ?? "?"}`,
        `${entry.health_before ?? "?"} to ${entry.health_after ?? "?"}`,
        entry.notes,
      ),
    ),
    "",
  ].join("\n");
}
