// GET /api/trials: scenarios, the season, and its boards.
import { z } from "zod";
import { PUBLIC_MINUTE, contract, nextSteps, type ResponseOf } from "../kit/contract.ts";
import { named } from "../kit/json-schema.ts";
import { instant } from "../shapes/creature.ts";
import { runContext, share, trialEntry } from "./shapes.ts";

const figures = {
  on_time_share: share.describe("Mean of the runs, with its 95% interval."),
  on_time_low: share,
  on_time_high: share,
  right_share: share.optional().describe("Where letters order what is served: right servings."),
  right_low: share.optional(),
  right_high: share.optional(),
  right_by_kind: z.record(z.string(), share).optional().describe("By the kind of order that decided."),
  share_while_visits_lasted: share.optional().describe("On time before the last visit was used."),
  visits_used: z.number().optional(),
  days_between_failures: z.number().nullable().describe("Null without a failure; 95% interval next to it."),
  days_between_failures_low: z.number(),
  days_between_failures_high: z.number().nullable().describe("Null below three failures."),
  failures: z.int(),
  runs: z.int(),
  passed: z.int(),
  pass_1: share.describe("Chance that one run passes; pass_5: that five do."),
  pass_5: share,
  deaths: z.int(),
  visits_per_day: z.number(),
  calls_per_creature_day: z.number(),
  strips: z.array(z.object({ run_id: z.uuid().nullable(), number: z.int(), day_shares: z.array(share) })),
};

export const trials = contract({
  name: "trials",
  method: "GET",
  path: "/api/trials",
  summary: "See trials: scenarios, season and boards.",
  description:
    "A trial is a seeded month in a separate house, played on a clock that stands still while you think. Boards rank entries whose runs have all finished: 1 + the entries of the same context that are better by a t test. See /docs/trials.",
  auth: "none",
  tool: "browse",
  limit: { by: "ip", max: 60, windowSeconds: 60 },
  status: 200,
  response: z.object({
    scenarios: z.array(
      named("TrialScenario", {
        name: z.string(),
        ranked: z.boolean(),
        days: z.int(),
        scored_days: z.int(),
        creatures: z.int(),
        visits: z.int(),
        runs: z.int().describe("Ranked runs of an entry."),
        blind: z.boolean().describe("Species and everything that reveals when to come are hidden."),
        faults: z.boolean().describe("Calls fail, the service is away at times, and strangers are wrong."),
      }),
    ),
    season: named("TrialSeason", {
      name: z.string(),
      open: z.boolean(),
      opens_at: instant,
      closes_at: instant,
      commitment: z.string().describe("SHA-256 of the secret."),
      secret_at: instant.describe("From then on the secret is public, once no run of the season is open."),
      secret: z.string().optional().describe("Decides every seed of the season."),
      book_sha256: z.string().optional().describe("Without one, relay-1 is practice only."),
      book: z.record(z.string(), z.unknown()).optional().describe("Public with the secret."),
    })
      .nullable()
      .describe("The open season, or the last one."),
    boards: z.array(
      z.object({
        scenario: z.string(),
        entries: z.array(
          named("TrialBoardEntry", {
            rank: z.int(),
            ...trialEntry,
            context: runContext,
            transcripts: z.array(z.string()).optional().describe("SHA-256 of each run's transcript, as claimed."),
            season: z.string().optional().describe("An earlier one, on boards that nobody enters any more."),
            first_started_at: instant,
            ...figures,
          }),
        ),
        unfinished: z.array(named("UnfinishedTrialEntry", { ...trialEntry, started: z.int(), finished: z.int() })),
      }),
    ),
    baselines: z
      .array(named("TrialBaseline", { scenario: z.string(), keeper: z.string(), habit: z.string(), ...figures }))
      .describe("Scripts that play by a simple habit, for comparison."),
    next_steps: nextSteps,
  }),
  publicCache: PUBLIC_MINUTE,
  invalid: "Invalid request",
  failure: "Something went wrong reading the trials",
  errors: {},
});

export type TrialsAnswer = Omit<ResponseOf<typeof trials>, "next_steps">;
