// Mistakes with creature columns that must not compile: a column that is written and not read, or read and missing.
import {
  creatureFromRow,
  creatureRow,
  type ColumnsIn,
  type CreatureRow,
  type ColumnValue,
  type AssertNever,
  type StoredCreature,
  type UnreadColumn,
} from "../../src/model/creatures/store/creature-row.ts";

interface Row {
  readonly hunger: ColumnValue<"hunger", number>;
  readonly played_at: ColumnValue<"played_at", number | null>;
}

const readAll = ({ hunger, played_at }: Row) => ({ stats: { hunger }, playedAt: played_at ?? 0 });
const readSome = ({ hunger }: Row) => ({ stats: { hunger }, playedAt: 0 });

export type AllRead = AssertNever<Exclude<keyof Row, ColumnsIn<ReturnType<typeof readAll>>>>;
// @ts-expect-error Nothing reads `played_at`.
export type OneUnread = AssertNever<Exclude<keyof Row, ColumnsIn<ReturnType<typeof readSome>>>>;

/** No column of the table itself is unread. */
export const unread: readonly UnreadColumn[] = [];

export function rowsHaveTheColumnsOfTheTable(row: CreatureRow, stored: StoredCreature) {
  // @ts-expect-error The table has no such column.
  const favorite = row.favorite;
  const { hunger: _, ...rest } = creatureRow(stored);
  // @ts-expect-error A row without `hunger` is no row.
  creatureFromRow(rest);
  return [favorite, row.hunger, creatureFromRow(creatureRow(stored))];
}
