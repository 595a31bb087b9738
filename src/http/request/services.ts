// The services that the app is built from, given to every handler. Tests build them with their own database and clock.
import type { RealInstant } from "@denkeeper/rules/time/units.ts";
import type { Logger } from "pino";
import type { Config } from "../../platform/config/config.ts";
import type { Outages } from "../../model/outages/outages.ts";
import type { Rail } from "../paying/rail.ts";
import type { ItemJudge } from "../../model/items/item-judge.ts";
import type { CallTrail } from "../../model/visits/call-trail.ts";
import type { VisitBuffer } from "../../model/visits/visit-buffer.ts";
import type { LongPollHub } from "../../model/events/long-poll-hub.ts";
import type { ObjectStore } from "../../platform/objects/store.ts";
import type { RollupCache } from "../../model/figures/rollup-cache.ts";
import type { Database } from "../../platform/database/db.ts";
import type { Metrics } from "../../platform/observability/metrics.ts";
import type { DiskRoom } from "../health/disk-room.ts";
import type { Readiness } from "../health/readiness.ts";
import type { Contract } from "../contract/contract.ts";
import type { Budgets } from "../guard/budgets.ts";
import type { ConcurrencyLimiter } from "../guard/concurrency-limiter.ts";
import type { RateLimiter } from "../guard/rate-limit.ts";
import type { SuspectKeys } from "../guard/suspect-keys.ts";

export interface Services {
  readonly config: Config;
  readonly database: Database;
  /** What DIRECT_DATABASE_URL names. It has the job queue: on a Citus cluster only the coordinator does. */
  readonly directDatabase: Database;
  readonly limiter: RateLimiter;
  readonly suspectKeys: SuspectKeys;
  readonly itemJudge: ItemJudge;
  /** The ways to pay that are on. */
  readonly rails: readonly Rail[];
  readonly pictures: ObjectStore;
  readonly rollups: RollupCache;
  readonly outages: Outages;
  readonly log: Logger;
  readonly metrics: Metrics;
  readonly concurrency: ConcurrencyLimiter;
  readonly readiness: Readiness;
  readonly diskRoom: DiskRoom;
  readonly budgets: Budgets;
  readonly longPollHub: LongPollHub;
  readonly visitBuffer: VisitBuffer;
  readonly callTrail: CallTrail;
  readonly now: () => RealInstant;
  /** Every endpoint, in the order in which they are documented. */
  readonly contracts: readonly Contract[];
}

/** What a handler names as its second argument: the services that it uses, and no others. */
export type Needs<Names extends keyof Services> = Pick<Services, Names>;
