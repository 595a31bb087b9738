// Plays the documented loop in compact views: read the status, send each step that is due, come back at the check-in. Calls that
// advance the test clock are not measured.
import { z } from "zod";
import { HOUR_MS } from "@denkeeper/rules/time/durations.ts";
import { zoneAt } from "../../test/den.ts";
import { Reader, type TextSize } from "./reader.ts";

export const COMPACT_STATUS = "/api/house/status?view=compact";
const LEAST_MOVE_HOURS = 0.01;
/** A house that needs more calls than this at one instant is stuck. */
const PATIENCE = 100;

const registered = z.object({ your_token: z.string() });
export const looked = z.object({
  creature: z.object({ alive: z.boolean().optional(), stage: z.string() }).optional(),
  other_creatures: z.array(z.unknown()).optional(),
  others_well: z.int().optional(),
  recommended_checkin: z.object({ at: z.string() }),
  next_steps: z.array(
    z.object({
      method: z.string().optional(),
      endpoint: z.string().optional(),
      body: z.record(z.string(), z.unknown()).optional(),
      due: z.boolean().optional(),
    }),
  ),
});

export interface KeepingResult {
  readonly size: TextSize;
  readonly stage: string | undefined;
  /** Living creatures at the end. */
  readonly living: number;
}

let accounts = 0;

/** Registers an account whose username has a constant length, in a zone where it is 9 a.m. */
export async function newReader(base: string): Promise<Reader> {
  const reader = new Reader(base);
  accounts += 1;
  const username = `test-context-${100 + accounts}`;
  const answer = registered.parse(await reader.call("POST", "/api/auth/register", { username, timezone: zoneAt(9) }));
  reader.key = answer.your_token;
  return reader;
}

/** Looks after one creature of each species for some days. The adoption calls are not measured. */
export async function keep(base: string, species: readonly string[], days: number): Promise<KeepingResult> {
  const reader = await newReader(base);
  for (const [at, species_slug] of species.entries()) {
    await reader.call("POST", "/api/house/adopt", { name: NAMES[at % NAMES.length], species_slug });
  }
  reader.taken();
  const startedAt = Date.now();
  let movedMs = 0;
  for (;;) {
    const status = looked.parse(await reader.call("GET", COMPACT_STATUS));
    if (movedMs >= days * 24 * HOUR_MS) {
      const living = 1 + (status.other_creatures?.length ?? 0) + (status.others_well ?? 0);
      return { size: reader.taken(), stage: status.creature?.stage, living };
    }
    const checkInAt = Date.parse((await careDue(reader, status)).recommended_checkin.at);
    const untilEnd = startedAt + days * 24 * HOUR_MS;
    const hours = (Math.min(checkInAt, untilEnd) - Date.now() - movedMs) / HOUR_MS;
    const advance_hours = Math.max(LEAST_MOVE_HOURS, Math.ceil(hours * 1e6) / 1e6);
    await reader.aside("POST", "/api/house/clock", { advance_hours });
    movedMs += advance_hours * HOUR_MS;
  }
}

/** Sends steps that are due until none is left. Returns the last answer. */
async function careDue(reader: Reader, status: z.output<typeof looked>): Promise<z.output<typeof looked>> {
  let answer = status;
  for (let calls = 0; calls < PATIENCE; calls++) {
    const due = answer.next_steps.find((step) => step.due === true);
    if (due?.endpoint === undefined) return answer;
    answer = looked.parse(await reader.call(due.method ?? "POST", due.endpoint, due.body));
  }
  throw new Error(`after ${PATIENCE} calls something is still due`);
}

const NAMES = ["Pip", "Rex", "Ivy", "Moss", "Ash", "Wren", "Juno", "Fig", "Odo", "Bea", "Kit", "Sol"];
