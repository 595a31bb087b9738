// The services of use cases. Each use case names the services that it needs, so that tests can replace the database or clock.
import type { RealInstant } from "@denkeeper/rules/time/units.ts";
import type { Logger } from "pino";
import type { Config } from "../platform/config/config.ts";
import type { Database } from "../platform/database/db.ts";
import type { DiskRoom } from "../platform/disk-room.ts";
import type { ObjectStore } from "../platform/objects/store.ts";
import type { Metrics } from "../platform/observability/metrics.ts";
import type { Budgets } from "./agents/budgets.ts";
import type { LongPollHub } from "./events/long-poll-hub.ts";
import type { RollupCache } from "./figures/rollup-cache.ts";
import type { ItemJudge } from "./items/item-judge.ts";
import type { Rail } from "./ledger/rail.ts";
import type { Outages } from "./outages/outages.ts";
import type { CallTrail } from "./visits/call-trail.ts";
import type { VisitBuffer } from "./visits/visit-buffer.ts";

export interface DomainServices {
  readonly config: Config;
  readonly database: Database;
  /** The database of DIRECT_DATABASE_URL. It contains the job queue, which only the coordinator of a Citus cluster has. */
  readonly directDatabase: Database;
  readonly itemJudge: ItemJudge;
  /** The payment rails that the settings enable. */
  readonly rails: readonly Rail[];
  readonly pictures: ObjectStore;
  readonly rollups: RollupCache;
  readonly outages: Outages;
  readonly log: Logger;
  readonly metrics: Metrics;
  readonly diskRoom: DiskRoom;
  readonly budgets: Budgets;
  readonly longPollHub: LongPollHub;
  readonly visitBuffer: VisitBuffer;
  readonly callTrail: CallTrail;
  readonly now: () => RealInstant;
}

export type Needs<Names extends keyof DomainServices> = Pick<DomainServices, Names>;
