// Functions that send one statement and return its rows directly, so that parameters and columns are declared once. Statements
// whose rows are converted have their own function instead.
import type { Db, Tx } from "./db.ts";
import { statement, type StatementDeclaration, type SqlTypes, type RowOf, type ValuesOf } from "./statement.ts";

type StatementCall<Params extends SqlTypes, Result, On extends Db = Db> = (
  db: On,
  values: ValuesOf<Params>,
) => Promise<Result>;

type ElementOf<Result> = Result extends readonly (infer Row)[] ? Row : NonNullable<Result>;
/** The row type of a lister or finder. */
export type RowFrom<Call extends StatementCall<never, unknown, never>> = ElementOf<Awaited<ReturnType<Call>>>;

/** Creates a function that returns all rows. */
export function lister<Params extends SqlTypes, Row extends SqlTypes>(
  declared: StatementDeclaration<Params, Row>,
): StatementCall<Params, readonly RowOf<Row>[]> {
  const sent = statement(declared);
  return (db, values) => db.query(sent, values);
}

/** Creates a function that returns the only row, or undefined. */
export function finder<Params extends SqlTypes, Row extends SqlTypes>(
  declared: StatementDeclaration<Params, Row>,
): StatementCall<Params, RowOf<Row> | undefined> {
  const sent = statement(declared);
  return async (db, values) => (await db.query(sent, values))[0];
}

type ValueIn<Row extends SqlTypes> = RowOf<Row>[keyof Row];

function valuesIn<Row extends object>(rows: readonly Row[]): readonly Row[keyof Row][] {
  const values: Row[keyof Row][] = [];
  for (const row of rows) for (const column in row) values.push(row[column]);
  return values;
}

/** Creates a function that returns the values of the only column. */
export function valueLister<Params extends SqlTypes, Row extends SqlTypes>(
  declared: StatementDeclaration<Params, Row>,
): StatementCall<Params, readonly ValueIn<Row>[]> {
  const sent = statement(declared);
  return async (db, values) => valuesIn(await db.query(sent, values));
}

/** Creates a function that returns the value of the only column and row, or undefined. */
export function valueFinder<Params extends SqlTypes, Row extends SqlTypes>(
  declared: StatementDeclaration<Params, Row>,
): StatementCall<Params, ValueIn<Row> | undefined> {
  const list = valueLister(declared);
  return async (db, values) => (await list(db, values))[0];
}

/** Creates a function that returns the number in the only column and row, or 0. */
export function counter<Params extends SqlTypes, Row extends SqlTypes>(
  declared: StatementDeclaration<Params, Row>,
): StatementCall<Params, NonNullable<ValueIn<Row>> | 0> {
  const find = valueFinder(declared);
  return async (db, values) => (await find(db, values)) ?? 0;
}

/** Creates a function that returns whether a row was found. There must be at most one. */
export function asker<Params extends SqlTypes, Row extends SqlTypes>(
  declared: StatementDeclaration<Params, Row>,
): StatementCall<Params, boolean> {
  const sent = statement(declared);
  return async (db, values) => (await db.query(sent, values)).length === 1;
}

/** Creates a function that runs a statement for its effect. */
export function command<Params extends SqlTypes>(
  declared: Omit<StatementDeclaration<Params, SqlTypes>, "row">,
): StatementCall<Params, void> {
  const sent = statement({ ...declared, row: {} });
  return async (db, values) => void (await db.query(sent, values));
}

/** Variants for statements that are correct only inside a transaction. */
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
