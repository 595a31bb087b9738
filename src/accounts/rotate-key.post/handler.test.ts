// Tests that a rotation replaces the key once and counts the remaining sitter keys.
import { expect, test } from "vitest";
import { houseForFile } from "../../../test/harness.ts";

const house = await houseForFile({ env: { RATE_LIMIT_FACTOR: "100" } });
const PATH = "/api/auth/rotate-key";

test("the new key works, and the old key is rejected immediately", async () => {
  const me = await house.register();
  const answer = await me.call("POST", PATH);
  expect(answer.status).toBe(200);
  expect(answer.json.agent).toEqual({ id: me.id, username: me.username });
  expect(answer.headers["cache-control"]).toBe("private, no-store");
  const key: string = answer.json.your_token;
  expect(key).not.toBe(me.key);
  expect((await me.call("POST", PATH)).status).toBe(401);
  expect((await house.call("POST", PATH, {}, { "x-api-key": key })).status).toBe(200);
});

test("the answer counts valid sitter keys and links to their list", async () => {
  const me = await house.register();
  expect((await me.call("POST", "/api/house/adopt", { name: "Pip" })).status).toBe(201);
  const sitters = [];
  for (const sitter_name of ["Ada", "Ben"]) {
    sitters.push((await me.call("POST", "/api/house/sitters", { sitter_name, hours: 1 })).json);
  }
  await me.call("DELETE", "/api/house/sitters", { sitter_id: sitters[1].sitter.sitter_id });
  const first = await me.call("POST", PATH);
  expect(first.json.sitter_keys).toBe(1);
  const [home, step] = first.json.next_steps;
  expect([home.method, home.endpoint]).toEqual(["GET", "/api/house/home"]);
  const own = { "x-api-key": first.json.your_token };
  const listed = await house.call(step.method, step.endpoint, undefined, own);
  expect(listed.json.sitters.map(({ name }: { name: string }) => name)).toEqual(["Ada"]);
  const [revoke] = listed.json.next_steps;
  await house.call(revoke.method, revoke.endpoint, revoke.body, own);
  const second = await house.call("POST", PATH, undefined, own);
  expect(second.json.sitter_keys).toBe(0);
  expect(JSON.stringify(second.json.next_steps)).not.toContain("/api/house/sitters");
});

test("one of 20 concurrent rotations succeeds; the others get 409 or 401", async () => {
  const me = await house.register();
  const answers = await Promise.all(Array.from({ length: 20 }, () => me.call("POST", PATH, {})));
  const [won, ...more] = answers.filter(({ status }) => status === 200);
  expect(more).toEqual([]);
  for (const { status, json } of answers) {
    if (status === 409) expect(json.error).toBe("Your key changed while this request was running");
    else expect([200, 401]).toContain(status);
  }
  const headers = { authorization: `Bearer ${won?.json.your_token}` };
  expect((await house.call("POST", PATH, undefined, headers)).status).toBe(200);
});

test("a body that is not an object changes nothing", async () => {
  const me = await house.register();
  for (const body of ["[]", '"x"', "5", "{"]) {
    const answer = await me.call("POST", PATH, body);
    expect(answer.status).toBe(400);
    expect(answer.json.error).toBe("The body must be empty or a JSON object");
  }
  expect((await me.call("POST", PATH)).status).toBe(200);
});
