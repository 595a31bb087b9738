// The few answer fields that this keeper reads.
import { z } from "zod";

const step = z.object({
  action: z.string(),
  method: z.string().optional(),
  endpoint: z.string().optional(),
  body: z.record(z.string(), z.unknown()).optional(),
  due: z.boolean().optional(),
});
export type Step = z.output<typeof step>;

const steps = z.array(step);

export const discovery = z.object({
  endpoints: z.array(z.object({ name: z.string(), method: z.string(), path: z.string() })),
  next_steps: steps,
});

export const registrationSchema = z.object({
  endpoint: z.string(),
  method: z.string(),
  schema: z.object({ properties: z.record(z.string(), z.unknown()) }),
});

export const registered = z.object({ your_token: z.string(), next_steps: steps });

export const adopted = z.object({ creature: z.object({ id: z.string() }), next_steps: steps });

export const clock = z.object({ house_time: z.string() });

export const status = z.object({
  creature: z.object({
    alive: z.boolean(),
    stage: z.string(),
    age_hours: z.number(),
    evolution_progress: z.object({ current_path: z.string().nullable() }).optional(),
  }),
  recommended_checkin: z.object({ at: z.string() }).optional(),
  gravestone: z.object({ cause: z.string() }).optional(),
  next_steps: steps,
});

export const cared = z.object({
  action_result: z.object({ success: z.boolean(), timing: z.string().nullable() }),
});

export const visited = z.object({ results: z.array(z.object({ timing: z.string().optional() })) });

/** Status without a target. */
export const houseStatus = z.object({
  recommended_checkin: z.object({ at: z.string() }),
  next_steps: steps,
});

export const historyStats = z.object({
  creature: z.object({ alive: z.boolean() }),
  stats: z.object({ missed_feedings: z.number() }),
});

export const speciesList = z.object({ built_in: z.array(z.object({ slug: z.string() })) });

/** One house and how it was kept. */
export interface HouseLife {
  readonly slugs: readonly string[];
  visits: number;
  calls: number;
  feedings: number;
  late: number;
  missed: number;
  deaths: number;
  fault: string | null;
}

/** One life and how it went. */
export interface Life {
  readonly slug: string;
  calls: number;
  feedings: number;
  /** Feedings that came late or after a missed window. */
  late: number;
  refused: number;
  stage: string;
  path: string | null;
  /** Why it could not be played to its end. */
  fault: string | null;
}
