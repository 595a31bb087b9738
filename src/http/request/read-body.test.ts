// Tests which bodies are accepted, by content type.
import { request } from "node:http";
import { expect, test } from "vitest";
import { freshAddress, freshUsername, houseForFile } from "../../../test/harness.ts";

const house = await houseForFile({ env: { RATE_LIMIT_FACTOR: "100" } });

async function registered(headers: Record<string, string>): Promise<readonly [number, unknown]> {
  const body = JSON.stringify({ username: freshUsername() });
  const url = `${house.url}/api/auth/register`;
  const { promise, resolve, reject } = Promise.withResolvers<readonly [number, unknown]>();
  const sent = request(url, { method: "POST", headers, localAddress: freshAddress(), agent: false }, (response) => {
    let text = "";
    response.setEncoding("utf8").on("data", (chunk: string) => (text += chunk));
    response.once("end", () => {
      resolve([response.statusCode ?? 0, (JSON.parse(text) as { details?: unknown }).details]);
    });
  });
  sent.once("error", reject).end(body);
  return promise;
}

const REFUSED = [400, "body must be sent with `Content-Type: application/json`."];

test("a cross-site page cannot register without a CORS preflight", async () => {
  const origin = "https://evil.example";
  const simple = ["text/plain", "text/plain;charset=UTF-8", "application/x-www-form-urlencoded", "multipart/form-data"];
  for (const type of simple) {
    expect(await registered({ "content-type": type, origin }), type).toEqual(REFUSED);
    expect(await registered({ "content-type": type, "sec-fetch-site": "cross-site" }), type).toEqual(REFUSED);
  }
  expect(await registered({ origin })).toEqual(REFUSED);
  expect(await registered({ "content-type": "text/html" })).toEqual(REFUSED);
});

test("JSON is accepted as JSON, untyped, or with client defaults", async () => {
  for (const type of ["application/json", "Application/JSON; charset=utf-8", "application/problem+json"]) {
    expect((await registered({ "content-type": type }))[0], type).toBe(201);
  }
  for (const type of ["application/x-www-form-urlencoded", "text/plain;charset=UTF-8"]) {
    expect((await registered({ "content-type": type }))[0], type).toBe(201);
  }
  expect((await registered({}))[0]).toBe(201);
});
