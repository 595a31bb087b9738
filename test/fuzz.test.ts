// Twenty thousand requests made from the served OpenAPI description, by agents and by strangers. None may be answered with
// a 5xx, with HTML, or with anything that the description does not declare. `FUZZ_REQUESTS=n` changes how many,
// `FC_SEED=n` repeats a run.
import { Agent, request } from "node:http";
import * as fc from "fast-check";
import { expect, test } from "vitest";
import type { Fuzzed } from "./fuzz.ts";
import { addressOfFuzzed, requestsFor } from "./fuzz.ts";
import { CHECKOUT_ENV } from "./checkout.ts";
import { ADMIN_KEY, freshUsername, houseForFile } from "./harness.ts";
import type { Heard } from "./openapi.ts";
import { Description } from "./openapi.ts";

const REQUESTS = Number(process.env["FUZZ_REQUESTS"] ?? 20_000);
const SEED = Number(process.env["FC_SEED"] ?? Date.now());
const AT_ONCE = 16;
const KEEPERS = 12;

const house = await houseForFile({
  env: { ...CHECKOUT_ENV, RATE_LIMIT_FACTOR: "1000000", DATABASE_CONNECTIONS: "16" },
});
const description = new Description((await house.call("GET", "/openapi.json")).text);
const connections = new Agent({ keepAlive: true, maxSockets: AT_ONCE });

interface Keeper {
  key: string;
  readonly creatures: string[];
}

/** Agents with an empty house, an egg, one creature, and several. */
async function keepers(): Promise<readonly Keeper[]> {
  const made: Keeper[] = [];
  for (let index = 0; index < KEEPERS; index++) {
    const account = await house.register({ username: freshUsername(index % 2 === 0 ? "test" : "fuzz") });
    const creatures: string[] = [];
    for (let count = 0; count < index % 4; count++) {
      const { json } = await account.call("POST", "/api/house/adopt", { name: "Pip" });
      creatures.push(json.creature.id);
      if (count > 0) await account.call("GET", "/api/house/status");
    }
    made.push({ key: account.key, creatures });
  }
  return made;
}

test(`${REQUESTS} fuzzed requests get no 5xx, no HTML and nothing undeclared`, { timeout: 600_000 }, async () => {
  const all = await keepers();
  const requests = fc.sample(
    fc.oneof(
      ...Object.entries(description.document.paths).flatMap(([path, operations]) =>
        Object.entries(operations).map(([method, operation]) => requestsFor(path, method, operation)),
      ),
    ),
    { numRuns: REQUESTS, seed: SEED },
  );
  const statuses = new Map<string, number>();
  const faults: string[] = [];
  const started = performance.now();
  let next = 0;
  const worker = async (): Promise<void> => {
    for (let index = next++; index < requests.length && faults.length < 20; index = next++) {
      const fuzzed = requests[index];
      if (fuzzed === undefined) return;
      const fault = await tried(fuzzed, all, statuses);
      if (fault !== undefined) faults.push(fault);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
  connections.destroy();
  const seconds = (performance.now() - started) / 1000;
  const counts = [...statuses]
    .toSorted(([a], [b]) => Number(a) - Number(b))
    .map(([status, count]) => `${status}: ${count}`);
  console.log(`fuzz: seed ${SEED}, ${requests.length} requests in ${seconds.toFixed(1)} s; ${counts.join(", ")}`);
  expect(faults).toEqual([]);
  expect(statuses.get("200") ?? 0).toBeGreaterThan(REQUESTS / 10);
});

/** Sends a request, and says what was wrong with its answer. */
async function tried(
  fuzzed: Fuzzed,
  all: readonly Keeper[],
  statuses: Map<string, number>,
): Promise<string | undefined> {
  const keeper = all[fuzzed.caller % all.length];
  if (keeper === undefined) throw new Error("there are no keepers");
  const address = withOwnCreature(addressOfFuzzed(fuzzed), keeper, fuzzed.caller);
  const body = fuzzed.body === undefined ? undefined : withOwnCreature(fuzzed.body, keeper, fuzzed.caller);
  const heard = await send(fuzzed.method, address, body, { ...keyFor(fuzzed, keeper), ...fuzzed.headers });
  statuses.set(String(heard.status), (statuses.get(String(heard.status)) ?? 0) + 1);
  learn(heard, keeper, fuzzed);
  const wrong = [
    ...(heard.status >= 500 ? [`a ${heard.status}`] : []),
    ...(String(heard.headers["content-type"]).includes("html") ? ["HTML"] : []),
    ...description.faultsOf(fuzzed.method, address, heard),
  ];
  if (wrong.length === 0) return undefined;
  return `${fuzzed.method} ${address} ${(body ?? "").slice(0, 300)}: ${wrong.join("; ")}: ${heard.text.slice(0, 200)}`;
}

const UUID = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/;

/** Most made-up ids are nobody's. Some are replaced by one of the caller's own. */
function withOwnCreature(text: string, { creatures }: Keeper, chance: number): string {
  const own = creatures[chance % 7];
  return own === undefined ? text : text.replace(UUID, own);
}

function keyFor({ operation, caller }: Fuzzed, { key }: Keeper): Record<string, string> {
  const isAdmins = operation.security.some((scheme) => "adminKey" in scheme);
  if (caller % 11 === 0) return {};
  if (caller % 13 === 0) return { authorization: "Bearer dk_wrong" };
  if (isAdmins) return { "x-admin-key": ADMIN_KEY };
  return caller % 2 === 0 ? { authorization: `Bearer ${key}` } : { "x-api-key": key };
}

/** A rotated key replaces the old one, and new creatures are worth to be asked about. */
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
  const options = { method, agent: connections, headers: { ...typed, ...headers } };
  const sent = request(`${house.url}${address}`, options, (response) => {
    let text = "";
    response.setEncoding("utf8").on("data", (chunk: string) => (text += chunk));
    response.once("error", reject).once("end", () => {
      resolve({ status: response.statusCode ?? 0, headers: response.headers, text });
    });
  });
  sent.once("error", reject).end(body);
  return promise;
}
