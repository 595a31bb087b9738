// POST /api/house/visit performs several care actions in one call.
import { z } from "zod";
import { CARE_ACTIONS, EFFECTIVENESSES, TIMINGS } from "@denkeeper/rules/creature/creature.ts";
import { contract } from "../../http/contract/contract.ts";
import { namedObject } from "../../http/contract/json-schema.ts";
import { itemResult, statChanges } from "../care.post/contract.ts";
import * as shapes from "../../http/contract/shapes/creature.ts";
import * as visitShapes from "../../http/contract/shapes/visit.ts";
import { SIGNPOSTS } from "../../http/contract/signposts.ts";

/** The result of an action that reached its creature. For a refusal, success is false and tip says what to do. */
export const doneResult = namedObject("VisitResult", {
  creature_id: z.uuid(),
  name: z.string(),
  action: shapes.careAction,
  success: z.boolean(),
  skipped: z.literal(true).optional().describe("Only with only_due: no longer advised, so nothing was done."),
  effectiveness: z.enum(EFFECTIVENESSES).optional().describe("Absent if effective."),
  timing: z.enum(TIMINGS).optional().describe("Only for meals."),
  message: z.string(),
  tip: z.string().optional().describe("What to do instead. Only if reduced, wasted or refused."),
  item_result: itemResult.optional(),
  changes: statChanges.optional().describe("Only if the item was harmful."),
  death: shapes.death.optional().describe("Only if this care killed it."),
  milestones: shapes.milestones.optional(),
  marks: shapes.newMarks,
});

const failedResult = namedObject("VisitFailure", {
  creature_id: z.uuid(),
  action: shapes.careAction,
  success: z.literal(false),
  error: z.string(),
  code: z.string(),
  suggestion: z.string(),
});

export const visitResult = z.union([doneResult, failedResult]);

export const visit = contract({
  ...SIGNPOSTS.visit,
  summary: "Do everything that is due in your house in one call.",
  description:
    "Runs the actions in order, each like a call of care: each is saved separately, and a failed one does not stop the rest. Status with view=compact returns the whole visit as a step; send it as given, then come back at recommended_checkin.at. With an Idempotency-Key, a repeated call returns the results of finished actions and does the rest. An empty list only looks: it hatches eggs and checks your creatures, like status.",
  auth: "required",
  sitter: "visits",
  load: "house",
  limit: { by: "agent", max: 6, windowSeconds: 60 },
  body: visitShapes.visitBody,
  example: { body: { actions: [] } },
  response: z.object({
    results: z.array(visitResult).describe("One per action, in order."),
    report: visitShapes.report,
    recommended_checkin: shapes.houseCheckIn.optional(),
    next_steps: visitShapes.compactNextSteps,
  }),
  invalid: "Invalid visit",
  invalidSuggestion: `Send actions: a list of { creature_id, action }, where action is one of ${CARE_ACTIONS.join(", ")}. The details name each mistake.`,
  errors: {},
});
