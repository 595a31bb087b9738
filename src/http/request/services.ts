// Services of the app that every handler receives.
import type { DomainServices } from "../../model/services.ts";
import type { Contract } from "../contract/contract.ts";
import type { ConcurrencyLimiter } from "../guard/concurrency-limiter.ts";
import type { RateLimiter } from "../guard/rate-limit.ts";
import type { SuspectKeys } from "../guard/suspect-keys.ts";
import type { Readiness } from "../health/readiness.ts";

export interface Services extends DomainServices {
  readonly limiter: RateLimiter;
  readonly suspectKeys: SuspectKeys;
  readonly concurrency: ConcurrencyLimiter;
  readonly readiness: Readiness;
  /** Contracts of all endpoints, in the order of the documentation. */
  readonly contracts: readonly Contract[];
}
