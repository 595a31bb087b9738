// What a blind run may know (TRIAL-9): one allow-list for each open endpoint. An answer is cut down to its list on the
// way out, so a field that is added to an endpoint later stays hidden until it is listed here.
import { CARE_ACTIONS, EFFECTIVENESSES, MOODS, STAGES, STATS, TIMINGS } from "@denkeeper/rules/creature/creature.ts";
import { recordOf } from "@denkeeper/rules/time/record.ts";
import { z } from "zod";
import type { JsonObject } from "../../platform/json.ts";
import { nextSteps, step, type Contract, type WrittenAnswer } from "../../contracts/kit/contract.ts";
import { runStanding } from "../../contracts/trials/in-run.ts";
import { status } from "../../contracts/house/status.get.ts";
import { moveClock } from "../../contracts/house/clock.post.ts";
import type { Failure } from "../respond/errors.ts";

const instant = z.iso.datetime();
const stat = z.number().nullable();
const action = z.enum(CARE_ACTIONS);

/** Which of these fields there are depends on the endpoint, and on whether the creature lives. */
const creature = z.object({
  id: z.uuid(),
  name: z.string(),
  stage: z.enum(STAGES).optional(),
  age_hours: z.number().optional(),
  ...recordOf(STATS, () => stat.optional()),
  mood: z.enum(MOODS).optional(),
  alive: z.boolean().optional(),
});

const cared = z.object({
  action,
  success: z.boolean(),
  changes: z.object(recordOf(STATS, () => z.object({ before: stat, after: stat }))),
  effectiveness: z.enum(EFFECTIVENESSES),
  timing: z.enum(TIMINGS).nullable(),
  message: z.string(),
});

const logEntry = z.object({
  timestamp: instant,
  action,
  notes: z.string().nullable(),
  item: z.string().nullable(),
  hunger_before: stat,
  hunger_after: stat,
  happiness_before: stat,
  happiness_after: stat,
  health_before: stat,
  health_after: stat,
  timing: z.enum(TIMINGS).nullable(),
});

/** `feeding_due` is left out where events are read, because leaving it out here would show in the page. */
const event = z.object({
  id: z.string(),
  at: instant,
  type: z.string(),
  creature: z.object({ id: z.uuid(), name: z.string() }).nullable(),
  message: z.string(),
  stage: z.enum(STAGES).optional(),
  path: z.string().optional(),
  milestone: z.string().optional(),
  threshold: z.number().optional(),
  cause: z.string().optional(),
});

const clock = { ...runStanding.shape, message: z.string() };

/** The allow-list of each open endpoint, by the contract's name. */
const ALLOWED: Readonly<Record<string, z.core.$ZodLooseShape>> = {
  checkStatus: { creature, other_creatures: z.array(creature).optional() },
  home: { house_time: instant, creatures: z.array(creature) },
  care: { creature, action_result: cared },
  readClock: clock,
  moveClock: clock,
  history: { creature, care_log: z.array(logEntry) },
  preferences: { creature },
  events: { events: z.array(event), cursor: z.string(), has_more: z.boolean(), house_time: instant },
};

/** The answer of a contract in a blind run; undefined for one that is closed there. */
export function blindShapeOf({ name }: Pick<Contract, "name">): z.ZodObject | undefined {
  return SHAPES.get(name);
}

const SHAPES: ReadonlyMap<string, z.ZodObject> = new Map(
  Object.entries(ALLOWED).map(([name, fields]) => [
    name,
    z.object({ ...fields, run: runStanding.optional(), next_steps: nextSteps }),
  ]),
);

/** An answer with nothing but what is listed. Once the run is over, its steps give nothing away. */
export function blindAnswer(contract: Pick<Contract, "name">, answer: WrittenAnswer, over = false): JsonObject {
  const shape = blindShapeOf(contract);
  if (shape === undefined) throw new Error(`${contract.name} is closed in a blind run`);
  return shape.parse(over ? answer : { ...answer, next_steps: [statusStep, clockStep] });
}

/** The same two steps whatever happened: which one comes next is for the keeper to find out. */
const statusStep = step(status, { description: "See how your creatures are." });
const clockStep = step(moveClock, {
  description: "Move the clock. How far is yours to decide.",
  body: { advance_hours: 1 },
});

const known = z.object({ id: z.uuid(), name: z.string(), stage: z.enum(STAGES), alive: z.boolean() });

/** An error with its text, its details and its suggestion, and no field but the names of the caller's creatures. */
export function blindFailure(failure: Failure, { path }: Pick<Contract, "path">): Failure {
  const { your_creatures: creatures, warnings, house_time } = failure.more.fields ?? {};
  return failure.with({
    fields: {
      ...(Array.isArray(creatures) ? { your_creatures: creatures.map((each) => known.parse(each)) } : {}),
      ...(warnings === undefined ? {} : { warnings }),
      ...(house_time === undefined ? {} : { house_time }),
    },
    nextSteps: [statusStep, clockStep].filter((each) => !("endpoint" in each) || each.endpoint !== path),
  });
}
