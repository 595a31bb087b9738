// The recorded baselines, as scripts/trials wrote them.
import { z } from "zod";
import { share } from "../../../contracts/trials/shapes.ts";
import file from "./baselines.json" with { type: "json" };
import letters from "./relay-baselines.json" with { type: "json" };
import type { TrialsAnswer } from "../../../contracts/trials/trials.get.ts";

const recorded = z.object({
  baselines: z.array(
    z.object({
      scenario: z.string(),
      keeper: z.string(),
      habit: z.string(),
      runs: z.int(),
      on_time_share: share,
      on_time_share_low: share,
      on_time_share_high: share,
      right_share: share.optional(),
      right_low: share.optional(),
      right_high: share.optional(),
      days_between_failures: z.number().nullable(),
      days_between_failures_low: z.number(),
      days_between_failures_high: z.number().nullable(),
      failures: z.int().default(0),
      passed: z.int(),
      pass_1: share,
      pass_5: share,
      deaths: z.int(),
      visits_per_day: z.number(),
      calls_per_creature_day: z.number(),
      recorded: z.object({ day_shares: z.array(share).default([]) }),
    }),
  ),
});

const ALL = [file, letters].flatMap((each) => recorded.parse(each).baselines);

export const BASELINES: TrialsAnswer["baselines"] = ALL.map((each) => {
  const { on_time_share_low, on_time_share_high, recorded: run, ...figures } = each;
  const strips = [{ run_id: null, number: 1, day_shares: run.day_shares }];
  return Object.assign(figures, { on_time_low: on_time_share_low, on_time_high: on_time_share_high, strips });
});
