// Compares the ledger with a model over random sequences of purchases, duplicates, refunds, disputes, spends, and crashes, on a
// real database. The balance matches the model after each step, and all postings sum to zero at the end.
import * as fc from "fast-check";
import { expect, test } from "vitest";
import { checkoutOf, openCheckout, type Checkout } from "../../test/payers/credits.ts";
import { houseForFile } from "../../test/harness.ts";
import { insertAgents } from "../../test/lives/many-lives.ts";
import { FULL } from "../../test/tier.ts";
import type { Tx } from "../platform/database/db.ts";
import { audit } from "./audit.ts";
import { PACKS, type Pack } from "../model/ledger/packs.ts";
import { claimPayment, creditPurchase, disputePurchase, refundPurchase } from "./purchases.ts";
import { spend } from "./spend.ts";

const SEQUENCES = Number(process.env["FC_RUNS"] ?? (FULL ? 1_000 : 150));
/** Number of agents that are active concurrently, each with its own sequence. */
const AT_ONCE = 10;
const AT = Date.now();

const house = await houseForFile();
const { database } = house.app.services;

interface ModelPurchase {
  readonly pack: Pack;
  paid: boolean;
  refundedCents: number;
  /** State of the purchase's only possible dispute. */
  dispute: "none" | "open" | "won" | "lost";
}

/** State of one agent's account as computed without the ledger. */
interface Model {
  readonly purchases: ModelPurchase[];
  spent: number;
}

interface Real {
  readonly agentId: string;
  readonly checkouts: Checkout[];
  spends: number;
}

function keptOf({ pack, paid, refundedCents, dispute }: ModelPurchase): number {
  if (!paid) return 0;
  const isHeld = dispute === "open" || dispute === "lost";
  const lostShare = isHeld ? 1 : Math.min(1, refundedCents / pack.amountCents);
  return pack.credits - Math.ceil(Number((pack.credits * lostShare).toFixed(6)));
}

function balanceOf({ purchases, spent }: Model): number {
  return purchases.reduce((sum, purchase) => sum + keptOf(purchase), 0) - spent;
}

class Crash extends Error {}

/** A step of a sequence, which either commits or is aborted before its commit. An aborted step must leave no trace. */
abstract class Step implements fc.AsyncCommand<Model, Real> {
  readonly crashes: boolean;
  readonly purchasesNeeded: number = 0;

  constructor(crashes: boolean) {
    this.crashes = crashes;
  }

  check({ purchases }: Readonly<Model>): boolean {
    return purchases.length >= this.purchasesNeeded;
  }

  /** Runs the step in the database and returns its effect on the model. */
  abstract play(tx: Tx, model: Readonly<Model>, real: Real): Promise<(model: Model) => void>;

  /** Commits changes before the step, which remain even if the step is aborted. */
  prepare?(real: Real): Promise<void>;

  async run(model: Model, real: Real): Promise<void> {
    await this.prepare?.(real);
    try {
      const apply = await database.withTransaction(async (tx) => {
        const played = await this.play(tx, model, real);
        if (this.crashes) throw new Crash();
        return played;
      });
      apply(model);
    } catch (thrown) {
      if (!(thrown instanceof Crash)) throw thrown;
    }
    const statement = "SELECT credits FROM agents WHERE agent_id = $1";
    const [row] = await database.adHoc<{ credits: number }>(statement, [real.agentId]);
    expect(row?.credits).toBe(balanceOf(model));
  }

  toString(): string {
    return `${this.constructor.name}${JSON.stringify(this)}`;
  }
}

class Open extends Step {
  readonly pack: Pack;

  constructor(crashes: boolean, pack: Pack) {
    super(crashes);
    this.pack = pack;
  }

  async play(tx: Tx, _: Readonly<Model>, { agentId, checkouts }: Real) {
    const checkout = checkoutOf(agentId, this.pack);
    await openCheckout(tx, checkout, this.pack, AT);
    return ({ purchases }: Model) => {
      checkouts.push(checkout);
      purchases.push({ pack: this.pack, paid: false, refundedCents: 0, dispute: "none" });
    };
  }
}

/** A step that concerns one of the purchases. */
abstract class OfPurchase extends Step {
  override readonly purchasesNeeded = 1;
  readonly nth: number;

  constructor(crashes: boolean, nth: number) {
    super(crashes);
    this.nth = nth;
  }

  async play(tx: Tx, model: Readonly<Model>, { checkouts }: Real) {
    const purchase = model.purchases[this.nth % checkouts.length];
    if (purchase === undefined) throw new Error("there is no purchase");
    const change = await this.report(tx, this.checkoutIn(checkouts), purchase);
    return () => {
      Object.assign(purchase, change);
    };
  }

  checkoutIn(checkouts: readonly Checkout[]): Checkout {
    const checkout = checkouts[this.nth % checkouts.length];
    if (checkout === undefined) throw new Error("there is no checkout");
    return checkout;
  }

  abstract report(tx: Tx, checkout: Checkout, purchase: Readonly<ModelPurchase>): Promise<Partial<ModelPurchase>>;
}

class Pay extends OfPurchase {
  override async prepare({ checkouts }: Real): Promise<void> {
    const { purchase, payment } = this.checkoutIn(checkouts);
    await claimPayment(database, purchase, payment, AT);
  }

  async report(tx: Tx, { purchase, payment }: Checkout, { paid }: Readonly<ModelPurchase>) {
    const { kind } = await creditPurchase(tx, purchase, payment, AT);
    expect(kind).toBe(paid ? "already_credited" : "credited");
    return { paid: true };
  }
}

class Refund extends OfPurchase {
  readonly share: number;

  constructor(crashes: boolean, nth: number, share: number) {
    super(crashes, nth);
    this.share = share;
  }

  async report(tx: Tx, { purchase }: Checkout, { pack, refundedCents }: Readonly<ModelPurchase>) {
    const cents = Math.round((pack.amountCents * this.share) / 100);
    await refundPurchase(tx, purchase, cents, AT);
    return { refundedCents: Math.max(refundedCents, cents) };
  }
}

class Dispute extends OfPurchase {
  readonly status: "open" | "won" | "lost";

  constructor(crashes: boolean, nth: number, status: "open" | "won" | "lost") {
    super(crashes, nth);
    this.status = status;
  }

  async report(tx: Tx, { purchase }: Checkout, { pack, dispute }: Readonly<ModelPurchase>) {
    const { status } = this;
    await disputePurchase(tx, purchase, { ref: "dp_1", amountCents: pack.amountCents, status }, AT);
    const hasEnded = dispute === "won" || dispute === "lost";
    return { dispute: hasEnded ? dispute : status };
  }
}

class Spend extends Step {
  readonly credits: number;

  constructor(crashes: boolean, credits: number) {
    super(crashes);
    this.credits = credits;
  }

  async play(tx: Tx, model: Readonly<Model>, real: Real) {
    const { credits } = this;
    real.spends++;
    const left = await spend(tx, { agentId: real.agentId, key: `spend:${real.spends}`, credits, at: AT });
    const before = balanceOf(model);
    expect(left).toBe(before >= credits ? before - credits : undefined);
    return (changed: Model) => {
      if (left !== undefined) changed.spent += credits;
    };
  }
}

const crashes = fc.integer({ min: 0, max: 5 }).map((die) => die === 0);
const nth = fc.nat({ max: 3 });
const sequence = fc.commands(
  [
    fc.tuple(crashes, fc.constantFrom(...PACKS)).map(([crash, pack]) => new Open(crash, pack)),
    fc.tuple(crashes, nth).map(([crash, which]) => new Pay(crash, which)),
    fc.tuple(crashes, nth).map(([crash, which]) => new Pay(crash, which)),
    fc.tuple(crashes, nth, fc.nat({ max: 100 })).map(([crash, which, share]) => new Refund(crash, which, share)),
    fc
      .tuple(crashes, nth, fc.constantFrom("open", "won", "lost"))
      .map(([crash, which, status]) => new Dispute(crash, which, status)),
    fc.tuple(crashes, fc.integer({ min: 1, max: 400 })).map(([crash, credits]) => new Spend(crash, credits)),
  ],
  { size: "medium", maxCommands: 20 },
);

test(`${SEQUENCES} random sequences match the model, sum to zero and never overdraw`, async () => {
  let steps = 0;
  const sequences = fc.array(sequence, { minLength: AT_ONCE, maxLength: AT_ONCE });
  await fc.assert(
    fc.asyncProperty(sequences, async (all) => {
      const agents = await insertAgents(database, AT_ONCE, AT);
      await Promise.all(
        all.map(async (commands, index) => {
          const agentId = agents[index]?.id ?? "";
          const start = () => ({ model: { purchases: [], spent: 0 }, real: { agentId, checkouts: [], spends: 0 } });
          await fc.asyncModelRun<Model, Real, boolean, Model>(start, commands);
          steps += [...commands].length;
        }),
      );
    }),
    { numRuns: Math.ceil(SEQUENCES / AT_ONCE) },
  );
  const { accounts, wrong } = await audit(database);
  console.log(`${SEQUENCES} sequences, ${steps} steps, ${accounts} accounts in the ledger`);
  expect(wrong).toEqual([]);
  const statement = "SELECT count(DISTINCT agent_id) AS count FROM ledger_transactions";
  expect(await database.adHoc(statement)).toEqual([{ count: accounts }]);
  expect(accounts).toBeGreaterThan(SEQUENCES / 4);
});
