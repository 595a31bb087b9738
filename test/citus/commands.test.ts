// Tests that every statement of an agent's request is one command on one Citus node. A call then costs the same on any number of
// nodes, and a failed node affects only its own agents. Requires a cluster (TEST_CITUS_URL).
import { mkdirSync, writeFileSync } from "node:fs";
import { Client } from "pg";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { ENDPOINTS } from "../../src/endpoints.ts";
import { addressOf, type Contract } from "../../src/http/contract/contract.ts";
import { allStatements } from "../statements/all-statements.ts";
import { Callers, HOUSES, exampleOf, type Caller } from "../callers.ts";
import { houseForTest, openHouse, type Answer, type House } from "../harness.ts";
import { CHECKOUT_ENV } from "../payers/checkout.ts";
import { SERVER_URL } from "../processes/databases.ts";
import { CITUS_URL, nodesOf } from "./cluster.ts";
import { TELLING, executions, recordCommands, type Execution, type Recorded } from "./commands.ts";

const NOTED = "what calls of many agents have noted, written every few seconds; no call waits for it";
const RARE = "few in the life of an account, and all on the agent's node";
/** Statements of agents' requests that need more than one command, and why. */
const MORE: Readonly<Record<string, string>> = {
  "replace-key": RARE,
  "replace-keys": RARE,
  "queue-channel-notice": RARE,
  "list-others":
    "what all agents did recently, read once for all callers of a process; without it care is answered all the same",
  "save-visits": NOTED,
  "list-agents-not-left": NOTED,
  "save-call-trail": NOTED,
  "trim-call-trail": NOTED,
  "save-signs-of-life": NOTED,
};

const ENV = { ...CHECKOUT_ENV, RATE_LIMIT_FACTOR: "1000" };
const REPORT = "reports/citus-commands.md";
const contracts = ENDPOINTS.map(({ contract }) => contract);

interface Row {
  readonly name: string;
  /** True if a request of an agent sends the statement. */
  readonly ofAgent: boolean;
  readonly commands: number;
  readonly nodes: number;
  /** Commands that the receiving node sent on to other nodes. */
  further: number;
  readonly from: string;
}

/** True for calls that require a key or create one. */
function isOfAgent({ auth, path }: Contract): boolean {
  return auth === "required" || path.startsWith("/api/auth/");
}

/** Calls every endpoint in every kind of house. Calls that accept an Idempotency-Key are also sent twice with one. */
class Walk {
  readonly failures: string[] = [];
  /** The current call; empty while a caller is prepared. */
  place = "";
  readonly #callers: Callers;

  constructor(house: House) {
    this.#callers = new Callers(house);
  }

  async run(): Promise<void> {
    await this.#try("", () => this.#callers.settleExamples());
    for (const contract of contracts) {
      const wanted = contract.example?.creature;
      for (const inhabited of wanted === undefined ? HOUSES : [wanted, "dead" as const]) {
        await this.#try("", async () => {
          const caller = await this.#callers.callerFor(contract, inhabited);
          await this.#callAll(contract, caller);
        });
      }
    }
  }

  async #callAll(contract: Contract, { account, call, ...made }: Caller): Promise<void> {
    const { method, auth } = contract;
    const place = `${method} ${contract.path}`;
    const example = exampleOf(contract, { account, call, ...made });
    const path = addressOf(contract, example);
    await this.#call(place, () => call(method, path, example.body));
    if (method === "GET" || auth !== "required") return;
    const keyed = { "idempotency-key": "again" };
    for (let time = 0; time < 2; time++) await this.#call(place, () => account.call(method, path, example.body, keyed));
  }

  async #call(place: string, call: () => Promise<Answer>): Promise<void> {
    await this.#try(place, async () => {
      const { status, text } = await call();
      if (status >= 500) this.failures.push(`${place}: ${status} ${text.slice(0, 100)}`);
    });
  }

  async #try(place: string, work: () => Promise<void>): Promise<void> {
    this.place = place;
    await work().catch((thrown: unknown) => this.failures.push(`${place}: ${String(thrown).slice(0, 200)}`));
    this.place = "";
  }
}

/** Returns the worst execution of each statement. Also repeats each statement until PostgreSQL may switch to a generic plan. */
async function rowsOf(all: readonly Recorded[], database: string): Promise<readonly Row[]> {
  const clients = new Map<string, Client>();
  const clientAt = async (node: string): Promise<Client> => {
    const known = clients.get(node);
    if (known !== undefined) return known;
    const url = new URL(`/${database}`, SERVER_URL);
    if (node !== "") [url.hostname, url.port] = node.split(":") as [string, string];
    const client = new Client({ connectionString: url.href, options: TELLING });
    await client.connect();
    clients.set(node, client);
    return client;
  };
  const agents = new Set(contracts.filter(isOfAgent).map(({ method, path }) => `${method} ${path}`));
  const rows: Row[] = [];
  for (const [name, sent] of Map.groupBy(
    all.filter(({ from }) => from !== ""),
    (each) => each.name,
  )) {
    const [last] = sent.toReversed();
    if (last === undefined) continue;
    const again = await executions(await clientAt(""), last);
    const seen: Execution[] = [...sent.map(({ execution }) => execution), ...again];
    const [worst] = seen.toSorted((a, b) => b.nodes.size - a.nodes.size || b.commands - a.commands);
    if (worst === undefined) continue;
    const ofAgent = sent.filter(({ from }) => agents.has(from));
    const row = {
      name,
      ofAgent: ofAgent.length > 0,
      commands: worst.commands,
      nodes: worst.nodes.size,
      further: 0,
      from: (ofAgent[0] ?? last).from,
    };
    const [node] = again.at(-1)?.nodes ?? [];
    // Only the node itself can report what a function does on it.
    if (row.nodes === 1 && again.at(-1)?.remote === 1 && node !== undefined) {
      const there = await executions(await clientAt(node), last);
      row.further = Math.max(...there.map(({ remote }) => remote));
    }
    rows.push(row);
  }
  await Promise.all([...clients.values()].map((client) => client.end()));
  return rows.toSorted((a, b) => Number(b.ofAgent) - Number(a.ofAgent) || b.nodes - a.nodes || b.commands - a.commands);
}

function reportOf(rows: readonly Row[]): string {
  const lines = rows.map(
    ({ name, ofAgent, commands, nodes, further, from }) =>
      `| \`${name}\` | ${ofAgent ? "agent" : "anybody"} | ${commands} | ${nodes} | ${further} | ${from} |`,
  );
  return ["| statement | asked by | commands | nodes | sent on | such as |", "| --- | --- | ---: | ---: | ---: | --- |"]
    .concat(lines)
    .join("\n");
}

if (CITUS_URL === undefined) console.warn("TEST_CITUS_URL is not set: NOT TESTED on a Citus cluster");

describe.skipIf(CITUS_URL === undefined)("on a Citus cluster", () => {
  let house: House;
  let rows: readonly Row[] = [];
  let failures: readonly string[] = [];

  beforeAll(async () => {
    house = await openHouse({ env: ENV, session: TELLING });
    const walk = new Walk(house);
    const recording = recordCommands(() => walk.place);
    await walk.run().finally(() => recording.stop());
    ({ failures } = walk);
    rows = await rowsOf(recording.all, house.database);
    mkdirSync("reports", { recursive: true });
    writeFileSync(REPORT, `${reportOf(rows)}\n`);
    console.log(reportOf(rows));
  }, 900_000);
  afterAll(() => house.close());

  test("the service answers every call", () => {
    expect([...new Set(failures)]).toEqual([]);
  });

  test("every statement of an agent's request is one command on one node", () => {
    const ofAgents = rows.filter(({ ofAgent }) => ofAgent);
    expect(ofAgents.length).toBeGreaterThan(60);
    const more = ofAgents.filter(
      ({ name, commands, nodes, further }) =>
        commands + further > 1 && (!(name in MORE) || (MORE[name] === RARE && nodes > 1)),
    );
    expect(more.map(({ name, commands, nodes, further }) => `${name}: ${commands + further} on ${nodes}`)).toEqual([]);
  });

  test("an API connected to a worker answers every call", async () => {
    const onCoordinator = await houseForTest();
    const [coordinator = "", worker = ""] = await nodesOf(onCoordinator.app.services.config.databaseUrl);
    const addresses = { DATABASE_URL: worker, DIRECT_DATABASE_URL: coordinator };
    const walk = new Walk(await houseForTest({ beside: onCoordinator, env: { ...ENV, ...addresses } }));
    await walk.run();
    expect([...new Set(walk.failures)]).toEqual([]);
  }, 900_000);

  test("every listed exception exists", async () => {
    const names = new Set((await allStatements("src/**/*.ts")).map(({ name }) => name));
    expect(Object.keys(MORE).filter((name) => !names.has(name))).toEqual([]);
  });
});
