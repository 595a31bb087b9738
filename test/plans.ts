// Reads PostgreSQL's plans of sent statements, and reports what would grow with the house.
import { Client, DatabaseError, escapeLiteral } from "pg";

export interface SentStatement {
  readonly name: string;
  readonly text: string;
  readonly values: readonly unknown[];
}

export interface Plan {
  readonly "Node Type": string;
  /** Where it writes: Insert, Update or Delete. */
  readonly Operation?: string;
  readonly "Plan Rows": number;
  readonly "Join Type"?: string;
  /** In PostgreSQL's own units: from 100,000 on it compiles a statement before it runs it, unless told otherwise. */
  readonly "Total Cost": number;
  readonly "Relation Name"?: string;
  readonly "Index Name"?: string;
  readonly "Index Cond"?: string;
  readonly "Recheck Cond"?: string;
  /** Only where a statement was run to be explained. */
  readonly "Actual Rows"?: number;
  readonly "Actual Loops"?: number;
  readonly "Rows Removed by Filter"?: number;
  readonly "Rows Removed by Index Recheck"?: number;
  readonly Plans?: readonly Plan[];
}

/**
 * Tables that stay small, whatever the house grows to: one row a roll-up, a mark, a lease, a worker; one in all; ten
 * thousand of the living, some twenty an hour of what happened; notes that the operator has hidden, one by one; a few
 * outages a year; a day of the log a day.
 */
const SMALL = /^(rollups|rollup_marks|log_hours|rollup_living|leases|heartbeats|outage_watch|hidden_notes|outages)$/;
/** Indexes of what the operator has hidden or suspended, of who leaves, and of who has moved its clock, and of nothing else. */
const OUT_OF_SIGHT = /^(?:agents_out_of_sight|agents_all_out_of_sight|agents_not_counted|species_out_of_sight)$/;
/** PostgreSQL plans a named statement with its values five times before it may settle on one plan for all values. */
const TIMES = 7;

/** Notes every named statement that this process sends. Stop it before anything else is sent. */
export function recordStatements(): { readonly sent: ReadonlyMap<string, SentStatement>; stop(): void } {
  const sent = new Map<string, SentStatement>();
  // oxlint-disable-next-line typescript/unbound-method
  const original = Client.prototype.query;
  const recording = function (this: Client, ...args: unknown[]): unknown {
    const [config] = args;
    if (typeof config === "object" && config !== null && "name" in config && "text" in config && "values" in config) {
      const { name, text, values } = config as SentStatement;
      sent.set(name, { name, text, values });
    }
    return Reflect.apply(original, this, args);
  };
  Client.prototype.query = recording as typeof original;
  return {
    sent,
    stop() {
      Client.prototype.query = original;
    },
  };
}

function bytes(value: Buffer): string {
  return `\\x${value.toString("hex")}`;
}

function literal(value: unknown): string {
  if (typeof value === "bigint") return String(value);
  if (value === null || value === undefined) return "NULL";
  if (Buffer.isBuffer(value)) return escapeLiteral(bytes(value));
  if (Array.isArray(value)) {
    const items = value.map((each) => JSON.stringify(Buffer.isBuffer(each) ? bytes(each) : String(each)));
    return escapeLiteral(`{${items.join(",")}}`);
  }
  return escapeLiteral(typeof value === "string" ? value : JSON.stringify(value));
}

/** The plans that a named statement gets when it is sent again and again. */
export async function plansOf(client: Client, { text, values }: SentStatement): Promise<readonly Plan[]> {
  const given = values.length === 0 ? "" : `(${values.map(literal).join(", ")})`;
  await client.query(`PREPARE explained AS ${text}`);
  const plans: Plan[] = [];
  for (let time = 0; time < TIMES; time++) {
    const { rows } = await client.query<{ "QUERY PLAN": readonly { readonly Plan: Plan }[] }>(
      `EXPLAIN (FORMAT JSON) EXECUTE explained${given}`,
    );
    const plan = rows[0]?.["QUERY PLAN"][0]?.Plan;
    if (plan !== undefined) plans.push(plan);
  }
  await client.query("DEALLOCATE explained");
  return plans;
}

/** How many rows of tables that grow a statement reads; what it changes is undone. */
export async function rowsRead(client: Client, { text, values }: SentStatement): Promise<number> {
  const given = values.length === 0 ? "" : `(${values.map(literal).join(", ")})`;
  await client.query("BEGIN");
  try {
    await client.query(`PREPARE counted AS ${text}`);
    const { rows } = await client.query<{ "QUERY PLAN": readonly { readonly Plan: Plan }[] }>(
      `EXPLAIN (ANALYZE, TIMING OFF, FORMAT JSON) EXECUTE counted${given}`,
    );
    const plan = rows[0]?.["QUERY PLAN"][0]?.Plan;
    return plan === undefined ? 0 : rowsReadBy(plan);
  } catch (thrown) {
    // A repeated insert fails and reads nothing.
    if (thrown instanceof DatabaseError && thrown.code === "23505") return 0;
    throw thrown;
  } finally {
    await client.query("ROLLBACK");
    await client.query("DEALLOCATE ALL");
  }
}

/** Has PostgreSQL send the plan of everything that it runs as a notice, also of what functions run. */
const TELL_PLANS = `LOAD 'auto_explain'; SET auto_explain.log_min_duration = 0; SET auto_explain.log_nested_statements = on;
  SET auto_explain.log_analyze = on; SET auto_explain.log_timing = off; SET auto_explain.log_format = json;
  SET auto_explain.log_level = notice`;

/**
 * The plans of what a function runs, each as often as `call` is sent: EXPLAIN does not look into functions. `before` comes first in
 * the same transaction; what both change is undone.
 */
export async function plansInside(client: Client, before: string, call: string): Promise<readonly Plan[]> {
  const plans: Plan[] = [];
  const note = ({ message = "" }: { readonly message?: string | undefined }) => {
    const told = /^duration: .* plan:\n([^]+)$/.exec(message)?.[1];
    if (told === undefined) return;
    const { "Query Text": text, Plan: plan } = JSON.parse(told) as { "Query Text": string; Plan: Plan };
    if (text !== call) plans.push(plan);
  };
  await client.query(`BEGIN; ${before}; ${TELL_PLANS}`);
  client.on("notice", note);
  try {
    for (let time = 0; time < TIMES; time++) {
      await client.query("SAVEPOINT called");
      await client.query(call);
      await client.query("ROLLBACK TO called");
    }
  } finally {
    client.off("notice", note);
    await client.query("ROLLBACK; RESET auto_explain.log_min_duration");
  }
  return plans;
}

/** The rows of tables that grow that an executed plan has read. */
export function rowsReadBy(plan: Plan): number {
  const scans = partsOf(plan).filter((part) => part["Node Type"].includes("Scan"));
  return scans.reduce((sum, scan) => sum + rowsOf(scan), 0);
}

function rowsOf(scan: Plan): number {
  const table = scan["Relation Name"];
  if (table === undefined || SMALL.test(table)) return 0;
  const removed = (scan["Rows Removed by Filter"] ?? 0) + (scan["Rows Removed by Index Recheck"] ?? 0);
  return ((scan["Actual Rows"] ?? 0) + removed) * (scan["Actual Loops"] ?? 1);
}

/** A plan and everything below it. */
export function partsOf(plan: Plan): readonly Plan[] {
  return [plan, ...(plan.Plans ?? []).flatMap(partsOf)];
}

/**
 * Statements that cut off the newest entries of the log before they sort: how many, by a LIMIT that is written in the
 * statement.
 */
const CUT_BEFORE_SORTED: Readonly<Record<string, number>> = { "list-others": 300, "list-public-reflections": 1_000 };
/** Statement whose anti join excludes creatures of hidden species: it reads them, but sorts none. */
const LEAVES_OUT = "list-public-reflections";

/** Sequential scans of what grows, and sorts of more than one agent's rows. */
export function faultsOf(plan: Plan, statement = ""): readonly string[] {
  return partsOf(plan).flatMap((part) => {
    const table = part["Relation Name"] ?? "";
    if (part["Node Type"].endsWith("Seq Scan") && !SMALL.test(table)) return [`sequential scan of ${table}`];
    if (!part["Node Type"].endsWith("Sort")) return [];
    const unbounded = sortedBy(part, statement).filter(
      (below) => below["Relation Name"] !== undefined && !isOfOneAgent(below),
    );
    return unbounded.map((below) => `sort of what ${below["Node Type"]} finds in ${below["Relation Name"]}`);
  });
}

/** What a sort sorts: everything below it, but for the named statements. */
function sortedBy(plan: Plan, statement: string): readonly Plan[] {
  if (plan["Node Type"] === "Limit" && plan["Plan Rows"] <= (CUT_BEFORE_SORTED[statement] ?? 0)) return [];
  const isLeavingOut = plan["Join Type"] === "Anti" && statement === LEAVES_OUT;
  const below = isLeavingOut ? plan.Plans?.slice(0, 1) : plan.Plans;
  return [plan, ...(below ?? []).flatMap((each) => sortedBy(each, statement))];
}

function isOfOneAgent(scan: Plan): boolean {
  const found = scan["Index Cond"] ?? scan["Recheck Cond"] ?? "";
  const isSmall = SMALL.test(scan["Relation Name"] ?? "") || OUT_OF_SIGHT.test(scan["Index Name"] ?? "");
  return isSmall || /\bagent_id = /.test(found);
}
