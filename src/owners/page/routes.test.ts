// The owner page as used by its owner and by a thief of its link: channels, limits, and the reports of each change.
import { expect, test } from "vitest";
import { houseForFile, type Account, type House } from "../../../test/harness.ts";
import { openReceiver, type Receiver } from "../../../test/receiver.ts";
import { HOSTS, Sending } from "../../../test/sending.ts";
import { queueDeliveries } from "../hooks/store/deliveries.ts";

const HOOKS_ALLOW_HOSTS = HOSTS.join(",");
const house = await houseForFile({ env: { HOOKS_ALLOW_HOSTS, RATE_LIMIT_FACTOR: "1000" } });
/** A house with production rate limits. */
const narrow = await houseForFile({ env: { HOOKS_ALLOW_HOSTS } });
const [A = "", B = ""] = HOSTS;

function sendForm(
  { url }: House,
  path: string,
  fields: Record<string, string>,
  headers: Record<string, string> = {},
): Promise<Response> {
  const body = new URLSearchParams(fields);
  return fetch(`${url}${path}`, { method: "POST", body, headers: { origin: url, ...headers }, redirect: "manual" });
}

/** An account with an owner link and two receivers. */
class Owned {
  readonly house: House;
  readonly me: Account;
  readonly a: Receiver;
  readonly b: Receiver;
  readonly sending: Sending;
  path = "";

  constructor(inHouse: House, me: Account, a: Receiver, b: Receiver) {
    [this.house, this.me, this.a, this.b] = [inHouse, me, a, b];
    const ports = [
      [A, a.port],
      [B, b.port],
    ] as const;
    this.sending = new Sending(inHouse.app.services.database, new Map(ports));
  }

  async link(body?: object): Promise<void> {
    const { json } = await this.me.call("POST", "/api/house/owner-link", body);
    this.path = new URL(json.owner_url).pathname;
  }

  async send(): Promise<void> {
    this.sending.now = Date.now();
    await this.sending.run();
  }

  /** Submits a form. Returns the path of the redirect, or the status and text of the page. */
  async form(at: string, fields: Record<string, string> = {}): Promise<string> {
    const answer = await sendForm(this.house, this.path + at, fields, { origin: "null" });
    await this.send();
    if (answer.status === 303) return answer.headers.get("location")?.replace(this.path, "") ?? "";
    return `${answer.status} ${/role="status">\s*<p><b>(?<said>[^<]*)/.exec(await answer.text())?.groups?.["said"] ?? ""}`;
  }

  async page(): Promise<string> {
    return (await fetch(this.house.url + this.path, { headers: { accept: "text/html" } })).text();
  }

  async ids(): Promise<readonly string[]> {
    const { hooks } = (await this.me.call("GET", "/api/house/hooks")).json;
    return hooks.map(({ hook_id }: { hook_id: string }) => hook_id);
  }

  /** Adds and confirms a channel on the page, and returns its id. */
  async added(host: string, receiver: Receiver): Promise<string> {
    expect(await this.form("/channels", { kind: "discord", url: `https://${host}/api/webhooks/1/secret` })).toBe(
      "?done=added#channels",
    );
    const id = (await this.ids()).at(-1) ?? "";
    const code = /code (?<code>[A-Z]{6})/.exec(receiver.sent.at(-1)?.text ?? "")?.groups?.["code"] ?? "";
    expect(await this.form(`/channels/${id}/confirm`, { code: ` ${code.toLowerCase()} ` })).toBe(
      "?done=confirmed#channels",
    );
    return id;
  }

  /** Adds and confirms a webhook through the agent, and returns its id. */
  async hooked(host: string, receiver: Receiver): Promise<string> {
    const body = { kind: "webhook", url: `https://${host}/secret-path` };
    const { hook } = (await this.me.call("POST", "/api/house/hooks", body)).json;
    await this.send();
    const { code } = receiver.sent.at(-1)?.json.data ?? {};
    await this.me.call("POST", "/api/house/hooks/confirm", { hook_id: hook.hook_id, code });
    return hook.hook_id;
  }

  /** Makes five messages to the channel at B fail, each about a death. */
  async fail(): Promise<void> {
    this.b.answer((_, response) => void response.writeHead(500).end());
    const creature = { name: "Pip", species: "Tabby", stage: "adult", keeper: this.me.username } as const;
    for (let nth = 1; nth <= 5; nth++) {
      const creatureId = `00000000-0000-7000-8000-00000000000${nth}`;
      const event = {
        agentId: this.me.id,
        creatureId,
        about: [creatureId],
        event: "creature.died",
        at: Date.now(),
      } as const;
      await this.house.app.services.database.withTransaction((tx) =>
        queueDeliveries(tx, [{ ...event, payload: { creature } }], Date.now()),
      );
    }
    for (let minute = 0; minute < 90; minute++) {
      this.sending.now += 60_000;
      await this.sending.run();
    }
  }
}

async function owned(inHouse = house): Promise<Owned> {
  const each = new Owned(inHouse, await inHouse.register(), await openReceiver(), await openReceiver());
  await each.link();
  return each;
}

const heard = ({ sent }: Receiver): readonly string[] =>
  sent.map(({ json }) => json.type ?? json.embeds[0].description.replaceAll("\\", ""));

test("an owner adds, confirms, tests and removes a channel", async () => {
  const each = await owned();
  expect(await each.page()).toContain("you learn of trouble only when you check this page");
  const id = await each.added(B, each.b);
  expect(await each.form(`/channels/${id}/test`)).toBe("?done=tested#channels");
  expect(heard(each.b).at(-1)).toContain("This is a test from the owner page of");
  const page = (await each.page()).replaceAll(/\s+/g, " ");
  expect(page).toContain(`Discord <small>https://${B}/api/…</small>`);
  expect(page).toContain("<b>On</b>");
  expect(page).toMatch(/Last message: <code>channel\.test<\/code> of .*, delivered/);
  expect(page).toContain("Added on this page");
  expect(page).not.toContain("webhooks/1/secret");
  expect(await each.form(`/channels/${id}/remove`)).toBe("?done=removed#channels");
  expect(heard(each.b).at(-1)).toContain("This is the last message");
  expect(await each.ids()).toEqual([]);
  const { report } = (await each.me.call("POST", "/api/house/visit", { actions: [] })).json;
  expect(report.lines.map(({ kind }: { kind: string }) => kind)).toEqual(["channel_added", "channel_removed"]);
});

test("a webhook's secret is shown once; a rejected address stays filled in", async () => {
  const each = await owned();
  const fields = { kind: "webhook", url: `https://${B}/secret-path` };
  const answer = await sendForm(house, `${each.path}/channels`, fields);
  expect([answer.status, answer.headers.get("cache-control")]).toEqual([200, "private, no-store"]);
  expect(await answer.text()).toMatch(/whsec_[\w+/]{43}=/);
  expect(await each.page()).not.toContain("whsec_");
  const wrong = await sendForm(house, `${each.path}/channels`, { kind: "slack", url: "https://example.com/<x>" });
  const text = await wrong.text();
  expect(wrong.status).toBe(400);
  expect(text).toContain("must be a Slack webhook");
  expect(text).toContain('value="https://example.com/&lt;x&gt;"');
  // A GET request for a form's address redirects to the page.
  const asked = await fetch(`${house.url}${each.path}/channels`, { redirect: "manual" });
  expect(asked.headers.get("location")).toBe(`${each.path}#channels`);
});

test("the page limits channels, additions, tests, and codes", async () => {
  const each = await owned(narrow);
  const add = () => each.form("/channels", { kind: "discord", url: `https://${B}/api/webhooks/1/secret` });
  for (let nth = 0; nth < 3; nth++)
    await each.me.call("POST", "/api/house/hooks", { kind: "webhook", url: `https://${A}/x` });
  expect([await add(), await add()]).toEqual(["?done=added#channels", "?done=added#channels"]);
  expect(await add()).toContain("400 This page already has two channels");
  const [, , , id = ""] = await each.ids();
  expect(await each.form(`/channels/${id}/test`)).toContain("400 Only a channel that is on can be tested");
  for (let nth = 0; nth < 5; nth++)
    expect(await each.form(`/channels/${id}/confirm`, { code: "AAAAAA" })).toContain("not the code");
  expect(await each.form(`/channels/${id}/confirm`, { code: "AAAAAA" })).toContain("is not waiting for a code");
  expect(await each.page()).toContain("its code no longer counts");
  for (let nth = 0; nth < 3; nth++) {
    expect(await each.form(`/channels/${id}/remove`.replace(id, (await each.ids()).at(-1) ?? ""))).toContain("removed");
    expect(await add()).toBe("?done=added#channels");
  }
  expect(await each.form(`/channels/${(await each.ids()).at(-1)}/remove`)).toContain("removed");
  expect(await add()).toContain("400 You have reached one of these limits");

  const other = await owned(narrow);
  const on = await other.added(B, other.b);
  for (let nth = 0; nth < 3; nth++) expect(await other.form(`/channels/${on}/test`)).toContain("tested");
  expect(await other.form(`/channels/${on}/test`)).toContain("400 You have reached one of these limits");
});

test("five failed messages to a channel turn the verdict red", async () => {
  const each = await owned();
  await each.hooked(A, each.a);
  await each.added(B, each.b);
  await each.fail();
  expect(heard(each.a)).toContain("channel.off");
  const page = await each.page();
  expect(page).toMatch(/verdict--danger[^]*Messages to https:\/\/b\.receiver\.example\/api\/…\shave stopped/);
  expect(page).toMatch(/<b>Off<\/b> since [^]*five messages in a row failed/);
});

test("failed messages to the only channel also turn the verdict red", async () => {
  const each = await owned();
  await each.added(B, each.b);
  expect(await each.page()).not.toContain("verdict--danger");
  await each.fail();
  expect(await each.page()).toMatch(/verdict--danger[^]*No one is alerted: messages to/);
});

test("all channels and the agent are notified of a changed period", async () => {
  const each = await owned();
  await each.hooked(A, each.a);
  expect(await each.form("/every", { every_minutes: "3", grace_minutes: "" })).toContain("400 Enter whole minutes");
  expect(await each.form("/every", { every_minutes: "30", grace_minutes: "" })).toBe("?done=every#channels");
  expect(each.a.sent.at(-1)?.json).toMatchObject({ type: "channel.period" });
  expect(each.a.sent.at(-1)?.json.data.message).toContain("is now expected every 30 min and at most 45 min later");
  expect((await each.me.call("GET", "/api/house/hooks")).json).toMatchObject({ every_minutes: 30, grace_minutes: 45 });
  expect(await each.page()).toContain("Expected every 30 min");
  const weekdays = { cron: "0 9 * * 1-5", zone: "Europe/Berlin", every_minutes: "", grace_minutes: "" };
  expect(await each.form("/every", { ...weekdays, every_minutes: "30" })).toBe(
    "400 cron: cannot be combined with every_minutes.",
  );
  expect(await each.form("/every", { ...weekdays, cron: "@daily" })).toContain("400 cron: must have five fields");
  expect(await each.form("/every", weekdays)).toBe("?done=every#channels");
  expect((await each.me.call("GET", "/api/house/hooks")).json).toMatchObject({
    cron: "0 9 * * 1-5",
    grace_minutes: 60,
  });
  expect(await each.page()).toContain("Expected at 0 9 * * 1-5, Europe/Berlin and at most 1 h later");
  expect(await each.form("/every", { every_minutes: "" })).toBe("?done=every#channels");
  const { events } = (await each.me.call("GET", "/api/house/events")).json;
  expect(events.filter(({ type }: { type: string }) => type === "period_changed")).toHaveLength(3);
});

test("the title of a silent agent shows when the silence began", async () => {
  const each = await owned();
  await each.me.call("POST", "/api/house/adopt", { name: "Bea", species_slug: "housecat" });
  await each.form("/every", { every_minutes: "30", grace_minutes: "" });
  const titleAfter = async (incident: object | null) => {
    const saved = incident === null ? null : JSON.stringify(incident);
    await house.app.services.database.adHoc("UPDATE pulses SET incident = $2 WHERE agent_id = $1", [each.me.id, saved]);
    const title = /verdict__title">(?<title>[^]*?)<span/.exec(await each.page())?.groups?.["title"] ?? "";
    return title
      .replaceAll(/<[^>]+>/g, "")
      .replaceAll(/\s+/g, " ")
      .trim();
  };
  const at = Date.now();
  expect(await titleAfter(null)).toBe("A visit is due");
  expect(await titleAfter({ silentSince: at, backAt: null })).toMatch(/^Silent since [A-Z][a-z]{2} \d\d:\d\d$/);
  expect(await titleAfter({ silentSince: at, backAt: at })).toBe("A visit is due");
  expect(await titleAfter({ silentSince: null, backAt: null })).toBe("A visit is due");
});

test("a thief of the owner link cannot remove others' channels or read addresses", async () => {
  const each = await owned();
  const agents = await each.hooked(A, each.a);
  const before = each.a.sent.length;
  const got = [
    `add: ${await each.form("/channels", { kind: "discord", url: `https://${B}/api/webhooks/1/secret` })}`,
    `remove the agent's: ${await each.form(`/channels/${agents}/remove`)}`,
  ];
  const [, thiefs = ""] = await each.ids();
  const code = /code (?<code>[A-Z]{6})/.exec(each.b.sent.at(-1)?.text ?? "")?.groups?.["code"] ?? "";
  got.push(
    `confirm its own: ${await each.form(`/channels/${thiefs}/confirm`, { code })}`,
    `test the agent's: ${await each.form(`/channels/${agents}/test`)}`,
    `an act that is none: ${await each.form(`/channels/${thiefs}/rotate`)}`,
    `another house's channel: ${await each.form(`/channels/01890a5d-ac96-774b-bcce-b302099a8058/remove`)}`,
    `the page shows full addresses: ${(await each.page()).includes("secret-path")}`,
    `the link is a key: ${(await fetch(`${house.url}/api/house/hooks`, { headers: { authorization: `Bearer ${each.path.split("/").at(-1)}` } })).status}`,
    `remove its own: ${await each.form(`/channels/${thiefs}/remove`)}`,
  );
  expect(got).toEqual([
    "add: ?done=added#channels",
    "remove the agent's: 400 Your agent added this channel, so only your agent can remove it.",
    "confirm its own: ?done=confirmed#channels",
    "test the agent's: ?done=tested#channels",
    "an act that is none: 400 This channel or action is unknown. Reload the page to see the current channels.",
    "another house's channel: 400 This channel or action is unknown. Reload the page to see the current channels.",
    "the page shows full addresses: false",
    "the link is a key: 401",
    "remove its own: ?done=removed#channels",
  ]);
  // The owner's channel and the agent were notified of each change, in order.
  expect(heard(each.a).slice(before)).toEqual([
    "channel.added",
    "channel.confirmed",
    "channel.test",
    "channel.removed",
  ]);
  const { events } = (await each.me.call("GET", "/api/house/events")).json;
  const types = events.map(({ type }: { type: string }) => type);
  expect(types).toEqual(expect.arrayContaining(["channel_added", "hook_added", "channel_removed"]));
});

test("a new link ends the old one and by default removes channels", async () => {
  const each = await owned();
  await each.hooked(A, each.a);
  await each.added(B, each.b);
  const stolen = each.path;
  await each.link({ keep_channels: true });
  expect(await each.ids()).toHaveLength(2);
  await each.link();
  await each.send();
  expect(await each.ids()).toHaveLength(1);
  expect(heard(each.a).at(-1)).toBe("channel.removed");
  expect(heard(each.b).at(-1)).toContain("This is the last message");
  const late = await sendForm(house, `${stolen}/channels`, { kind: "ntfy", url: "https://ntfy.sh/thief" });
  expect(late.status).toBe(404);
});

test("without hooks, the page and /join say so, and forms fail", async () => {
  const silent = await houseForFile({ env: { HOOKS_KEYS: "" } });
  const me = await silent.register();
  const { pathname } = new URL((await me.call("POST", "/api/house/owner-link")).json.owner_url);
  const read = async (path: string) => (await fetch(silent.url + path, { headers: { accept: "text/html" } })).text();
  const page = await read(pathname);
  expect(page).toContain("This service sends no messages");
  expect(page).not.toContain('method="post"');
  expect(page).not.toContain(pathname);
  expect(page).not.toMatch(/can add two channels|also removes the\s+channels/);
  expect(await read("/join")).toContain("This service sends no messages");
  const refused = await sendForm(silent, `${pathname}/channels`, { kind: "ntfy", url: "https://ntfy.sh/x" });
  expect(refused.status).toBe(400);
});

test("the period changes at most ten times a day", async () => {
  const each = await owned(narrow);
  for (let change = 0; change < 10; change++) {
    expect(await each.form("/every", { every_minutes: `${30 + change}` })).toBe("?done=every#channels");
  }
  expect(await each.form("/every", { every_minutes: "60" })).toContain("400 You have reached one of these limits");
  expect(await each.page()).toContain("Expected every 39 min");
});
