// A lower bound for the cost of the service: a server that answers each call by sending the recorded statements with the caller's
// ids and returning the recorded answer, without any check or computation.
import { createServer } from "node:http";
import { Client } from "pg";
import type { CalledAgent } from "../house/database.ts";
import type { BareInput, RecordedStatement } from "./call.ts";

const CONNECTIONS = 4;
/** The service sets the same options, except for Citus. */
const OPTIONS = "-c jit=off -c max_parallel_workers_per_gather=0";
const VERSION = '"version":';
const SAVE = "save_creature";
/** Index of the version parameter in a save statement. */
const VERSION_AT = 3;

/** Returns a statement parameter for a caller, given the current version of the creature. */
type MakeValue = (agent: CalledAgent, version: number) => unknown;

/** Returns a function that replaces the recorded ids and version in a text with those of a caller. */
function textMaker(
  text: string,
  { agentId, creatureIds, hash }: CalledAgent,
): (...args: Parameters<MakeValue>) => string {
  const recorded = [agentId, hash, ...creatureIds];
  const parts = text.split(new RegExp(`(${recorded.join("|")}|${VERSION}\\d+)`));
  if (parts.length === 1) return () => text;
  return (agent, version) => {
    const own = [agent.agentId, agent.hash, ...agent.creatureIds];
    return parts
      .map((part) => (part.startsWith(VERSION) ? `${VERSION}${version + 1}` : (own[recorded.indexOf(part)] ?? part)))
      .join("");
  };
}

function valueMaker(value: unknown, recorded: CalledAgent): MakeValue {
  if (typeof value === "string") return textMaker(value, recorded);
  if (typeof value !== "object" || value === null || !("hex" in value)) return () => value;
  const hex = textMaker(String(value.hex), recorded);
  return (...args) => Buffer.from(hex(...args), "hex");
}

function preparedStatement({ name, text, values }: RecordedStatement, recorded: CalledAgent) {
  const isSave = name.startsWith(SAVE);
  const makers = values.map((value, index): MakeValue =>
    isSave && index === VERSION_AT ? (_, version) => version : valueMaker(value, recorded),
  );
  return { name, text, makers, creature: isSave ? recorded.creatureIds.indexOf(String(values[1])) : -1 };
}

interface FoundHouse {
  readonly creatures?: readonly (readonly [agentId: string, creatureId: string, version: number])[];
}

async function serve({ url, recorded, called, calls, port }: BareInput): Promise<void> {
  const clients = Array.from(
    { length: CONNECTIONS },
    () => new Client({ connectionString: url, options: OPTIONS, pipeline: true }),
  );
  await Promise.all(clients.map((client) => client.connect()));
  const agents = new Map(called.map((agent) => [`Bearer ${agent.key}`, agent]));
  const prepared = new Map(
    calls.map(({ request, statements, answer }) => [
      request,
      { statements: statements.map((each) => preparedStatement(each, recorded)), answer },
    ]),
  );
  let turn = 0;
  const answerTo = async (request: string, authorization = ""): Promise<string> => {
    const call = prepared.get(request);
    const agent = agents.get(authorization);
    const client = clients[turn++ % CONNECTIONS];
    if (call === undefined || agent === undefined || client === undefined) throw new Error(`unknown call ${request}`);
    const versions = new Map<string, number>();
    for (const { name, text, makers, creature } of call.statements) {
      const id = agent.creatureIds[creature] ?? "";
      const version = versions.get(id) ?? 0;
      const values = makers.map((make) => make(agent, version));
      const { rows } = await client.query<FoundHouse>({ name, text, values });
      for (const [, found, its] of rows[0]?.creatures ?? []) versions.set(found, its);
      if (creature !== -1) versions.set(id, version + 1);
    }
    return call.answer;
  };
  createServer((incoming, outgoing) => {
    const answer = async (): Promise<void> => {
      const body = await answerTo(`${incoming.method} ${incoming.url}`, incoming.headers.authorization);
      outgoing.setHeader("content-type", "application/json").setHeader("content-length", Buffer.byteLength(body));
      outgoing.end(body);
    };
    incoming.resume().once("end", () => void answer());
  }).listen(port, "127.0.0.1", () => process.send?.("ready"));
}

// oxlint-disable-next-line typescript/consistent-type-assertions -- edge: the parent is our own bench
process.once("message", (input) => void serve(input as BareInput));
process.once("disconnect", () => process.exit(0));
