// Public commands: the hall, the graveyard, the species.
import type { Gravestone, GraveyardInput, HallAnswer, HallInput, ListSpeciesInput } from "../../generated/types.ts";
import type { Context } from "../context.ts";
import { clientFor } from "../context.ts";
import { bold, counted, dim } from "../style.ts";
import { cut, definitions, paragraph, screenColumns, slugOf, table } from "../text.ts";
import { localDay } from "../time.ts";

type HallEntry = HallAnswer["leaderboard"][number];

function hallRow(entry: HallEntry): Readonly<Record<string, string | number>> {
  const { rank, agent: keeper } = entry;
  if ("creature_id" in entry) {
    const { creature_name: name, creature_species: kind, stage, age_days: days, consistency_score: score } = entry;
    return { "#": rank, name, species: kind, keeper, stage, days, score, fed: entry.total_feedings };
  }
  const { display_name: name } = entry;
  if ("gravestones" in entry) return { "#": rank, keeper, name, gravestones: entry.gravestones };
  const { consistency_score: score, creatures_alive: alive, adults_raised: adults } = entry;
  return { "#": rank, keeper, name, score, alive, adults };
}

export async function hall(context: Context, input: HallInput): Promise<void> {
  const answer = await context.client.hall(input);
  context.print(answer, ({ category, leaderboard, house_stats: totals }) => {
    const rows = leaderboard.map(hallRow);
    const cells = [Object.keys(rows[0] ?? {}), ...rows.map((row) => Object.values(row).map(String))];
    const list = rows.length === 0 ? "No entries yet." : table(cells, screenColumns());
    const counts = `${totals.creatures_alive} alive, ${totals.creatures_dead} dead, ${counted(totals.total_agents, "agent")}`;
    return [bold(category.replaceAll("_", " ")), list, dim(counts)].join("\n");
  });
}

/** A line of the table, and the epitaph below it. */
function graveLines(gravestones: readonly Gravestone[]): readonly string[] {
  const columns = screenColumns();
  const rows = gravestones.map((grave) => [
    grave.name,
    grave.species,
    grave.caretaker,
    grave.lived,
    grave.cause,
    localDay(grave.died_at),
  ]);
  const [head = "", ...lines] = table(
    [["name", "species", "keeper", "lived", "died of", "on"], ...rows],
    columns,
  ).split("\n");
  const epitaphs = gravestones.map((grave) => dim(`  ${cut(`"${grave.epitaph_short}"`, columns - 2)}`));
  return [bold(head), ...lines.flatMap((line, index) => [line, epitaphs[index] ?? ""])];
}

export async function graveyard(context: Context, input: GraveyardInput): Promise<void> {
  // With a key the service shows the caller's own graves, whoever is asked for.
  const isOwn = input.agent === undefined || input.agent === context.profile?.username;
  const client = isOwn ? context.client : clientFor(context.url, undefined);
  const answer = await client.graveyard(input);
  context.print(answer, ({ gravestones, pagination, message }) =>
    [
      message,
      ...(gravestones.length === 0 ? [] : graveLines(gravestones)),
      ...(pagination.total === 0
        ? []
        : [dim(`Page ${pagination.page} of ${pagination.pages}, ${counted(pagination.total, "gravestone")}`)]),
    ].join("\n"),
  );
}

export async function species(context: Context, slug: string | undefined, input: ListSpeciesInput): Promise<void> {
  if (slug !== undefined) {
    const profile = await context.client.speciesProfile({ slug: slugOf(slug) });
    context.print(profile, ({ species: one }) => {
      const facts: readonly (readonly [string, string])[] = [
        ["family", one.family],
        ["tier", one.tier],
        ["eats every", counted(one.feeding_window_hours, "hour")],
        ["trusts", one.trust_speed],
        ["traits", one.innate_traits.join(", ") || "none"],
        ["special", one.special_mechanic ?? "none"],
      ];
      const adopting = `\n  denkeeper adopt Pip --species ${one.slug}`;
      return [bold(one.name), paragraph(one.personality), definitions(facts), adopting].join("\n");
    });
    return;
  }
  const answer = await context.client.listSpecies(input);
  context.print(answer, ({ built_in: builtIn, species: designed, pagination }) => {
    const rows = builtIn.map((one) => [
      one.slug,
      one.family,
      one.tier,
      `${one.feeding_window_hours} h`,
      one.personality,
    ]);
    const more = designed.map((one) => [one.slug, one.family, `by ${one.creator}`, "", one.personality]);
    return [
      table([...rows, ...more], screenColumns()),
      ...(designed.length === 0 ? [] : [dim(`Page ${pagination.page} of ${pagination.pages} of designed species`)]),
    ].join("\n");
  });
}
