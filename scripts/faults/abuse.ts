// Attacks a local service whose providers never answer, and exits with 1 if other callers get an error or a p99 of more than five
// times the usual one.
import { setTimeout as sleep } from "node:timers/promises";
import { Client } from "pg";
import { ATTACKS, type Attack, type AttackTarget } from "./abuse/attacks.ts";
import { ask } from "./abuse/client.ts";
import { meter, type MeterResult } from "./abuse/meter.ts";
import { startAttacked } from "./abuse/service.ts";
import { flag, optionsOf } from "../options.ts";

const values = optionsOf(import.meta.filename, {
  short: flag("runs each attack for 2 seconds, as CI does, instead of 20"),
});

const ATTACK_MS = values.short ? 2_000 : 20_000;
const USUAL_MS = values.short ? 1_000 : 10_000;
const TRIES = 3;
const CARDS = 240;
const TIMES = 5;
/** Floor for the usual p99. Differences below it are machine noise. */
const NOISE_MS = 20;
const WELL_AGAIN_MS = 90_000;
const OTHER = "127.2.0.1";

const service = await startAttacked(CARDS);
const { port } = service;

async function registered(count: number, prefix: string, network: string): Promise<readonly string[]> {
  const keys: string[] = [];
  for (let nth = 0; nth < count; nth++) {
    const from = `${network}.${10 + Math.floor(nth / 3)}`;
    const body = JSON.stringify({ username: `${prefix}-${process.pid}-${nth}`, timezone: "UTC" });
    const { status, text } = await ask({ port, from, path: "/api/auth/register", method: "POST", body });
    if (status !== 201) throw new Error(`no account: ${status} ${text}`);
    keys.push((JSON.parse(text) as { your_token: string }).your_token);
  }
  return keys;
}

async function cardsOf(databaseUrl: string): Promise<readonly string[]> {
  const client = new Client({ connectionString: databaseUrl });
  await client.connect();
  const text = `SELECT a.username, c.creature_id AS id FROM creatures c JOIN agents a USING (agent_id) ORDER BY c.creature_id LIMIT ${2 * CARDS}`;
  const { rows } = await client.query<{ username: string; id: string }>(text).finally(() => client.end());
  return rows.map(({ username, id }) => `/agents/${username}/creatures/${id}/share.png`);
}

function meterSummary({ calls, p50, p99, statusP50, statuses }: MeterResult): string {
  const counts = Object.entries(statuses).map(
    ([status, count]) => `${count} x ${status === "0" ? "no answer" : status}`,
  );
  return `p50 ${p50.toFixed(1)} ms (of status ${statusP50.toFixed(1)} ms), p99 ${p99.toFixed(1)} ms of ${calls} calls (${counts.join(", ")})`;
}

/** Waits until the effects of the last attack have passed. */
async function wellAgain(): Promise<void> {
  for (const end = Date.now() + WELL_AGAIN_MS; Date.now() < end; await sleep(250)) {
    const answers = await Promise.all(
      Array.from({ length: 4 }, (_, nth) => ask({ port, from: `127.3.0.${nth + 1}`, path: "/api/health" })),
    );
    if (answers.every(({ status, ms }) => status === 200 && ms < TIMES * NOISE_MS)) return;
  }
}

/** Runs an attack, up to three times if answers were slow, because the machine may be busy. Any error fails immediately. */
async function tried(
  attack: Attack,
  target: AttackTarget,
  metered: (ms: number) => Promise<MeterResult>,
): Promise<{ readonly isHeld: boolean; readonly text: string }> {
  for (let tries = 1; ; tries++) {
    await wellAgain();
    const usual = await metered(USUAL_MS);
    const over = new AbortController();
    const { promise: built, resolve: ready } = Promise.withResolvers<void>();
    const attacking = attack.run(target, over.signal, ready);
    // An unhandled rejection would end this process and leave the service running.
    attacking.catch(ready);
    await (attack.run.length > 2 ? built : sleep(300));
    const found = await metered(ATTACK_MS);
    over.abort();
    await attacking;
    const isAnswered = Object.keys(found.statuses).every((status) => status === "200" || status === "429");
    const text = `${meterSummary(found)}; usual p99 ${usual.p99.toFixed(1)} ms, p50 of status ${usual.statusP50.toFixed(1)} ms`;
    if (isAnswered && found.p99 <= TIMES * Math.max(NOISE_MS, usual.p99)) return { isHeld: true, text };
    if (!isAnswered || tries >= TRIES) return { isHeld: false, text };
  }
}

let failed = 0;
try {
  const others = await registered(9, "other", "127.2.1");
  const keys = await registered(3, "abuser", "127.1.1");
  for (const key of others) {
    const headers = { authorization: `Bearer ${key}` };
    await ask({ port, from: OTHER, path: "/api/house/adopt", method: "POST", headers, body: '{"name":"Pip"}' });
  }
  const target = { port, keys, cards: await cardsOf(service.databaseUrl) };
  await meter({ port, from: "127.2.0.2", keys: others, ms: 2_000 });
  let addresses = 0;
  const metered = (ms: number) => meter({ port, from: `127.2.2.${++addresses}`, keys: others, ms });
  for (const attack of ATTACKS) {
    const verdict = await tried(attack, target, metered);
    if (!verdict.isHeld) failed++;
    console.log(`${verdict.isHeld ? "held" : "FAILED"}: ${attack.name}: ${verdict.text}`);
  }
  console.log(failed === 0 ? "no attack affected other callers" : `${failed} attacks affected other callers`);
} finally {
  await service.stop();
}
process.exit(failed === 0 ? 0 : 1);
