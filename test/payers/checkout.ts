// Sets up card checkout for tests, with the real SDK against the stand-in, and collects the payment outcomes that the service
// counts.
import { subscribe, unsubscribe } from "node:diagnostics_channel";
import { afterAll, expect } from "vitest";
import { PAYMENT_CHANNEL, type PaymentCount } from "../../src/credits/metrics.ts";
import type { Session, StripeEvent } from "../../tools/stripe-stand-in/objects.ts";
import { startStandIn, type StandIn } from "../../tools/stripe-stand-in/stand-in.ts";
import { freshId } from "../../tools/stripe-stand-in/webhooks.ts";
import { freshAddress, openHouse, type Account, type Answer, type House } from "../harness.ts";

export const WEBHOOK_SECRET = "whsec_0123456789abcdef0123456789abcdef";
export const OLD_WEBHOOK_SECRET = "whsec_fedcba9876543210fedcba9876543210";
const SECRET_KEY = "sk_test_thekeyofahouseintests";
/** Address without a listener. */
export const NOWHERE = "http://127.0.0.1:9/";

/** Settings that enable card checkout. Stripe is not called before the first payment, so its address needs no listener. */
export const CHECKOUT_ENV = {
  STRIPE_SECRET_KEY: SECRET_KEY,
  STRIPE_WEBHOOK_SECRETS: `${WEBHOOK_SECRET},${OLD_WEBHOOK_SECRET}`,
  STRIPE_API_BASE: NOWHERE,
} as const;

export interface Shop {
  readonly house: House;
  readonly standIn: StandIn;
  readonly webhookUrl: string;
  /** Payment outcomes counted since the start. */
  readonly counted: readonly PaymentCount[];
  close(): Promise<void>;
}

/** Opens a house that sells credits. The caller must close it. */
export async function openShop(env: Readonly<Record<string, string>> = {}, port = 0): Promise<Shop> {
  const standIn = await startStandIn({ url: NOWHERE, secret: WEBHOOK_SECRET, retryAfterMs: [] }, port);
  const house = await openHouse({
    env: { ...CHECKOUT_ENV, STRIPE_API_BASE: standIn.url, RATE_LIMIT_FACTOR: "1000", ...env },
  });
  const webhookUrl = `${house.url}/api/webhooks/stripe`;
  standIn.webhooks.change({ url: webhookUrl });
  const counted: PaymentCount[] = [];
  const listen = (message: unknown): unknown => counted.push(message as PaymentCount);
  subscribe(PAYMENT_CHANNEL, listen);
  return {
    house,
    standIn,
    webhookUrl,
    counted,
    async close() {
      unsubscribe(PAYMENT_CHANNEL, listen);
      await house.close();
      await standIn.stop();
    },
  };
}

export async function shopForFile(): Promise<Shop> {
  const shop = await openShop();
  afterAll(() => shop.close());
  return shop;
}

export async function linkFor(account: Account, pack: "100" | "500" | "1000" = "500"): Promise<string> {
  const answer = await account.call("POST", "/api/house/credits", { pack });
  expect(answer.status, answer.text).toBe(200);
  return new URL(answer.json.checkout_url).pathname;
}

/** Presses the pay button as a human would. */
export async function press({ house }: Shop, path: string): Promise<Answer> {
  return house.call("POST", path, undefined, {}, freshAddress());
}

/** Presses the pay button and returns the session it leads to. */
export async function sessionBehind(shop: Shop, path: string): Promise<Session> {
  const answer = await press(shop, path);
  expect(answer.status, answer.text).toBe(303);
  const id = new URL(answer.headers.location ?? "").pathname.split("/").at(-1) ?? "";
  const kept = shop.standIn.till.sessions.get(id);
  if (kept === undefined) throw new Error(`there is no session ${id}`);
  return kept.shown;
}

export async function creditsOf(account: Account): Promise<number> {
  return (await account.call("GET", "/api/house/credits")).json.credits;
}

/** Builds an event as Stripe would, with a new id. */
export function eventOf(type: string, object: object, more: Partial<StripeEvent> = {}): StripeEvent {
  return {
    id: freshId("evt"),
    object: "event",
    api_version: "2026-10-28.endive",
    created: Math.floor(Date.now() / 1000),
    type,
    livemode: false,
    pending_webhooks: 1,
    data: { object },
    ...more,
  };
}

/** Pays without sending a webhook. */
export async function payInSilence(
  { standIn, webhookUrl }: Shop,
  session: Session,
  how?: "card" | "bank",
): Promise<void> {
  standIn.webhooks.change({ url: NOWHERE });
  await standIn.till.pay(session.id, how);
  standIn.webhooks.change({ url: webhookUrl });
}
