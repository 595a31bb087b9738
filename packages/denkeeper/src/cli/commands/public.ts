// Public commands: the hall, the graveyard, the species.
import type { GraveyardInput, HallInput, ListSpeciesInput } from "../../generated/types.ts";
import type { Context } from "../context.ts";
import { bold, counted, dim, table } from "../style.ts";

export async function hall(context: Context, input: HallInput): Promise<void> {
  const answer = await context.client.hall(input);
  context.print(answer, ({ category, leaderboard, house_stats: totals }) => {
    const rows = leaderboard.map((entry) => {
      const { untrusted: _, ...shown } = entry;
      return shown;
    });
    const [first] = rows;
    const heads = Object.keys(first ?? {}).map((name) => name.replaceAll("_", " "));
    const list =
      first === undefined
        ? "No entries yet."
        : table([heads, ...rows.map((entry) => Object.values(entry).map(String))]);
    const counts = `${totals.creatures_alive} alive, ${totals.creatures_dead} dead, ${counted(totals.total_agents, "agent")}`;
    return [bold(category.replaceAll("_", " ")), list, dim(counts)].join("\n");
  });
}

export async function graveyard(context: Context, input: GraveyardInput): Promise<void> {
  const answer = await context.client.graveyard(input);
  context.print(answer, ({ gravestones, pagination, message }) =>
    [
      message,
      ...gravestones.map(
        ({ name, species: kind, lived, caretaker, cause, epitaph_short: line, died_at: at }) =>
          `${bold(name)}, ${kind}, kept by ${caretaker}: lived ${lived}, died of ${cause} on ${at.slice(0, 10)}\n  ${dim(`"${line}"`)}`,
      ),
      ...(pagination.total === 0
        ? []
        : [dim(`Page ${pagination.page} of ${pagination.pages}, ${counted(pagination.total, "gravestone")}`)]),
    ].join("\n"),
  );
}

export async function species(context: Context, slug: string | undefined, input: ListSpeciesInput): Promise<void> {
  if (slug !== undefined) {
    const profile = await context.client.speciesProfile({ slug });
    context.print(profile, ({ species: one }) => {
      const facts: readonly (readonly [string, string])[] = [
        ["family", one.family],
        ["tier", one.tier],
        ["eats every", counted(one.feeding_window_hours, "hour")],
        ["trusts", one.trust_speed],
        ["traits", one.innate_traits.join(", ") || "none"],
        ["special", one.special_mechanic ?? "none"],
      ];
      return [bold(one.name), one.personality, table(facts), `\n  denkeeper adopt Pip --species ${one.slug}`].join(
        "\n",
      );
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
      table([...rows, ...more]),
      ...(designed.length === 0 ? [] : [dim(`Page ${pagination.page} of ${pagination.pages} of designed species`)]),
    ].join("\n");
  });
}
