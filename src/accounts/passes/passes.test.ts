// Tests the limits of registration passes and the attacks that they must withstand.
import { expect, test } from "vitest";
import { freshAddress, freshUsername, houseForFile, houseForTest, type House } from "../../../test/harness.ts";
import { newPass, parsePass } from "./pass.ts";
import { findServiceSecrets } from "./store/service-secrets.ts";

let now = Date.now();
const house = await houseForFile({ clock: () => now });
const ORIGIN = { origin: new URL(house.app.services.config.baseUrl).origin };
const REPEATABLE = { "idempotency-key": "an-idempotency-key-of-more-than-32-characters" };

async function register(body: object, from: string, headers = {}, where: House = house) {
  return where.call("POST", "/api/auth/register", body, headers, from);
}

async function press(username: string, from: string, headers: Record<string, string> = ORIGIN, where: House = house) {
  const typed = { ...headers, "content-type": "application/x-www-form-urlencoded", accept: "text/html" };
  const answer = await where.call("POST", "/join", new URLSearchParams({ username }).toString(), typed, from);
  return { ...answer, pass: /Register as [\w-]+ with pass (dki_\w+)/.exec(answer.text)?.[1] };
}

async function passFrom(from: string, username = freshUsername("guest")) {
  const { status, pass = "", headers, text } = await press(username, from);
  expect([status, headers["cache-control"]], text).toEqual([200, "private, no-store"]);
  return { username, pass };
}

test("one address registers three accounts, plus 40 with others' passes", async () => {
  const hosted = freshAddress();
  const statuses = async (bodies: readonly object[]) =>
    Promise.all(bodies.map(async (body) => (await register(body, hosted)).status));
  const own = await statuses(Array.from({ length: 4 }, () => ({ username: freshUsername() })));
  expect(own.toSorted((one, other) => one - other)).toEqual([201, 201, 201, 429]);
  const browsers = Array.from({ length: 14 }, freshAddress);
  const passes = [];
  for (let made = 0; made < 40; made++) passes.push(await passFrom(browsers[made % 14] ?? ""));
  expect(await statuses(passes)).toEqual(Array(40).fill(201));
  expect((await press(freshUsername(), browsers[0] ?? "")).status).toBe(429);
  expect((await register({ username: freshUsername() }, browsers[0] ?? "")).status).toBe(429);
  expect((await register({ username: freshUsername() }, browsers[13] ?? "")).status).toBe(201);
  expect((await press(freshUsername(), browsers[13] ?? "")).status).toBe(429);
});

test("registrations and passes share an address's hourly limit of three", async () => {
  const from = freshAddress();
  expect((await register({ username: freshUsername() }, from)).status).toBe(201);
  await passFrom(from);
  await passFrom(from);
  for (let more = 0; more < 3; more++) {
    const { status, text, pass } = await press(freshUsername(), from);
    expect([status, pass]).toEqual([429, undefined]);
    expect(text).toContain("Your address has no registration left this hour. Try again in 60 minutes.");
  }
  now += 3_601_000;
});

test("guessed passes count against their address but block no valid pass", async () => {
  const hosted = freshAddress();
  const { username, pass } = await passFrom(freshAddress());
  const wrong = `dki_${pass.slice(4).split("").toReversed().join("")}`;
  const answers = [];
  for (let guess = 0; guess < 25; guess++) answers.push(await register({ username, pass: wrong }, hosted));
  expect(answers.map(({ status }) => status)).toEqual([...Array(20).fill(400), ...Array(5).fill(429)]);
  expect(answers[0]?.json).toMatchObject({ code: "invalid_pass" });
  expect(answers[0]?.headers["x-ratelimit-remaining"]).toBe("3");
  expect((await register({ username, pass }, hosted)).status).toBe(201);
});

test("an exhausted address can still use passes, and its guesses count", async () => {
  const hosted = freshAddress();
  for (let own = 0; own < 3; own++) await register({ username: freshUsername() }, hosted);
  for (let guess = 0; guess < 20; guess++) {
    expect((await register({ username: "ada", pass: "dki_1" }, hosted)).status).toBe(400);
  }
  expect((await register({ username: "ada", pass: "dki_1" }, hosted)).status).toBe(429);
  expect((await register(await passFrom(freshAddress()), hosted)).status).toBe(201);
});

test("a pass lasts 60 minutes for one name in any case", async () => {
  const { username, pass } = await passFrom(freshAddress());
  const other = await register({ username: freshUsername(), pass }, freshAddress());
  expect([other.status, other.json.suggestion]).toEqual([400, expect.stringContaining(`the username ${username}.`)]);
  now += 59 * 60_000;
  const late = await passFrom(freshAddress());
  expect((await register({ username: username.toUpperCase(), pass }, freshAddress())).status).toBe(201);
  now += 60 * 60_000;
  const { status, json } = await register(late, freshAddress());
  expect([status, json.suggestion]).toEqual([400, expect.stringContaining("60 minutes")]);
});

test("reusing a pass replays its answer, then returns 409 and finally 429", async () => {
  const hosted = freshAddress();
  const given = await passFrom(freshAddress());
  const first = await register(given, hosted, REPEATABLE);
  const again = await register(given, hosted, REPEATABLE);
  expect([first.status, again.status, again.json.your_token]).toEqual([201, 201, first.json.your_token]);
  const { otherName: username = "" } = parsePass(given.pass) ?? {};
  expect((await register({ ...given, username }, hosted)).json).toMatchObject({ code: "invalid_pass" });
  const replays = [];
  for (let call = 0; call < 8; call++) replays.push(await register(given, freshAddress()));
  expect(replays.map(({ status }) => status)).toEqual([...Array(7).fill(409), 429]);
  const url = `${house.app.services.config.baseUrl}/join?username=${given.username}`;
  for (const { json } of [replays[0], replays[7]].map((each) => each ?? expect.fail())) {
    expect(json.next_steps[0]).toEqual({
      action: "get_pass",
      url,
      description: "Ask your human to open this page for a pass.",
    });
  }
});

test("a pass for a taken name works once with the suggested name", async () => {
  const hosted = freshAddress();
  const given = await passFrom(freshAddress());
  await register({ username: given.username }, freshAddress());
  const taken = await register(given, hosted);
  const [step] = taken.json.next_steps;
  expect([taken.status, step.body.pass]).toEqual([409, given.pass]);
  expect((await register(step.body, hosted)).status).toBe(201);
  for (const body of [given, step.body]) expect((await register(body, hosted)).status).toBeGreaterThanOrEqual(400);
});

test("after a taken alternative name, the next step omits the pass", async () => {
  const { username, pass } = await passFrom(freshAddress());
  const { otherName = "" } = parsePass(pass) ?? {};
  await register({ username: otherName }, freshAddress());
  const { json } = await register({ username: otherName, pass }, freshAddress());
  expect(json.next_steps[0].body).toEqual({ username: expect.stringMatching(/^.+-\d{6}$/) });
  expect((await register({ username, pass }, freshAddress())).status).toBe(201);
});

test("page reads and cross-site forms create no pass and use no registration", async () => {
  const from = freshAddress();
  for (const headers of [{}, { origin: "https://elsewhere.example" }, { origin: "null" }]) {
    const { status, pass, text } = await press(freshUsername(), from, headers);
    expect([status, pass]).toEqual([400, undefined]);
    expect(text).toContain("No pass was made.");
  }
  const { text } = await house.call("GET", "/join?username=ada", undefined, { accept: "text/html" }, from);
  expect(text).not.toContain("dki_");
  for (let place = 0; place < 3; place++) await passFrom(from);
});

test("invalid, reserved and taken names use up no registration", async () => {
  const from = freshAddress();
  const { username } = await house.register();
  for (const name of ["", "a b", "admin", username, username.toUpperCase()]) {
    const { status, pass } = await press(name, from);
    expect([status, pass], name).toEqual([400, undefined]);
  }
  for (let place = 0; place < 3; place++) await passFrom(from);
});

test("a malformed pass is reported as an invalid field", async () => {
  const from = freshAddress();
  for (const pass of [5, [], {}, "x".repeat(201)]) {
    const { status, json } = await register({ username: freshUsername(), pass }, from);
    expect([status, json.invalid_fields[0].field]).toEqual([400, "pass"]);
  }
  expect((await register({ username: freshUsername(), pass: null }, from)).status).toBe(201);
});

test("a pass does not reserve its username", async () => {
  const { username } = await passFrom(freshAddress());
  expect((await register({ username }, freshAddress())).status).toBe(201);
});

test("while registration is closed, passes are neither issued nor accepted", async () => {
  const apart = await houseForTest();
  const from = freshAddress();
  const act = async (name: string) =>
    apart.call(
      "POST",
      "/api/admin/acts",
      { act: name, subject: "registration", reason: "A flood." },
      { "x-admin-key": "an-admin-key-for-tests" },
    );
  const { pass = "" } = await press("ada", from, ORIGIN, apart);
  await act("close-registration");
  expect((await press("bea", from, ORIGIN, apart)).text).toContain("Registration is closed for now.");
  expect((await register({ username: "ada", pass }, from, {}, apart)).json).toMatchObject({
    code: "registration_closed",
  });
  await act("open-registration");
  expect((await register({ username: "ada", pass }, from, {}, apart)).status).toBe(201);
  expect((await press("bea", from, ORIGIN, apart)).status).toBe(200);
  expect((await press("cleo", from, ORIGIN, apart)).status).toBe(200);
});

test("a body over 8 KB is rejected without using its pass", async () => {
  const from = freshAddress();
  const given = await passFrom(freshAddress());
  const large = await register({ ...given, source: "x".repeat(9000) }, from);
  expect([large.status, large.json.suggestion]).toEqual([400, expect.stringContaining("at most 8 KB")]);
  expect((await register({ username: freshUsername(), source: "x".repeat(9000) }, from)).status).toBe(201);
  for (let own = 0; own < 2; own++) expect((await register({ username: freshUsername() }, from)).status).toBe(201);
  expect((await register({ username: freshUsername(), source: "x".repeat(9000) }, from)).status).toBe(429);
  expect((await register(given, from)).status).toBe(201);
});

test("the register tool accepts passes, and its 429 names their page", async () => {
  const hosted = freshAddress();
  const call = async (args: object) => {
    const message = { jsonrpc: "2.0", id: 1, method: "tools/call", params: { name: "register", arguments: args } };
    const accept = { accept: "application/json, text/event-stream" };
    const { json } = await house.call("POST", "/mcp", message, accept, hosted);
    return JSON.parse(json.result.content[0].text);
  };
  for (let own = 0; own < 3; own++) await call({ username: freshUsername() });
  const username = freshUsername("guest");
  const full = await call({ username });
  expect(full.status).toBe(429);
  const { url } = full.next_steps.find((step: { action: string }) => step.action === "get_pass");
  expect(url).toBe(`${house.app.services.config.baseUrl}/join?username=${username}`);
  const { pass } = await passFrom(freshAddress(), username);
  expect((await call({ username, pass })).agent.username).toBe(username);
});

test("a pass is valid only with its name, expiry and signature intact", async () => {
  const { passKey: key } = (await findServiceSecrets(house.app.services.database, {})) ?? expect.fail();
  for (const username of ["ab", "-_", "z".repeat(50), "0".repeat(50)]) {
    const pass = newPass(key, username, now);
    expect(pass).toMatch(/^dki_[0-9A-Za-z]{29,95}$/);
    const read = parsePass(pass) ?? expect.fail();
    expect(read).toMatchObject({ username, endsAt: Math.floor(now / 1000) * 1000 + 3_600_000 });
    expect(read.otherName).toMatch(/^[\w-]{1,43}-\d{6}$/);
    expect([read.isSignedWith(key), read.isSignedWith(Buffer.alloc(32))]).toEqual([true, false]);
    for (const bad of [pass.slice(0, -1), `${pass}0`, pass.replace("dki_", "dki_1"), pass.toUpperCase()]) {
      expect(parsePass(bad)?.isSignedWith(key) ?? false, bad).toBe(false);
    }
  }
  for (const bad of ["", "dki_", "dki_0", "dki_!", `dki_${"z".repeat(95)}`, `dki_${"z".repeat(96)}`]) {
    expect(parsePass(bad)?.isSignedWith(key) ?? false, bad).toBe(false);
  }
  expect(new Set(key).size).toBeGreaterThan(10);
});
