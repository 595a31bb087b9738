// The environment, parsed once at the start. A wrong value stops the process with a list of what is wrong, instead of
// surprising somebody at night. `.env.example` is generated from this file.
import { randomBytes } from "node:crypto";
import { z } from "zod";
import { BUILT_IN_MODEL } from "./providers/similarity/model-id.ts";

const flag = z
  .enum(["true", "false"])
  .default("false")
  .transform((text) => text === "true");

/** Each variable with what it means; `example` is what .env.example shows when there is no default. */
export const ENVIRONMENT = z.object({
  DATABASE_URL: z
    .url({ protocol: /^postgres(ql)?$/ })
    .describe("PostgreSQL 15 or newer, for requests. May lead through PgBouncer 1.21 or newer.")
    .meta({ example: "postgres://root@127.0.0.1:5432/denkeeper" }),
  DIRECT_DATABASE_URL: z
    .url({ protocol: /^postgres(ql)?$/ })
    .optional()
    .describe("The same database without a pooler between, for migrations and the worker. Without it: DATABASE_URL.")
    .meta({ example: "postgres://root@127.0.0.1:5432/denkeeper" }),
  DATABASE_CONNECTIONS: z.coerce
    .number()
    .int()
    .min(2)
    .max(500)
    .default(20)
    .describe("How many connections to PostgreSQL one process may open."),
  REDIS_URL: z
    .url({ protocol: /^rediss?$/ })
    .optional()
    .describe(
      "Redis 7 or Valkey, for rate limits that all processes share. Required when NODE_ENV is production; without it each process counts on its own.",
    )
    .meta({ example: "redis://127.0.0.1:6379" }),
  REDIS_PREFIX: z.string().min(1).max(50).default("denkeeper").describe("How every key in Redis begins."),
  PORT: z.coerce
    .number()
    .int()
    .min(0)
    .max(65_535)
    .default(3000)
    .describe("Where the API listens. 0 takes a free port."),
  BASE_URL: z
    .url({ protocol: /^https?$/ })
    .optional()
    .describe("The address under which agents reach the service, without a slash at its end. Without it: localhost.")
    .meta({ example: "http://localhost:3000" }),
  ADMIN_KEY: z
    .string()
    .min(16)
    .optional()
    .describe("Opens /api/admin/analytics. At least 16 characters; without it nobody is let in.")
    .meta({ example: "" }),
  ROLE: z
    .enum(["api", "worker", "all", "embedder"])
    .default("all")
    .describe(
      "What this process does: answer requests (api), do the work behind them (worker), both (all), or serve the built-in model to other processes (embedder), for which PORT, LOG_LEVEL and EMBEDDINGS_KEY are enough.",
    ),
  ITEM_MODEL: z
    .enum(["similarity", "none"])
    .default("similarity")
    .describe("Whether items are judged by likeness, or all taken as neutral (none)."),
  EMBEDDINGS_URL: z
    .url({ protocol: /^https?$/ })
    .optional()
    .describe("An OpenAI-compatible embeddings endpoint that judges items. Without it: the built-in model.")
    .meta({ example: "http://embedder:3000/v1/embeddings" }),
  EMBEDDINGS_KEY: z
    .string()
    .min(1)
    .optional()
    .describe("The key of that endpoint; with ROLE=embedder the key that others must show.")
    .meta({ example: "" }),
  EMBEDDINGS_MODEL: z
    .string()
    .min(1)
    .max(100)
    .default(BUILT_IN_MODEL)
    .describe("The model to ask that endpoint for. The default is what ROLE=embedder serves."),
  RATE_LIMIT_FACTOR: z.coerce.number().positive().default(1).describe("Multiplies every rate limit."),
  TRUST_PROXY: flag.describe(
    "Whether a proxy stands in front. The client is then the last address in X-Forwarded-For.",
  ),
  LOG_LEVEL: z
    .enum(["trace", "debug", "info", "warn", "error", "fatal", "silent"])
    .default("info")
    .describe("What is logged: this level and those above it."),
  NODE_ENV: z.enum(["development", "test", "production"]).default("development").describe("Where this runs."),
  DEPLOYMENT_ID: z
    .string()
    .min(1)
    .max(100)
    .optional()
    .describe(
      "Names the counters of registrations, which start anew with each deployment. Give all processes of a deployment the same; without it each start counts as one.",
    )
    .meta({ example: "" }),
});

export interface Config {
  readonly databaseUrl: string;
  readonly directDatabaseUrl: string;
  readonly databaseConnections: number;
  readonly redisUrl: string | undefined;
  readonly redisPrefix: string;
  readonly port: number;
  readonly baseUrl: string;
  readonly adminKey: string | undefined;
  readonly role: "api" | "worker" | "all" | "embedder";
  readonly itemModel: "similarity" | "none";
  readonly embeddingsUrl: string | undefined;
  readonly embeddingsKey: string | undefined;
  readonly embeddingsModel: string;
  readonly rateLimitFactor: number;
  readonly trustProxy: boolean;
  readonly logLevel: string;
  readonly deploymentId: string;
}

type Environment = Readonly<Record<string, string | undefined>>;

/** What `schema` makes of the environment, or an error that names every variable that is wrong. */
function read<Schema extends z.ZodType>(schema: Schema, environment: Environment): z.infer<Schema> {
  const given = Object.fromEntries(
    Object.entries(environment).filter(([, value]) => value !== undefined && value !== ""),
  );
  const found = schema.safeParse(given);
  if (found.success) return found.data;
  const faults = found.error.issues.map(({ path, message }) => `  ${path.join(".")}: ${message}`);
  throw new Error(`The environment is not right:\n${faults.join("\n")}`);
}

/** The settings of ROLE=embedder, which has no database. */
export function readEmbedderConfig(environment: Environment): Pick<Config, "port" | "logLevel" | "embeddingsKey"> {
  const env = read(ENVIRONMENT.pick({ PORT: true, LOG_LEVEL: true, EMBEDDINGS_KEY: true }), environment);
  return { port: env.PORT, logLevel: env.LOG_LEVEL, embeddingsKey: env.EMBEDDINGS_KEY };
}

/** The settings, or an error that names every variable that is wrong. */
export function readConfig(environment: Environment): Config {
  const whole = ENVIRONMENT.refine((env) => env.NODE_ENV !== "production" || env.REDIS_URL !== undefined, {
    path: ["REDIS_URL"],
    message: "is required when NODE_ENV is production",
  });
  const env = read(whole, environment);
  return {
    databaseUrl: env.DATABASE_URL,
    directDatabaseUrl: env.DIRECT_DATABASE_URL ?? env.DATABASE_URL,
    databaseConnections: env.DATABASE_CONNECTIONS,
    redisUrl: env.REDIS_URL,
    redisPrefix: env.REDIS_PREFIX,
    port: env.PORT,
    baseUrl: (env.BASE_URL ?? `http://localhost:${env.PORT}`).replace(/\/+$/, ""),
    adminKey: env.ADMIN_KEY,
    role: env.ROLE,
    itemModel: env.ITEM_MODEL,
    embeddingsUrl: env.EMBEDDINGS_URL,
    embeddingsKey: env.EMBEDDINGS_KEY,
    embeddingsModel: env.EMBEDDINGS_MODEL,
    rateLimitFactor: env.RATE_LIMIT_FACTOR,
    trustProxy: env.TRUST_PROXY,
    logLevel: env.LOG_LEVEL,
    deploymentId: env.DEPLOYMENT_ID ?? randomBytes(8).toString("hex"),
  };
}
