// Generated calls of a run: to every endpoint, with sound and unsound input, over HTTP and as MCP tools, some repeated
// under an Idempotency-Key.
import * as fc from "fast-check";
import { CARE_ACTIONS } from "@denkeeper/rules/creature/creature.ts";
import { HOUR_MS } from "@denkeeper/rules/time/durations.ts";
import { ENDPOINTS } from "../../src/endpoints/index.ts";
import { addressOf, shapeOf, type Contract } from "../../src/contracts/kit/contract.ts";
import { toolsFrom } from "../../src/mcp/tools.ts";
import type { Answer } from "../harness.ts";
import type { TrialRun } from "./paired-runs.ts";

type Fields = Readonly<Record<string, unknown>>;

export interface DrawnCall {
  /** The contract's name. */
  readonly name: string;
  readonly params: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, string>>;
  readonly body: Fields;
  readonly headers: Readonly<Record<string, string>>;
  readonly isTool: boolean;
  /** Whether it is sent a second time. */
  readonly isRepeated: boolean;
}

/** What the two runs have in common. */
export interface Seeded {
  readonly creatureIds: readonly string[];
  readonly startsAt: number;
}

const contracts = ENDPOINTS.map(({ contract }) => contract);
const TOOLS = toolsFrom(ENDPOINTS);
const NOBODY = "01890a5d-ac96-774b-bcce-b302099a8057";

/** Values for fields by their names, sound and unsound. */
function valuesOf({ creatureIds, startsAt }: Seeded): Readonly<Record<string, readonly unknown[]>> {
  const targets = [...creatureIds, ...creatureIds, NOBODY, "Alder", ""];
  const later = [1, 5, 12].map((hours) => new Date(startsAt + hours * HOUR_MS).toISOString());
  return {
    creature_id: targets,
    id: targets,
    action: [...CARE_ACTIONS, "feed", "feed", "pet"],
    view: ["full", "compact", "tiny"],
    format: ["json", "markdown", "ical", "jsonl"],
    limit: ["1", "2", "50", "0"],
    offset: ["0", "1", "x"],
    since: ["0.0", `0.${startsAt}`, `3.${startsAt + HOUR_MS}`, "999.1", "x"],
    wait: ["0", "30"],
    forecast_hours: ["24", "99"],
    hours: ["24", "x"],
    dry_run: [true, false],
    others: [true, false],
    item: ["apple", "puzzle box", ""],
    notes: ["hello"],
    advance_hours: [0.5, 1, 1.5, 2, 3, -1],
    until: [...later, "x"],
    actions: [[{ creature_id: creatureIds[0], action: "feed" }], []],
    what: ["read_clock"],
  };
}

/** The contract with input for some of its fields. */
function toContract(contract: Contract, seeded: Seeded, required: readonly string[] = []): fc.Arbitrary<DrawnCall> {
  const known = valuesOf(seeded);
  const fieldsOf = (schema: Contract["body"]) => {
    const names = Object.keys(shapeOf(schema));
    const values = names.map((name) => [name, fc.constantFrom(...(known[name] ?? ["x", "1"]))] as const);
    const always = names.filter((name) => required.includes(name));
    return fc.record(Object.fromEntries(values), { requiredKeys: always });
  };
  const params = Object.keys(shapeOf(contract.params)).map((name) => [name, known[name]?.[0] ?? "run"] as const);
  const isWrite = contract.method !== "GET";
  return fc.record({
    name: fc.constant(contract.name),
    params: fc.constant(Object.fromEntries(params) as Record<string, string>),
    query: fieldsOf(contract.query) as fc.Arbitrary<Record<string, string>>,
    body: fieldsOf(contract.body),
    headers: fc.constantFrom<Record<string, string>>(
      {},
      { "if-none-match": "*" },
      ...(isWrite ? [{ "idempotency-key": "one" }, { "idempotency-key": "two" }] : []),
    ),
    isTool: fc.boolean(),
    isRepeated: fc.boolean(),
  });
}

/** How often each of these is drawn, and which of its fields are always there. All other contracts come now and then. */
const OFTEN: readonly (readonly [name: string, weight: number, required?: readonly string[]])[] = [
  ["moveClock", 5, ["advance_hours"]],
  ["care", 5, ["action", "creature_id"]],
  ["checkStatus", 3],
  ["home", 3],
  ["events", 3],
  ["history", 2, ["creature_id"]],
  ["preferences", 1],
  ["readClock", 1],
];

function contractNamed(name: string): Contract {
  const contract = contracts.find((each) => each.name === name);
  if (contract === undefined) throw new Error(`there is no ${name}`);
  return contract;
}

export function generatedCalls(seeded: Seeded): fc.Arbitrary<DrawnCall> {
  const often = OFTEN.map(([name, weight, required]) => {
    return { weight, arbitrary: toContract(contractNamed(name), seeded, required) };
  });
  const any = fc.constantFrom(...contracts).chain((contract) => toContract(contract, seeded));
  return fc.oneof(...often, { weight: 8, arbitrary: any });
}

/** A call over HTTP with nothing but its body. */
export function plainCall(name: string, body: Fields = {}): DrawnCall {
  return { name, params: {}, query: {}, body, headers: {}, isTool: false, isRepeated: false };
}

/** Sends the call as it was drawn. */
export async function sendTo(run: TrialRun, drawn: DrawnCall): Promise<Answer> {
  const { params, query, body, headers, isTool } = drawn;
  const contract = contractNamed(drawn.name);
  const tool = TOOLS.find(({ operations }) => operations.some(({ endpoint }) => endpoint.contract === contract));
  if (!isTool || tool === undefined) {
    const sent = contract.body === undefined ? undefined : body;
    return run.call(contract.method, addressOf(contract, { params, query }), sent, headers);
  }
  const operation = tool.operations.find(({ endpoint }) => endpoint.contract === contract);
  const what = tool.operations.length > 1 ? { what: operation?.what } : {};
  const key = headers["idempotency-key"];
  const args = { ...params, ...query, ...body, ...what, ...(key === undefined ? {} : { idempotency_key: key }) };
  const message = { jsonrpc: "2.0", id: 1, method: "tools/call", params: { name: tool.name, arguments: args } };
  return run.call("POST", "/mcp", message, { accept: "application/json, text/event-stream" });
}
