// Tests registration, keys and authentication against the contract.
import { expect, test } from "vitest";
import { ADMIN_KEY, freshUsername, houseForFile } from "../harness.ts";
import {
  ABSENT,
  INSTANT,
  INVALID_KEY,
  TEXT,
  UNKNOWN_ID,
  UUID,
  containing,
  holds,
  leadsTo,
  refuses,
  strangerTo,
} from "./rows.ts";

const house = await houseForFile({ env: { RATE_LIMIT_FACTOR: "1000" } });
const call = strangerTo(house);
const register = (body: unknown) => call("POST", "/api/auth/register", body);

const of = (length: number) => "x".repeat(length);
const urlOf = (length: number) => `https://example.com/${"a".repeat(length - 20)}`;
const LINK = { platform: "github", url: "https://example.com/me" };
const many = <Entry>(count: number, entry: Entry) => Array.from({ length: count }, () => entry);

const TAKEN: readonly (readonly [what: string, fields: object])[] = [
  ["a username of 2 characters", { username: "q7" }],
  ["a username of 50 characters", { username: `u${"v".repeat(49)}` }],
  ["hyphens, underscores and digits", { username: "a-b_c-09" }],
  ["a display name of 1 character", { display_name: "d" }],
  ["a display name of 100 characters", { display_name: of(100) }],
  ["a bio of 200 characters", { bio: of(200) }],
  ["a model without fields", { model: {} }],
  ["a model with a provider of 100 characters", { model: { provider: of(100) } }],
  ["a model with a name of 100 characters", { model: { name: of(100) } }],
  ["an avatar prompt of 500 characters", { avatar_prompt: of(500) }],
  ["an avatar URL", { avatar_url: "https://example.com/me.png" }],
  ["no website", { website_url: null }],
  ["a website URL of 200 characters", { website_url: urlOf(200) }],
  ["no links", { social_links: [] }],
  ["6 links", { social_links: many(6, LINK) }],
  ["a platform of 50 characters", { social_links: [{ ...LINK, platform: of(50) }] }],
  ["a link of 300 characters", { social_links: [{ ...LINK, url: urlOf(300) }] }],
  ["a link that is not https", { social_links: [{ ...LINK, url: "http://example.com/me" }] }],
  ["a zone", { timezone: "Europe/Berlin" }],
  ["UTC", { timezone: "UTC" }],
  ["a location of 200 characters", { location: of(200) }],
  ["a source that is a number", { source: 42 }],
  ["a source that is null", { source: null }],
  ["a source that is an object", { source: { a: 1 } }],
  ["an empty source", { source: "" }],
  ["a source with nothing usable", { source: "!!! ***" }],
  ["a source of 5000 characters", { source: of(5000) }],
];

test.each(TAKEN)("registration accepts %s", async (_what, fields) => {
  holds(await register({ username: freshUsername("rows"), ...fields }), 201);
});

const REFUSED: readonly (readonly [what: string, named: string, fields: object])[] = [
  ["no username", "username", { username: undefined }],
  ["an empty username", "username", { username: "" }],
  ["a username of 1 character", "username", { username: "q" }],
  ["a username of 51 characters", "username", { username: of(51) }],
  ["a space in a username", "username", { username: "two words" }],
  ["a dot in a username", "username", { username: "dot.dot" }],
  ["a slash in a username", "username", { username: "a/b" }],
  ["a username that is a number", "username", { username: 12_345 }],
  ["an empty display name", "display_name", { display_name: "" }],
  ["a display name of 101 characters", "display_name", { display_name: of(101) }],
  ["a display name that is a number", "display_name", { display_name: 7 }],
  ["a bio of 201 characters", "bio", { bio: of(201) }],
  ["a provider of 101 characters", "model", { model: { provider: of(101) } }],
  ["a model name of 101 characters", "model", { model: { name: of(101) } }],
  ["a model that is a string", "model", { model: "some model" }],
  ["an avatar prompt of 501 characters", "avatar_prompt", { avatar_prompt: of(501) }],
  ["an avatar URL that is not https", "avatar_url", { avatar_url: "http://example.com/me.png" }],
  ["an avatar URL that is not a URL", "avatar_url", { avatar_url: "not a url" }],
  ["a website URL of 201 characters", "website_url", { website_url: urlOf(201) }],
  ["a website URL that is not https", "website_url", { website_url: "http://example.com" }],
  ["7 links", "social_links", { social_links: many(7, LINK) }],
  ["links that are not a list", "social_links", { social_links: LINK }],
  ["a link without a platform", "platform", { social_links: [{ url: LINK.url }] }],
  ["a link without a URL", "url", { social_links: [{ platform: "github" }] }],
  ["a platform of 51 characters", "platform", { social_links: [{ ...LINK, platform: of(51) }] }],
  ["a link of 301 characters", "url", { social_links: [{ ...LINK, url: urlOf(301) }] }],
  ["a link that is not a URL", "url", { social_links: [{ ...LINK, url: "no uri" }] }],
  ["a zone that does not exist", "timezone", { timezone: "Mars/Phobos" }],
  ["a zone of 101 characters", "timezone", { timezone: of(101) }],
  ["a location of 201 characters", "location", { location: of(201) }],
];

test.each(REFUSED)("registration with %s is rejected and names %s", async (_what, named, fields) => {
  refuses(await register({ username: freshUsername("rows"), ...fields }), 400, "Invalid registration data", [
    ["details", containing(named)],
    ["suggestion", containing("/api/auth/register")],
  ]);
});

test.each(["{", "[]", "null", '"name"', undefined])("registration rejects the body %j", async (body) => {
  holds(await register(body), 400, [["error", TEXT]]);
});

test("registration answers with the agent and its key", async () => {
  const username = freshUsername("Rows");
  const model = { provider: "acme", name: "m-1" };
  const answer = await register({ username, bio: "keeps dens", model, source: "Feed:ZQ81marker" });
  holds(answer, 201, [
    ["agent.id", UUID],
    ["agent.username", username.toLowerCase()],
    ["agent.display_name", username.toLowerCase()],
    ["agent.bio", "keeps dens"],
    ["agent.model_provider", "acme"],
    ["agent.model_name", "m-1"],
    ["agent.avatar_url", null],
    ["agent.created_at", INSTANT],
    ["your_token", expect.stringMatching(/^dk_[\dA-Za-z]{64,}$/)],
    ["message", TEXT],
    ["important", TEXT],
    ["avatar_note", TEXT],
    ["next_steps", leadsTo("POST", "/api/house/adopt")],
  ]);
  expect(answer.headers["content-type"]).toMatch(/^application\/json/);
  expect(answer.text).not.toMatch(/zq81marker/i);
});

test("registration answers a taken username in any case with 409", async () => {
  const { username } = await house.register();
  refuses(await register({ username: username.toUpperCase() }), 409, "Username already taken", [
    ["next_steps", leadsTo("POST", "/api/auth/register")],
    ["next_steps", leadsTo("GET", "/api/auth/register")],
    ["your_token", ABSENT],
  ]);
});

test.each([
  ["Feed:ZQ81 Marker/X", "feed:zq81marker/x"],
  ["a_b@c+d-e.f", "a_b@c+d-e.f"],
  ["x".repeat(5000), "x".repeat(100)],
  ["!!!", null],
  [42, null],
])("registration stores the usable part of the source %s", async (source, stored) => {
  const { json } = await register({ username: freshUsername("rows"), source });
  const statement = "SELECT source FROM agents WHERE agent_id = $1";
  expect(await house.app.services.database.adHoc(statement, [json.agent.id])).toEqual([{ source: stored }]);
});

const FACE = "https://example.com/face.png";
test.each([
  ["only a URL", { avatar_url: FACE }, FACE],
  ["a URL and a prompt", { avatar_url: FACE, avatar_prompt: "a red fox" }, null],
  ["nothing", {}, null],
])("%s for the avatar yields the documented avatar_url", async (_what, fields, url) => {
  holds(await register({ username: freshUsername("rows"), ...fields }), 201, [["agent.avatar_url", url]]);
});

test("the registration schema is public", async () => {
  const fields = ["username", "display_name", "bio", "model", "provider", "avatar_prompt", "avatar_url", "website_url"];
  const rest = ["social_links", "platform", "timezone", "location", "source"];
  const answer = await call("GET", "/api/auth/register");
  holds(answer, 200, [
    ["schema.properties.username.minLength", 2],
    ["schema.properties.username.maxLength", 50],
    ["schema", containing(...[...fields, ...rest].map((name) => `"${name}"`))],
  ]);
});

test.each([
  ["POST", "/api/auth/rotate-key", {}],
  ["POST", "/api/house/adopt", { name: "Pip" }],
  ["GET", "/api/house/status", undefined],
  ["POST", "/api/house/care", { action: "feed" }],
  ["GET", "/api/house/history", undefined],
  ["GET", "/api/house/preferences", undefined],
  ["DELETE", "/api/house/release", { creature_id: UNKNOWN_ID }],
  ["GET", "/api/house/credits", undefined],
  ["POST", "/api/house/credits", { pack: "100" }],
  ["POST", "/api/house/resurrect", { creature_id: UNKNOWN_ID }],
  ["POST", "/api/house/species", { slug: "moss_fox" }],
])("%s %s rejects a call without a key", async (method, path, body) => {
  refuses(await call(method, path, body), 401, INVALID_KEY, [["next_steps", leadsTo("POST", "/api/auth/register")]]);
});

const owner = await house.register();
const changed = (key: string, at: number) =>
  `${key.slice(0, at)}${key.at(at) === "a" ? "b" : "a"}${at === -1 ? "" : key.slice(at + 1)}`;

test.each([
  ["garbage", { authorization: "Bearer garbage" }],
  ["a key with a changed prefix", { authorization: `Bearer ${owner.key.replace("dk_", "sk_")}` }],
  ["a key with a changed end", { authorization: `Bearer ${changed(owner.key, -1)}` }],
  ["a key with a changed middle", { authorization: `Bearer ${changed(owner.key, 20)}` }],
  ["a key in uppercase", { authorization: `Bearer ${owner.key.toUpperCase()}` }],
  ["the operator's key", { authorization: `Bearer ${ADMIN_KEY}` }],
  ["a wrong x-api-key", { "x-api-key": "dk_wrong" }],
  ["another scheme", { authorization: `Basic ${owner.key}` }],
])("authentication rejects %s", async (_what, headers) => {
  refuses(await call("GET", "/api/house/status", undefined, headers), 401, INVALID_KEY);
});

test.each([
  ["Authorization", { authorization: `Bearer ${owner.key}` }],
  ["x-api-key", { "x-api-key": owner.key }],
])("a key in %s is accepted and never shown", async (_header, headers) => {
  const answer = await call("GET", "/api/house/credits", undefined, headers);
  holds(answer, 200);
  expect(answer.text).not.toContain(owner.key);
});

test.each([["[]"], ['"x"'], ["5"], ['{"a":']])("rotating a key rejects the body %s", async (body) => {
  refuses(await owner.call("POST", "/api/auth/rotate-key", body), 400, "The body must be empty or a JSON object");
});

test.each([
  ["no body", undefined],
  ["an empty object", {}],
])("rotating a key accepts %s", async (_what, body) => {
  const { call: asOld, id, username, key } = await house.register();
  const answer = await asOld("POST", "/api/auth/rotate-key", body);
  holds(answer, 200, [
    ["agent", { id, username }],
    ["your_token", expect.stringMatching(/^dk_/)],
    ["your_token", expect.not.stringContaining(key)],
    ["message", TEXT],
    ["important", TEXT],
  ]);
  refuses(await asOld("GET", "/api/house/credits"), 401, INVALID_KEY);
  const asNew = { "x-api-key": answer.json.your_token };
  holds(await call("GET", "/api/house/credits", undefined, asNew), 200);
});

test("only one of several concurrent rotations succeeds", async () => {
  const racer = await house.register();
  const answers = await Promise.all(many(4, {}).map((body) => racer.call("POST", "/api/auth/rotate-key", body)));
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  for (const { status, json } of answers) {
    if (status === 409) expect(json.error).toBe("Your key changed while this request was running");
    else if (status !== 200) expect([status, json.error]).toEqual([401, INVALID_KEY]);
  }
});
