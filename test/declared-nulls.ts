// Checks every row read during tests against the declaration of its statement. PostgreSQL does not report whether a column of an
// outer join or an expression can be null.
import { Client, type QueryResult } from "pg";
import * as sql from "../src/platform/database/statement.ts";

let declared: ReadonlyMap<string, sql.SqlTypes> = new Map();

function rowOf(name: string): sql.SqlTypes | undefined {
  // Modules that load later register more statements.
  if (!declared.has(name)) declared = new Map(sql.registeredStatements().map((each) => [each.name, each.row]));
  return declared.get(name);
}

function checked(name: string, row: sql.SqlTypes, result: QueryResult<Record<string, unknown>>): QueryResult {
  for (const [column, { type, nulls }] of Object.entries(row)) {
    if (type === undefined || nulls === "some") continue;
    if (result.rows.some((each) => each[column] === null)) throw new Error(`${name}: column ${column} is null`);
  }
  return result;
}

/** Makes every statement fail that returns an undeclared null. */
export function refuseUndeclaredNulls(): void {
  // oxlint-disable-next-line typescript/unbound-method
  const original = Client.prototype.query;
  const checking = function (this: Client, ...args: unknown[]): unknown {
    const answer: unknown = Reflect.apply(original, this, args);
    const [config] = args;
    const isNamed = typeof config === "object" && config !== null && "name" in config;
    const name = isNamed ? String(config.name) : "";
    const row = name === "" ? undefined : rowOf(name);
    if (row === undefined || !(answer instanceof Promise)) return answer;
    return answer.then((result: QueryResult) => checked(name, row, result));
  };
  Client.prototype.query = checking as typeof original;
}
