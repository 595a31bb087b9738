// Tests empty and out-of-range query parameters on every endpoint.
import { expect, test } from "vitest";
import { ENDPOINTS } from "../src/endpoints.ts";
import type { Contract } from "../src/http/contract/contract.ts";
import { Failure } from "../src/http/respond/errors.ts";
import { inputOf } from "../src/http/request/validate.ts";
import { jsonSchemaOf } from "../src/http/contract/json-schema.ts";
import { houseForFile } from "./harness.ts";

const house = await houseForFile();
const contracts = ENDPOINTS.map(({ contract }) => contract).filter(({ query }) => query !== undefined);

/** Returns the parsed value of one query field, or the contract's rejection. */
function asked(contract: Contract, name: string, value: string): unknown {
  const params = Object.fromEntries(Object.keys(contract.params?.shape ?? {}).map((each) => [each, "x"]));
  const search = new URLSearchParams({ ...contract.example?.query, [name]: value }).toString();
  try {
    const { query } = inputOf(contract, { params, search: `?${search}`, body: { kind: "none" } });
    return (query as Record<string, unknown>)[name];
  } catch (thrown) {
    if (thrown instanceof Failure) return thrown.status;
    throw thrown;
  }
}

interface Bounds {
  readonly type?: string;
  readonly minimum?: number;
  readonly maximum?: number;
}

test("an empty query field returns 400, but an empty offset means 0", async () => {
  for (const contract of contracts) {
    for (const name of Object.keys(contract.query?.shape ?? {})) {
      if (contract.name === "hall" && name === "category") continue;
      expect(asked(contract, name, ""), `${contract.name} ${name}`).toBe(name === "offset" ? 0 : 400);
    }
  }
  const hall = await house.call("GET", "/api/house/hall?category=");
  expect([hall.status, hall.json.error]).toEqual([400, "Unknown category"]);
});

test("invalid or out-of-range numbers in a query return 400", () => {
  for (const contract of contracts) {
    if (contract.query === undefined) continue;
    const { properties = {} } = jsonSchemaOf(contract.query, "input") as { properties?: Record<string, Bounds> };
    for (const [name, { type, minimum, maximum }] of Object.entries(properties)) {
      if (type !== "integer") continue;
      const wrong = ["x", "1.5", "-1", "+1", " 1", "1e2", "0x1", "99999999999999999999"];
      if (minimum !== undefined && minimum > 0) wrong.push(String(minimum - 1));
      if (maximum !== undefined) wrong.push(String(maximum + 1));
      for (const value of wrong) expect(asked(contract, name, value), `${contract.name} ${name}=${value}`).toBe(400);
    }
  }
});
