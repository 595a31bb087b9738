// Kills the service at every step between "paid" and "credited". After a restart and reconciliation, the payment has exactly one
// credit. The process is the real service with its worker and kills itself at the test's fault point.
import { afterAll, expect, test } from "vitest";
import { CHECKOUT_ENV, NOWHERE, WEBHOOK_SECRET, linkFor } from "../../../test/payers/checkout.ts";
import { freePort } from "../../../test/processes/free-port.ts";
import { houseForFile, type Account } from "../../../test/harness.ts";
import { until } from "../../../test/processes/own-redis.ts";
import { startServiceProcess, type ServiceProcess } from "../../../test/processes/service.ts";
import { drawn } from "../../../test/tier.ts";
import { startStandIn } from "../../../tools/stripe-stand-in/stand-in.ts";
import { audit } from "../audit.ts";

const standIn = await startStandIn({ url: NOWHERE, secret: WEBHOOK_SECRET, retryAfterMs: [] });
const { till, webhooks } = standIn;
const env = { ...CHECKOUT_ENV, STRIPE_API_BASE: standIn.url };
const house = await houseForFile({ env: { ...env, RATE_LIMIT_FACTOR: "1000" } });
const { database } = house.app.services;
const port = await freePort();
const logs: string[] = [];
const links: string[] = [];
const keys: string[] = [];
afterAll(() => standIn.stop());

async function rows<Row extends object>(text: string, values: readonly unknown[] = []): Promise<Row[]> {
  return database.adHoc<Row>(text, values);
}

async function start(faultPoint?: string): Promise<ServiceProcess> {
  const service = await startServiceProcess(house, port, {
    ...env,
    ...(faultPoint === undefined ? {} : { FAULT_POINT: faultPoint }),
  });
  webhooks.change({ url: `${service.url}/api/webhooks/stripe` });
  return service;
}

/** Waits until the process has killed itself. */
async function expectKilled(service: ServiceProcess): Promise<void> {
  expect((await service.ended).signal).toBe("SIGKILL");
  logs.push(service.log());
}

async function customer(): Promise<{ readonly account: Account; readonly path: string }> {
  const account = await house.register();
  const path = await linkFor(account, "500");
  links.push(path);
  keys.push(account.key);
  return { account, path };
}

/** Presses the button and returns the session id of the redirect, or undefined if the service died. */
async function pressAt(service: ServiceProcess, path: string): Promise<string | undefined> {
  const pressed = await fetch(service.url + path, { method: "POST", redirect: "manual" }).catch(() => undefined);
  return pressed?.headers.get("location")?.split("/").at(-1);
}

/** Ages all purchases by an hour and waits for the service's worker to reconcile them. */
async function reconcileAt(service: ServiceProcess): Promise<void> {
  await rows("UPDATE purchases SET updated_at = updated_at - 3600000, created_at = created_at - 3600000");
  const [job] = await rows<{ id: string }>("SELECT id FROM graphile_worker.add_job('reconcile_payments')");
  const isOver = async (): Promise<boolean> =>
    (await rows("SELECT FROM graphile_worker.jobs WHERE id = $1", [job?.id])).length === 0;
  const died = service.ended.then(() => "died" as const);
  await Promise.race([died, until(isOver)]);
}

/** Expects one purchase, one session, and one credit. */
async function expectOneCredit({ id }: Account): Promise<void> {
  expect(await rows("SELECT credits FROM agents WHERE agent_id = $1", [id])).toEqual([{ credits: 500 }]);
  expect(await rows("SELECT key FROM ledger_transactions WHERE agent_id = $1", [id])).toHaveLength(1);
  expect(await rows("SELECT status FROM purchases WHERE agent_id = $1", [id])).toEqual([{ status: "credited" }]);
  expect([...till.sessions.values()].filter(({ shown }) => shown.client_reference_id === id)).toHaveLength(1);
  expect((await audit(database)).wrong).toEqual([]);
}

async function redeliverAll(): Promise<void> {
  for (const event of webhooks.events) expect(await webhooks.deliver(event)).toBe(200);
}

async function end(service: ServiceProcess): Promise<void> {
  await service.kill();
  logs.push(service.log());
}

const CHECKOUT_POINTS = ["purchase_opened", "session_created", "session_claimed", "session_noted"];

test.each(drawn(CHECKOUT_POINTS, (point) => point === "session_created"))(
  "a checkout killed at %s continues under the same link",
  async (point) => {
    const { account, path } = await customer();
    const dying = await start(`stripe.checkout.${point}`);
    expect(await pressAt(dying, path)).toBeUndefined();
    await expectKilled(dying);

    const service = await start();
    const session = await pressAt(service, path);
    expect(await till.pay(session ?? "")).toBe(true);
    await reconcileAt(service);
    await redeliverAll();
    await expectOneCredit(account);
    await end(service);
  },
);

const WEBHOOK_POINTS = [
  "received.checkout.session.completed",
  "checkout.claimed",
  "checkout.changed",
  "checkout.committed",
];

/** The gate recovers only by a second delivery; a test below covers reconciliation alone. */
const WEBHOOK_CASES = WEBHOOK_POINTS.flatMap((point) => [
  [point, "a second delivery"] as const,
  [point, "reconciliation alone"] as const,
]);

const WEBHOOK_IN_GATE = new Set(["checkout.claimed", "checkout.changed"]);

test.each(drawn(WEBHOOK_CASES, ([point, remedy]) => WEBHOOK_IN_GATE.has(point) && remedy === "a second delivery"))(
  "a webhook killed at %s is completed by %s",
  async (point, remedy) => {
    const { account, path } = await customer();
    const dying = await start(`stripe.webhook.${point}`);
    const session = await pressAt(dying, path);
    expect(await till.pay(session ?? "")).toBe(true);
    await expectKilled(dying);
    const isCommitted = point.endsWith("committed");
    expect(await rows("SELECT credits FROM agents WHERE agent_id = $1", [account.id])).toEqual([
      { credits: isCommitted ? 500 : 0 },
    ]);

    const service = await start();
    if (remedy === "a second delivery") await redeliverAll();
    else await reconcileAt(service);
    await expectOneCredit(account);
    await reconcileAt(service);
    await redeliverAll();
    await expectOneCredit(account);
    await end(service);
  },
);

const RECONCILIATION_POINTS = ["asked", "checkout.claimed", "checkout.changed", "checkout.committed"];

test.each(drawn(RECONCILIATION_POINTS, (point) => point === "asked"))(
  "reconciliation killed at %s is completed by the next round",
  async (point) => {
    const { account, path } = await customer();
    const dying = await start(`stripe.reconciliation.${point}`);
    const session = await pressAt(dying, path);
    webhooks.change({ url: NOWHERE });
    expect(await till.pay(session ?? "")).toBe(true);
    // Marks every event as delivered, so that only the session shows the payment.
    for (const event of webhooks.events) event.pending_webhooks = 0;
    await reconcileAt(dying);
    await expectKilled(dying);

    const service = await start();
    await reconcileAt(service);
    await expectOneCredit(account);
    await redeliverAll();
    await expectOneCredit(account);
    await end(service);
  },
);

test("no killed process has logged a secret", () => {
  const log = logs.join("");
  expect(log).toContain("processed a Stripe event");
  expect(log).toContain("/pay/{token}");
  const tokens = links.map((path) => path.split("/").at(-1) ?? "");
  for (const secret of [
    env.STRIPE_SECRET_KEY,
    ...env.STRIPE_WEBHOOK_SECRETS.split(","),
    "v1=",
    "/c/pay/",
    ...tokens,
    ...keys,
  ]) {
    expect(secret.length).toBeGreaterThan(2);
    expect(log.includes(secret), secret.slice(0, 6)).toBe(false);
  }
});
