// Message formats of every channel kind, signatures checked by a second implementation, and hostile names.
import { createHmac, timingSafeEqual } from "node:crypto";
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import {
  HOOK_EVENTS,
  HOOK_KINDS,
  type HookEvent,
  type HookKind,
  type HookPayload,
  type IncidentFacts,
} from "@denkeeper/rules/foresight/hook-events.ts";
import { INCIDENT_KINDS } from "@denkeeper/rules/incidents/incident.ts";
import { creatureUrl } from "../../../ui/urls.ts";
import { deliveryResult } from "../sender/attempt.ts";
import { KINDS } from "./kinds.ts";
import type { HookMessage, Receiver } from "./message.ts";
import type { OutgoingRequest } from "./send.ts";
import { eventSentence } from "./sentences.ts";
import { HookVault } from "./vault.ts";
import { newSecret, signatureHeaders } from "./webhook/sign.ts";

const NOW = Date.UTC(2026, 10, 19, 14, 40);
const CREATURE = "019a8e3c-0000-7000-8000-000000000000";
const PIP = { name: "Pip", species: "Tabby", stage: "adult", keeper: "ada" } as const;
const PAYLOAD: HookPayload = {
  creature: PIP,
  windowEndsAt: NOW,
  diesAt: NOW + 31.5 * 3_600_000,
};
const PAGE = `https://denkeeper.example${creatureUrl({ agent: "ada", id: CREATURE })}`;
const BASE = {
  id: "msg_1",
  at: NOW,
  page: PAGE,
  picture: `${PAGE}/share.png`,
  creatureId: CREATURE,
  isLast: false,
} as const;
const LATE: HookMessage = { ...BASE, event: "creature.late", payload: PAYLOAD };
const ABOUT = { id: "msg_2", at: NOW, page: PAGE, keeper: "ada" } as const;
const CODE: HookMessage = { ...ABOUT, event: "hook.code", code: "BCDFGH", addedBy: "agent" };
const SENTENCE =
  "Pip was not fed in time: the feeding window ended on Thu, Nov 19, 14:40 UTC. Without care Pip dies on Fri, Nov 20, 22:10 UTC.";

const URLS: Readonly<Record<HookKind, string>> = {
  webhook: "https://hooks.example.com/pip",
  discord: "https://discord.com/api/webhooks/1/abc",
  slack: "https://hooks.slack.com/services/T0/B0/x",
  ntfy: "https://ntfy.sh/pip-7f3a9c",
  telegram: "https://api.telegram.org/bot123:Secret_1/sendMessage?chat_id=-10042",
  email: "mailto:ada@example.com",
};

function receiver(kind: HookKind, secrets: readonly string[] = [], token?: string): Receiver {
  const endUrl = "https://denkeeper.example/end/x";
  return { addedBy: "agent", target: { url: URLS[kind], token }, endUrl, secrets };
}

function requestFor(kind: HookKind, message: HookMessage, to: Receiver, now = NOW): OutgoingRequest {
  const outgoing = KINDS[kind].render(message, to, now);
  if ("to" in outgoing) throw new Error("an e-mail is no request");
  return outgoing;
}

/** Channel kinds that send over HTTP. */
const HTTP_KINDS = HOOK_KINDS.filter((kind) => kind !== "email");

function sentTo(kind: HookKind, message: HookMessage, token?: string) {
  const { url, headers, body } = requestFor(kind, message, receiver(kind, [newSecret()], token));
  // oxlint-disable-next-line typescript/no-unsafe-assignment -- what is in it is checked by expectations
  return { url: url.href, headers, body: JSON.parse(body), text: body };
}

/** Verifies a signature as a receiver would, from the specification and without the service's code. */
function isVerified(headers: Readonly<Record<string, string>>, body: string, secret: string, at: number): boolean {
  const { "webhook-id": id = "", "webhook-timestamp": seconds = "", "webhook-signature": signatures = "" } = headers;
  if (Math.abs(at / 1000 - Number(seconds)) > 300) return false;
  const key = Buffer.from(secret.replace(/^whsec_/, ""), "base64");
  const expected = createHmac("sha256", key).update(`${id}.${seconds}.${body}`).digest();
  return signatures.split(" ").some((each) => {
    const [version, value = ""] = each.split(",");
    const given = Buffer.from(value, "base64");
    return version === "v1" && given.length === expected.length && timingSafeEqual(given, expected);
  });
}

test("the example in the specification gets its published signature", () => {
  // Split in two, because the secret scanner would report this published example.
  const secret = ["whsec", "MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"].join("_");
  const signed = signatureHeaders("msg_p5jXN8AQM9LWM0D4loKWxJek", 1_614_265_330_000, '{"test": 2432232314}', [secret]);
  expect(signed["webhook-signature"]).toBe("v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=");
});

test("each attempt of a webhook is signed with every valid secret", () => {
  const [fresh, old] = [newSecret(), newSecret()];
  const attempt = NOW + 20 * 60_000;
  const { headers, body } = requestFor("webhook", LATE, receiver("webhook", [fresh, old]), attempt);
  for (const secret of [fresh, old]) expect(isVerified(headers, body, secret, attempt)).toBe(true);
  expect(isVerified(headers, body, newSecret(), attempt)).toBe(false);
  expect(isVerified(headers, `${body} `, fresh, attempt)).toBe(false);
  expect(JSON.parse(body)).toEqual({
    type: "creature.late",
    timestamp: "2026-11-19T14:40:00.000Z",
    data: {
      creature: { id: CREATURE, name: "Pip", species: "Tabby", stage: "adult", keeper: "ada" },
      window_ends_at: "2026-11-19T14:40:00.000Z",
      dies_at: "2026-11-20T22:10:00.000Z",
      message: SENTENCE,
      url: PAGE,
      untrusted: true,
    },
  });
});

test("the code in docs/hooks.md accepts only genuine messages", async () => {
  const [, code = ""] = /```js\n([\s\S]+?)```/.exec(readFileSync("docs/hooks.md", "utf8")) ?? [];
  // oxlint-disable-next-line typescript/no-unsafe-assignment -- what it does is checked by expectations
  const { isGenuine } = await import(`data:text/javascript,${encodeURIComponent(code)}`);
  const [secret, now] = [newSecret(), Date.now()];
  const { headers, body } = requestFor("webhook", LATE, receiver("webhook", [newSecret(), secret]), now);
  expect(isGenuine(headers, body, secret)).toBe(true);
  expect(isGenuine(headers, body.replace("Pip", "Pop"), secret)).toBe(false);
  expect(isGenuine(headers, body, newSecret())).toBe(false);
  const old = requestFor("webhook", LATE, receiver("webhook", [secret]), now - 10 * 60_000);
  expect(isGenuine(old.headers, old.body, secret)).toBe(false);
});

test("Discord, Slack, ntfy and Telegram get messages in their format", () => {
  expect(sentTo("discord", LATE)).toMatchObject({
    url: "https://discord.com/api/webhooks/1/abc?wait=true",
    body: {
      username: "Denkeeper",
      embeds: [{ title: "Pip", description: SENTENCE, url: PAGE, footer: { text: "Tabby, adult, kept by ada" } }],
      allowed_mentions: { parse: [] },
    },
  });
  expect(sentTo("slack", LATE)).toMatchObject({
    url: URLS.slack,
    body: { text: SENTENCE, blocks: [{ type: "section", text: { type: "plain_text", text: SENTENCE } }, {}] },
  });
  expect(sentTo("ntfy", LATE, "tk_1")).toMatchObject({
    url: "https://ntfy.sh/",
    headers: { authorization: "Bearer tk_1" },
    body: { topic: "pip-7f3a9c", title: "Pip", message: SENTENCE, priority: 3, click: PAGE },
  });
  const chat = sentTo("telegram", LATE);
  expect(chat.url).toBe("https://api.telegram.org/bot123:Secret_1/sendMessage");
  expect(chat.body).toEqual({
    chat_id: "-10042",
    text: `Pip\n${SENTENCE}\n${PAGE}`,
    disable_notification: false,
    link_preview_options: { is_disabled: true },
  });
  const name = "W".repeat(5_000);
  const long = sentTo("telegram", { ...LATE, payload: { ...PAYLOAD, creature: { ...PIP, name } } }).body.text;
  expect([long.length, long.endsWith(PAGE)]).toEqual([4_096, true]);
  for (const kind of HTTP_KINDS) {
    expect(sentTo(kind, CODE).text).toContain("BCDFGH");
    expect(sentTo(kind, CODE).text).toContain("ada");
  }
});

const HOSTILE = [
  "@everyone",
  "<@123> <!channel>",
  "**bold** _it_ ~~x~~ `code`",
  "[click](https://evil.example)",
  "<https://evil.example|click>",
  "# Title",
  ":skull:",
  '","allowed_mentions":{"parse":["everyone"]}',
  "a\\",
  "&lt;b&gt;",
];

test.each(HOSTILE)("the name %s has no effect as markup", (name) => {
  const message: HookMessage = {
    ...BASE,
    event: "creature.born",
    payload: { creature: { ...PIP, name } },
  };
  const discord = sentTo("discord", message).body;
  expect(discord.allowed_mentions).toEqual({ parse: [] });
  // No markup character remains once escaped characters are removed.
  const unescaped = discord.embeds[0].title.replaceAll(/\\[\\*_~`|<>[\]()#@:]/g, "");
  expect(unescaped).not.toMatch(/[\\*_~`|<>[\]()#@:]/);
  const slack = sentTo("slack", message).body;
  expect(slack.text).not.toMatch(/[<>]/);
  expect(slack).toMatchObject({ mrkdwn: false, parse: "none", link_names: false });
  const marked = slack.blocks[1].elements.filter(({ type }: { type: string }) => type === "mrkdwn");
  expect(marked).toEqual([{ type: "mrkdwn", text: `<${PAGE}|Open>` }]);
  expect(sentTo("ntfy", message).body).toMatchObject({ title: name });
  expect(sentTo("ntfy", message).body).not.toHaveProperty("markdown");
  expect(sentTo("webhook", message).body.data.creature.name).toBe(name);
  expect(sentTo("telegram", message).body.text).toContain(name);
  expect(sentTo("telegram", message).body).not.toHaveProperty("parse_mode");
});

test("the pause in Telegram's JSON reply is honored", () => {
  const text = '{"ok":false,"error_code":429,"parameters":{"retry_after":14}}';
  const received = { status: 429, retryAfter: undefined, text };
  expect(deliveryResult("telegram", received, NOW)).toEqual({ outcome: "failed", waitMs: 14_000 });
});

test("every event has a sentence; requests stay below 4 KB", () => {
  const longest = "W".repeat(200);
  for (const event of HOOK_EVENTS) {
    const payload: HookPayload = {
      ...PAYLOAD,
      creature: { name: longest, species: longest, stage: "teen", keeper: longest },
    };
    expect(eventSentence({ event, payload, at: NOW }, (text) => text)).toMatch(/^(Still not well|W+ .+)\.( .+)?$/);
    for (const kind of HTTP_KINDS) {
      expect(sentTo(kind, { ...BASE, event, payload }).text.length).toBeLessThan(4_096);
    }
  }
});

test.each<[HookKind, number, string, "delivered" | "gone" | "failed"]>([
  ["webhook", 200, "", "delivered"],
  ["webhook", 204, "", "delivered"],
  ["webhook", 302, "", "failed"],
  ["webhook", 404, "", "failed"],
  ["webhook", 410, "", "gone"],
  ["discord", 200, "", "delivered"],
  ["discord", 401, "", "gone"],
  ["discord", 404, "", "gone"],
  ["discord", 400, "", "failed"],
  ["slack", 200, "ok", "delivered"],
  ["slack", 200, "<html>", "failed"],
  ["slack", 403, "", "gone"],
  ["slack", 410, "", "gone"],
  ["ntfy", 200, "{}", "delivered"],
  ["ntfy", 401, "", "gone"],
  ["ntfy", 403, "", "gone"],
  ["ntfy", 507, "", "failed"],
  ["telegram", 200, '{"ok":true}', "delivered"],
  ["telegram", 403, '{"ok":false}', "gone"],
  ["telegram", 404, "", "gone"],
  ["telegram", 400, '{"ok":false}', "failed"],
])("a %s reply of %i %j means %s", (kind, status, text, outcome) => {
  expect(deliveryResult(kind, { status, text, retryAfter: undefined }, NOW).outcome).toBe(outcome);
});

test.each([
  [429, "30", 30_000],
  [503, "0.5", 500],
  [503, new Date(NOW + 60_000).toUTCString(), 60_000],
  [503, "999999", 3_600_000],
  [503, "soon", 0],
  [500, "30", 0],
])("status %i with Retry-After %s delays the next attempt by %i ms", (status, retryAfter, waitMs) => {
  expect(deliveryResult("webhook", { status, text: "", retryAfter }, NOW)).toEqual({ outcome: "failed", waitMs });
});

test("a sealed target opens with an old key, only for its hook", () => {
  const [first, second] = ["a".repeat(40), "b".repeat(40)];
  const sealed = new HookVault([first]).sealTarget(CREATURE, { url: URLS.ntfy, token: "tk_1" });
  expect(sealed.includes("ntfy")).toBe(false);
  expect(new HookVault([second, first]).openTarget(CREATURE, sealed)).toEqual({ url: URLS.ntfy, token: "tk_1" });
  expect(() => new HookVault([second]).openTarget(CREATURE, sealed)).toThrow("HOOKS_KEYS");
  expect(() => new HookVault([first]).openTarget(`${CREATURE}0`, sealed)).toThrow("HOOKS_KEYS");
  expect(() => new HookVault([first]).openSecret(CREATURE, sealed)).toThrow("HOOKS_KEYS");
});

const about = (name: string, more: object = {}) =>
  ({ id: CREATURE, name, species: "Tabby", stage: "adult", ...more }) as const;
const CALLS = { count: 67, operation: "GET /api/house/status", status: 200, code: null, at: NOW, requestId: "b3c1" };
const INCIDENT: IncidentFacts = {
  id: "019a8e3c-1111-7000-8000-000000000000",
  cause: "did_not_feed",
  level: "late",
  openedAt: NOW,
  creatures: [about("Pip", { state: "late" }), about("Moss", { state: "late" })],
  calls: CALLS,
};
const SILENCE = { since: NOW - 87 * 60_000, everyMinutes: 30 };
const { calls: _, ...UNSEEN } = INCIDENT;
const NO_CALL: IncidentFacts = { ...UNSEEN, cause: "no_call", silence: SILENCE };

function said(event: HookEvent, incident: Partial<IncidentFacts>, more: Partial<HookPayload> = {}): string {
  const payload = { creature: PIP, incident: { ...UNSEEN, cause: null, ...incident }, ...more };
  return eventSentence({ event, payload, at: NOW }, (text) => text);
}

test("ALERT-2: each message says what happened and why", () => {
  expect(said("agent.silent", { ...NO_CALL, creatures: [about("Pip")] }, { windowEndsAt: NOW })).toBe(
    "ada went silent: no call since Thu, Nov 19, 13:13 UTC (1 h 27 min; expected every 30 min). No creature is late yet. Pip's feeding window ends on Thu, Nov 19, 14:40 UTC.",
  );
  expect(said("creature.late", INCIDENT)).toBe(
    "Pip and Moss were not fed in time. ada came 67 times and did not feed them; last: GET /api/house/status on Thu, Nov 19, 14:40 UTC (request b3c1).",
  );
  expect(
    said("creature.late", { cause: "refused", calls: { ...CALLS, status: 400, code: "invalid_input", count: 12 } }),
  ).toContain("Its calls are refused (400 invalid_input, 12 times); last: GET");
  const three = [
    about("Pip", { state: "died", cause: "neglect" }),
    about("Bea", { state: "died", cause: "harm" }),
    about("Moss", { state: "critical" }),
  ];
  expect(said("creature.died", { ...NO_CALL, creatures: three })).toBe(
    "Pip died of neglect: no care came in time. Bea died of something harmful it was given. No call from ada since Thu, Nov 19, 13:13 UTC. In danger: Moss.",
  );
  expect(said("agent.still", NO_CALL)).toBe("Still silent: no call from ada for 1 h 27 min. Late: Pip and Moss.");
  const back = { ...NO_CALL, silence: { ...SILENCE, backAt: NOW } };
  expect(said("agent.recovered", { ...back, creatures: [about("Pip")] })).toBe(
    "ada is back after 1 h 27 min without a call (first call on Thu, Nov 19, 14:40 UTC). No creature died.",
  );
  expect(said("agent.recovered", INCIDENT)).toBe(
    "ada feeds in time again. The cause was: it came and did not feed. Late in that time: Pip and Moss. No creature died.",
  );
  for (const cause of [...INCIDENT_KINDS, null])
    expect(said("creature.late", { cause })).toMatch(/^Pip and Moss .*\.$/);
});

test("ALERT-2: a webhook gets the incident and all its creatures", () => {
  const message: HookMessage = { ...LATE, payload: { ...PAYLOAD, incident: INCIDENT } };
  expect(sentTo("webhook", message).body.data).toMatchObject({
    creature: { id: CREATURE, name: "Pip" },
    incident: {
      id: INCIDENT.id,
      cause: "did_not_feed",
      level: "late",
      opened_at: "2026-11-19T14:40:00.000Z",
      calls: { count: 67, last_request_id: "b3c1" },
    },
    creatures: [{ id: CREATURE, name: "Pip", state: "late" }, { name: "Moss" }],
  });
});

test("ALERT-2: ntfy shows one entry per incident and one per death", () => {
  const entry = (event: HookEvent) => {
    const { priority, sequence_id } = sentTo("ntfy", {
      ...LATE,
      event,
      payload: { ...PAYLOAD, incident: INCIDENT },
    }).body;
    return [priority, sequence_id];
  };
  const incident = INCIDENT.id.replaceAll("-", "");
  expect(entry("agent.silent")).toEqual([4, incident]);
  expect(entry("creature.late")).toEqual([3, incident]);
  expect(entry("creature.critical")).toEqual([5, incident]);
  expect(entry("agent.still")).toEqual([3, incident]);
  expect(entry("agent.recovered")).toEqual([3, incident]);
  expect(entry("creature.died")).toEqual([5, "msg1"]);
});

test("ALERT-7: the last message of a day announces that more may follow", () => {
  expect(sentTo("slack", { ...LATE, isLast: true }).body.text).toMatch(/ There may be more today: see the page\.$/);
});
