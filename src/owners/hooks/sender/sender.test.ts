// Deliveries from the code to the last message: proof, order, backoff, limits, and a slow receiver among others.
import { randomUUIDv7 } from "node:crypto";
import { beforeEach, expect, test } from "vitest";
import type { HookEvent, HookOccurrence } from "@denkeeper/rules/foresight/hook-events.ts";
import { HOUR_MS } from "@denkeeper/rules/time/durations.ts";
import { freshUsername, houseForFile, HOOKS_KEYS, type Account } from "../../../../test/harness.ts";
import { openReceiver, type Receiver } from "../../../../test/receiver.ts";
import { HOSTS, Sending } from "../../../../test/sending.ts";
import { insertHooks } from "../../../../test/lives/hooked.ts";
import { insertAgents } from "../../../../test/lives/many-lives.ts";
import { until } from "../../../../test/processes/own-redis.ts";
import { HookVault } from "../channels/vault.ts";
import { queueDeliveries } from "../store/deliveries.ts";
import { LEASE_MS, findNextDelivery, listDueHooks, saveAttempt, leaseHook } from "../store/sending.ts";
import { backoffMs, receiverOf } from "./attempt.ts";

const house = await houseForFile({ env: { HOOKS_ALLOW_HOSTS: HOSTS.join(","), RATE_LIMIT_FACTOR: "1000" } });
const { database } = house.app.services;

// Deletes earlier hooks, because a sender serves every account.
beforeEach(async () => {
  await database.adHoc("DELETE FROM hook_deliveries");
  await database.adHoc("DELETE FROM hooks");
});

interface Hooked {
  readonly account: Account;
  readonly receiver: Receiver;
  readonly sending: Sending;
  readonly hookId: string;
  readonly creatureId: string;
  /** Lists the events of the messages after the code. */
  readonly events: () => readonly string[];
  queue(...events: (readonly [HookEvent, number, string?])[]): Promise<number>;
}

async function add(account: Account, body: object) {
  const answer = await account.call("POST", "/api/house/hooks", {
    kind: "webhook",
    url: "https://a.receiver.example/secret-path",
    events: ["creature.late", "creature.critical", "creature.died", "creature.grown"],
    ...body,
  });
  expect(answer.status, answer.text).toBe(201);
  return answer.json;
}

/** Registers an account with a confirmed hook. */
async function hooked(body: object = {}, username = freshUsername("hooked")): Promise<Hooked> {
  const [account, receiver] = [await house.register({ username }), await openReceiver()];
  const { hook } = await add(account, body);
  const sending = new Sending(database, receiver.port);
  await sending.run();
  const { code } = receiver.sent[0]?.json.data ?? {};
  const confirmed = await account.call("POST", "/api/house/hooks/confirm", { hook_id: hook.hook_id, code });
  expect(confirmed.status, confirmed.text).toBe(200);
  sending.now = Date.now();
  const creatureId = randomUUIDv7();
  return {
    account,
    receiver,
    sending,
    hookId: hook.hook_id,
    creatureId,
    events: () => receiver.sent.slice(1).map(({ json }) => json.type),
    async queue(...events) {
      const rows = events.map(([event, at, id = creatureId]): HookOccurrence => {
        const creature = { name: "Pip", species: "Tabby", stage: "adult", keeper: username } as const;
        return { agentId: account.id, creatureId: id, about: [id], event, at, payload: { creature } };
      });
      return database.withTransaction((tx) => queueDeliveries(tx, rows, sending.now));
    },
  };
}

async function listed({ account, hookId }: Hooked) {
  const { json } = await account.call("GET", `/api/house/hooks?hook_id=${hookId}`);
  return json;
}

test("an unconfirmed hook gets only its code, which allows five guesses", async () => {
  const [account, receiver] = [await house.register(), await openReceiver()];
  const { hook, secret } = await add(account, {});
  const sending = new Sending(database, receiver.port);
  expect(secret).toMatch(/^whsec_/);
  const event = { agentId: account.id, creatureId: null, about: [], event: "creature.late", at: Date.now() } as const;
  const payload = { creature: { name: "Pip", species: "Tabby", stage: "baby", keeper: "x" } } as const;
  const queue = () => database.withTransaction((tx) => queueDeliveries(tx, [{ ...event, payload }], Date.now()));
  expect(await queue()).toBe(0);
  await sending.run();
  expect(receiver.sent.map(({ json }) => json.type)).toEqual(["hook.code"]);
  const { code } = receiver.sent[0]?.json.data ?? {};
  expect(code).toMatch(/^[B-Z]{6}$/);
  const guess = (guessed: string) =>
    account.call("POST", "/api/house/hooks/confirm", { hook_id: hook.hook_id, code: guessed });
  for (let wrong = 0; wrong < 5; wrong++) expect((await guess("AAAAAA")).json.code).toBe("wrong_hook_code");
  expect((await guess(code)).json.code).toBe("hook_not_waiting");
  expect(await queue()).toBe(0);
});

test("a code is valid for a day, then its hook makes room", async () => {
  const account = await house.register();
  const added = [await add(account, {}), await add(account, {}), await add(account, {})];
  const fourth = await account.call("POST", "/api/house/hooks", { kind: "ntfy", url: "https://ntfy.sh/topic" });
  expect(fourth.json.code).toBe("too_many_hooks");
  await database.adHoc("UPDATE hooks SET created_at = created_at - $2 WHERE agent_id = $1", [account.id, 24 * HOUR_MS]);
  const late = await account.call("POST", "/api/house/hooks/confirm", {
    hook_id: added[0].hook.hook_id,
    code: "AAAAAA",
  });
  expect(late.json.code).toBe("hook_not_waiting");
  await add(account, {});
  expect((await account.call("GET", "/api/house/hooks")).json.hooks).toHaveLength(1);
});

test("each event is sent once, in order for each creature", async () => {
  const each = await hooked();
  const { sending, receiver } = each;
  const other = randomUUIDv7();
  const at = sending.now;
  const rows = [
    ["creature.late", at],
    ["creature.critical", at + 1],
    ["creature.died", at + 2],
    ["creature.grown", at + 1, other],
  ] as const;
  expect(await each.queue(...rows)).toBe(4);
  expect(await each.queue(...rows)).toBe(0);
  await sending.run();
  const about = (id: string) =>
    receiver.sent
      .slice(1)
      .filter(({ json }) => json.data.creature.id === id)
      .map(({ json }) => json.type);
  expect(about(each.creatureId)).toEqual(["creature.late", "creature.critical", "creature.died"]);
  expect(about(other)).toEqual(["creature.grown"]);
  expect(await each.queue(["creature.born", at])).toBe(0);
});

test("a message waits only for older messages about its creature", async () => {
  const each = await hooked();
  const { sending, receiver } = each;
  const other = randomUUIDv7();
  receiver.answer(({ json }, response) => void response.writeHead(json.type === "creature.late" ? 500 : 200).end());
  await each.queue(
    ["creature.late", sending.now],
    ["creature.died", sending.now + 1],
    ["creature.grown", sending.now, other],
  );
  await sending.run();
  expect(each.events().toSorted()).toEqual(["creature.grown", "creature.late"]);
  receiver.answer((_, response) => void response.writeHead(200).end());
  sending.now += backoffMs(1);
  await sending.run();
  expect(each.events().slice(2)).toEqual(["creature.late", "creature.died"]);
  const ids = receiver.sent
    .filter(({ json }) => json.type === "creature.late")
    .map(({ headers }) => headers["webhook-id"]);
  expect(new Set(ids).size).toBe(1);
});

test("nine failed attempts fail a message; five failed messages disable a hook", async () => {
  const each = await hooked();
  const { sending, receiver, account } = each;
  receiver.answer((_, response) => void response.writeHead(500).end());
  await database.adHoc("UPDATE hooks SET failures = 3 WHERE hook_id = $1", [each.hookId]);
  for (let message = 4; message <= 5; message++) {
    const before = receiver.sent.length;
    const began = sending.now;
    await each.queue(["creature.died", sending.now]);
    for (let attempt = 1; attempt <= 9; attempt++) {
      await sending.run();
      expect(receiver.sent.length - before).toBe(attempt);
      sending.now += backoffMs(attempt) - 1;
      await sending.run();
      expect(receiver.sent.length - before, "not a millisecond early").toBe(attempt);
      sending.now += 1;
    }
    expect(Math.round((sending.now - backoffMs(9) - began) / 60_000)).toBe(79);
    const { hooks, messages } = await listed(each);
    expect(messages[0]).toMatchObject({ state: "failed", attempts: 9, status: 500, error: "It answered 500" });
    expect(hooks[0].state).toBe(message < 5 ? "on" : "off");
  }
  expect(await each.queue(["creature.died", sending.now])).toBe(0);
  const { json } = await account.call("GET", "/api/house/events");
  expect(json.events.map(({ type }: { type: string }) => type)).toEqual(["hook_added", "hook_off"]);
  expect(json.events[1].message).toContain("https://a.receiver.example/sec…");
  expect(await sending.metrics.text()).toContain('denkeeper_hooks_disabled_total{reason="failing"} 1');
});

test("a Telegram hook confirms, delivers, pauses, and turns off when blocked", async () => {
  const [account, receiver] = [await house.register(), await openReceiver()];
  const { hook } = await add(account, {
    kind: "telegram",
    url: "https://a.receiver.example/bot1:Secret_1/sendMessage?chat_id=42",
  });
  const sending = new Sending(database, receiver.port);
  await sending.run();
  expect(receiver.sent.map(({ path, json }) => [path, json.chat_id])).toEqual([["/bot1:Secret_1/sendMessage", "42"]]);
  const code = /code (?<code>[A-Z]{6})/.exec(receiver.sent[0]?.json.text ?? "")?.groups?.["code"];
  const { hook_id } = hook;
  expect((await account.call("POST", "/api/house/hooks/confirm", { hook_id, code })).status).toBe(200);
  sending.now = Date.now();
  const queue = (event: HookEvent, at: number) => {
    const creature = { name: "Pip", species: "Tabby", stage: "adult", keeper: account.username } as const;
    const row = { agentId: account.id, creatureId: hook_id, about: [hook_id], event, at, payload: { creature } };
    return database.withTransaction((tx) => queueDeliveries(tx, [row], sending.now));
  };
  await queue("creature.late", sending.now);
  receiver.answer((_, response) => {
    response.writeHead(429).end('{"ok":false,"error_code":429,"parameters":{"retry_after":600}}');
  });
  await sending.run();
  receiver.answer((_, response) => void response.end('{"ok":true}'));
  sending.now += 599_000;
  await sending.run();
  expect(receiver.sent).toHaveLength(2);
  sending.now += 1_000;
  await sending.run();
  await sending.run();
  expect(receiver.sent).toHaveLength(3);
  receiver.answer((_, response) => void response.writeHead(403).end('{"ok":false,"error_code":403}'));
  await queue("creature.died", sending.now);
  await sending.run();
  const { hooks } = (await account.call("GET", "/api/house/hooks")).json;
  expect(hooks[0]).toMatchObject({ state: "off", off_reason: "gone" });
  expect(sending.lines.join("")).not.toContain("Secret_1");
});

test("a successful delivery resets the count of failures", async () => {
  const each = await hooked();
  const { sending, receiver } = each;
  await database.adHoc("UPDATE hooks SET failures = 4 WHERE hook_id = $1", [each.hookId]);
  await each.queue(["creature.died", sending.now]);
  await sending.run();
  receiver.answer((_, response) => void response.writeHead(500).end());
  await each.queue(["creature.late", sending.now + 1]);
  await sending.run();
  sending.now += 6 * HOUR_MS + 1;
  await sending.run();
  const { hooks, messages } = await listed(each);
  expect(messages[0].state).toBe("failed");
  expect(hooks[0].state).toBe("on");
});

test("a receiver that is gone turns its hook off immediately", async () => {
  const each = await hooked();
  const { sending, receiver } = each;
  receiver.answer((_, response) => void response.writeHead(410).end());
  await each.queue(["creature.late", sending.now], ["creature.died", sending.now + 1]);
  await sending.run();
  expect(each.events()).toEqual(["creature.late"]);
  const { hooks, messages } = await listed(each);
  expect(hooks[0]).toMatchObject({ state: "off", off_reason: "gone" });
  expect(messages.map(({ state }: { state: string }) => state)).toEqual(["failed", "failed", "delivered"]);
});

test("a delivery waits for the time in Retry-After", async () => {
  const each = await hooked();
  const { sending, receiver } = each;
  receiver.answer((_, response) => void response.writeHead(429, { "retry-after": "120" }).end());
  await each.queue(["creature.died", sending.now]);
  await sending.run();
  sending.now += 119_000;
  await sending.run();
  expect(each.events()).toHaveLength(1);
  sending.now += 1_000;
  await sending.run();
  expect(each.events()).toHaveLength(2);
});

test("a message about lateness expires in six hours, others in a day", async () => {
  const each = await hooked();
  const { sending } = each;
  const ids = [randomUUIDv7(), randomUUIDv7()] as const;
  const queue = () => each.queue(["creature.late", sending.now, ids[0]], ["creature.died", sending.now, ids[1]]);
  for (const [hours, sent] of [
    [5, ["creature.died", "creature.late"]],
    [6, ["creature.died"]],
    [24, []],
  ] as const) {
    const before = each.events().length;
    await queue();
    sending.now += hours * HOUR_MS;
    await sending.run();
    expect(each.events().slice(before).toSorted()).toEqual(sent);
    sending.now += HOUR_MS;
  }
  // Messages without an attempt do not count as failures of the receiver.
  expect((await listed(each)).hooks[0].state).toBe("on");
});

test("ALERT-7: after twelve daily messages, a hook gets only deaths and recoveries", async () => {
  const each = await hooked();
  const { sending, receiver } = each;
  for (let index = 0; index < 14; index++) await each.queue(["creature.grown", sending.now + index, randomUUIDv7()]);
  await sending.run();
  expect(each.events()).toHaveLength(12);
  const texts = receiver.sent.slice(1).map(({ json }) => String(json.data.message).includes("There may be more today"));
  expect(texts).toEqual([...Array<boolean>(11).fill(false), true]);
  // Ids of messages queued within a millisecond have no order, so the dropped ones are found by their state.
  const failed = (await listed(each)).messages.filter(({ state }: { state: string }) => state === "failed");
  const dropped = { attempts: 0, error: expect.stringContaining("12") };
  expect(failed).toEqual([expect.objectContaining(dropped), expect.objectContaining(dropped)]);
  const incidents = [
    ["creature.critical", 1],
    ["creature.died", 2],
    ["agent.recovered", 3],
  ] as const;
  for (const [event, after] of incidents) await each.queue([event, sending.now + after]);
  await sending.run();
  expect(each.events().slice(12)).toEqual(["creature.died", "agent.recovered"]);
  sending.now += 24 * HOUR_MS + 1;
  await each.queue(["creature.grown", sending.now]);
  await sending.run();
  expect(each.events()).toHaveLength(15);
});

test("hooks for silence or lateness get events about the agent", async () => {
  for (const [events, heard] of [
    [["creature.late"], 3],
    [["agent.silent"], 3],
    [["creature.died"], 0],
  ] as const) {
    const each = await hooked({ events });
    const at = each.sending.now;
    expect(await each.queue(["agent.silent", at], ["agent.still", at + 1], ["agent.recovered", at + 2])).toBe(heard);
    await each.sending.run();
  }
});

test("a slow receiver delays only its own messages", async () => {
  const [slow, quick] = [await hooked(), await hooked({ url: "https://b.receiver.example/b" })];
  let release = (): void => {};
  const released = new Promise<void>((resolve) => (release = resolve));
  slow.receiver.answer(async (_, response) => {
    await released;
    response.end();
  });
  const ports = new Map([
    ["a.receiver.example", slow.receiver.port],
    ["b.receiver.example", quick.receiver.port],
  ]);
  const both = new Sending(database, ports);
  for (let index = 0; index < 40; index++) await slow.queue(["creature.died", slow.sending.now, randomUUIDv7()]);
  await both.start();
  await until(() => slow.receiver.sent.length === 2);
  await quick.queue(["creature.died", quick.sending.now]);
  await both.start();
  await until(() => quick.events().length === 1);
  expect(slow.events()).toHaveLength(1);
  release();
  await both.idle();
});

test("a slow host does not delay another host's messages", async () => {
  const [slow, quick] = [await openReceiver(), await openReceiver()];
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  slow.answer((_, response) => void released.then(() => response.end()));
  const [vault, count] = [new HookVault([HOOKS_KEYS]), 40];
  const hookAll = async (host: string): Promise<readonly string[]> => {
    const ids = (await insertAgents(database, count, 0)).map(({ id }) => id);
    await insertHooks(database, ids, { to: { vault, url: `https://${host}/` } });
    return ids;
  };
  const agentIds = [...(await hookAll("a.receiver.example")), ...(await hookAll("b.receiver.example"))];
  const ports = new Map([
    ["a.receiver.example", slow.port],
    ["b.receiver.example", quick.port],
  ]);
  const sending = new Sending(database, ports);
  const payload = { creature: { name: "Pip", species: "Tabby", stage: "baby", keeper: "x" } } as const;
  const events = agentIds.map((agentId) => {
    return { agentId, creatureId: null, about: [], event: "creature.died", at: sending.now, payload } as const;
  });
  expect(await database.withTransaction((tx) => queueDeliveries(tx, events, sending.now))).toBe(2 * count);
  while (quick.sent.length < count) expect(await sending.start(), "there is more").toBe(true);
  expect(slow.sent.length).toBeLessThanOrEqual(24);
  release();
  while (await sending.start());
  await sending.idle();
  expect([slow.sent.length, quick.sent.length]).toEqual([count, count]);
});

test("a killed worker's message is resent with its id after the lease", async () => {
  const each = await hooked();
  const { sending, receiver, hookId, account } = each;
  const key = { agentId: account.id, hookId };
  await each.queue(["creature.late", sending.now]);
  // Recreates the state that a worker leaves when it is killed while sending.
  expect(await leaseHook(database, { ...key, now: sending.now, until: sending.now + LEASE_MS })).toBeDefined();
  const next = await findNextDelivery(database, { ...key, now: sending.now, since: 0 });
  if (next === undefined) throw new Error("nothing to send");
  await saveAttempt(database, { ...key, deliveryId: next.deliveryId });
  await sending.run();
  expect(each.events()).toEqual([]);
  sending.now += LEASE_MS + 1;
  await each.queue(["creature.died", sending.now]);
  await sending.run();
  expect(each.events()).toEqual(["creature.late", "creature.died"]);
  expect(receiver.sent[1]?.headers["webhook-id"]).toBe(`msg_${next.deliveryId.replaceAll("-", "")}`);
  expect((await listed(each)).messages[1]).toMatchObject({ attempts: 2, state: "delivered" });
});

test("several senders deliver each message once", async () => {
  const each = await hooked();
  const senders = [each.sending, ...Array.from({ length: 3 }, () => new Sending(database, each.receiver.port))];
  for (const sender of senders) sender.now = each.sending.now;
  for (let index = 0; index < 8; index++) await each.queue(["creature.grown", each.sending.now + index]);
  await Promise.all(senders.map((sender) => sender.run()));
  expect(each.receiver.sent.slice(1).map(({ json }) => json.timestamp)).toEqual(
    Array.from({ length: 8 }, (_, index) => new Date(each.sending.now + index).toISOString()),
  );
});

test("a delivered alert marks the account as assisted, other messages do not", async () => {
  const each = await hooked();
  const { sending, account } = each;
  const marks = async () => {
    const [row] = await database.adHoc<{ first: number | null; last: number | null }>(
      "SELECT first_alert_at AS first, last_alert_at AS last FROM agents WHERE agent_id = $1",
      [account.id],
    );
    return row;
  };
  await each.queue(["creature.died", sending.now], ["creature.grown", sending.now + 1]);
  await sending.run();
  expect(await marks()).toEqual({ first: null, last: null });
  each.receiver.answer((_, response) => void response.writeHead(500).end());
  await each.queue(["creature.late", sending.now + 2]);
  await sending.run();
  expect(await marks()).toEqual({ first: null, last: null });
  each.receiver.answer((_, response) => void response.end());
  sending.now += HOUR_MS;
  await sending.run();
  expect(await marks()).toEqual({ first: sending.now, last: sending.now });
});

test("an account that moved its clock gets no messages", async () => {
  const each = await hooked({}, freshUsername("test"));
  await each.queue(["creature.late", each.sending.now]);
  await each.account.call("POST", "/api/house/clock", { advance_hours: 1 });
  expect(await each.queue(["creature.died", each.sending.now])).toBe(0);
  await each.sending.run();
  expect(each.events()).toEqual([]);
  expect((await listed(each)).messages[0].error).toContain("moved its clock");
});

test.each(["suspended_at", "leaving_at"])("an account with %s gets nothing", async (column) => {
  const each = await hooked();
  await each.queue(["creature.died", each.sending.now]);
  await database.adHoc(`UPDATE agents SET ${column} = 1 WHERE agent_id = $1`, [each.account.id]);
  expect(await each.queue(["creature.late", each.sending.now])).toBe(0);
  await each.sending.run();
  expect(each.events()).toEqual([]);
});

test("released creatures send nothing; a removed hook gets a last message", async () => {
  const each = await hooked();
  const { account, sending, hookId } = each;
  const adopted = await account.call("POST", "/api/house/adopt", { name: "Pip", species_slug: "housecat" });
  const creature_id: string = adopted.json.creature.id;
  await each.queue(["creature.grown", sending.now, creature_id]);
  expect((await account.call("DELETE", "/api/house/release", { creature_id })).status).toBe(200);
  await sending.run();
  expect(each.events()).toEqual([]);
  await each.queue(["creature.died", sending.now]);
  expect((await account.call("DELETE", "/api/house/hooks", { hook_id: hookId })).status).toBe(200);
  sending.now = Date.now();
  await sending.run();
  expect(each.events()).toEqual(["channel.removed"]);
  const left = await database.adHoc("SELECT FROM hook_deliveries WHERE agent_id = $1", [account.id]);
  expect(left).toEqual([]);
});

test("a hook for one creature gets only that creature's messages", async () => {
  const account = await house.register();
  const adopted = await account.call("POST", "/api/house/adopt", { name: "Pip", species_slug: "housecat" });
  const creature_id: string = adopted.json.creature.id;
  const stranger = await account.call("POST", "/api/house/hooks", {
    kind: "webhook",
    url: "https://a.receiver.example/",
    creature_id: randomUUIDv7(),
  });
  expect(stranger.json).toMatchObject({ code: "creature_not_found", your_creatures: [{ id: creature_id }] });
  const { hook } = await add(account, { creature_id });
  await database.adHoc("UPDATE hooks SET confirmed_at = 1 WHERE hook_id = $1", [hook.hook_id]);
  const payload = { creature: { name: "Pip", species: "Tabby", stage: "baby", keeper: "x" } } as const;
  const events = [creature_id, randomUUIDv7()].map((creatureId) => ({
    agentId: account.id,
    creatureId,
    about: [creatureId],
    event: "creature.late" as const,
    at: Date.now(),
    payload,
  }));
  expect(await database.withTransaction((tx) => queueDeliveries(tx, events, Date.now()))).toBe(1);
});

test("after a rotation, both secrets sign for a day", async () => {
  const each = await hooked();
  const { account, sending, hookId, receiver } = each;
  const { json } = await account.call("POST", "/api/house/hooks/rotate", { hook_id: hookId });
  expect(json.secret).toMatch(/^whsec_/);
  const signatures = () => String(receiver.sent.at(-1)?.headers["webhook-signature"]).split(" ").length;
  await each.queue(["creature.died", sending.now]);
  await sending.run();
  expect(signatures()).toBe(2);
  sending.now = Date.parse(json.old_secret_until) + 1;
  await each.queue(["creature.died", sending.now]);
  await sending.run();
  expect(signatures()).toBe(1);
});

test("database and log contain no address, token, secret or code", async () => {
  const [account, receiver] = [await house.register(), await openReceiver()];
  const { secret } = await add(account, {});
  await add(account, { kind: "ntfy", url: "https://b.receiver.example/topic-of-mine", token: "tk_hidden" });
  const sending = new Sending(database, receiver.port);
  const lost = new Sending(database, receiver.port, ["another-key-that-does-not-open-anything"]);
  receiver.answer((_, response) => void response.writeHead(500).end());
  await lost.run();
  expect(receiver.sent).toEqual([]);
  await sending.run();
  const code: string = receiver.sent.find(({ json }) => json.type === "hook.code")?.json.data.code;
  expect(lost.lines.length).toBeGreaterThan(0);
  const stored = await database.adHoc<{ row: string }>(
    `SELECT encode(sealed_target, 'escape') || hooks::text AS row FROM hooks WHERE agent_id = $1
      UNION ALL SELECT hook_deliveries::text FROM hook_deliveries WHERE agent_id = $1`,
    [account.id],
  );
  const text = [...stored.map(({ row }) => row), ...sending.lines, ...lost.lines].join("\n");
  for (const hidden of ["secret-path", "topic-of-mine", "tk_hidden", secret.slice(6), code]) {
    expect(text).not.toContain(hidden);
  }
});

test("a sitter's key cannot access hooks", async () => {
  const account = await house.register();
  await account.call("POST", "/api/house/adopt", { name: "Pip", species_slug: "housecat" });
  const sitter = await account.call("POST", "/api/house/sitters", { sitter_name: "Ada", hours: 1 });
  const headers = { "x-api-key": sitter.json.sitter_key };
  expect((await house.call("GET", "/api/house/hooks", undefined, headers)).status).toBe(403);
});

test("codes do not delay alerts to their host", async () => {
  await add(await house.register(), {});
  const due = await listDueHooks(database, { now: Date.now() + 1_000, hosts: ["a.receiver.example"], limit: 10 });
  expect(due.map(({ host }) => host)).toEqual(["codes a.receiver.example"]);
  expect(
    await listDueHooks(database, { now: Date.now() + 1_000, hosts: ["codes a.receiver.example"], limit: 10 }),
  ).toEqual([]);
});

test("the operator's ntfy token goes only to its own server", () => {
  const [vault, key] = [new HookVault([HOOKS_KEYS]), { agentId: randomUUIDv7(), hookId: randomUUIDv7() }];
  const ntfyTokens = new Map([["ntfy.sh", "tk_operator"]]);
  const tokenFor = (kind: "ntfy" | "webhook", url: string, token?: string) => {
    const sealedTarget = vault.sealTarget(key.hookId, { url, token });
    const hook = { kind, sealedTarget, sealedSecret: null, previousSecret: null, previousUntil: null };
    return receiverOf(
      key,
      { ...hook, addedBy: "agent" },
      { vault, hooks: { keys: [], allowedHosts: new Map(), ntfyTokens }, baseUrl: "https://denkeeper.example" },
      0,
    ).target.token;
  };
  expect(tokenFor("ntfy", "https://ntfy.sh/pip")).toBe("tk_operator");
  expect(tokenFor("ntfy", "https://ntfy.sh/pip", "tk_own")).toBe("tk_own");
  expect(tokenFor("ntfy", "https://ntfy.example.com/pip")).toBeUndefined();
  expect(tokenFor("webhook", "https://ntfy.sh/pip")).toBeUndefined();
});
