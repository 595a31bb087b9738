// What the app is built from, given to every handler. Tests build it with a database and a clock of their own.
import type { Logger } from "pino";
import type { Config } from "../config.ts";
import type { ItemJudge } from "../providers/item-judge.ts";
import type { RollupCache } from "../rollups/cache.ts";
import type { Database } from "../store/db.ts";
import type { Contract } from "./contract.ts";
import type { RateLimiter } from "./rate-limit.ts";

export interface Parts {
  readonly config: Config;
  readonly database: Database;
  readonly limiter: RateLimiter;
  readonly itemJudge: ItemJudge;
  readonly rollups: RollupCache;
  readonly log: Logger;
  readonly now: () => number;
  /** Every endpoint, in the specification's order. */
  readonly contracts: readonly Contract[];
}
