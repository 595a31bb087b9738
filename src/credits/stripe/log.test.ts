// Logs hundreds of lines at the lowest level from valid and invalid payments, and checks that none contains a secret.
import { Stripe } from "stripe";
import { expect, test } from "vitest";
import { CHECKOUT_ENV, NOWHERE, WEBHOOK_SECRET, eventOf, linkFor } from "../../../test/payers/checkout.ts";
import { freePort } from "../../../test/processes/free-port.ts";
import { houseForTest } from "../../../test/harness.ts";
import { startServiceProcess } from "../../../test/processes/service.ts";
import { FULL } from "../../../test/tier.ts";
import { startStandIn } from "../../../tools/stripe-stand-in/stand-in.ts";

const LINES = FULL ? 10_000 : 600;
const AT_ONCE = 20;

test(`${LINES} lines of payments contain no key, secret, signature, link or body`, async () => {
  const standIn = await startStandIn({ url: NOWHERE, secret: WEBHOOK_SECRET, retryAfterMs: [] });
  const env = { ...CHECKOUT_ENV, STRIPE_API_BASE: standIn.url };
  const house = await houseForTest({ env: { ...env, RATE_LIMIT_FACTOR: "1000" } });
  const service = await startServiceProcess(house, await freePort(), env);
  const webhook = `${service.url}/api/webhooks/stripe`;
  standIn.webhooks.change({ url: webhook });
  const sdk = new Stripe("sk_test_forsigning");
  const account = await house.register();
  const secrets = new Set<string>([env.STRIPE_SECRET_KEY, ...env.STRIPE_WEBHOOK_SECRETS.split(","), account.key]);

  async function round(nth: number): Promise<void> {
    const path = await linkFor(account, "500");
    secrets.add(path.split("/").at(-1) ?? "");
    const pressed = await fetch(service.url + path, { method: "POST", redirect: "manual" });
    const location = pressed.headers.get("location") ?? "";
    secrets.add(new URL(location).pathname);
    const id = location.split("/").at(-1) ?? "";
    await standIn.till.pay(id);
    const session = standIn.till.sessions.get(id)?.shown ?? {};
    const paid = eventOf("checkout.session.completed", { ...session, note: "a-body-of-a-webhook" });
    const wrong = eventOf("checkout.session.completed", { ...session, amount_total: nth });
    for (const event of [paid, wrong]) standIn.webhooks.known.set(event.id, event);
    const payload = JSON.stringify(paid);
    const signature = sdk.webhooks.generateTestHeaderString({ payload, secret: WEBHOOK_SECRET });
    secrets.add(signature.split("v1=")[1] ?? "");
    const send = (body: string, header: string) =>
      fetch(webhook, { method: "POST", body, headers: { "stripe-signature": header } });
    await send(payload, signature);
    await send(`${payload} `, signature);
    await send(payload.replace('"amount_total":400', '"amount_total":1'), signature);
    const mismatched = JSON.stringify(wrong);
    await send(mismatched, sdk.webhooks.generateTestHeaderString({ payload: mismatched, secret: WEBHOOK_SECRET }));
    const key = { authorization: `Bearer ${account.key}` };
    // Unknown paths are logged with their secret parts masked.
    for (const address of [path, `${path}?paid`, `${path}/`, `/api${path}`, `//pay/${path}`, `/api/${account.key}`]) {
      await fetch(service.url + address, { headers: key, redirect: "manual" });
    }
    await fetch(`${service.url}/api/house/credits`, { method: "POST", headers: key, body: '{"pack":"500"}' });
  }

  const lineCount = (): number => service.log().split("\n").length - 1;
  for (let nth = 1000; lineCount() < LINES; nth += AT_ONCE) {
    await Promise.all(Array.from({ length: AT_ONCE }, (_, each) => round(nth + each)));
  }
  await service.kill();
  await standIn.stop();
  const log = service.log();
  console.log(`${lineCount()} lines, ${secrets.size} secrets looked for`);
  for (const outcome of [
    "credited",
    "already_credited",
    "a Stripe payment does not match its purchase",
    "invalid signature",
  ]) {
    expect(log).toContain(outcome);
  }
  for (const secret of [...secrets, "v1=", "a-body-of-a-webhook", "whsec_", "sk_test_"]) {
    expect(secret.length).toBeGreaterThan(2);
    if (log.includes(secret)) expect.fail(`the log holds ${secret.slice(0, 8)}...`);
  }
  // Keys appear in logs only as "dk_...".
  expect(/dk[oprs]?_\w/.exec(log)?.[0]).toBeUndefined();
});
