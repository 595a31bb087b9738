// The owner link: permission to create it, the page that it opens, and everything that ends it.
import { pino } from "pino";
import { expect, test } from "vitest";
import { buildApp } from "../../build-app.ts";
import { listen } from "../../http/server/server.ts";
import { newKey } from "../../platform/identity/api-key.ts";
import { freshAddress, houseForFile, type Account, type Answer } from "../../../test/harness.ts";
import { operatorOf } from "../../../test/operator.ts";

const house = await houseForFile({ env: { RATE_LIMIT_FACTOR: "1000" } });
const { database } = house.app.services;
const AT = "/api/house/owner-link";
const IDEMPOTENCY_KEY = "a key that is long enough to keep a secret";

async function linkOf(me: Account): Promise<string> {
  const answer = await me.call("POST", AT);
  expect(answer.status).toBe(201);
  return new URL(answer.json.owner_url).pathname;
}

function open(path: string): Promise<Answer> {
  return house.call("GET", path, undefined, { accept: "text/html" });
}

async function statusOf(path: string): Promise<number> {
  return (await open(path)).status;
}

test("the link opens a page without caching, indexing, or referrers", async () => {
  const me = await house.register();
  expect((await me.call("GET", AT)).json).toMatchObject({ exists: false, created_at: null });
  const path = await linkOf(me);
  expect((await me.call("GET", AT)).json).toMatchObject({ exists: true, first_opened_at: null });
  const { status, headers, text } = await open(path);
  expect(status).toBe(200);
  expect(headers["cache-control"]).toBe("private, no-store");
  expect(headers["referrer-policy"]).toBe("no-referrer");
  expect(headers["x-robots-tag"]).toBe("noindex");
  expect(text).toContain('<meta name="robots" content="noindex"');
  expect(text).toContain("No creatures yet.");
  // Only forms may contain the address.
  expect(text.replaceAll(/action="[^"]+"/g, "")).not.toContain(path.split("/").at(-1));
  const known = (await me.call("GET", AT)).json;
  expect(known.first_opened_at).not.toBeNull();
  expect(JSON.stringify(known)).not.toContain("dko_");
});

test("only a hash is stored; a wrong link gets a 404 page", async () => {
  const me = await house.register();
  const path = await linkOf(me);
  const stored = await database.adHoc("SELECT owner_links::text AS row FROM owner_links WHERE agent_id = $1", [me.id]);
  expect(JSON.stringify(stored)).not.toContain(path.slice(-20));
  for (const wrong of [`/owner/${newKey(me.id, "owner")}`, `/owner/${newKey(me.id)}`, `${path}x`, "/owner/dko_x"]) {
    const { status, headers, text } = await open(wrong);
    expect(status, wrong).toBe(404);
    expect(headers["cache-control"], wrong).toBe("private, no-store");
    expect(text, wrong).toContain("This link does not work");
  }
  expect(await statusOf(path)).toBe(200);
});

test("replacing, revoking, recovery, suspension and leaving end a link", async () => {
  const me = await house.register();
  const first = await linkOf(me);
  const second = await linkOf(me);
  expect(await Promise.all([first, second].map(statusOf))).toEqual([404, 200]);
  expect((await me.call("DELETE", AT)).json.success).toBe(true);
  expect(await statusOf(second)).toBe(404);

  const operator = operatorOf(house);
  const hidden = await linkOf(me);
  expect(await operator.act("suspend", me.username, "A test.")).toBe("done");
  expect(await statusOf(hidden)).toBe(404);
  expect(await operator.act("lift", me.username, "A test.")).toBe("done");
  expect(await statusOf(hidden)).toBe(200);

  const recovered = await house.call(
    "POST",
    "/api/auth/recover",
    { recovery_code: me.recoveryCode },
    {},
    freshAddress(),
  );
  expect(recovered.status).toBe(200);
  expect(await statusOf(hidden)).toBe(404);

  const leaver = await house.register();
  const last = await linkOf(leaver);
  const body = { confirm_username: leaver.username };
  const { confirmation } = (await leaver.call("DELETE", "/api/auth/account", body)).json;
  expect((await leaver.call("DELETE", "/api/auth/account", { ...body, confirmation })).status).toBe(200);
  expect(await statusOf(last)).toBe(404);
});

test("a lost answer is replayed until the link is opened or replaced", async () => {
  const me = await house.register();
  const create = () => me.call("POST", AT, undefined, { "idempotency-key": IDEMPOTENCY_KEY });
  const path = new URL((await create()).json.owner_url).pathname;
  const again = await create();
  expect([again.status, new URL(again.json.owner_url).pathname]).toEqual([201, path]);
  await open(path);
  expect((await create()).json.code).toBe("answer_not_shown_again");
  const short = await me.call("POST", AT, undefined, { "idempotency-key": "short" });
  expect(short.json.code).toBe("invalid_idempotency_key");
});

test("an account that moved its clock sees its house, without public addresses", async () => {
  const me = await house.register({ username: "test-owned" });
  await me.call("POST", "/api/house/adopt", { name: "Pip", species_slug: "tabby" });
  await me.call("POST", "/api/house/clock", { advance_hours: 5 });
  const { text } = await open(await linkOf(me));
  expect(text).toContain("moved its clock: its house is 5 hours ahead");
  expect(text).toContain("Pip is an egg, waiting for its first visit.");
  expect(text).not.toContain("/agents/test-owned");
});

test("the owner link appears in no log and no metric", async () => {
  const lines: string[] = [];
  const log = pino({ level: "trace", base: null }, { write: (line: string) => void lines.push(line) });
  const me = await house.register();
  const path = await linkOf(me);
  const app = await buildApp(house.app.services.config, log);
  const listening = await listen(app, 0);
  try {
    for (const each of [path, `${path}/`, `${path}x`, path.toUpperCase()]) {
      await fetch(`http://127.0.0.1:${listening.port}${each}`, {
        headers: { accept: "text/html" },
        redirect: "manual",
      });
    }
    const metrics = await app.services.metrics.text();
    expect(lines.length).toBeGreaterThan(2);
    expect((lines.join("") + metrics).toLowerCase()).not.toContain(path.slice(-30).toLowerCase());
  } finally {
    await listening.stop();
  }
});
