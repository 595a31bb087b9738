// Sends thousands of requests generated from the served OpenAPI description and for every page, with and without keys, and with
// long, invisible and malformed text. None may produce a 5xx or an undeclared answer, or cost more than 50 ms of CPU when
// repeated alone. `FUZZ_REQUESTS=n` sets how many run, `FUZZ_ALONE=n` how many are measured alone; `FC_SEED=n` repeats a run.
import { Agent, request } from "node:http";
import * as fc from "fast-check";
import { expect, test } from "vitest";
import { SPECIES_DRAWING_PATH } from "../src/views/picture-addresses.ts";
import { PAGES as WEB_PAGES } from "../src/pages.ts";
import { addressOfFuzzed, hostile, pageRequests, requestsFor, type Fuzzed, type FuzzedPage } from "./fuzz.ts";
import { CHECKOUT_ENV } from "./payers/checkout.ts";
import { ADMIN_KEY, freshUsername, houseForFile } from "./harness.ts";
import { Description, type Heard } from "./openapi.ts";
import { FULL } from "./tier.ts";

const REQUESTS = Number(process.env["FUZZ_REQUESTS"] ?? (FULL ? 6_000 : 600));
const ALONE = Number(process.env["FUZZ_ALONE"] ?? (FULL ? 1_500 : 200));
const SEED = Number(process.env["FC_SEED"] ?? Date.now());
const AT_ONCE = 16;
const KEEPERS = 12;
/** Requests generated at a time. They can be long. */
const CHUNK = 1_000;
const MOST_CPU_MS = 50;
const MOST_FAULTS = 20;

const house = await houseForFile({
  env: { ...CHECKOUT_ENV, RATE_LIMIT_FACTOR: "1000000", DATABASE_CONNECTIONS: "16" },
});
const description = new Description((await house.call("GET", "/openapi.json")).text);
const connections = new Agent({ keepAlive: true, maxSockets: AT_ONCE });

interface Keeper {
  key: string;
  readonly creatures: string[];
}

/** A request that can be sent repeatedly. */
interface Sendable {
  readonly name: string;
  send(): Promise<Heard>;
  /** Returns what is wrong with the answer. */
  faultsOf(heard: Heard): readonly string[];
}

/** Creates agents with no creature, an egg, two creatures, or three. */
async function keepers(): Promise<readonly Keeper[]> {
  const keeping: Keeper[] = [];
  for (let index = 0; index < KEEPERS; index++) {
    const account = await house.register({ username: freshUsername(index % 2 === 0 ? "test" : "fuzz") });
    const creatures: string[] = [];
    for (let count = 0; count < index % 4; count++) {
      const { json } = await account.call("POST", "/api/house/adopt", { name: "Pip" });
      creatures.push(json.creature.id);
      if (count > 0) await account.call("GET", "/api/house/status");
    }
    keeping.push({ key: account.key, creatures });
  }
  return keeping;
}

const fromDescription = fc.oneof(
  ...Object.entries(description.document.paths).flatMap(([path, operations]) =>
    Object.entries(operations).map(([method, operation]) => requestsFor(path, method, operation)),
  ),
);
/** Excludes share cards, which are drawn in threads and measured by another test. */
const PAGES = [...WEB_PAGES.map(({ path }) => path), SPECIES_DRAWING_PATH, "/{any}", "/api/{any}"].filter(
  (path) => !path.endsWith(".png"),
);
const toPages = pageRequests(PAGES);
const toTools = fc.record({
  name: fc.constantFrom("care", "adopt", "register", "check_status", "species", "hall", "visit", "account", "home"),
  args: fc.dictionary(
    fc.constantFrom("name", "notes", "item", "action", "username", "creature_id", "api_key", "what", "slug", "zzz"),
    hostile,
    { maxKeys: 4 },
  ),
});

function* requestsMade(count: number, all: readonly Keeper[], offset: number): Generator<Sendable> {
  for (let done = 0; done < count; done += CHUNK) {
    const options = { numRuns: Math.min(CHUNK, count - done), seed: SEED + offset + done };
    const described = fromDescription.map((fuzzed) => describedRequest(fuzzed, all));
    const pages = toPages.map(pageRequest);
    const tools = toTools.map(({ name, args }) => toolRequest(name, args));
    yield* fc.sample(
      fc.oneof({ weight: 8, arbitrary: described }, { weight: 1, arbitrary: pages }, { weight: 1, arbitrary: tools }),
      options,
    );
  }
}

test(`${REQUESTS} fuzzed requests get no 5xx, no HTML and nothing undeclared`, { timeout: 900_000 }, async () => {
  const requests = requestsMade(REQUESTS, await keepers(), 0);
  const statuses = new Map<number, number>();
  const faults: string[] = [];
  const started = performance.now();
  const worker = async (): Promise<void> => {
    for (const each of requests) {
      if (faults.length >= MOST_FAULTS) return;
      const heard = await each.send();
      statuses.set(heard.status, (statuses.get(heard.status) ?? 0) + 1);
      faults.push(...faultsIn(each, heard));
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
  printSummary("at once", statuses, started);
  expect(faults).toEqual([]);
  expect(statuses.get(200) ?? 0).toBeGreaterThan(REQUESTS / 20);
});

test(`none of ${ALONE} fuzzed requests costs more than ${MOST_CPU_MS} ms of CPU`, { timeout: 3_600_000 }, async () => {
  const requests = requestsMade(ALONE, await keepers(), 1_000_000);
  const statuses = new Map<number, number>();
  const faults: string[] = [];
  const costs: number[] = [];
  const started = performance.now();
  let repeated = 0;
  for (const each of requests) {
    if (faults.length >= MOST_FAULTS) break;
    const { heard, ms } = await measured(each);
    statuses.set(heard.status, (statuses.get(heard.status) ?? 0) + 1);
    faults.push(...faultsIn(each, heard));
    costs.push(ms);
    if (ms <= MOST_CPU_MS) continue;
    repeated += 1;
    const again: number[] = [];
    for (let count = 0; count < 10; count++) again.push((await measured(each)).ms);
    if (Math.min(...again) > MOST_CPU_MS) faults.push(`${each.name}: ${again.join(", ")} ms of CPU`);
  }
  printSummary("alone", statuses, started);
  const sorted = costs.toSorted((a, b) => a - b);
  const quantile = (share: number): string => (sorted[Math.floor(share * (sorted.length - 1))] ?? 0).toFixed(1);
  console.log(
    `fuzz: CPU of client and server, ms: median ${quantile(0.5)}, p99 ${quantile(0.99)}, most ${quantile(1)}; ${repeated} repeated`,
  );
  connections.destroy();
  expect(faults).toEqual([]);
});

/** Sends a request while nothing else runs. The CPU time of drawing threads is excluded. */
async function measured(each: Sendable): Promise<{ readonly heard: Heard; readonly ms: number }> {
  const before = process.threadCpuUsage();
  const heard = await each.send();
  const { user, system } = process.threadCpuUsage(before);
  return { heard, ms: Math.round((user + system) / 100) / 10 };
}

function printSummary(how: string, statuses: ReadonlyMap<number, number>, started: number): void {
  const counts = [...statuses].toSorted(([a], [b]) => a - b).map(([status, count]) => `${status}: ${count}`);
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  const sum = [...statuses.values()].reduce((total, count) => total + count, 0);
  console.log(`fuzz: seed ${SEED}, ${sum} requests ${how} in ${seconds} s; ${counts.join(", ")}`);
}

function faultsIn(each: Sendable, heard: Heard): readonly string[] {
  const wrong = [...(heard.status >= 500 ? [`a ${heard.status}`] : []), ...each.faultsOf(heard)];
  return wrong.length === 0 ? [] : [`${each.name}: ${wrong.join("; ")}: ${heard.text.slice(0, 200)}`];
}

function describedRequest(fuzzed: Fuzzed, all: readonly Keeper[]): Sendable {
  const keeper = all[fuzzed.caller % all.length];
  if (keeper === undefined) throw new Error("there are no keepers");
  const { method } = fuzzed;
  // Removes long polls, because the process's other work in those 30 seconds would count as CPU of the call.
  const address = (): string =>
    withOwnCreature(addressOfFuzzed(fuzzed), keeper, fuzzed.caller).replace(/([?&])wait=\d+/, "$1wait=0");
  const body = (): string | undefined =>
    fuzzed.body === undefined ? undefined : withOwnCreature(fuzzed.body, keeper, fuzzed.caller);
  return {
    get name() {
      return `${method} ${address().slice(0, 300)} ${(body() ?? "").slice(0, 300)}`;
    },
    async send() {
      const heard = await send(method, address(), body(), { ...keyFor(fuzzed, keeper), ...fuzzed.headers });
      learn(heard, keeper, fuzzed);
      return heard;
    },
    faultsOf: (heard) => [
      ...(String(heard.headers["content-type"]).includes("html") ? ["HTML"] : []),
      ...description.faultsOf(method, address(), heard),
    ],
  };
}

function pageRequest(page: FuzzedPage): Sendable {
  const address = addressOfFuzzed(page);
  const accept = page.caller % 2 === 0 ? "text/html" : "*/*";
  return {
    name: `GET ${address.slice(0, 300)}`,
    send: () => send("GET", address, undefined, { accept }),
    faultsOf: () => [],
  };
}

function toolRequest(name: string, args: object): Sendable {
  const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/call", params: { name, arguments: args } });
  const headers = { accept: "application/json, text/event-stream", "mcp-protocol-version": "2025-06-18" };
  return {
    name: `tool ${name} ${JSON.stringify(args).slice(0, 300)}`,
    send: () => send("POST", "/mcp", body, headers),
    faultsOf: () => [],
  };
}

const UUID = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/;

/** Replaces some generated ids with ids of the caller's creatures, because random ids rarely exist. */
function withOwnCreature(text: string, { creatures }: Keeper, chance: number): string {
  const own = creatures[chance % 7];
  return own === undefined ? text : text.replace(UUID, own);
}

function keyFor({ operation, caller }: Fuzzed, { key }: Keeper): Record<string, string> {
  const isAdmins = (operation.security ?? []).some((scheme) => "adminKey" in scheme);
  if (caller % 11 === 0) return {};
  if (caller % 13 === 0) return { authorization: "Bearer dk_wrong" };
  if (isAdmins) return { "x-admin-key": ADMIN_KEY };
  return caller % 2 === 0 ? { authorization: `Bearer ${key}` } : { "x-api-key": key };
}

/** Stores rotated keys and the ids of new creatures for later requests. */
function learn({ status, text }: Heard, keeper: Keeper, { operation }: Fuzzed): void {
  const { operationId } = operation;
  if (status >= 300 || (operationId !== "rotateKey" && operationId !== "adopt")) return;
  const answer = JSON.parse(text) as { your_token?: string; creature?: { id?: string } };
  if (operationId === "rotateKey") keeper.key = answer.your_token ?? keeper.key;
  else if (answer.creature?.id !== undefined) keeper.creatures.push(answer.creature.id);
}

async function send(
  method: string,
  address: string,
  body: string | undefined,
  headers: Record<string, string>,
): Promise<Heard> {
  const { promise, resolve, reject } = Promise.withResolvers<Heard>();
  const typed =
    body === undefined ? {} : { "content-type": "application/json", "content-length": Buffer.byteLength(body) };
  const { hostname, port } = new URL(house.url);
  const options = { method, hostname, port, path: address, agent: connections, headers: { ...typed, ...headers } };
  const sent = request(options, (response) => {
    let text = "";
    response.setEncoding("utf8").on("data", (chunk: string) => (text += chunk));
    response.once("error", reject).once("end", () => {
      resolve({ status: response.statusCode ?? 0, headers: response.headers, text });
    });
  });
  sent.once("error", reject).end(body);
  return promise;
}
