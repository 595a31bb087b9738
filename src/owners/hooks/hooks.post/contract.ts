// POST /api/house/hooks: adds a hook, which sends messages to the agent's human.
import { z } from "zod";
import { HOOK_EVENTS, MOST_HOOKS_BY, type HookEvent } from "@denkeeper/rules/foresight/hook-events.ts";
import { contract, nextSteps, type LimitOwner } from "../../../http/contract/contract.ts";
import { creatureNotFound } from "../../../http/contract/shapes/creature-errors.ts";
import { givenId } from "../../../http/contract/shapes/creature.ts";
import { HOOKS_OFF, hookEvent, hookKind, hookView, periodFields } from "../shapes.ts";

/** What a hook reports unless it is asked for something else. */
export const USUAL_EVENTS: readonly HookEvent[] = [
  "agent.silent",
  "agent.still",
  "agent.recovered",
  "creature.late",
  "creature.critical",
  "creature.died",
];

/** Codes go to whoever an agent names, so a receiver gets few of them, whoever asks. */
export const CODES_TO_HOST: LimitOwner = { name: "codesToHost", limit: { by: "ip", max: 60, windowSeconds: 3600 } };
export const CODES_TO_TOPIC: LimitOwner = { name: "codesToTopic", limit: { by: "ip", max: 5, windowSeconds: 86_400 } };

export const addHook = contract({
  name: "addHook",
  method: "POST",
  path: "/api/house/hooks",
  summary: "Send messages about your creatures to your human.",
  description: `The first message has a code: confirm it, and the others follow. At most ${MOST_HOOKS_BY.agent}. Alerts mark you as \`assisted\`. See /docs/hooks.md.`,
  auth: "required",
  load: "creatures",
  tool: "helpers",
  begins: true,
  limit: { by: "agent", max: 10, windowSeconds: 3600 },
  body: z.object({
    kind: hookKind,
    url: z.string().min(1).max(500).describe("https. For ntfy: the address of the topic."),
    events: z
      .array(hookEvent)
      .min(1)
      .max(HOOK_EVENTS.length)
      .optional()
      .describe("Default: all but grown, born and back."),
    creature_id: givenId.optional().describe("Default: all."),
    token: z
      .string()
      .regex(/^\w{1,200}$/)
      .optional()
      .describe("For ntfy."),
    ...periodFields,
  }),
  example: { body: { kind: "ntfy", url: "https://ntfy.sh/pip-7f3a9c" } },
  status: 201,
  response: z.object({
    hook: hookView,
    secret: z.string().optional().describe("Signs a webhook (Standard Webhooks). Shown only once."),
    message: z.string(),
    next_steps: nextSteps,
  }),
  secret: true,
  secretInputs: ["url", "token"],
  invalid: "Invalid hook",
  invalidSuggestion: "kind and url are required. The URL must be public, https, and on port 443.",
  errors: {
    hooks_off: HOOKS_OFF,
    invalid_hook_url: {
      status: 400,
      error: "Invalid hook",
      description: "Hooks do not reach this address, or it is not of that kind.",
      suggestion: "Send the https URL of a public host, as the receiver shows it.",
    },
    creature_not_found: creatureNotFound("Creature not found"),
    too_many_hooks: {
      status: 409,
      error: "Too many hooks",
      description: `You already have ${MOST_HOOKS_BY.agent}.`,
      suggestion: "Remove one first.",
    },
  },
});
