// A statement as the function that sends it, for those that need nothing around it: what is asked, and what comes back, is
// said once. A statement whose rows become something else has a function beside it.
import type { Db, Tx } from "./db.ts";
import { statement, type StatementDeclaration, type SqlTypes, type RowOf, type ValuesOf } from "./statement.ts";

type StatementCall<Params extends SqlTypes, Result, Where extends Db = Db> = (
  db: Where,
  values: ValuesOf<Params>,
) => Promise<Result>;

type Each<Result> = Result extends readonly (infer Row)[] ? Row : NonNullable<Result>;
/** A row that a lister or a finder gives. */
export type RowFrom<Asked extends StatementCall<never, unknown, never>> = Each<Awaited<ReturnType<Asked>>>;

/** Gives all rows. */
export function lister<Params extends SqlTypes, Row extends SqlTypes>(
  declared: StatementDeclaration<Params, Row>,
): StatementCall<Params, readonly RowOf<Row>[]> {
  const sent = statement(declared);
  return (db, values) => db.query(sent, values);
}

/** Gives the only row, or undefined. */
export function finder<Params extends SqlTypes, Row extends SqlTypes>(
  declared: StatementDeclaration<Params, Row>,
): StatementCall<Params, RowOf<Row> | undefined> {
  const sent = statement(declared);
  return async (db, values) => (await db.query(sent, values))[0];
}

type ValueIn<Row extends SqlTypes> = RowOf<Row>[keyof Row];

/** What is in the only column of these rows. */
function valuesIn<Row extends object>(rows: readonly Row[]): readonly Row[keyof Row][] {
  const values: Row[keyof Row][] = [];
  for (const row of rows) for (const column in row) values.push(row[column]);
  return values;
}

/** Gives what is in the only column of all rows. */
export function valueLister<Params extends SqlTypes, Row extends SqlTypes>(
  declared: StatementDeclaration<Params, Row>,
): StatementCall<Params, readonly ValueIn<Row>[]> {
  const sent = statement(declared);
  return async (db, values) => valuesIn(await db.query(sent, values));
}

/** Gives what is in the only column of the only row, or undefined. */
export function valueFinder<Params extends SqlTypes, Row extends SqlTypes>(
  declared: StatementDeclaration<Params, Row>,
): StatementCall<Params, ValueIn<Row> | undefined> {
  const list = valueLister(declared);
  return async (db, values) => (await list(db, values))[0];
}

/** Gives the number in the only column of the only row, or 0. */
export function counter<Params extends SqlTypes, Row extends SqlTypes>(
  declared: StatementDeclaration<Params, Row>,
): StatementCall<Params, NonNullable<ValueIn<Row>> | 0> {
  const find = valueFinder(declared);
  return async (db, values) => (await find(db, values)) ?? 0;
}

/** Gives whether there was a row, where there is one at most. */
export function asker<Params extends SqlTypes, Row extends SqlTypes>(
  declared: StatementDeclaration<Params, Row>,
): StatementCall<Params, boolean> {
  const sent = statement(declared);
  return async (db, values) => (await db.query(sent, values)).length === 1;
}

/** Is sent for its effect. */
export function command<Params extends SqlTypes>(
  declared: Omit<StatementDeclaration<Params, SqlTypes>, "row">,
): StatementCall<Params, void> {
  const sent = statement({ ...declared, row: {} });
  return async (db, values) => void (await db.query(sent, values));
}

/** The same for what makes sense only inside a transaction. */
export const inTransaction: {
  command<Params extends SqlTypes>(
    declared: Omit<StatementDeclaration<Params, SqlTypes>, "row">,
  ): StatementCall<Params, void, Tx>;
  asker<Params extends SqlTypes, Row extends SqlTypes>(
    declared: StatementDeclaration<Params, Row>,
  ): StatementCall<Params, boolean, Tx>;
  finder<Params extends SqlTypes, Row extends SqlTypes>(
    declared: StatementDeclaration<Params, Row>,
  ): StatementCall<Params, RowOf<Row> | undefined, Tx>;
  valueFinder<Params extends SqlTypes, Row extends SqlTypes>(
    declared: StatementDeclaration<Params, Row>,
  ): StatementCall<Params, ValueIn<Row> | undefined, Tx>;
} = { command, asker, finder, valueFinder };
