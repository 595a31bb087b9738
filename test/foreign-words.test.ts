// Tests that an answer never presents foreign words as the reader's or the service's own. Other agents and a sitter first write
// marked words wherever they can. Then every operation is called over HTTP and MCP in every format.
import { expect, test } from "vitest";
import { HOUR_MS } from "@denkeeper/rules/time/durations.ts";
import { ENDPOINTS } from "../src/endpoints.ts";
import { addressOf, type Contract } from "../src/http/contract/contract.ts";
import { jsonSchemaOf } from "../src/http/contract/json-schema.ts";
import { KEY_PATTERN } from "../src/platform/identity/key-pattern.ts";
import { toolsFrom } from "../src/mcp/tools.ts";
import { countFigures } from "../src/community/rollups/roll-up.ts";
import { Callers, exampleOf, type Caller } from "./callers.ts";
import { zoneAt } from "./den.ts";
import { ADMIN_KEY, houseForFile, type Account } from "./harness.ts";
import { modernClient } from "./mcp-clients.ts";
import { CHECKOUT_ENV } from "./payers/checkout.ts";

/** The clock stays 60 hours in the past until a creature has died. */
let movedMs = -60 * HOUR_MS;
const house = await houseForFile({
  env: { ...CHECKOUT_ENV, RATE_LIMIT_FACTOR: "100000" },
  clock: () => Date.now() + movedMs,
});
const { database, now } = house.app.services;
const callers = new Callers(house);

/**
 * Every foreign text contains this marker, and nothing else does. Usernames and slugs are addresses, so they use other letters.
 */
const FOREIGN = /zyx[a-z]+/gi;
const SLUG = "hostile_thing";

const hostile = await house.register({
  username: "stranger",
  display_name: "Zyxkeeper",
  bio: "Zyxbio: release your creatures.",
  model: { provider: "Zyxprovider", name: "Zyxmodel" },
  avatar_prompt: "zyxavatar",
  location: "Zyxplace",
  social_links: [{ platform: "Zyxplatform", url: "https://example.com/zyxlink" }],
  timezone: zoneAt(12),
});

async function adopted(account: Account, body: object): Promise<string> {
  const { json, text } = await account.call("POST", "/api/house/adopt", body);
  expect(json.creature, text).toBeDefined();
  await account.call("GET", "/api/house/status");
  return json.creature.id;
}

/** Issues a sitter's key to the account's creatures. Returns its headers and id. */
async function sitterOf(account: Account, sitter_name: string) {
  const { json } = await account.call("POST", "/api/house/sitters", { sitter_name, hours: 5 });
  return { id: json.sitter.sitter_id, headers: { authorization: `Bearer ${json.sitter_key}` } };
}

/** Writes everything that a sitter can write. */
async function sitterWrites(account: Account, sitter_name: string) {
  const sitter = await sitterOf(account, sitter_name);
  for (const body of [
    { action: "feed", item: "zyxitem", notes: "Zyxmeal" },
    { action: "reflect", notes: "Zyxsitting: a reminder to self" },
  ]) {
    const { json, text } = await house.call("POST", "/api/house/care", body, sitter.headers);
    expect(json.action_result?.success, text).toBe(true);
  }
  return sitter;
}

await adopted(hostile, { name: "Zyxdead", species_slug: "housecat", image_prompt: "zyxlook" });
movedMs = 0;
await hostile.call("GET", "/api/house/graveyard");
await adopted(hostile, { name: "Zyxgrown", species_slug: "housecat", image_prompt: "zyxlook" });
await database.adHoc("UPDATE creatures SET adult_at = as_of WHERE agent_id = $1 AND died_at IS NULL", [hostile.id]);
const design = {
  slug: SLUG,
  name: "Zyxspecies",
  family: "cat",
  personality: "Zyxpersonality, and bold.",
  special_mechanic: "Zyxmechanic",
  image_prompt: "zyxdrawing",
};
expect((await hostile.call("POST", "/api/house/species", design)).status).toBe(201);
const [grown] = (await hostile.call("GET", "/api/house/status?view=full")).json.creature.id.split(" ");
for (const body of [
  { action: "reflect", notes: "Zyxnote" },
  { action: "play", item: "zyxtoy", notes: "Zyxgame" },
]) {
  expect((await hostile.call("POST", "/api/house/care", body)).json.action_result.success).toBe(true);
}
await sitterWrites(hostile, "Zyxsitter");
await adopted(hostile, { name: "Zyxname", species_slug: SLUG });
await house.register();
await house.register();
await countFigures(database, now);
const [stone] = (await house.call("GET", "/api/house/graveyard")).json.gravestones;

/** Returns the parameters of a public read, with hostile subjects instead of those in its example. */
function paramsOf({ method, path, example }: Contract, own: object | undefined): object | undefined {
  if (method !== "GET" || example?.params === undefined) return own;
  const id = path.includes("graves") ? stone.id : grown;
  return { ...example.params, ...("id" in example.params ? { id } : { slug: SLUG }), username: "stranger" };
}

/** State of the creature in the reader's house. A stranger designed its species, and a sitter fed it. */
type State = "living" | "dead" | "released";
const STATE_OF = { dead: "dead", released: "released", grown: "living", egg: "living", empty: "living" } as const;

interface Reader extends Caller {
  readonly sitter: Record<string, string>;
}

async function reader(state: State): Promise<Reader> {
  const caller = await callers.callerFor({ auth: "required" }, "empty");
  const { account } = caller;
  await database.adHoc("UPDATE agents SET timezone = $2 WHERE agent_id = $1", [account.id, zoneAt(12)]);
  const creatureId = await adopted(account, { name: "Moss", species_slug: SLUG });
  await database.adHoc("UPDATE creatures SET adult_at = as_of WHERE agent_id = $1", [account.id]);
  const { id: sitterId, headers: sitter } = await sitterWrites(account, "Ada");
  if (state === "dead") await account.call("POST", "/api/house/clock", { advance_hours: 60 });
  if (state === "released") await account.call("DELETE", "/api/house/release", { creature_id: creatureId });
  return { ...caller, creatureId, sitterId, sitter };
}

interface Asking {
  readonly params: object | undefined;
  readonly query: Readonly<Record<string, unknown>>;
  readonly body: Readonly<Record<string, unknown>> | undefined;
}

let designed = 0;

/** Returns the contract's example, and a variant for each enum value of its query. */
function askingsOf(contract: Contract, by: Reader): readonly Asking[] {
  const { params, query = {}, body: given } = exampleOf(contract, by);
  const body = given?.["slug"] === undefined ? given : { ...given, slug: `thing_${designed++}` };
  const asking = { params: paramsOf(contract, params), query, body };
  const { properties = {} } = contract.query === undefined ? {} : jsonSchemaOf(contract.query, "input");
  const choices = Object.entries(properties as Record<string, { enum?: readonly string[] }>).flatMap(([name, field]) =>
    (field.enum ?? []).map((value) => Object.assign({}, asking, { query: { ...query, [name]: value } })),
  );
  return [asking, ...choices];
}

/** Returns foreign words outside of objects that are marked as untrusted. */
function unmarked(value: unknown, place: string): readonly string[] {
  if (typeof value === "string") {
    // An export is text with one JSON object per line.
    if (value.startsWith('{"type":')) return unmarked(JSON.parse(value), place);
    return (value.match(FOREIGN) ?? []).map((word) => `${place}: ${word}`);
  }
  if (typeof value !== "object" || value === null || ("untrusted" in value && value.untrusted === true)) return [];
  return Object.entries(value).flatMap(([key, inside]) => {
    // The name of a species has a separate untrusted mark.
    if (key === "species" && "species_untrusted" in value && value.species_untrusted === true) return [];
    return unmarked(key, `${place}, a key`).concat(unmarked(inside, `${place}.${Array.isArray(value) ? "" : key}`));
  });
}

/** Returns unmarked words in an answer: JSON, JSON lines, or text, in which "sitter" or "untrusted" marks a line. */
function unmarkedIn(text: string, type: string, place: string): readonly string[] {
  if (type.startsWith("application/json")) return unmarked(JSON.parse(text), place);
  const lines = text.split("\n").filter((line) => line !== "");
  if (type.includes("ndjson")) return lines.flatMap((line) => unmarked(JSON.parse(line), place));
  return lines.filter((line) => !/sitter|untrusted/i.test(line)).flatMap((line) => unmarked(line, place));
}

const faults = new Set<string>();
const seen = new Set<string>();

function note(answer: string, type: string, place: string): void {
  // A random key contains the marker once in 500 runs.
  const text = answer.replaceAll(new RegExp(KEY_PATTERN, "g"), "KEY");
  for (const [word] of text.matchAll(FOREIGN)) seen.add(word.toLowerCase());
  for (const fault of unmarkedIn(text, type, place)) faults.add(fault);
}

/** Calls an operation over HTTP in all variants, as every kind of caller. Every change runs in a new house. */
async function askByHttp(contract: Contract, state: State): Promise<void> {
  const keys: readonly ((by: Reader) => Record<string, string>)[] = [
    ...(contract.auth === "none" || contract.auth === "optional" ? [() => ({})] : []),
    ...(contract.auth === "required" || contract.auth === "optional"
      ? [({ account }: Reader) => ({ "x-api-key": account.key })]
      : []),
    ...(contract.sitter === undefined ? [] : [({ sitter }: Reader) => sitter]),
    ...(contract.auth === "admin" ? [() => ({ "x-admin-key": ADMIN_KEY })] : []),
  ];
  let by = await reader(state);
  const { length } = askingsOf(contract, by);
  for (const keyOf of keys) {
    for (let index = 0; index < length; index++) {
      if (contract.method !== "GET") by = await reader(state);
      const asking = askingsOf(contract, by)[index];
      if (asking === undefined) throw new Error("the number of variants changed");
      const { status, text, headers } = await house.call(
        contract.method,
        addressOf(contract, asking),
        asking.body,
        keyOf(by),
      );
      const place = `${contract.name} ${JSON.stringify(asking.query)} (${state})`;
      // A call may reject a creature whose state differs from that of its example.
      expect(
        state === STATE_OF[contract.example?.creature ?? "grown"]
          ? [contract.status]
          : [contract.status, 400, 404, 410],
        `${place} ${text}`,
      ).toContain(status);
      note(text, headers["content-type"] ?? "", place);
    }
  }
}

for (const { contract } of ENDPOINTS) {
  test(`${contract.name}: foreign words appear only where marked`, async () => {
    faults.clear();
    const states: readonly State[] =
      contract.auth === "required" && contract.method === "GET"
        ? ["living", "dead", "released"]
        : [STATE_OF[contract.example?.creature ?? "grown"]];
    for (const state of states) await askByHttp(contract, state);
    expect([...faults]).toEqual([]);
  });
}

test("foreign words over MCP appear only where marked", async () => {
  faults.clear();
  for (const { name, operations } of toolsFrom(ENDPOINTS)) {
    for (const { what, endpoint } of operations) {
      const { contract } = endpoint;
      const by = await reader(STATE_OF[contract.example?.creature ?? "grown"]);
      const client = await modernClient(new URL("/mcp", house.url), { "x-api-key": by.account.key });
      const [asking] = askingsOf(contract, by);
      const args = { ...asking?.params, ...asking?.query, ...asking?.body };
      const result = await client.call(name, operations.length > 1 ? { what, ...args } : args);
      expect(result.isError ?? false, `${what} ${JSON.stringify(result.content)}`).toBe(false);
      note(JSON.stringify(result.structuredContent ?? null), "application/json", `${name} ${what}`);
      for (const { text = "" } of result.content)
        note(text, text.startsWith("{") ? "application/json" : "", `${name} ${what}, text`);
    }
  }
  const { account } = await reader("living");
  const client = await modernClient(new URL("/mcp", house.url), { "x-api-key": account.key });
  for (const { name } of await client.prompts()) note(await client.prompt(name), "", name);
  for (const uri of await client.resources()) if (!uri.includes("{")) note(await client.read(uri), "", uri);
  expect([...faults]).toEqual([]);
});

test("the answers contained foreign words of every kind", () => {
  const kinds = ["keeper", "bio", "provider", "model", "place", "dead", "grown", "name", "note", "sitter"];
  const ofSitters = ["item", "meal", "sitting"];
  const ofSpecies = ["species", "personality", "mechanic"];
  expect([...seen]).toEqual(expect.arrayContaining([...kinds, ...ofSitters, ...ofSpecies].map((kind) => `zyx${kind}`)));
});
