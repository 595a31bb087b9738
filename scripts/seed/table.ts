// Prints what a seed created.
import type { SeedLife } from "./life.ts";
import type { SeededAgent } from "./raise.ts";

function fateOf(life: SeedLife, now: number): readonly [stage: string, fate: string] {
  const living = life.livingAt(now);
  const { stage, path, death, releasedAt } = living?.creature ?? life.stored.creature;
  const grown = path === null ? stage : `${stage}, ${path}`;
  if (living !== undefined) return [grown, living.mood];
  if (death !== null) return [grown, `died of ${death.cause}`];
  return [grown, releasedAt === null ? "waits to be hatched" : "released"];
}

/** One line a creature. */
export function tableOf(agents: readonly SeededAgent[], now: number): string {
  const rows = agents.flatMap(({ username, lives }) =>
    lives.map((life) => {
      const { name, species } = life.stored.creature;
      return [username, name, species.name, ...fateOf(life, now)];
    }),
  );
  const all = [["keeper", "creature", "species", "stage", "now"], ...rows];
  const widths = all[0]?.map((_, column) => Math.max(...all.map((row) => row[column]?.length ?? 0))) ?? [];
  return all
    .map((row) =>
      row
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join("  ")
        .trimEnd(),
    )
    .join("\n");
}
