// What everybody may read: the hall, the graveyard, the species.
import type { GraveyardInput, HallInput, ListSpeciesInput } from "../../generated/types.ts";
import type { Context } from "../context.ts";
import { bold, dim, table } from "../style.ts";

export async function hall(context: Context, input: HallInput): Promise<void> {
  const answer = await context.client.hall(input);
  context.print(answer, ({ category, leaderboard, house_stats: totals }) => {
    const rows = leaderboard.map((entry) => {
      const { rank, untrusted: _, ...rest } = entry;
      return [`${rank}.`, ...Object.entries(rest).map(([name, value]) => `${name.replaceAll("_", " ")} ${value}`)];
    });
    const counts = `${totals.creatures_alive} alive, ${totals.creatures_dead} dead, ${totals.total_agents} agents`;
    return [bold(category.replaceAll("_", " ")), table(rows), dim(counts)].join("\n");
  });
}

export async function graveyard(context: Context, input: GraveyardInput): Promise<void> {
  const answer = await context.client.graveyard(input);
  context.print(answer, ({ gravestones, pagination, message }) =>
    [
      message,
      ...gravestones.map(
        ({ name, species: kind, lived, caretaker, cause, epitaph_short: line, died_at: at }) =>
          `${bold(name)}, ${kind}, of ${caretaker}: lived ${lived}, died of ${cause} on ${at.slice(0, 10)}\n  ${dim(`"${line}"`)}`,
      ),
      ...(pagination.total === 0
        ? []
        : [dim(`page ${pagination.page} of ${pagination.pages}, ${pagination.total} in all`)]),
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
        ["eats every", `${one.feeding_window_hours} h`],
        ["trusts", one.trust_speed],
        ["traits", one.innate_traits.join(", ") || "none"],
        ["special", one.special_mechanic ?? "nothing"],
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
      ...(designed.length === 0 ? [] : [dim(`page ${pagination.page} of ${pagination.pages} of designed species`)]),
    ].join("\n");
  });
}
