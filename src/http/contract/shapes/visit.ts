// Schemas of a visit: what it does, the steps that lead to it, and the report for the agent's owner.
import { z } from "zod";
import { MOST_ACTIONS } from "@denkeeper/rules/foresight/schedule.ts";
import { REPORT_KINDS } from "@denkeeper/rules/words/report.ts";
import { namedObject } from "../json-schema.ts";
import { NO_REFLECT_ITEM, careAction, careItem, careNotes, givenId, instant, isItemAllowed } from "./creature.ts";

const visitAction = namedObject("VisitAction", {
  creature_id: givenId,
  action: careAction,
  item: careItem,
  notes: careNotes,
}).refine(isItemAllowed, NO_REFLECT_ITEM);

/** The report for an agent's owner (REPORT rules). */
export const report = namedObject("Report", {
  id: z.int().describe("Send it back once your human knows. Until then, or for a day, the report stays."),
  text: z.string().describe("For your human, word for word."),
  lines: z.array(namedObject("ReportLine", { kind: z.enum(REPORT_KINDS), at: instant, message: z.string() })),
})
  .nullable()
  .optional()
  .describe("What your human should know. None for sitters.");

export const TOLD = "The `id` of a report that your human now knows.";

export const visitBody = z.object({
  actions: z
    .array(visitAction)
    .max(MOST_ACTIONS)
    .refine((actions) => new Set(actions.map(({ creature_id: id, action }) => id + action)).size === actions.length, {
      error: "must have each action at most once for each creature",
    })
    .describe("At most 50; each action once per creature."),
  only_due: z.boolean().optional().describe("Skip actions that are no longer advised."),
  told: z.int().min(0).optional().describe(TOLD),
});

const plannedAction = namedObject("PlannedAction", {
  creature_id: z.uuid(),
  action: careAction,
  item: z.string().optional(),
});

/** A next step to a visit with every due action. It can be sent unchanged. */
const visitStep = namedObject("VisitStep", {
  action: z.literal("visit"),
  method: z.literal("POST"),
  endpoint: z.literal("/api/house/visit"),
  description: z.string(),
  due: z.literal(true),
  body: z.object({ actions: z.array(plannedAction), only_due: z.literal(true) }),
});

const otherStep = namedObject("CompactStep", {
  action: z.string(),
  method: z.enum(["GET", "POST", "DELETE"]),
  endpoint: z.string().regex(/^\//),
  description: z.string(),
  body: z.record(z.string(), z.unknown()).optional(),
  due: z.literal(false).optional(),
});

/** Next steps of compact answers. Only a visit can be due. */
export const compactNextSteps = z
  .array(z.union([visitStep, otherStep]))
  .meta({ id: "CompactNextSteps", description: "When something is due: one visit with all of it. Send it as given." });
