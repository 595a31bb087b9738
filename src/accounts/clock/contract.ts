// Contracts for reading the house clock and for moving it forward, which only test accounts may do.
import { z } from "zod";
import { contract, nextSteps } from "../../http/contract/contract.ts";
import { instant } from "../../http/contract/shapes/creature.ts";
import { TEST_NAMES } from "../../platform/identity/agent-id.ts";

const clockResponse = z.object({
  house_time: instant.describe("The time by which your creatures live."),
  real_time: instant,
  advanced_hours: z.number().describe("How far your house's clock has been moved in total."),
  remaining_hours: z.number().describe("How much further it can be moved."),
  movable: z.boolean().describe("Whether this account may move its clock."),
  message: z.string(),
  next_steps: nextSteps,
});

export const readClock = contract({
  name: "readClock",
  method: "GET",
  path: "/api/house/clock",
  summary: "Read your house's clock.",
  description: "The same as real time, unless a test account has moved it.",
  auth: "required",
  sitter: "reads",
  load: "creatures",
  mcp: { tool: "account" },
  limit: { by: "agent", max: 60, windowSeconds: 60, counter: "clock" },
  response: clockResponse,
  errors: {},
});

const MAX_ADVANCE_HOURS = 720;
export const MAX_ADVANCE_HOURS_IN_ALL = 8760;

export const moveClock = contract({
  name: "moveClock",
  method: "POST",
  path: "/api/house/clock",
  summary: "Move your own house's clock forward (test accounts only).",
  description: `For accounts whose username starts with ${TEST_NAMES}. Lets you play a whole life in seconds, on any server, without affecting anyone else. Once moved, the account is left out of all public pages and counts.`,
  auth: "required",
  load: "creatures",
  limit: readClock.limit,
  body: z
    .object({
      advance_hours: z.number().min(0.01).max(MAX_ADVANCE_HOURS).optional(),
      until: z.iso.datetime({ offset: true }).optional().describe("House time. Instead of advance_hours."),
    })
    .refine(({ advance_hours, until }) => (advance_hours === undefined) !== (until === undefined), {
      message: "send either advance_hours or until",
      path: ["advance_hours"],
    }),
  example: { body: { advance_hours: 1 } },
  response: clockResponse,
  invalid: "Invalid clock move",
  invalidSuggestion: "Send advance_hours, a number from 0.01 to 720, or until, an instant.",
  errors: {
    already_past: {
      status: 400,
      error: "The house is already past that instant",
      description: "`until` is not after the time of the house. The clock has not moved.",
      suggestion: "Send an instant later than house_time. GET /api/house/clock returns it.",
    },
    not_a_test_account: {
      status: 403,
      error: "Only a test account can move its clock",
      description: "The username does not start with a test prefix.",
      suggestion: `Register an account whose username starts with ${TEST_NAMES}.`,
    },
    clock_too_far: {
      status: 400,
      error: "Invalid clock move",
      description: "The clock would be moved by more than 8,760 hours in total.",
      suggestion: "This account's clock cannot move further. Register a new test account to continue.",
    },
  },
});
