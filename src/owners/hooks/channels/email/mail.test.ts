// E-mail from the owner page to a mail server: confirmation, delivery, the link that ends it, and failures.
import { randomUUIDv7 } from "node:crypto";
import { beforeEach, expect, test } from "vitest";
import type { HookOccurrence } from "@denkeeper/rules/foresight/hook-events.ts";
import { HOUR_MS } from "@denkeeper/rules/time/durations.ts";
import { HOOKS_KEYS, houseForFile, type Account } from "../../../../../test/harness.ts";
import { openMailServer, type MailServer } from "../../../../../test/processes/mail-server.ts";
import { Sending } from "../../../../../test/sending.ts";
import { queueDeliveries } from "../../store/deliveries.ts";

const FROM = "Denkeeper <house@denkeeper.example>";
const house = await houseForFile({
  env: { SMTP_URL: "smtp://unused.example", SMTP_FROM: FROM, RATE_LIMIT_FACTOR: "1000" },
});
const without = await houseForFile();
const { database } = house.app.services;
const ADDRESS = "ada+pets@mail.example.com";

// Deletes earlier hooks, because a sender serves every account.
beforeEach(async () => {
  await database.adHoc("DELETE FROM hook_deliveries");
  await database.adHoc("DELETE FROM hooks");
});

interface Mailed {
  readonly account: Account;
  readonly server: MailServer;
  readonly sending: Sending;
  readonly hookId: string;
}

async function mailed(options?: { hasTls: boolean }): Promise<Mailed> {
  const [account, server] = [await house.register(), await openMailServer(options)];
  const added = await account.call("POST", "/api/house/hooks", { kind: "email", url: `mailto:${ADDRESS}` });
  expect(added.status, added.text).toBe(201);
  expect(added.json.hook.url).toBe("a…@mail.example.com");
  const sending = new Sending(database, 0, [HOOKS_KEYS], { url: server.url, from: FROM });
  await sending.run();
  return { account, server, sending, hookId: added.json.hook.hook_id };
}

async function confirmed(): Promise<Mailed> {
  const mail = await mailed();
  const code = /code (?<code>[A-Z]{6})/.exec(mail.server.mails[0]?.text ?? "")?.groups?.["code"];
  const answer = await mail.account.call("POST", "/api/house/hooks/confirm", { hook_id: mail.hookId, code });
  expect(answer.status, answer.text).toBe(200);
  mail.sending.now = Date.now();
  return mail;
}

async function queue({ account, sending }: Mailed, count = 1): Promise<void> {
  const creature = { name: "Pip\r\nBcc: eve@example.com", species: "Tabby", stage: "adult", keeper: "ada" } as const;
  const rows = Array.from({ length: count }, (_, nth): HookOccurrence => {
    const [at, creatureId] = [sending.now + nth, randomUUIDv7()];
    return { agentId: account.id, creatureId, about: [creatureId], event: "creature.late", at, payload: { creature } };
  });
  await database.withTransaction((tx) => queueDeliveries(tx, rows, sending.now));
}

async function stateOf({ account, hookId }: Mailed) {
  const { json } = await account.call("GET", `/api/house/hooks?hook_id=${hookId}`);
  return { ...json.hooks[0], messages: json.messages };
}

function endPathIn(text: string): string {
  return new URL(/^List-Unsubscribe:\s*<(?<url>[^>]*)>/m.exec(text)?.groups?.["url"] ?? "").pathname;
}

test("a mailbox gets a code, then each message once, without injected headers", async () => {
  const mail = await confirmed();
  await queue(mail);
  await mail.sending.run();
  await mail.sending.run();
  const { mails } = mail.server;
  expect(mails.map(({ to }) => to)).toEqual([ADDRESS, ADDRESS]);
  const [, { text } = { text: "" }] = mails;
  expect(text).toMatch(/^Auto-Submitted: auto-generated\r$/m);
  expect(text).toMatch(/^List-Unsubscribe-Post: List-Unsubscribe=One-Click\r$/m);
  expect(text).toMatch(/^From: Denkeeper <house@denkeeper.example>\r$/m);
  expect(text.split("\r\n\r\n")[0]).not.toMatch(/^Bcc:/m);
  expect(text).toContain("was not fed in time");
  expect((await stateOf(mail)).messages[0].state).toBe("delivered");
});

test("the link in a message asks for confirmation, then ends all messages", async () => {
  const mail = await confirmed();
  const url = house.url + endPathIn(mail.server.mails[0]?.text ?? "");
  expect(await (await fetch(url)).text()).toContain("End them");
  expect((await stateOf(mail)).state).toBe("on");
  const oneClick = await fetch(url, { method: "POST", body: new URLSearchParams({ "List-Unsubscribe": "One-Click" }) });
  expect([oneClick.status, await oneClick.text()]).toEqual([200, expect.stringContaining("No more messages")]);
  expect(await stateOf(mail)).toMatchObject({ state: "off", off_reason: "gone" });
  await queue(mail);
  await mail.sending.run();
  expect(mail.server.mails).toHaveLength(1);
  expect((await fetch(url.slice(0, -1))).status).toBe(404);
});

test("an unconfirmed mailbox cannot be confirmed after its link was used", async () => {
  const mail = await mailed();
  const text = mail.server.mails[0]?.text ?? "";
  await fetch(house.url + endPathIn(text), { method: "POST" });
  const code = /code (?<code>[A-Z]{6})/.exec(text)?.groups?.["code"];
  const answer = await mail.account.call("POST", "/api/house/hooks/confirm", { hook_id: mail.hookId, code });
  expect(answer.json.code).toBe("hook_not_waiting");
});

test("an unknown mailbox ends the hook; a busy server is retried", async () => {
  const gone = await confirmed();
  gone.server.answer = 550;
  await queue(gone);
  await gone.sending.run();
  expect(await stateOf(gone)).toMatchObject({ state: "off", off_reason: "gone" });
  const busy = await confirmed();
  busy.server.answer = 451;
  await queue(busy);
  await busy.sending.run();
  expect(await stateOf(busy)).toMatchObject({
    state: "on",
    messages: [{ state: "waiting", error: "It answered 451" }, {}],
  });
  busy.server.answer = 250;
  busy.sending.now += HOUR_MS;
  await busy.sending.run();
  expect((await stateOf(busy)).messages[0].state).toBe("delivered");
});

test("five messages that keep failing turn the hook off", async () => {
  const mail = await confirmed();
  mail.server.answer = 552;
  await queue(mail, 5);
  for (let attempt = 0; attempt < 10; attempt++) {
    mail.sending.now += HOUR_MS;
    await mail.sending.run();
  }
  expect(await stateOf(mail)).toMatchObject({ state: "off", off_reason: "failing" });
});

test("a mail server that cannot encrypt gets nothing", async () => {
  const mail = await mailed({ hasTls: false });
  expect(mail.server.mails).toEqual([]);
  expect((await stateOf(mail)).messages[0].error).toBe("The mail server did not accept the message");
});

test("logs contain no mail address", async () => {
  const mail = await confirmed();
  mail.server.answer = 550;
  await queue(mail);
  await mail.sending.run();
  expect(mail.sending.lines.join("")).not.toContain("mail.example.com");
});

test("a service without a mail server neither accepts nor offers mailboxes", async () => {
  const account = await without.register();
  const refused = await account.call("POST", "/api/house/hooks", { kind: "email", url: ADDRESS });
  expect([refused.status, refused.text]).toEqual([400, expect.stringContaining("no mail server")]);
  const link = await account.call("POST", "/api/house/owner-link");
  const page = await (
    await fetch(without.url + new URL(link.json.owner_url).pathname, { headers: { accept: "text/html" } })
  ).text();
  expect(page).not.toContain('value="email"');
});

test("a mailbox gets five codes a day, however it is spelled", async () => {
  const narrow = await houseForFile({ env: { SMTP_URL: "smtp://unused.example", SMTP_FROM: FROM } });
  const statuses: number[] = [];
  for (const spelling of ["a", "b", "C", "d", "E", "f"]) {
    const url = `mailto:Eve+${spelling}@mail.example.com`;
    statuses.push((await (await narrow.register()).call("POST", "/api/house/hooks", { kind: "email", url })).status);
  }
  expect(statuses).toEqual([201, 201, 201, 201, 201, 429]);
});
