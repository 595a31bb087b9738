// Customers who pay while nodes are killed, and what must be true afterward: every payment is credited once, with its claim.
import { setTimeout as sleep } from "node:timers/promises";
import type { StandIn } from "../../../tools/stripe-stand-in/stand-in.ts";
import type { Cluster } from "../cluster/cluster.ts";
import { parsed, register } from "../workload/care.ts";
import type { Line } from "../workload/line.ts";
import { ask } from "./node.ts";

const REST_MS = 100;

/** Registers, buys one pack and pays for it, again and again. Returns how many have paid. */
export async function runPayments(line: Line, standIn: StandIn, doors: () => string, stopped: AbortSignal) {
  let paid = 0;
  while (!stopped.aborted) {
    try {
      const { key } = await register(line, "payer");
      const offer = await line.write({ path: "/api/house/credits", body: { pack: "100" }, apiKey: key });
      const { pathname } = new URL(parsed(offer, 200).checkout_url);
      const session = await press(`${doors()}${pathname}`, stopped);
      if (session !== undefined && (await standIn.till.pay(session))) paid++;
    } catch {
      await sleep(REST_MS);
    }
  }
  return paid;
}

/** Presses the button until it leads to a session, as a human does who sees an error. */
async function press(url: string, stopped: AbortSignal): Promise<string | undefined> {
  while (!stopped.aborted) {
    const signal = AbortSignal.timeout(10_000);
    const pressed = await fetch(url, { method: "POST", redirect: "manual", signal }).catch(() => undefined);
    const location = pressed?.headers.get("location") ?? undefined;
    if (location !== undefined) return new URL(location).pathname.split("/").at(-1);
    await sleep(REST_MS);
  }
  return undefined;
}

/** Delivers what was not taken yet, as Stripe does for days. */
export async function redeliver(standIn: StandIn, patienceMs: number): Promise<number> {
  const end = performance.now() + patienceMs;
  let left = standIn.webhooks.events;
  while (left.length > 0 && performance.now() < end) {
    const answers = await Promise.all(
      left.map(async (event) => ({ event, status: await standIn.webhooks.deliver(event) })),
    );
    left = answers.filter(({ status }) => status !== 200).map(({ event }) => event);
    if (left.length > 0) await sleep(10 * REST_MS);
  }
  return left.length;
}

interface Purchase {
  readonly agentId: string;
  readonly purchaseId: string;
}

const idOf = ({ agentId, purchaseId }: Purchase): string => `${agentId} ${purchaseId}`;

/** What is wrong with the money, node by node and table by table: nothing here relies on a transaction over two of them. */
export async function wrongMoney(url: string, paid: number): Promise<readonly string[]> {
  const columns = `agent_id AS "agentId", purchase_id AS "purchaseId"`;
  const credited = await ask<Purchase>(url, `SELECT ${columns} FROM purchases WHERE status = 'credited'`);
  const claims = await ask<Purchase>(url, `SELECT ${columns} FROM payment_claims`);
  const posted = await ask<Purchase>(url, `SELECT ${columns} FROM ledger_transactions WHERE kind = 'purchase'`);
  const balances = await ask<{ agentId: string; credits: number }>(
    url,
    `SELECT agent_id AS "agentId", credits FROM agents WHERE username LIKE 'payer-%' AND credits <> 0`,
  );
  const [claimed, booked] = [new Set(claims.map(idOf)), new Map(Map.groupBy(posted, idOf))];
  return [
    ...credited.filter((each) => !claimed.has(idOf(each))).map((each) => `no claim for ${idOf(each)}`),
    ...credited
      .filter((each) => booked.get(idOf(each))?.length !== 1)
      .map((each) => `${booked.get(idOf(each))?.length ?? 0} credits for ${idOf(each)}`),
    ...balances.filter(({ credits }) => credits !== 100).map(({ agentId, credits }) => `${agentId} has ${credits}`),
    ...(credited.length < paid ? [`${paid} paid, ${credited.length} credited`] : []),
  ];
}

/** Creatures of those who registered whose first portrait is neither there nor waiting in the outbox or the queue. */
export async function lostJobs(cluster: Cluster, url: string): Promise<readonly string[]> {
  await cluster.worker.kill();
  const hatched = await ask<{ id: string }>(
    url,
    `SELECT creature_id AS id FROM creatures c WHERE hatched_at IS NOT NULL AND NOT EXISTS (SELECT FROM portraits p
      WHERE p.agent_id = c.agent_id AND p.creature_id = c.creature_id AND p.stage = 'baby')
      AND EXISTS (SELECT FROM agent_keys k WHERE k.agent_id = c.agent_id)`,
  );
  const waiting = await ask<{ id: string }>(
    url,
    `SELECT payload->>'creatureId' AS id FROM graphile_worker._private_jobs`,
  );
  const [outbox] = await ask<{ there: boolean }>(url, "SELECT to_regclass('job_outbox') IS NOT NULL AS there");
  if (outbox?.there === true)
    waiting.push(...(await ask<{ id: string }>(url, `SELECT payload->>'creatureId' AS id FROM job_outbox`)));
  const known = new Set(waiting.map(({ id }) => id));
  return hatched.filter(({ id }) => !known.has(id)).map(({ id }) => id);
}
