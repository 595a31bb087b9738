// GET /api/house/clock: the time in this house.
import { z } from "zod";
import { contract, nextSteps } from "../../../http/contract/contract.ts";
import { instant } from "../../../http/contract/shapes/creature.ts";

export const clockResponse = z.object({
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
  tool: "account",
  limit: { by: "agent", max: 60, windowSeconds: 60, counter: "clock" },
  response: clockResponse,
  errors: {},
});
