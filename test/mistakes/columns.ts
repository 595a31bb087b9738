// Mistakes with creature columns that must not compile: a column that does not exist, or that a row lacks.
import {
  creatureFromRow,
  creatureRow,
  type CreatureRow,
  type StoredCreature,
} from "../../src/model/creatures/store/creature-row.ts";

export function rowsHaveTheColumnsOfTheTable(row: CreatureRow, stored: StoredCreature) {
  // @ts-expect-error The table has no such column.
  const favorite = row.favorite;
  const { hunger: _, ...rest } = creatureRow(stored);
  // @ts-expect-error A row without `hunger` is no row.
  creatureFromRow(rest);
  return [favorite, row.hunger, creatureFromRow(creatureRow(stored))];
}
