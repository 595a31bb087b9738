// Compares the declaration of a statement with the parameters and columns that PostgreSQL reports without running it.
import type { Client, Connection, FieldDef } from "pg";
import type { SqlTypes } from "../src/platform/database/statement.ts";

interface DeclaredStatement {
  readonly name: string;
  readonly params: SqlTypes;
  readonly row: SqlTypes;
  readonly text: string;
}

interface Description {
  readonly params: readonly number[];
  readonly columns: readonly FieldDef[];
}

/** Type names by OID, and the nullable columns of each table. */
export interface Schema {
  readonly types: ReadonlyMap<number, string>;
  readonly nullable: ReadonlySet<string>;
}

export async function schemaOf(client: Client): Promise<Schema> {
  const types = await client.query<{ oid: number; typname: string }>("SELECT oid, typname FROM pg_type");
  const nullable = await client.query<{ column: string }>(
    `SELECT attrelid || '.' || attnum AS column FROM pg_attribute WHERE NOT attnotnull AND attnum > 0`,
  );
  return {
    types: new Map(types.rows.map(({ oid, typname }) => [oid, typname])),
    nullable: new Set(nullable.rows.map(({ column }) => column)),
  };
}

/** Asks PostgreSQL to parse and describe a text without running it, which the driver cannot do. */
async function describe(client: Client, text: string): Promise<Description> {
  const { promise, resolve, reject } = Promise.withResolvers<Description>();
  let params: readonly number[] = [];
  let columns: readonly FieldDef[] = [];
  client.query({
    submit(connection: Connection) {
      connection.once("parameterDescription", ({ dataTypeIDs }: { dataTypeIDs: readonly number[] }) => {
        params = dataTypeIDs;
      });
      connection.parse({ name: "", text, types: [] }, true);
      connection.describe({ type: "S", name: "" }, true);
      connection.sync();
    },
    handleRowDescription: ({ fields }: { readonly fields: readonly FieldDef[] }) => {
      columns = fields;
    },
    handleReadyForQuery: () => resolve({ params, columns }),
    handleError: reject,
  });
  return promise;
}

/** Returns the differences between a declaration and PostgreSQL's description, in words. */
export async function differences(
  client: Client,
  { types, nullable }: Schema,
  statement: DeclaredStatement,
): Promise<readonly string[]> {
  const { params, columns } = await describe(client, statement.text);
  const found: string[] = [];
  for (const [index, [name, { type }]] of Object.entries(statement.params).entries()) {
    const real = types.get(params[index] ?? 0);
    if (real !== type) found.push(`parameter $${name} is declared as ${type} and is ${real}`);
  }
  // The driver returns the second of two columns with the same name.
  const byName = new Map(columns.map((column) => [column.name, column]));
  for (const name of byName.keys()) {
    if (statement.row[name] === undefined) found.push(`column ${name} is not declared`);
  }
  for (const [name, { type, nulls }] of Object.entries(statement.row)) {
    const column = byName.get(name);
    if (column === undefined) {
      found.push(`column ${name} is declared and is not returned`);
      continue;
    }
    const real = types.get(column.dataTypeID);
    if (type !== undefined && real !== type) found.push(`column ${name} is declared as ${type} and is ${real}`);
    if (type === "_int8")
      found.push(`column ${name} would come as text: the driver turns only single int8 into numbers`);
    const canBeNull = nullable.has(`${column.tableID}.${column.columnID}`);
    if (type !== undefined && canBeNull && nulls === "none") found.push(`column ${name} can be null in its table`);
    if (!canBeNull && nulls === "excluded") found.push(`column ${name} is never null in its table`);
  }
  return found.map((difference) => `${statement.name}: ${difference}`);
}
