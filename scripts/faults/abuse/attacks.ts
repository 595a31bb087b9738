// Lists attacks by careless or hostile callers, from a few loopback addresses.
import { createHash, randomBytes } from "node:crypto";
import { connect, type Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { ask } from "./client.ts";

export interface AttackTarget {
  readonly port: number;
  /** One key per attacking agent. */
  readonly keys: readonly string[];
  /** Paths of share cards of different creatures. */
  readonly cards: readonly string[];
}

export interface Attack {
  readonly name: string;
  /** Attacks until the signal aborts or all requests are sent. Calls `ready`, if it takes it, when it is prepared. */
  run(target: AttackTarget, over: AbortSignal, ready: () => void): Promise<void>;
}

const FOUR = ["127.1.0.1", "127.1.0.2", "127.1.0.3", "127.1.0.4"];
const [ONE = ""] = FOUR;
const IDLE_CONNECTIONS = 5_000;
const SETTLE_SECONDS = 30;
const LONG = `/${"/".repeat(15_800)}x`;

/** Waits for a time or until the signal aborts. */
async function rested(ms: number, signal: AbortSignal): Promise<void> {
  await sleep(ms, undefined, { signal }).catch(() => {});
}

/** Calls `act` at a steady pace until the signal aborts. */
async function steadily(everyMs: number, over: AbortSignal, act: (nth: number) => void): Promise<void> {
  for (let nth = 0; !over.aborted; nth++) {
    act(nth);
    await rested(everyMs, over);
  }
}

function buying(port: number) {
  return { port, from: ONE, path: "/api/house/credits", method: "POST", body: '{"pack":"100"}' };
}

/** Retries the purchase until it yields a link, because the previous attack may have used up this key's limits. */
async function payLinkOf({ port, keys: [key = ""] }: AttackTarget): Promise<string> {
  const headers = { authorization: `Bearer ${key}` };
  for (let tries = 1; ; tries++) {
    const { text } = await ask({ ...buying(port), headers });
    const { checkout_url: url } = JSON.parse(text) as { checkout_url?: string };
    if (url !== undefined) return new URL(url).pathname;
    if (tries >= SETTLE_SECONDS) throw new Error(`no pay link: ${text}`);
    await sleep(1_000);
  }
}

/** Returns a header in the form of a signed payment. The service queries the chain before it checks the signature. */
async function paymentOf({ port }: AttackTarget, key: string): Promise<string> {
  const headers = { authorization: `Bearer ${key}`, "accept-payment": "x402" };
  const { text } = await ask({ ...buying(port), headers });
  const { x402 } = JSON.parse(text) as { x402: { accepts: { payTo: string; amount: string }[]; resource: unknown } };
  const [accepted] = x402.accepts;
  const authorization = {
    from: `0x${randomBytes(20).toString("hex")}`,
    to: accepted?.payTo,
    value: accepted?.amount,
    validAfter: "0",
    validBefore: String(Math.floor(Date.now() / 1000) + 250),
    nonce: `0x${randomBytes(32).toString("hex")}`,
  };
  const payload = { signature: `0x${randomBytes(65).toString("hex")}`, authorization };
  return Buffer.from(JSON.stringify({ x402Version: 2, accepted, resource: x402.resource, payload })).toString("base64");
}

function message(id: number, method: string, params: object = {}): object {
  return { jsonrpc: "2.0", id, method, params };
}

export const ATTACKS: readonly Attack[] = [
  {
    name: "long paths",
    run: ({ port }, over) => steadily(150, over, () => void ask({ port, from: ONE, path: LONG })),
  },
  {
    name: "share cards from four addresses",
    async run({ port, cards }) {
      for (const [nth, path] of cards.slice(0, 240).entries()) void ask({ port, from: FOUR[nth % 4] ?? ONE, path });
    },
  },
  {
    name: "visits by one good key",
    run: ({ port, keys: [key = ""] }, over) => {
      const call = { port, from: ONE, path: "/api/house/visit", method: "POST", body: '{"actions":[]}' };
      return steadily(10, over, () => void ask({ ...call, headers: { authorization: `Bearer ${key}` } }));
    },
  },
  {
    name: "a hanging Stripe",
    async run(target) {
      const path = await payLinkOf(target);
      for (let nth = 0; nth < 59; nth++) void ask({ port: target.port, from: ONE, path, method: "POST" });
    },
  },
  {
    name: "a hanging chain node",
    async run(target) {
      // The service may stop offering payments after the first call, so all payments are prepared before.
      const headersByKey = new Map<string, string>();
      for (const key of target.keys) headersByKey.set(key, await paymentOf(target, key));
      for (const [key, header] of headersByKey) {
        const headers = { authorization: `Bearer ${key}`, "payment-signature": header };
        const call = buying(target.port);
        for (let nth = 0; nth < 25; nth++) void ask({ ...call, headers });
      }
    },
  },
  {
    name: "a hanging bucket",
    run: ({ port }, over) =>
      steadily(50, over, (nth) => {
        const file = createHash("sha256").update(String(nth)).digest("hex");
        void ask({ port, from: ONE, path: `/portraits/${file}.webp` });
      }),
  },
  {
    name: "a hanging image provider",
    async run({ port, keys }) {
      for (const [nth, key] of keys.entries()) {
        const headers = { authorization: `Bearer ${key}` };
        const from = FOUR[nth % 4] ?? ONE;
        await ask({ port, from, path: "/api/house/adopt", method: "POST", headers, body: '{"name":"Pip"}' });
        await ask({ port, from, path: "/api/house/status", headers });
      }
    },
  },
  {
    name: `${IDLE_CONNECTIONS} idle connections from one address`,
    async run({ port }, over, ready) {
      const open: Socket[] = [];
      let settled = 0;
      for (let nth = 0; nth < IDLE_CONNECTIONS && !over.aborted; nth++) {
        const socket = connect({ port, host: "127.0.0.1", localAddress: ONE });
        socket
          .on("error", () => {})
          .resume()
          .once("data", () => settled++)
          .once("close", () => settled++);
        socket.write("GET /livez HTTP/1.1\r\nhost: x\r\n\r\n");
        open.push(socket);
        if (nth % 100 === 99) await sleep(50);
      }
      // Only open connections are measured, not the burst of new ones.
      for (let waited = 0; settled < open.length && waited < SETTLE_SECONDS; waited++) await rested(1_000, over);
      ready();
      await rested(60_000, over);
      for (const socket of open) socket.destroy();
    },
  },
  {
    name: "MCP batches",
    async run({ port, keys: [key] }, over) {
      const lists = JSON.stringify(Array.from({ length: 10 }, (_, id) => message(id, "tools/list")));
      const wait = { name: "events", arguments: { wait: 20, api_key: key } };
      const events = JSON.stringify(Array.from({ length: 10 }, (_, id) => message(id, "tools/call", wait)));
      const headers = { accept: "application/json, text/event-stream" };
      await steadily(40, over, (nth) => {
        const call = { port, from: FOUR[nth % 4] ?? ONE, path: "/mcp", method: "POST", headers };
        void ask({ ...call, body: nth % 10 === 0 ? events : lists });
      });
    },
  },
];
