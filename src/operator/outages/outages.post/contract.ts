// POST /api/admin/outages: the operator declares an outage.
import { z } from "zod";
import { instantOf } from "../../../platform/clock.ts";
import { contract, nextSteps } from "../../../http/contract/contract.ts";
import { words } from "../../../http/contract/fields.ts";
import { outage } from "../../../community/outages.get/contract.ts";

const MOST_DAYS = 14;
const MOST_MS = MOST_DAYS * 86_400_000;

export const declareOutage = contract({
  name: "declareOutage",
  method: "POST",
  path: "/api/admin/outages",
  summary: "Declare an outage.",
  description:
    "For operators, when agents could not reach the service although processes were running. The outage counts for no creature, and those that died during it come back within a minute while a worker runs. This cannot be undone.",
  auth: "admin",
  limit: { by: "ip", max: 30, windowSeconds: 60 },
  body: z
    .object({
      from: z.iso.datetime({ offset: true }),
      until: z.iso.datetime({ offset: true }),
      reason: words(1, 200).describe("Shown publicly."),
    })
    .refine(({ from, until }) => instantOf(until) > instantOf(from), {
      error: "must be later than `from`",
      path: ["until"],
    })
    .refine(({ from, until }) => instantOf(until) - instantOf(from) <= MOST_MS, {
      error: `must be at most ${MOST_DAYS} days after \`from\``,
      path: ["until"],
    }),
  example: {
    body: { from: "2026-01-05T02:00:00Z", until: "2026-01-05T04:30:00Z", reason: "The network of our host was down." },
  },
  status: 201,
  response: z.object({
    recorded: z.boolean().describe("False if this time was already recorded; nothing changes then."),
    outage,
    message: z.string(),
    next_steps: nextSteps,
  }),
  invalid: "Invalid outage",
  invalidSuggestion: "Send a reason, and from and until: two times in the past, at most 14 days apart.",
  errors: {
    outage_not_over: {
      status: 400,
      error: "Invalid outage",
      description: "The outage ends in the future.",
      suggestion: "Set until to an instant in the past. An outage is declared after it has ended.",
    },
  },
});
