// Plays the documented loop over HTTP: read the status, send each due step, come back at the check-in.
import { z } from "zod";
import { HOUR_MS } from "@denkeeper/rules/time/durations.ts";
import { zoneAt } from "../../test/den.ts";
import { Reader, type TextSize } from "./reader.ts";

export const COMPACT_STATUS = "/api/house/status?view=compact";
const LEAST_MOVE_HOURS = 0.01;
/** Calls at one instant after which a keeper waits 15 minutes, because a creature that is asleep may refuse urgent care. */
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

/** Registers an account in a zone where it is 9 a.m., with a username of constant length. */
export async function newReader(base: string): Promise<Reader> {
  const reader = new Reader(base);
  accounts += 1;
  const username = `test-context-${100 + accounts}`;
  const answer = registered.parse(await reader.call("POST", "/api/auth/register", { username, timezone: zoneAt(9) }));
  reader.key = answer.your_token;
  return reader;
}

/** Keeps a creature of each species for some days. The size excludes registration, adoptions and moves of the clock. */
export async function keep(base: string, species: readonly string[], days: number): Promise<KeepingResult> {
  const reader = await newReader(base);
  for (const [at, species_slug] of species.entries()) {
    await reader.call("POST", "/api/house/adopt", { name: NAMES[at % NAMES.length], species_slug });
  }
  reader.taken();
  const paths = { status: COMPACT_STATUS, clock: "/api/house/clock" };
  const [call, move] = [reader.call.bind(reader), reader.aside.bind(reader)];
  const status = await followAnswers(call, paths, 24 * days, move);
  const living = 1 + (status.other_creatures?.length ?? 0) + (status.others_well ?? 0);
  return { size: reader.taken(), stage: status.creature?.stage, living };
}

type SendCall = Reader["aside"];

/** Follows the answers for some hours of a house. Returns the last status. `move` sends the calls that move the clock. */
export async function followAnswers(
  call: SendCall,
  paths: { readonly status: string; readonly clock: string },
  hours: number,
  move = call,
): Promise<z.output<typeof looked>> {
  const endAt = Date.now() + hours * HOUR_MS;
  let movedMs = 0;
  for (;;) {
    let answer = looked.parse(await call("GET", paths.status));
    if (movedMs >= hours * HOUR_MS) return answer;
    let due = dueIn(answer);
    for (let calls = 0; calls < PATIENCE && due !== undefined; calls++) {
      answer = looked.parse(await call(due.method, due.endpoint, due.body));
      due = dueIn(answer);
    }
    const houseNow = Date.now() + movedMs;
    const nextAt = due === undefined ? Date.parse(answer.recommended_checkin.at) : houseNow + HOUR_MS / 4;
    const wait = (Math.min(nextAt, endAt) - houseNow) / HOUR_MS;
    const advance_hours = Math.max(LEAST_MOVE_HOURS, Math.ceil(wait * 1e6) / 1e6);
    await move("POST", paths.clock, { advance_hours });
    movedMs += advance_hours * HOUR_MS;
  }
}

function dueIn({ next_steps: steps }: z.output<typeof looked>) {
  const { method = "POST", endpoint, body } = steps.find(({ due }) => due === true) ?? {};
  return endpoint === undefined ? undefined : { method, endpoint, body };
}

const NAMES = ["Pip", "Rex", "Ivy", "Moss", "Ash", "Wren", "Juno", "Fig", "Odo", "Bea", "Kit", "Sol"];
