// Tests that the OpenAPI description is valid by an independent validator, and that every operation and error has a matching
// example. `npm run record` records the examples again.
import { readFileSync, writeFileSync } from "node:fs";
import { Validator } from "@seriousme/openapi-schema-validator";
import { expect, test } from "vitest";
import { ENDPOINTS } from "../src/endpoints.ts";
import { addressOf, type Contract, type AnswerJson, type NextStep } from "../src/http/contract/contract.ts";
import { errorCatalog, RECORDED_ERRORS } from "../src/docs/errors-page.ts";
import { RECORDED_ANSWERS, sampleOf } from "../src/docs/example-answer.ts";
import { countFigures } from "../src/community/rollups/roll-up.ts";
import { buyCredits } from "./payers/credits.ts";
import { follow, openDen, zoneAt, type Den } from "./den.ts";
import { ADMIN_KEY, freshAddress, houseForFile } from "./harness.ts";
import { Description } from "./openapi.ts";
import { faultsOfDue, repeatedIn, repeatedSentences } from "./steps.ts";

const house = await houseForFile({ env: { RATE_LIMIT_FACTOR: "1000", BASE_URL: "http://localhost:3000" } });
const contracts = ENDPOINTS.map(({ contract }) => contract);
const { text } = await house.call("GET", "/openapi.json");
const description = new Description(text);
const ERROR_BODY = { $ref: "#/components/schemas/ErrorBody" };
const RECORDING = process.env["RECORD_ANSWERS"] !== undefined;

test("an independent validator accepts the description as OpenAPI 3.1", async () => {
  const result = await new Validator().validate(JSON.parse(text) as Record<string, unknown>);
  expect(result.errors ?? []).toEqual([]);
  expect(result.valid).toBe(true);
});

interface Example {
  readonly name: string;
  readonly schema: Readonly<Record<string, unknown>>;
  readonly value: unknown;
}

/** Returns every example of an operation with its schema. */
function examplesOf({ method, path }: Contract): readonly Example[] {
  const operation = description.document.paths[path]?.[method.toLowerCase()];
  // A 304 has no body.
  const answers = Object.entries(operation?.responses ?? {}).filter(([status]) => status !== "304");
  const media = answers.map(([status, { content }]) => [status, content["application/json"]] as const);
  return media.flatMap(([status, answer]) => {
    if (answer === undefined) return [{ name: `${status} has no JSON`, schema: { not: {} }, value: null }];
    const { schema, example } = answer;
    return example === undefined ? [] : [{ name: `${method} ${path} ${status}`, schema, value: example }];
  });
}

// A recording run replaces the examples, so it does not check the old ones.
test.each(RECORDING ? [] : contracts.map((contract) => [`${contract.method} ${contract.path}`, contract] as const))(
  "every example of %s fits its schema",
  (_, contract) => {
    for (const { name, schema, value } of examplesOf(contract)) expect(description.fits(schema, value), name).toBe("");
    for (const { code, body } of errorCatalog(contract)) expect(description.fits(ERROR_BODY, body), code).toBe("");
    expect(contract.response.safeParse(sampleOf(contract.response)).error?.issues ?? []).toEqual([]);
    if (contract.body?.safeParse(undefined).success === false) expect(contract.example?.body).toBeDefined();
  },
);

test.skipIf(RECORDING)("every recorded answer fits the schema named after its operation", () => {
  const recorded = Object.entries(recordedAnswers());
  expect(recorded.length).toBeGreaterThan(40);
  for (const [name, answer] of recorded) {
    const $ref = `#/components/schemas/${name.slice(0, 1).toUpperCase()}${name.slice(1)}Answer`;
    expect(description.fits({ $ref }, answer), name).toBe("");
  }
});

test.skipIf(RECORDING)("ADVICE-7: recorded answers have at most one due step and distinct steps", () => {
  const steps = Object.values(recordedAnswers()).map(({ next_steps = [] }) => next_steps);
  expect(steps.flatMap(faultsOfDue)).toEqual([]);
  expect(steps.flatMap(repeatedIn)).toEqual([]);
  expect(steps.flat().filter((step) => "due" in step).length).toBeGreaterThan(3);
});

test.skipIf(RECORDING)("recorded errors have distinct steps and repeat no sentence", () => {
  const errors = JSON.parse(readFileSync(RECORDED_ERRORS, "utf8")) as Record<string, { next_steps: NextStep[] }>;
  for (const [code, error] of Object.entries(errors)) {
    expect(repeatedIn(error.next_steps), code).toEqual([]);
    expect(repeatedSentences(error), code).toEqual([]);
  }
});

function recordedAnswers(): Readonly<Record<string, AnswerJson>> {
  return JSON.parse(readFileSync(RECORDED_ANSWERS, "utf8")) as Record<string, AnswerJson>;
}

if (RECORDING) {
  test("records the answers of a house", async () => {
    const recorded = await recordAnswers();
    expect(Object.keys(recorded)).toContain("checkStatus");
    const plain = JSON.stringify(recorded, shortened, 2).replaceAll(/(dk[oprs]?)_\w{9,}/g, "$1_...");
    writeFileSync(RECORDED_ANSWERS, `${plain}\n`);
  });
}

/** Two entries of a list suffice for an example. */
function shortened(name: string, value: unknown): unknown {
  return Array.isArray(value) && name !== "next_steps" ? value.slice(0, 2) : value;
}

/** These calls run last because they change the house for other examples. */
const SPOILING = ["adopt", "rotateKey"];

/** Plays a house until every kind of answer has content, then calls every endpoint for its example. */
async function recordAnswers(): Promise<Readonly<Record<string, unknown>>> {
  const marlow = await house.register({ username: "marlow", timezone: zoneAt(9), bio: "I keep notes." });
  await marlow.call("POST", "/api/house/adopt", { name: "Moss", species_slug: "tabby" });
  await marlow.call("GET", "/api/house/status");
  await marlow.call("POST", "/api/house/care", { action: "reflect", notes: "We met." });
  const den = await openDen(house, { username: "test-luna" });
  const lost = await den.hatched({ name: "Fern" });
  await den.advance(60);
  await den.status(lost);
  const grown = await den.hatched({ name: "Pip" });
  await follow(den, grown, 121);
  await den.care("play", grown, { item: "feather wand", notes: "It purred." });
  await den.advanceTo((await den.status(grown)).json.recommended_checkin.at);
  const { database, now } = house.app.services;
  await countFigures(database, now);
  const answers: [string, unknown][] = [];
  for (const contract of contracts.toSorted((a, b) => SPOILING.indexOf(a.name) - SPOILING.indexOf(b.name))) {
    const answer = await asked(contract, den, grown);
    if (answer.status === contract.status) answers.push([contract.name, answer.json]);
  }
  return Object.fromEntries(answers);
}

/** Returns the answer to a call for dead creatures, in a house that has one. */
async function returned({ method, path }: Contract) {
  const den = await openDen(house);
  await buyCredits(house.app.services.database, den.id, "100");
  const creature_id = await den.hatched({ name: "Fern" });
  await den.advance(60);
  await den.status(creature_id);
  return den.call(method, path, { creature_id });
}

async function takenBack({ method, path }: Contract, den: Den) {
  const creature_id = await den.hatched({ name: "Wren" });
  await den.call("DELETE", "/api/house/release", { creature_id });
  const answer = await den.call(method, path, { creature_id });
  // Leaves the house empty again, so that later examples need no creature_id.
  await den.call("DELETE", "/api/house/release", { creature_id });
  return answer;
}

async function sitterOf(den: Den): Promise<string> {
  const answer = await den.call("POST", "/api/house/sitters", { sitter_name: "Ben", hours: 8 });
  return answer.json.sitter.sitter_id;
}

async function asked(contract: Contract, den: Den, grown: string) {
  const { method, auth, example, name } = contract;
  if (example?.creature === "dead") return returned(contract);
  if (example?.creature === "released") return takenBack(contract, den);
  const target = name === "release" ? await den.hatched({ name: "Wren" }) : grown;
  const known = new Map([
    ["creature_id", target],
    ["confirm_username", den.username],
    ["recovery_code", name === "recover" ? (await house.register()).recoveryCode : den.recoveryCode],
    ["sitter_id", name === "revokeSitter" ? await sitterOf(den) : ""],
  ]);
  const fill = (values: object) =>
    Object.fromEntries(Object.entries(values).map(([field, value]) => [field, known.get(field) ?? (value as unknown)]));
  const address = addressOf(contract, { params: example?.params, query: example?.query });
  const body = example?.body === undefined ? undefined : fill(example.body);
  if (auth === "required" || auth === "optional") {
    // The house has one creature, so no example needs a creature_id.
    return den.call(method, address, contract.body === undefined ? undefined : (body ?? {}));
  }
  return house.call(method, address, body, auth === "admin" ? { "x-admin-key": ADMIN_KEY } : {}, freshAddress());
}
