// Messages reach only public hosts over https. Forbidden targets and names that resolve to private addresses are rejected.
import { once } from "node:events";
import { setGlobalProxyFromEnv } from "node:http";
import { get } from "node:https";
import { expect, onTestFinished, test } from "vitest";
import type { HookKind } from "@denkeeper/rules/foresight/hook-events.ts";
import { certificate } from "../../../../test/processes/certificate.ts";
import { openReceiver } from "../../../../test/receiver.ts";
import { KINDS } from "./kinds.ts";
import { isPublic } from "./public-address.ts";
import { NotSentError, send, type Resolve, type SendOptions } from "./send.ts";
import { checkTarget, maskTarget } from "./target.ts";

const RULES = { allowedHosts: new Map(), ownHost: "denkeeper.example" };
const TIMEOUT_MS = 60_000;

const FORBIDDEN: readonly (readonly [string, string])[] = [
  ["plain http", "http://a.example.com/"],
  ["another protocol", "ftp://a.example.com/"],
  ["a script", "javascript:alert(1)"],
  ["a host without a protocol", "a.example.com"],
  ["a user", "https://ada@a.example.com/"],
  ["a user and a password", "https://ada:secret@a.example.com/"],
  ["another port", "https://a.example.com:8443/"],
  ["the port of a database", "https://a.example.com:5432/"],
  ["loopback", "https://127.0.0.1/"],
  ["loopback in decimal", "https://2130706433/"],
  ["loopback in octal", "https://0177.0.0.1/"],
  ["loopback in hexadecimal", "https://0x7f.0.0.1/"],
  ["loopback, shortened", "https://127.1/"],
  ["loopback with a trailing dot", "https://127.0.0.1./"],
  ["loopback in wide digits", "https://１２７.０.０.１/"],
  ["any address", "https://0.0.0.0/"],
  ["a private address", "https://10.0.0.1/"],
  ["another private address", "https://192.168.1.1/"],
  ["the metadata service", "https://169.254.169.254/latest/meta-data/"],
  ["an IP address, even a public one", "https://1.1.1.1/"],
  ["IPv6 loopback", "https://[::1]/"],
  ["IPv6 link-local", "https://[fe80::1]/"],
  ["a zone id", "https://[fe80::1%25eth0]/"],
  ["IPv4 mapped into IPv6", "https://[::ffff:127.0.0.1]/"],
  ["a name without a dot", "https://localhost/"],
  ["a name of this machine", "https://hooks.localhost/"],
  ["an internal name", "https://metadata.google.internal/"],
  ["a name of the local network", "https://printer.local/"],
  ["a service of a cluster", "https://api.default.svc/"],
  ["a cluster", "https://api.default.cluster/"],
  ["a name of a service registry", "https://db.service.consul/"],
  ["a name with a trailing dot", "https://a.example.com./"],
  ["this service", "https://denkeeper.example/api/house/care"],
  ["a name below this service", "https://db.denkeeper.example/"],
  ["more than 500 characters", `https://a.example.com/${"a".repeat(500)}`],
];

test.each(FORBIDDEN)("%s is rejected", (_, url) => {
  expect(checkTarget(KINDS.webhook, url, RULES)).toEqual(expect.any(String));
});

test.each<[HookKind, string, boolean]>([
  ["webhook", "https://hooks.example.com/pip?x=1#part", true],
  ["discord", "https://discord.com/api/webhooks/123/abc-DEF_1", true],
  ["discord", "https://discord.com.example.com/api/webhooks/123/abc", false],
  ["discord", "https://discord.com/channels/1", false],
  ["slack", "https://hooks.slack.com/services/T0/B0/abc", true],
  ["slack", "https://slack.com/services/T0/B0/abc", false],
  ["ntfy", "https://ntfy.sh/pip-7f3a9c", true],
  ["ntfy", "https://ntfy.sh/", false],
  ["ntfy", "https://ntfy.sh/a/b", false],
  ["telegram", "https://api.telegram.org/bot1:a-B_c/sendMessage?chat_id=42", true],
  ["telegram", "https://api.telegram.org/bot1:a-B_c/sendMessage?chat_id=@pets_of_ada", true],
  ["telegram", "https://api.telegram.org/bot1:a-B_c/sendMessage", false],
  ["telegram", "https://api.telegram.org/bot1:a-B_c/getUpdates?chat_id=42", false],
  ["telegram", "https://api.telegram.org/bot1:a-B_c/sendMessage?chat_id=42&parse_mode=HTML", false],
  ["email", "mailto:ada@example.com", true],
  ["email", "Ada.Lovelace+pets@Example.com", true],
  ["email", "mailto:ada@example.com,bob@example.com", false],
  ["email", "mailto:ada@example.com?cc=bob@example.com", false],
  ["email", "mailto:Ada <ada@example.com>", false],
  ["email", "mailto:ada@localhost", false],
  ["email", "mailto:root@db.internal", false],
  ["email", "mailto:ada@[127.0.0.1]", false],
  ["email", "https://example.com/", false],
  ["webhook", "mailto:ada@example.com", false],
  ["telegram", "https://telegram.example.com/bot1:a-B_c/sendMessage?chat_id=42", false],
])("%s target %s is accepted: %s", (kind, url, isTaken) => {
  expect(checkTarget(KINDS[kind], url, RULES) instanceof URL).toBe(isTaken);
});

test("a masked address does not contain its secret", () => {
  expect(maskTarget(new URL("https://ntfy.sh/pip-7f3a9c"))).toBe("https://ntfy.sh/pip…");
  expect(maskTarget(new URL("https://discord.com/api/webhooks/123/secret"))).toBe("https://discord.com/api/…");
  expect(maskTarget(new URL("https://a.example.com/?key=secret"))).toBe("https://a.example.com/…");
  expect(maskTarget(new URL("mailto:ada@example.com"))).toBe("a…@example.com");
});

test.each([
  "0.0.0.0",
  "10.1.2.3",
  "100.64.0.1",
  "127.0.0.1",
  "168.63.129.16",
  "169.254.169.254",
  "172.16.0.1",
  "172.31.255.255",
  "192.0.0.8",
  "192.168.1.1",
  "198.18.0.1",
  "198.51.100.1",
  "224.0.0.1",
  "240.0.0.1",
  "255.255.255.255",
  "::",
  "::1",
  "::ffff:10.0.0.1",
  "::ffff:8.8.8.8",
  "::7f00:1",
  "64:ff9b::a00:1",
  "64:ff9b:1::a00:1",
  "100::1",
  "2001::1",
  "2001:db8::1",
  "2002:a00:1::",
  "3fff::1",
  "fc00::1",
  "fd00::1",
  "fe80::1",
  "fe80::1%eth0",
  "fec0::1",
  "ff02::1",
])("%s is not public", (address) => {
  expect(isPublic(address)).toBe(false);
});

test.each(["1.1.1.1", "8.8.8.8", "93.184.216.34", "172.32.0.1", "2606:4700:4700::1111", "2a00:1450::1"])(
  "%s is public",
  (address) => {
    expect(isPublic(address)).toBe(true);
  },
);

const at = (...addresses: string[]) => addresses.map((address) => ({ address, family: address.includes(":") ? 6 : 4 }));

function outgoing(host: string) {
  return { url: new URL(`https://${host}/pip`), headers: { "content-type": "text/plain" }, body: "hello" };
}

function options(port: number, resolve: Resolve, allowed: readonly string[] = []): SendOptions {
  return {
    allowedHosts: new Map(allowed.map((host) => [host, port])),
    resolve,
    port,
    ca: certificate(),
    timeoutMs: TIMEOUT_MS,
  };
}

test("a name with a private address or without any gets nothing", async () => {
  const receiver = await openReceiver();
  for (const addresses of [at("127.0.0.1"), at("93.184.216.34", "10.0.0.1"), at("2606:4700::1", "::ffff:7f00:1"), []]) {
    const resolve: Resolve = async () => addresses;
    await expect(send(outgoing("a.receiver.example"), options(receiver.port, resolve))).rejects.toThrow(NotSentError);
  }
  expect(receiver.sent).toEqual([]);
});

test("DNS rebinding has no effect, because a name is resolved once", async () => {
  const [first, second] = [await openReceiver("127.0.0.1"), await openReceiver("127.0.0.2")];
  const answers = [at("127.0.0.1"), at("127.0.0.2")];
  let asked = 0;
  const resolve: Resolve = async () => answers[Math.min(asked++, 1)] ?? [];
  const pinned = options(first.port, resolve, ["a.receiver.example"]);
  expect((await send(outgoing("a.receiver.example"), pinned)).status).toBe(200);
  expect(asked).toBe(1);
  expect(first.sent).toHaveLength(1);
  expect(first.sent[0]).toMatchObject({ host: "a.receiver.example", path: "/pip", text: "hello" });
  expect(second.sent).toEqual([]);
});

test("redirects are not followed, and a certificate for another name is refused", async () => {
  const receiver = await openReceiver();
  receiver.answer((_, response) => {
    response.writeHead(302, { location: `https://localhost:${receiver.port}/elsewhere` }).end();
  });
  const resolve: Resolve = async () => at("127.0.0.1");
  const known = options(receiver.port, resolve, ["a.receiver.example", "other.example"]);
  expect((await send(outgoing("a.receiver.example"), known)).status).toBe(302);
  expect(receiver.sent).toHaveLength(1);
  await expect(send(outgoing("other.example"), known)).rejects.toThrow("TLS failed");
  await expect(send(outgoing("a.receiver.example"), { ...known, ca: "" })).rejects.toThrow("TLS failed");
  expect(receiver.sent).toHaveLength(1);
});

test("a receiver that never answers or never ends is cut off", async () => {
  const receiver = await openReceiver();
  const resolve: Resolve = async () => at("127.0.0.1");
  const known = options(receiver.port, resolve, ["a.receiver.example"]);
  const hurried = { ...known, timeoutMs: 200 };
  receiver.answer(() => {});
  await expect(send(outgoing("a.receiver.example"), hurried)).rejects.toThrow("did not answer in time");
  receiver.answer((_, response) => void response.writeHead(200).write("x".repeat(100_000)));
  const { status, text } = await send(outgoing("a.receiver.example"), known);
  expect(status).toBe(200);
  expect(text).toHaveLength(2_048);
  const never: Resolve = () => new Promise(() => {});
  await expect(send(outgoing("a.receiver.example"), { ...hurried, resolve: never })).rejects.toThrow(
    "too long to resolve",
  );
});

test("the reason for a failed name lookup omits the address", async () => {
  const resolve: Resolve = async () => {
    throw Object.assign(new Error("queryA ENOTFOUND a.example.com/secret"), { code: "ENOTFOUND" });
  };
  await expect(send(outgoing("a.example.com"), options(1, resolve))).rejects.toThrow(
    /^The host's name does not resolve$/,
  );
});

test("the process's proxy is not used", async () => {
  const receiver = await openReceiver();
  onTestFinished(setGlobalProxyFromEnv({ https_proxy: "http://127.0.0.1:1", http_proxy: "http://127.0.0.1:1" }));
  const usual = get({ host: "127.0.0.1", port: receiver.port, servername: "localhost", ca: certificate() });
  await expect(once(usual, "response")).rejects.toThrow("ECONNREFUSED");
  const known = options(receiver.port, async () => at("127.0.0.1"), ["a.receiver.example"]);
  expect((await send(outgoing("a.receiver.example"), known)).status).toBe(200);
});
