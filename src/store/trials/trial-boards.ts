// What boards are made from. Runs and their owners lie apart, so each is one statement of its own.
import type { RealInstant } from "@denkeeper/rules/time/units.ts";
import type { TrialResult } from "@denkeeper/trials/run-file.ts";
import { lister, type RowFrom } from "../db/calls.ts";
import { array, int4, int8Of, jsonb, nullable, text, textOf, uuid } from "../db/statement.ts";
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

/** Whether each waking began without any memory but its notes, or all of them had one context. */
export const RUN_CONTEXTS = ["fresh", "one"] as const;
export type RunContext = (typeof RUN_CONTEXTS)[number];

/** What the player says of a run. */
export const CLAIM = { context: nullable(textOf<RunContext>()), transcript: nullable(text) };

const RUN_ROW = {
  runId: uuid,
  ownerId: uuid,
  season: text,
  scenario: text,
  number: int4,
  state: textOf<RunState>(),
  startedAt: int8Of<RealInstant>(),
  ...CLAIM,
  result: nullable(jsonb<StoredResult>()),
};
const RUN_COLUMNS = `agent_id AS "runId", owner_id AS "ownerId", season, scenario, number, state, started_at AS "startedAt",
  context, transcript, result`;
const OF_SCENARIOS = "season <> 'practice' AND scenario = ANY($scenarios::text[])";

/** In no order. */
export const listSeasonRuns = lister({
  name: "list-season-runs",
  params: { season: text },
  row: RUN_ROW,
  text: `SELECT ${RUN_COLUMNS} FROM trial_runs WHERE season = $season AND season <> 'practice'`,
});

/** Those of the first of these seasons in which one of the scenarios was played. */
export const listLastRuns = lister({
  name: "list-last-runs",
  params: { seasons: array(text), scenarios: array(text) },
  row: RUN_ROW,
  text: `SELECT ${RUN_COLUMNS} FROM trial_runs WHERE ${OF_SCENARIOS} AND season = ($seasons::text[])[(
      SELECT min(array_position($seasons::text[], season)) FROM trial_runs
      WHERE ${OF_SCENARIOS} AND season = ANY($seasons::text[]))]`,
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
