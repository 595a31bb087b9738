// What the app is built from, given to every handler. Tests build it with a database and a clock of their own.
import type { Logger } from "pino";
import type { Config } from "../config.ts";
import type { Outages } from "../house/outages.ts";
import type { Rail } from "../payments/rail.ts";
import type { StripeRail } from "../payments/stripe/index.ts";
import type { ItemJudge } from "../providers/item-judge.ts";
import type { VisitBook } from "../house/visit-book.ts";
import type { Waiters } from "../house/waiters.ts";
import type { PictureStore } from "../providers/pictures/store.ts";
import type { RollupCache } from "../rollups/cache.ts";
import type { Database } from "../store/db.ts";
import type { Metrics } from "../watch/metrics.ts";
import type { Readiness } from "../watch/readiness.ts";
import type { Contract } from "./contract.ts";
import type { ConcurrencyLimiter } from "./concurrency-limiter.ts";
import type { RateLimiter } from "./rate-limit.ts";
import type { SuspectKeys } from "./suspect-keys.ts";

export interface Parts {
  readonly config: Config;
  readonly database: Database;
  readonly limiter: RateLimiter;
  readonly suspectKeys: SuspectKeys;
  readonly itemJudge: ItemJudge;
  /** The ways to pay that are on. */
  readonly rails: readonly Rail[];
  readonly pictures: PictureStore;
  /** Card checkout; undefined when it is off. */
  readonly stripe: StripeRail | undefined;
  readonly rollups: RollupCache;
  readonly outages: Outages;
  readonly log: Logger;
  readonly metrics: Metrics;
  readonly concurrency: ConcurrencyLimiter;
  readonly readiness: Readiness;
  readonly waiters: Waiters;
  readonly visits: VisitBook;
  readonly now: () => number;
  /** Every endpoint, in the specification's order. */
  readonly contracts: readonly Contract[];
}
