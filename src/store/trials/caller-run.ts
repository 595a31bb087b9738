// The run behind a run's key: what is stored of it, and what its calls work with.
import type { Draw } from "@denkeeper/trials/draw.ts";
import type { Book } from "@denkeeper/trials/relay/book.ts";
import type { Scenario } from "@denkeeper/trials/scenario.ts";
import type { Span } from "@denkeeper/rules/time/span.ts";
import type { Instant, RealInstant } from "@denkeeper/rules/time/units.ts";
import { DAY_MS } from "@denkeeper/rules/time/durations.ts";
import type { Kept } from "@denkeeper/rules/creature/creature.ts";
import { callerFinder } from "../accounts/callers.ts";
import type { PresentCreature } from "../creatures/creature-change.ts";
import type { StoredCreature } from "../creatures/creature-row.ts";
import { json } from "../db/statement.ts";

/** TRIAL-6: after this time a run is over, whether or not the worker has come to end it. */
export const RUN_LASTS_MS = 7 * DAY_MS;

export type RunState = "open" | "ended" | "void";

export interface StoredRun {
  readonly ownerId: string;
  readonly season: string;
  readonly scenario: string;
  readonly seed: string;
  readonly startedAt: RealInstant;
  readonly clockAt: Instant;
  readonly visits: number;
  readonly calls: number;
  readonly state: RunState;
  readonly notebook: string | null;
}

/** The columns of `trial_runs` that a `StoredRun` is made of, and as one value, of `counted`. */
const RUN_COLUMNS = "owner_id, season, scenario, seed, started_at, clock_at, visits, calls, state, notebook";
const RUN_JSON = `json_build_object('ownerId', counted.owner_id, 'season', counted.season, 'scenario', counted.scenario, 'seed', counted.seed,
  'startedAt', counted.started_at, 'clockAt', counted.clock_at, 'visits', counted.visits, 'calls', counted.calls, 'state', counted.state,
  'notebook', counted.notebook)`;

/** With the key of a run. The call gets its number with the check, so that no two have the same one. */
export const findRunCaller = callerFinder({
  kind: "run",
  name: "counted-run-caller",
  before: `WITH counted AS (
    UPDATE trial_runs SET calls = calls + CASE WHEN state = 'open' AND started_at + ${RUN_LASTS_MS} > $now
      THEN $counted::integer ELSE 0 END
    WHERE agent_id = $agentId AND EXISTS (SELECT FROM agent_keys k WHERE k.agent_id = $agentId AND k.key_hash = $keyHash)
    RETURNING ${RUN_COLUMNS}
  ) `,
  table: "agent_keys",
  join: "CROSS JOIN counted",
  own: { name: "run", column: `${RUN_JSON} AS run`, type: json<StoredRun>() },
});

declare module "../accounts/callers.ts" {
  interface Caller<Held extends StoredCreature<Kept> = PresentCreature<Kept>> {
    /** Set when the key is a run's: `agent` is the run's own account. */
    readonly run?: CallerRun;
  }
}

export interface CallerRun {
  /** The account that plays. */
  readonly ownerId: string;
  readonly scenario: Scenario;
  readonly seed: string;
  /** Where the clock stands. */
  readonly clockAt: Instant;
  readonly visitsLeft: number;
  readonly startsAt: Instant;
  readonly endsAt: Instant;
  /** All that the seed draws, also those to come. */
  readonly outages: readonly Span[];
  /** When the house is shut, and what is written about it. */
  readonly shut?: Draw["shut"];
  /** The number of this call. Calls after the end have that of the last one before it. */
  readonly call: number;
  /** Whether it has ended. */
  readonly over: boolean;
  /** Where there are letters: the book in which they are told, and what the keeper has noted. */
  readonly letters?: { readonly book: Book; readonly notebook: string };
}
