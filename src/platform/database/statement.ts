// SQL under a name, with the types of its parameters and columns. statements.test.ts compares them with what PostgreSQL
// reports on the migrated schema.

declare const TAKES: unique symbol;
declare const GIVES: unique symbol;

/** A type of PostgreSQL, with the values that a parameter of it takes and that a column of it gives. */
export interface SqlType<In, Out = In> {
  /** As in `pg_type.typname`; undefined for any. */
  readonly type: string | undefined;
  /** Whether a value can be null; "kept out" if the table allows nulls and the statement does not select them. */
  readonly nulls: "none" | "some" | "kept out";
  /** Types only: no kind has these properties. */
  readonly [TAKES]?: In;
  readonly [GIVES]?: Out;
}

export type SqlTypes = Readonly<Record<string, SqlType<unknown>>>;

/** The values that a statement with these parameters is sent with; one that only some variants take is optional. */
export type ValuesOf<Params extends SqlTypes> = {
  readonly [Name in keyof Params]: NonNullable<Params[Name]> extends SqlType<infer In, unknown> ? In : never;
};

/** A row with these columns; one that only some variants of a statement have is optional. */
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
/** Every instant and count of ours is a safe integer. */
export const int8 = kind<number | bigint, number>("int8");
/** The same where it has a unit. */
export function int8Of<Unit extends number>(): SqlType<Unit | bigint, Unit> {
  return kind("int8");
}
export const float8 = kind<number>("float8");
export const bytea = kind<Buffer>("bytea");

/** A column that nobody reads, such as the result of a function that is called for its effect. */
export const unread = kind<never, unknown>(undefined);
/** The row of `RETURNING true`: all that matters is whether there is one. */
export const FOUND = { "?column?": unread };

/** Text of which the code knows every value. */
export function textOf<Value>(): SqlType<Value> {
  return kind("text");
}

/** Parameters are turned into JSON on their way. */
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

/** A column that can be null in the table, and that the statement selects only where it is not. */
export function notNull<In, Out>(of: SqlType<In, Out>): SqlType<In, Out> {
  return { ...of, nulls: "kept out" };
}

export interface StatementDeclaration<Params extends SqlTypes, Row extends SqlTypes> {
  readonly name: string;
  /** Named in the text as `$name`, and numbered in this order. */
  readonly params: Params;
  /** The columns of a row; none where the statement returns no rows. */
  readonly row: Row;
  readonly text: string;
  /** For a read of a few rows by an agent's keys: it shares its connection with others. */
  readonly isShort?: boolean;
  /** The tables of a read of all agents that a round makes on each worker of a cluster on its own. */
  readonly byNode?: readonly NodeTable[] | undefined;
  /** SQL of the agents that its parameters name. A round on a cluster compares its tables with it: Citus asks only their worker. */
  readonly ofAgents?: string;
}

/** SQL of the agents in a list of objects, for `ofAgents`. It is a constant to the planner, which is when Citus chooses nodes. */
export function anyAgentIn(param: string, field: string): string {
  const listed = `translate(jsonb_path_query_array(${param}::json::jsonb, '$[*].${field}')::text, '[]" ', '')`;
  return `ANY (string_to_array(${listed}, ',')::uuid[])`;
}

/** The tables of which rounds read the rows of all agents. */
export const NODE_TABLES = ["agents", "creatures", "hook_watches", "hooks", "job_outbox", "pulses"] as const;
type NodeTable = (typeof NODE_TABLES)[number];

const registered = new Map<string, StatementDeclaration<SqlTypes, SqlTypes>>();

/** Every statement of the modules that are loaded, with its parameters numbered. */
export function registeredStatements(): readonly StatementDeclaration<SqlTypes, SqlTypes>[] {
  return [...registered.values()];
}

/** Not exported: an object literal is no statement. */
const DECLARED = Symbol("declared");

/** Made by `statement()`. PostgreSQL plans a named statement once per connection, so one name must always mean one text. */
export class Statement<Params extends SqlTypes, Row extends SqlTypes> implements StatementDeclaration<Params, Row> {
  readonly [DECLARED] = true;
  readonly name: string;
  readonly params: Params;
  readonly row: Row;
  readonly text: string;
  readonly isShort: boolean;
  readonly byNode: readonly NodeTable[] | undefined;
  /** The text that compares all of its tables with `ofAgents`. */
  readonly comparing: string | undefined;
  /** The parameters in the order of their numbers. */
  readonly order: readonly { readonly param: keyof Params & string; readonly isJson: boolean }[];
  /** Types only. A statement cannot pass for one that takes other values. */
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
    if (registered.has(name)) throw new Error(`two statements are called ${name}`);
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

/** The same statement with another text, under the name of that. */
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

/** `$1`, `$2` … in place of names. Refuses a name that is not declared, and a parameter that is not used. */
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
