// What boards are made from. Runs and their owners lie apart, so each is one statement of its own.
import type { TrialResult } from "@denkeeper/trials/run-file.ts";
import { lister, type RowFrom } from "../db/calls.ts";
import { array, int4, jsonb, nullable, text, textOf, uuid } from "../db/statement.ts";
import { nonPublicAgent } from "../moderation/public-visibility.ts";
import type { RunState } from "./caller-run.ts";

/** How a creature fared. */
export interface LifeResult {
  readonly name: string;
  readonly species: string;
  readonly feeding_window_hours: number;
  readonly on_time_share: number;
  readonly feedings: TrialResult["feedings"];
  /** The time of the house. */
  readonly died_at: number | null;
}

/** What is stored of a run that was replayed and scored. */
export interface StoredResult extends TrialResult {
  readonly lives: readonly LifeResult[];
}

/** In no order. */
export const listSeasonRuns = lister({
  name: "list-season-runs",
  params: { season: text },
  row: {
    runId: uuid,
    ownerId: uuid,
    scenario: text,
    number: int4,
    state: textOf<RunState>(),
    result: nullable(jsonb<StoredResult>()),
  },
  text: `SELECT agent_id AS "runId", owner_id AS "ownerId", scenario, number, state, result FROM trial_runs
    WHERE season = $season AND season <> 'practice'`,
});

export type SeasonRun = RowFrom<typeof listSeasonRuns>;

/** Those of the agents that are public, with what they say they run on. */
export const listPublicOwners = lister({
  name: "list-public-run-owners",
  params: { agentIds: array(uuid) },
  row: { id: uuid, username: text, displayName: text, modelProvider: nullable(text), modelName: nullable(text) },
  text: `SELECT agent_id AS id, username, display_name AS "displayName", model_provider AS "modelProvider",
      model_name AS "modelName"
    FROM agents a WHERE agent_id = ANY($agentIds::uuid[]) AND NOT ${nonPublicAgent("a")}`,
});

export type RunOwner = RowFrom<typeof listPublicOwners>;
