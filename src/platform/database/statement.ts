// Declares named SQL with the types of its parameters and columns. statements.test.ts compares them with the types that
// PostgreSQL reports on the migrated schema.

declare const TAKES: unique symbol;
declare const GIVES: unique symbol;

/** A PostgreSQL type, with the types that a parameter accepts and a column returns. */
export interface SqlType<In, Out = In> {
  /** The name in `pg_type.typname`, or undefined for any type. */
  readonly type: string | undefined;
  /** Nullability of the values. "excluded" means that the table allows nulls but the statement never selects one. */
  readonly nulls: "none" | "some" | "excluded";
  /** Used only by the compiler. No value has these properties. */
  readonly [TAKES]?: In;
  readonly [GIVES]?: Out;
}

export type SqlTypes = Readonly<Record<string, SqlType<unknown>>>;

/** The values for these parameters. Parameters that only some variants of a statement have are optional. */
export type ValuesOf<Params extends SqlTypes> = {
  readonly [Name in keyof Params]: NonNullable<Params[Name]> extends SqlType<infer In, unknown> ? In : never;
};

/** A row with these columns. Columns that only some variants of a statement have are optional. */
export type RowOf<Row extends SqlTypes> = {
  readonly [Name in keyof Row]: NonNullable<Row[Name]> extends SqlType<unknown, infer Out> ? Out : never;
};

function kind<In, Out = In>(type: string | undefined): SqlType<In, Out> {
  return { type, nulls: "none" };
}

export const uuid = kind<string>("uuid");
export const text = kind<string>("text");
export const bool = kind<boolean>("bool");
export const int2 = kind<number>("int2");
export const int4 = kind<number>("int4");
/** A JavaScript number, because all instants and counts are safe integers. */
export const int8 = kind<number | bigint, number>("int8");
/** An int8 with a branded unit type. */
export function int8Of<Unit extends number>(): SqlType<Unit | bigint, Unit> {
  return kind("int8");
}
export const float8 = kind<number>("float8");
export const bytea = kind<Buffer>("bytea");

/** A column that no code reads, such as the result of a function called for its effect. */
export const unread = kind<never, unknown>(undefined);
/** The row of `RETURNING true`, where only its existence matters. */
export const FOUND = { "?column?": unread };

/** Text with a known set of values. */
export function textOf<Value>(): SqlType<Value> {
  return kind("text");
}

/** A JSON value. Parameters are serialized. */
export function json<Value>(): SqlType<Value> {
  return kind("json");
}

export function jsonb<Value>(): SqlType<Value> {
  return kind("jsonb");
}

export function array<In, Out>({ type }: SqlType<In, Out>): SqlType<readonly In[], readonly Out[]> {
  return kind(`_${type}`);
}

export function nullable<In, Out>(of: SqlType<In, Out>): SqlType<In | null, Out | null> {
  return { ...of, nulls: "some" };
}

/** A column that the table allows to be null, but that is never null in the selected rows. */
export function notNull<In, Out>(of: SqlType<In, Out>): SqlType<In, Out> {
  return { ...of, nulls: "excluded" };
}

export interface StatementDeclaration<Params extends SqlTypes, Row extends SqlTypes> {
  readonly name: string;
  /** Parameters, written as `$name` in the text and numbered in this order. */
  readonly params: Params;
  /** Columns of a row. Empty if the statement returns no rows. */
  readonly row: Row;
  readonly text: string;
  /** Set for a read of a few rows by an agent's keys, which may share its connection with other reads. */
  readonly isShort?: boolean;
  /** Tables that the statement reads for all agents. In a cluster, rounds run it on each node separately. */
  readonly byNode?: readonly NodeTable[] | undefined;
  /** SQL for the ids of the agents in the parameters. In a cluster, it limits each table to the nodes of these agents. */
  readonly ofAgents?: string;
}

/**
 * SQL for the agents in a list of objects, for use as `ofAgents`. The planner treats it as a constant when Citus chooses nodes.
 */
export function anyAgentIn(param: string, field: string): string {
  const listed = `translate(jsonb_path_query_array(${param}::json::jsonb, '$[*].${field}')::text, '[]" ', '')`;
  return `ANY (string_to_array(${listed}, ',')::uuid[])`;
}

/** Tables from which rounds read the rows of all agents. */
export const NODE_TABLES = ["agents", "creatures", "hook_watches", "hooks", "job_outbox", "pulses"] as const;
type NodeTable = (typeof NODE_TABLES)[number];

const registered = new Map<string, StatementDeclaration<SqlTypes, SqlTypes>>();

/** Returns every statement of the loaded modules, with numbered parameters. */
export function registeredStatements(): readonly StatementDeclaration<SqlTypes, SqlTypes>[] {
  return [...registered.values()];
}

/** This symbol is not exported, so that no object literal has the type of a statement. */
const DECLARED = Symbol("declared");

/**
 * A statement made by `statement()`. PostgreSQL plans a named statement once per connection, so a name must always mean the same
 * text.
 */
export class Statement<Params extends SqlTypes, Row extends SqlTypes> implements StatementDeclaration<Params, Row> {
  readonly [DECLARED] = true;
  readonly name: string;
  readonly params: Params;
  readonly row: Row;
  readonly text: string;
  readonly isShort: boolean;
  readonly byNode: readonly NodeTable[] | undefined;
  /** A variant of the text that compares every table with `ofAgents`. */
  readonly comparing: string | undefined;
  /** The parameters in the order of their numbers. */
  readonly order: readonly { readonly param: keyof Params & string; readonly isJson: boolean }[];
  /** Used only by the compiler, to keep statements with different parameters apart. */
  declare readonly [TAKES]?: (values: ValuesOf<Params>) => void;

  constructor({
    name,
    params,
    row,
    text: named,
    isShort = false,
    byNode,
    ofAgents,
  }: StatementDeclaration<Params, Row>) {
    if (registered.has(name)) throw new Error(`two statements are named ${name}`);
    const names: (keyof Params & string)[] = [];
    for (const param in params) names.push(param);
    this.name = name;
    this.params = params;
    this.row = row;
    this.isShort = isShort;
    this.text = numbered(name, named, names);
    this.byNode = byNode;
    this.comparing = ofAgents && numbered(name, comparedWith(ofAgents, named), names);
    this.order = names.map((param) => ({ param, isJson: params[param]?.type?.startsWith("json") === true }));
    registered.set(name, Object.freeze(this));
  }
}

/** Copies a statement with another name and text. */
export function reworded<Params extends SqlTypes, Row extends SqlTypes>(
  { params, row, isShort, byNode, comparing, order }: Statement<Params, Row>,
  name: string,
  words: string,
): Statement<Params, Row> {
  return { [DECLARED]: true, name, text: words, params, row, isShort, byNode, comparing, order };
}

function comparedWith(agents: string, named: string): string {
  return named.replaceAll(/\b(\w+\.agent_id) = /g, (_, column: string) => `${column} = ${agents} AND ${column} = `);
}

/** Replaces names with `$1`, `$2`, and so on. Throws for undeclared and unused parameters. */
function numbered(statementName: string, named: string, names: readonly string[]): string {
  const unused = new Set(names);
  const result = named.replaceAll(/\$(\w+)/g, (_, param: string) => {
    if (!names.includes(param)) throw new Error(`${statementName} does not declare its parameter $${param}`);
    unused.delete(param);
    return `$${names.indexOf(param) + 1}`;
  });
  if (unused.size > 0) throw new Error(`${statementName} does not use its parameter $${[...unused].join(", $")}`);
  return result;
}

export function statement<Params extends SqlTypes, Row extends SqlTypes>(
  declared: StatementDeclaration<Params, Row>,
): Statement<Params, Row> {
  return new Statement(declared);
}
