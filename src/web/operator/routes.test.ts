// Operator sign-in over HTTP: the session, who is let in, and what is recorded.
import { expect, test } from "vitest";
import { zoneAt } from "../../../test/den.ts";
import { ADMIN_KEY, houseForFile } from "../../../test/harness.ts";
import { operatorOf, sendForm } from "../../../test/operator.ts";
import { comparable, replay } from "../../../test/lives/replay.ts";
import { HOUR_MS, MINUTE_MS } from "@denkeeper/rules/time/durations.ts";

let movedMs = 0;
const house = await houseForFile({
  env: { RATE_LIMIT_FACTOR: "1000", OPERATOR_CONTACT: "mod@example.org" },
  clock: () => Date.now() + movedMs,
});
/** With the limits as they are, and one without a key. */
const narrow = await houseForFile();
const { database } = house.app.services;
const rows = (text: string, values: readonly unknown[] = []) => database.adHoc<Record<string, unknown>>(text, values);

test("the key becomes a random session in a strict cookie; neither is stored", async () => {
  const entered = await sendForm(house, "/admin/session", { key: ADMIN_KEY });
  expect(entered.status).toBe(303);
  const cookie = entered.headers.get("set-cookie") ?? "";
  expect(cookie).toMatch(
    /^__Host-denkeeper-operator=[\w-]{43}; Max-Age=1800; Path=\/; Secure; HttpOnly; SameSite=Strict$/,
  );
  const id = /=([\w-]{43});/.exec(cookie)?.[1] ?? "";
  const [stored] = await rows("SELECT encode(session_hash, 'hex') AS hex FROM admin_sessions");
  for (const secret of [id, Buffer.from(id, "base64url").toString("hex"), ADMIN_KEY]) {
    expect(JSON.stringify(stored)).not.toContain(secret);
    expect(cookie.replace(id, "")).not.toContain(secret);
  }
  expect((await operatorOf(house)).cookie).not.toContain(id);
});

test("every answer is kept by nobody, framed by nobody, and without inline code", async () => {
  const operator = await operatorOf(house);
  for (const answer of [await operator.get(), await fetch(`${house.url}/admin`)]) {
    expect(answer.status).toBe(200);
    expect(answer.headers.get("cache-control")).toBe("private, no-store");
    expect(answer.headers.get("x-frame-options")).toBe("DENY");
    const policy = answer.headers.get("content-security-policy") ?? "";
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).toContain("form-action 'self'");
    expect(policy).not.toMatch(/unsafe|\*|data:/);
    const text = await answer.text();
    expect(text).toContain('content="noindex"');
    expect(text).not.toMatch(/<[^>]+\sstyle=|<style|<script/);
    expect(text).not.toContain(ADMIN_KEY);
  }
});

test("a notice that is not ours is not shown, not even one that every object has", async () => {
  const operator = await operatorOf(house);
  for (const done of ["constructor", "toString", "__proto__"]) {
    const answer = await operator.get(`?done=${done}`);
    expect(answer.status).toBe(200);
    expect(await answer.text()).not.toContain("native code");
  }
});

test("a session ends after 30 minutes, when one leaves, and shows nothing then", async () => {
  const operator = await operatorOf(house);
  expect(await (await operator.get()).text()).toContain("Sweeper lag");
  movedMs += 29 * MINUTE_MS;
  expect(await (await operator.get()).text()).toContain("Sweeper lag");
  movedMs += MINUTE_MS + 1_000;
  expect(await (await operator.get()).text()).not.toContain("Sweeper lag");
  const keeper = await house.register();
  const late = await operator.post("/admin/acts", { act: "suspend", subject: keeper.username, reason: "late" });
  expect(late.headers.get("location")).toBe("/admin?door=ended");
  expect((await keeper.call("GET", "/api/house/credits")).status).toBe(200);
  const second = await operatorOf(house);
  expect((await second.post("/admin/session/end", {})).headers.get("location")).toBe("/admin?door=left");
  expect(await (await second.get()).text()).not.toContain("Sweeper lag");
});

test("a form from elsewhere is refused, with and without a session", async () => {
  const operator = await operatorOf(house);
  const keeper = await house.register();
  const fields = { act: "suspend", subject: keeper.username, reason: "forged" };
  const hosts = ["https://evil.example", "null", "", "http://127.0.0.1:1", `https://${new URL(house.url).host}`];
  for (const origin of hosts) {
    const forged = await sendForm(house, "/admin/acts", fields, { origin, cookie: operator.cookie });
    expect([forged.status, forged.headers.get("set-cookie")], origin).toEqual([403, null]);
    expect((await sendForm(house, "/admin/session", { key: ADMIN_KEY }, { origin })).status, origin).toBe(403);
  }
  const rebound = { origin: "http://evil.example", host: "evil.example", cookie: operator.cookie };
  expect((await sendForm(house, "/admin/acts", fields, rebound)).status).toBe(403);
  expect(await rows("SELECT FROM moderation_acts WHERE reason = 'forged'")).toEqual([]);
});

test("wrong keys are refused, and after ten tries so is the right one", async () => {
  for (const key of ["", "wrong", `${ADMIN_KEY}x`]) {
    const refused = await sendForm(narrow, "/admin/session", { key });
    expect([refused.status, refused.headers.get("set-cookie")]).toEqual([401, null]);
  }
  for (let tries = 3; tries < 10; tries++) await sendForm(narrow, "/admin/session", { key: "wrong" });
  const late = await sendForm(narrow, "/admin/session", { key: ADMIN_KEY });
  expect([late.status, late.headers.get("set-cookie")]).toEqual([429, null]);
  expect(late.headers.get("retry-after")).toMatch(/^\d+$/);
  for (const cookie of ["", "__Host-denkeeper-operator=x", `__Host-denkeeper-operator=${"A".repeat(43)}`]) {
    const guess = await fetch(`${narrow.url}/admin`, { headers: { cookie } });
    expect(await guess.text()).not.toContain("Sweeper lag");
  }
});

test("every act is written down with its reason, once, and the record cannot be changed", async () => {
  const operator = await operatorOf(house);
  const { username } = await house.register();
  const before = (await rows("SELECT FROM moderation_acts")).length;
  expect(await operator.act("hide-profile", `@${username}`, "")).toBe("reason");
  expect(await operator.act("burn", username, "no such act")).toBe("reason");
  expect(await operator.act("hide-profile", "nobody-of-this-name", "who?")).toBe("unknown");
  expect(await operator.act("hide-species", "housecat", "built in")).toBe("unknown");
  expect(await operator.act("hide-note", `${username}/nothing`, "no entry")).toBe("unknown");
  expect(await operator.act("hide-profile", `@${username}`, "<b>rude</b>")).toBe("done");
  expect(await operator.act("hide-profile", username, "again")).toBe("already");
  expect(await operator.act("show-profile", username, "it was changed")).toBe("done");
  expect(await operator.act("suspend", username, "spam")).toBe("done");
  expect(await operator.act("lift", username, "talked about it")).toBe("done");
  const acts = await rows("SELECT act, subject, reason FROM moderation_acts ORDER BY act_id OFFSET $1", [before]);
  expect(acts).toEqual([
    { act: "hide-profile", subject: username, reason: "<b>rude</b>" },
    { act: "show-profile", subject: username, reason: "it was changed" },
    { act: "suspend", subject: username, reason: "spam" },
    { act: "lift", subject: username, reason: "talked about it" },
  ]);
  const page = await (await operator.get()).text();
  expect(page).toContain("talked about it");
  expect(page).toContain("&lt;b&gt;rude&lt;/b&gt;");
  for (const change of [
    "UPDATE moderation_acts SET reason = 'x'",
    "DELETE FROM moderation_acts",
    "TRUNCATE moderation_acts",
  ]) {
    await expect(rows(change)).rejects.toThrow("append-only");
  }
});

test("SUSPEND-1, SUSPEND-2: keys are refused and say why; creatures rest until it is lifted", async () => {
  const operator = await operatorOf(house);
  const keeper = await house.register({ timezone: zoneAt(9) });
  const adopted = await keeper.call("POST", "/api/house/adopt", { name: "Pip", species_slug: "housecat" });
  const id: string = adopted.json.creature.id;
  await keeper.call("GET", "/api/house/status");
  await keeper.call("POST", "/api/house/care", { action: "feed" });
  const before = await keeper.call("GET", `/api/house/status?creature_id=${id}`);
  expect(await operator.act("suspend", keeper.username, "posts of spam")).toBe("done");
  for (const path of ["/api/house/status", "/api/house/graveyard", "/api/house/credits"]) {
    const refused = await keeper.call("GET", path);
    expect([refused.status, refused.json.error]).toEqual([403, "This account is suspended"]);
    expect(refused.json.reason).toBe("posts of spam");
    expect(refused.json.details).toBeUndefined();
    expect(refused.json.suggestion).toContain("mod@example.org");
    expect(refused.json.suspended_since).toMatch(/Z$/);
  }
  expect((await keeper.call("POST", "/api/house/care", { action: "feed" })).status).toBe(403);
  movedMs += 60 * HOUR_MS;
  const again = await operatorOf(house);
  expect(await again.act("lift", keeper.username, "it was a mistake")).toBe("done");
  const after = await keeper.call("GET", `/api/house/status?creature_id=${id}`);
  expect(after.status).toBe(200);
  for (const stat of ["hunger", "happiness", "health"]) {
    expect(Math.abs(after.json.creature[stat] - before.json.creature[stat]), stat).toBeLessThan(0.5);
  }
  const [stored, replayed] = comparable(await replay(database, keeper.id, id));
  expect(replayed).toEqual(stored);
});
