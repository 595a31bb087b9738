// The ledger under concurrent and out-of-order changes: nothing is credited twice, spent twice, or lost.
import { pino } from "pino";
import { expect, test } from "vitest";
import { buyCredits, checkoutOf, openCheckout, packOf, type Checkout } from "../../test/payers/credits.ts";
import { houseForFile } from "../../test/harness.ts";
import { insertAgents } from "../../test/lives/many-lives.ts";
import { TASKS } from "../tasks.ts";
import { AlreadyPosted, insertPosting } from "../model/ledger/store/ledger.ts";
import { claimReference, findClaim, savePaymentEvent } from "./store/payments.ts";
import { findPurchase, listStalePurchases } from "./store/purchases.ts";
import { audit } from "./audit.ts";
import type { Pack } from "../model/ledger/packs.ts";
import {
  claimPayment,
  creditPurchase,
  disputePurchase,
  movePurchase,
  openClaimed,
  openPurchase,
  referPurchase,
  refundPurchase,
  type Payment,
} from "./purchases.ts";
import { spend } from "./spend.ts";

const house = await houseForFile();
const { database } = house.app.services;
const AT = Date.now();

async function rows<Row extends object>(text: string, values: readonly unknown[] = []): Promise<Row[]> {
  return database.adHoc<Row>(text, values);
}

async function agent(): Promise<string> {
  const [made] = await insertAgents(database, 1, AT);
  return made?.id ?? "";
}

async function balanceOf(agentId: string): Promise<number | undefined> {
  const [row] = await rows<{ credits: number }>("SELECT credits FROM agents WHERE agent_id = $1", [agentId]);
  return row?.credits;
}

async function opened(agentId: string, packId: Pack["id"] = "500"): Promise<Checkout> {
  const checkout = checkoutOf(agentId, packOf(packId));
  await openCheckout(database, checkout, packOf(packId), AT);
  expect(await referPurchase(database, checkout.purchase, checkout.payment.providerRef, AT)).toBe(true);
  return checkout;
}

async function credit({ purchase, payment: asked }: Checkout, changed: Partial<Payment> = {}) {
  const payment = { ...asked, ...changed };
  await claimPayment(database, purchase, payment, AT);
  return database.withTransaction((tx) => creditPurchase(tx, purchase, payment, AT));
}

async function refund({ purchase }: Checkout, cents: number): Promise<void> {
  await database.withTransaction((tx) => refundPurchase(tx, purchase, cents, AT));
}

async function dispute({ purchase }: Checkout, status: "open" | "won" | "lost", amountCents = 400): Promise<void> {
  await database.withTransaction((tx) => disputePurchase(tx, purchase, { ref: "dp_1", amountCents, status }, AT));
}

async function expectSound(): Promise<void> {
  expect((await audit(database)).wrong).toEqual([]);
}

test("10 racing spends of 100 from 600 credits succeed 6 times", async () => {
  const me = await agent();
  await buyCredits(database, me, "500");
  await buyCredits(database, me, "100");
  const spends = await Promise.all(
    Array.from({ length: 10 }, (_, nth) =>
      database.withTransaction((tx) => spend(tx, { agentId: me, key: `race:${nth}`, credits: 100, at: AT })),
    ),
  );
  expect(spends.filter((left) => left !== undefined).toSorted((a, b) => a - b)).toEqual([0, 100, 200, 300, 400, 500]);
  expect(await balanceOf(me)).toBe(0);
  await expectSound();
});

test("30 concurrent first credits of one purchase credit once", async () => {
  const me = await agent();
  const checkout = await opened(me);
  const outcomes = await Promise.all(Array.from({ length: 30 }, () => credit(checkout)));
  expect(outcomes.filter(({ kind }) => kind === "credited")).toEqual([
    { kind: "credited", credits: 500, balance: 500 },
  ]);
  expect(outcomes.filter(({ kind }) => kind === "already_credited")).toHaveLength(29);
  expect(await balanceOf(me)).toBe(500);
  expect(await findPurchase(database, checkout.purchase)).toMatchObject({
    status: "credited",
    paymentRef: checkout.payment.paymentRef,
  });
  await expectSound();
});

test("a payment that does not match its purchase credits nothing", async () => {
  const me = await agent();
  const checkout = await opened(me);
  const wrong: readonly Partial<Payment>[] = [
    { providerRef: "cs_test_another" },
    { amountCents: 399 },
    { currency: "eur" },
    { livemode: true },
  ];
  for (const changed of wrong) {
    const outcome = await credit(checkout, changed);
    expect(outcome).toMatchObject({
      kind: "mismatch",
      faults: [expect.stringContaining(Object.keys(changed)[0] ?? "")],
    });
  }
  expect(await credit(checkout, { paid: false })).toEqual({ kind: "unpaid" });
  const nobody = { ...checkout, purchase: { ...checkout.purchase, agentId: await agent() } };
  expect(await credit(nobody)).toEqual({ kind: "unknown_purchase" });
  expect(await balanceOf(me)).toBe(0);
  expect(await credit(checkout)).toMatchObject({ kind: "credited" });
});

test("one payment reference pays for one purchase, whichever agent sends it", async () => {
  const [first, second] = [await opened(await agent()), await agent()];
  const { providerRef } = first.payment;
  const { purchase } = checkoutOf(second, packOf("500"));
  const opening = { ...purchase, rail: "stripe", pack: packOf("500"), livemode: false, status: "settling" } as const;
  const claimed = await openClaimed(database, { ...opening, providerRef }, AT);
  expect(claimed).toEqual({ kind: "claimed", by: first.purchase });
  expect(await findPurchase(database, purchase)).toBeUndefined();
  expect(await findClaim(database, { rail: "stripe", providerRef })).toEqual(first.purchase);

  // A session whose reference was not stored is identified by its purchase, unless the session belongs to another purchase.
  await openPurchase(database, opening, AT);
  const theirs = { purchase, payment: first.payment };
  expect(await credit(theirs)).toMatchObject({ kind: "mismatch" });
  expect(await referPurchase(database, purchase, providerRef, AT)).toBe(false);
  expect(await referPurchase(database, purchase, "cs_test_own", AT)).toBe(true);
  expect(await referPurchase(database, purchase, "cs_test_other", AT)).toBe(false);
  expect(await findClaim(database, { rail: "stripe", providerRef: "cs_test_other" })).toBeUndefined();
  expect(await credit(theirs, { providerRef: "cs_test_own" })).toMatchObject({ kind: "credited", balance: 500 });
});

test("a credit needs a claim; the next report completes an interrupted credit", async () => {
  const me = await agent();
  const checkout = await opened(me);
  const { purchase, payment } = checkout;
  const unclaimed = await database.withTransaction((tx) => creditPurchase(tx, purchase, payment, AT));
  expect(unclaimed).toEqual({ kind: "mismatch", faults: [`${payment.paymentRef} was not claimed`] });
  await claimPayment(database, purchase, payment, AT);
  const undone = database.withTransaction(async (tx) => {
    await creditPurchase(tx, purchase, payment, AT);
    throw new Error("gone");
  });
  await expect(undone).rejects.toThrow("gone");
  expect(await balanceOf(me)).toBe(0);
  const reports = await Promise.all(Array.from({ length: 5 }, () => credit(checkout)));
  expect(reports.filter(({ kind }) => kind === "credited")).toHaveLength(1);
  expect(await balanceOf(me)).toBe(500);
  await expectSound();
});

test("when two agents concurrently send one payment, one is credited", async () => {
  const [one, other] = [await agent(), await agent()];
  const [first, second] = [await opened(one), await opened(other)];
  const shared = { paymentRef: `pi_${first.purchase.purchaseId}_shared` };
  const both = async () => Promise.all([credit(first, shared), credit(second, shared)]);
  expect((await both()).map(({ kind }) => kind).toSorted()).toEqual(["credited", "mismatch"]);
  expect((await both()).map(({ kind }) => kind).toSorted()).toEqual(["already_credited", "mismatch"]);
  expect(new Set([await balanceOf(one), await balanceOf(other)])).toEqual(new Set([0, 500]));
  await expectSound();
});

test("only its own agent's next call resumes a claim without a purchase", async () => {
  const [me, other] = [await agent(), await agent()];
  const providerRef = `authorization-${me}`;
  const pack = packOf("500");
  const opening = (agentId: string) => {
    const { purchase } = checkoutOf(agentId, pack);
    return { ...purchase, rail: "x402", pack, livemode: false, status: "settling", providerRef } as const;
  };
  const died = opening(me);
  const { purchaseId } = died;
  await claimReference(database, { rail: "x402", ref: providerRef }, died, AT);
  const by = { agentId: me, purchaseId };
  expect(await openClaimed(database, opening(other), AT)).toEqual({ kind: "claimed", by });
  const calls = await Promise.all([me, me, me].map((agentId) => openClaimed(database, opening(agentId), AT)));
  expect(calls.filter(({ kind }) => kind === "opened")).toEqual([{ kind: "opened", purchase: by }]);
  expect(await rows("SELECT purchase_id FROM purchases WHERE agent_id = $1", [me])).toEqual([
    { purchase_id: purchaseId },
  ]);
});

test("a refund before the credit is deducted once the purchase is credited", async () => {
  const me = await agent();
  const checkout = await opened(me);
  await refund(checkout, 200);
  expect(await balanceOf(me)).toBe(0);
  expect(await credit(checkout)).toEqual({ kind: "credited", credits: 500, balance: 250 });
  await expectSound();
});

test("refunds are cumulative, even repeated, late, out of order or after spending", async () => {
  const me = await agent();
  const checkout = await opened(me);
  await credit(checkout);
  await refund(checkout, 100);
  expect(await balanceOf(me)).toBe(375);
  await Promise.all(Array.from({ length: 8 }, () => refund(checkout, 300)));
  await refund(checkout, 100);
  expect(await balanceOf(me)).toBe(125);
  await database.withTransaction((tx) => spend(tx, { agentId: me, key: "spent", credits: 125, at: AT }));
  await refund(checkout, 400);
  expect(await balanceOf(me)).toBe(-125);
  const overdrawn = await database.withTransaction((tx) => spend(tx, { agentId: me, key: "s", credits: 1, at: AT }));
  expect(overdrawn).toBeUndefined();
  await buyCredits(database, me, "100");
  expect(await balanceOf(me)).toBe(-25);
  await expectSound();
});

test("a refund deducts credits, rounded up", async () => {
  const me = await agent();
  const checkout = await opened(me, "1000");
  await credit(checkout);
  await refund(checkout, 1);
  expect(await balanceOf(me)).toBe(998);
});

test("a dispute takes the credits, winning returns them, late openings change nothing", async () => {
  const me = await agent();
  const checkout = await opened(me);
  await credit(checkout);
  await dispute(checkout, "open");
  await dispute(checkout, "open");
  expect(await balanceOf(me)).toBe(0);
  await dispute(checkout, "won");
  expect(await balanceOf(me)).toBe(500);
  await dispute(checkout, "open");
  expect(await balanceOf(me)).toBe(500);

  const lost = await opened(me);
  await dispute(lost, "lost");
  await credit(lost);
  await refund(lost, 400);
  expect(await balanceOf(me)).toBe(500);
  await expectSound();
});

test("an ended purchase stays ended; only a payment revives an expired one", async () => {
  const me = await agent();
  const checkout = await opened(me);
  const move = (status: "settling" | "expired" | "failed") =>
    database.withTransaction((tx) => movePurchase(tx, checkout.purchase, status, AT + 1));
  expect(await listStalePurchases(database, { status: "opened", before: AT + 1, limit: 100 })).toContainEqual(
    expect.objectContaining(checkout.purchase),
  );
  expect(await move("settling")).toBe(true);
  const settling = await listStalePurchases(database, { status: "settling", before: AT + 2, limit: 100 });
  expect(settling.map(({ purchaseId }) => purchaseId)).toContain(checkout.purchase.purchaseId);
  expect(await move("expired")).toBe(true);
  expect(await move("failed")).toBe(false);
  expect(await credit(checkout)).toMatchObject({ kind: "credited" });
  expect(await move("expired")).toBe(false);
  expect(await balanceOf(me)).toBe(500);
});

test("spending twice under one key succeeds only once", async () => {
  const me = await agent();
  await buyCredits(database, me, "500");
  const pay = () => database.withTransaction((tx) => spend(tx, { agentId: me, key: "one", credits: 100, at: AT }));
  const outcomes = await Promise.allSettled([pay(), pay(), pay()]);
  expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
  expect(outcomes.filter((each) => each.status === "rejected" && each.reason instanceof AlreadyPosted)).toHaveLength(2);
  expect(await balanceOf(me)).toBe(400);
  await expect(
    database.withTransaction((tx) => spend(tx, { agentId: me, key: "x", credits: -5, at: AT })),
  ).rejects.toThrow();
});

test("the database rejects ledger changes and transactions that do not balance", async () => {
  const me = await agent();
  await buyCredits(database, me, "100");
  for (const table of ["ledger_entries", "ledger_transactions"]) {
    await expect(rows(`UPDATE ${table} SET key = key WHERE agent_id = $1`, [me])).rejects.toThrow(/append-only/);
    await expect(rows(`DELETE FROM ${table} WHERE agent_id = $1`, [me])).rejects.toThrow(/append-only/);
    await expect(rows(`TRUNCATE ${table} CASCADE`)).rejects.toThrow(/append-only/);
  }
  const insert = "INSERT INTO ledger_transactions VALUES ($1, 'lonely', 'purchase', NULL, 1)";
  await expect(rows(insert, [me])).rejects.toThrow(/sum to zero/);
  const oneSided = `WITH t AS (${insert}) INSERT INTO ledger_entries VALUES ($1, 'lonely', 'agent', 5)`;
  await expect(rows(oneSided, [me])).rejects.toThrow(/sum to zero/);
  await expectSound();
});

test("the audit raises an alarm if a balance differs from the ledger", async () => {
  const keepers = await insertAgents(database, 5, AT);
  for (const { id } of keepers) await buyCredits(database, id, "100");
  const [, tampered] = keepers;
  await rows("UPDATE agents SET credits = credits + 7 WHERE agent_id = $1", [tampered?.id]);
  const [unknown] = await insertAgents(database, 1, AT);
  await rows("UPDATE agents SET credits = 9 WHERE agent_id = $1", [unknown?.id]);
  const whole = await audit(database);
  expect(whole.wrong).toHaveLength(2);
  const lines: string[] = [];
  const log = pino({}, { write: (line: string) => lines.push(line) });
  const { metrics } = house.app.services;
  await TASKS.audit_ledger.run({ database, now: AT, log, metrics });
  expect(await metrics.text()).toContain("denkeeper_ledger_audit_faults 2\n");
  const alarms = lines
    .map((line): unknown => JSON.parse(line))
    .filter((line) => JSON.stringify(line).includes('"alarm"'));
  expect(alarms).toContainEqual(expect.objectContaining({ agentId: tampered?.id, balance: 107, entries: 100 }));
  expect(alarms).toHaveLength(2);
  await rows("UPDATE agents SET credits = credits - 7 WHERE agent_id = $1", [tampered?.id]);
  await rows("UPDATE agents SET credits = 0 WHERE agent_id = $1", [unknown?.id]);
  await expectSound();
});

test("a rolled-back transaction leaves nothing behind", async () => {
  const me = await agent();
  const posting = {
    agentId: me,
    key: "gone",
    kind: "purchase",
    purchaseId: null,
    credits: 5,
    mayOverdraw: true,
    at: AT,
  };
  const failing = database.withTransaction(async (tx) => {
    await insertPosting(tx, { ...posting, kind: "purchase" });
    throw new Error("crash");
  });
  await expect(failing).rejects.toThrow("crash");
  expect(await balanceOf(me)).toBe(0);
  await expectSound();
});

test("provider events are stored once per purchase, with their last outcome", async () => {
  const { purchase } = await opened(await agent());
  const event = { rail: "stripe", eventId: "evt_1", type: "checkout.session.completed", purchase } as const;
  await savePaymentEvent(database, { ...event, purchase: undefined, outcome: "unknown_purchase" }, AT);
  await savePaymentEvent(database, { ...event, outcome: "credited" }, AT + 1);
  await savePaymentEvent(database, { ...event, outcome: "already_credited" }, AT + 2);
  const kept = await rows("SELECT deliveries, outcome, purchase_id, received_at FROM payment_events ORDER BY agent_id");
  expect(kept).toEqual([
    { deliveries: 1, outcome: "unknown_purchase", purchase_id: null, received_at: AT },
    { deliveries: 2, outcome: "already_credited", purchase_id: purchase.purchaseId, received_at: AT + 1 },
  ]);
});
