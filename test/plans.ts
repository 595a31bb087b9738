// Reads PostgreSQL's plans of sent statements and reports parts whose cost would grow with the data.
import { Client, DatabaseError, escapeLiteral } from "pg";

export interface SentStatement {
  readonly name: string;
  readonly text: string;
  readonly values: readonly unknown[];
}

export interface Plan {
  readonly "Node Type": string;
  /** Kind of write: Insert, Update or Delete. */
  readonly Operation?: string;
  readonly "Plan Rows": number;
  readonly "Join Type"?: string;
  /** Cost in PostgreSQL's units. By default, PostgreSQL compiles a statement that costs at least 100,000. */
  readonly "Total Cost": number;
  readonly "Relation Name"?: string;
  readonly "Index Name"?: string;
  readonly "Index Cond"?: string;
  readonly "Recheck Cond"?: string;
  /** Present only if EXPLAIN ran the statement. */
  readonly "Actual Rows"?: number;
  readonly "Actual Loops"?: number;
  readonly "Rows Removed by Filter"?: number;
  readonly "Rows Removed by Index Recheck"?: number;
  readonly Plans?: readonly Plan[];
}

/**
 * Tables that stay small however much data there is. Most have one row per rollup, lease or worker. rollup_living has 10,000
 * rows, log_hours about twenty per hour, and hidden_notes and outages few.
 */
const SMALL = /^(rollups|rollup_marks|log_hours|rollup_living|leases|heartbeats|outage_watch|hidden_notes|outages)$/;
/**
 * Indexes that contain only what the operator has hidden or suspended, agents that are leaving, and agents with a moved clock.
 */
const OUT_OF_SIGHT = /^(?:agents_out_of_sight|agents_all_out_of_sight|agents_not_counted|species_out_of_sight)$/;
/** PostgreSQL plans a named statement five times with its values before it may switch to a generic plan. */
const TIMES = 7;

/** Records every named statement that this process sends, until stopped. */
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

/** Returns the plans that a named statement receives over repeated executions. */
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

/** Returns how many rows of growing tables a statement reads. Rolls its changes back. */
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
    // A repeated insert fails without reading rows.
    if (thrown instanceof DatabaseError && thrown.code === "23505") return 0;
    throw thrown;
  } finally {
    await client.query("ROLLBACK");
    await client.query("DEALLOCATE ALL");
  }
}

/** Makes PostgreSQL send a notice with the plan of everything it runs, including statements in functions. */
const TELL_PLANS = `LOAD 'auto_explain'; SET auto_explain.log_min_duration = 0; SET auto_explain.log_nested_statements = on;
  SET auto_explain.log_analyze = on; SET auto_explain.log_timing = off; SET auto_explain.log_format = json;
  SET auto_explain.log_level = notice`;

/**
 * Returns the plans of statements inside a function, which EXPLAIN does not show. Sends `call` repeatedly, each time after
 * `before` in the same transaction, and rolls both back.
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

/** Returns how many rows of growing tables an executed plan has read. */
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

/** Returns a plan and all plans below it. */
export function partsOf(plan: Plan): readonly Plan[] {
  return [plan, ...(plan.Plans ?? []).flatMap(partsOf)];
}

/** Statements that limit the newest log entries before sorting them, with the LIMIT each contains. */
const CUT_BEFORE_SORTED: Readonly<Record<string, number>> = { "list-others": 300, "list-public-reflections": 1_000 };
/** The anti join of this statement reads creatures of hidden species to exclude them, but does not sort them. */
const LEAVES_OUT = "list-public-reflections";

/** Returns sequential scans of growing tables, and sorts over rows of several agents. */
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

/** Returns the plans whose rows a sort receives. Leaves out what the two constants above except. */
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
