// Parses the environment once, at startup. Wrong values stop the process with a sentence about each of them. `.env.example` is
// generated from this file.
import { randomBytes } from "node:crypto";
import { statSync } from "node:fs";
import { isIP } from "node:net";
import { z } from "zod";
import type { TrustedProxies } from "./trusted-proxies.ts";
import { trustedProxiesOf } from "./trusted-proxies.ts";
import { GUARDS } from "./guards.ts";
import { isLiveKey } from "./payment-guards.ts";
import type { MistypedName } from "./mistyped-names.ts";
import { mistypedNames } from "./mistyped-names.ts";
import type { SettingFault } from "./setting-faults.ts";
import { InvalidSettings, plainMessage } from "./setting-faults.ts";
import { isAddress } from "./x402/address.ts";
import type { NetworkId } from "./x402/networks.ts";
import { NETWORK_IDS } from "./x402/networks.ts";
import { BUILT_IN_MODEL } from "./model-id.ts";
import type { Operator } from "./operators.ts";
import { operatorsIn, operatorsOf } from "./operators.ts";
import { weakSecretsIn } from "./weak-secrets.ts";
import type { Build } from "./build.ts";
import { buildOf } from "./build.ts";

const flag = z
  .enum(["true", "false"])
  .default("false")
  .transform((text) => text === "true");

function urlOf(protocol: RegExp, message: string) {
  return z.url({ protocol, error: ({ input }) => (input === undefined ? "is required" : message) });
}
const postgresUrl = urlOf(/^postgres(ql)?$/, "must look like postgres://USER:PASSWORD@HOST:5432/DATABASE");
const httpUrl = urlOf(/^https?$/, "must be an address that begins with http:// or https://");

const SAMPLER_ROOTS = ["always_on", "always_off", "traceidratio"] as const;
const SAMPLERS = [...SAMPLER_ROOTS, ...SAMPLER_ROOTS.map((root) => `parentbased_${root}` as const)];

function areRedisAddresses(text: string): boolean {
  return text.split(",").every((address) => /^rediss?:\/\//.test(address) && URL.canParse(address));
}

/** Each variable with what it means; `example` is what .env.example shows when there is no default. */
export const ENVIRONMENT = z.object({
  DATABASE_URL: postgresUrl
    .describe("PostgreSQL 15 or newer, for requests. Can go through PgBouncer 1.21 or newer.")
    .meta({ example: "postgres://root@127.0.0.1:5432/denkeeper" }),
  DIRECT_DATABASE_URL: postgresUrl
    .optional()
    .describe(
      "The same database without a pooler, for migrations, the worker and its queue; on Citus the coordinator. Defaults to DATABASE_URL.",
    )
    .meta({ example: "postgres://root@127.0.0.1:5432/denkeeper" }),
  DATABASE_CONNECTIONS: z.coerce
    .number()
    .int()
    .min(2)
    .max(500)
    .default(20)
    .describe("Maximum PostgreSQL connections per process."),
  REDIS_URL: z
    .string()
    .refine(areRedisAddresses, "must be redis://HOST:PORT, or several of them, separated by commas")
    .optional()
    .describe(
      "Redis 7 or Valkey, for rate limits shared by all processes. Several addresses, separated by commas, are the nodes of a cluster. Required when NODE_ENV is production. Without it each process counts alone.",
    )
    .meta({ example: "redis://127.0.0.1:6379" }),
  REDIS_PREFIX: z.string().min(1).max(50).default("denkeeper").describe("Prefix of every Redis key."),
  LOG_ARCHIVE: z
    .string()
    .min(1)
    .optional()
    .describe(
      "Folder for the log of lives older than 14 days, or s3 for the bucket. API and worker need the same one. Without it the log stays in PostgreSQL.",
    )
    .meta({ example: "/var/lib/denkeeper/log" }),
  PORT: z.coerce.number().int().min(0).max(65_535).default(3000).describe("Port of the API. 0 takes a free port."),
  HOST: z
    .string()
    .refine((text) => isIP(text) !== 0 || text === "localhost", "must be an address of this machine, or localhost")
    .optional()
    .describe("Address to listen on, such as 127.0.0.1 behind a proxy on the same machine. Defaults to all addresses.")
    .meta({ example: "127.0.0.1" }),
  BASE_URL: httpUrl
    .optional()
    .describe(
      "Public URL of the service, without a trailing slash. Required when NODE_ENV is production, with https. Defaults to localhost.",
    )
    .meta({ example: "http://localhost:3000" }),
  ADMIN_KEY: z
    .string()
    .min(16)
    .optional()
    .describe(
      "Opens /admin and /api/admin, for a single operator. At least 16 random characters. Without it and OPERATOR_KEYS both are closed. In production, this and every other secret must not be a placeholder or easy to guess.",
    )
    .meta({ example: "" }),
  OPERATOR_KEYS: z
    .string()
    .transform((text, context) => {
      const operators = operatorsIn(text);
      if (typeof operators !== "string") return operators;
      context.addIssue({ code: "custom", message: operators });
      return z.NEVER;
    })
    .optional()
    .describe(
      "The operators, each with a name and a key of at least 16 random characters. Every act is logged under its operator's name. ADMIN_KEY has no effect while this is set.",
    )
    .meta({ example: "ada:KEY, ben:KEY" }),
  OPERATOR_CONTACT: z
    .string()
    .trim()
    .min(3)
    .max(200)
    .optional()
    .describe("Your contact: an email address or a URL. Sent to suspended agents and published in security.txt.")
    .meta({ example: "moderation@example.org" }),
  LEGAL_DIR: z
    .string()
    .refine((path) => statSync(path, { throwIfNoEntry: false })?.isDirectory() === true, "must be a folder that exists")
    .optional()
    .describe(
      "Folder with your legal texts in Markdown: terms.md, privacy.md, refunds.md, contact.md, imprint.md. Each one that exists gets a page under /legal, linked at the foot of every page.",
    )
    .meta({ example: "/etc/denkeeper/legal" }),
  ROLE: z
    .enum(["api", "worker", "all", "embedder"])
    .default("all")
    .describe(
      "What this process does: answer requests (api), run background work (worker), both (all), or serve the built-in model to other processes (embedder). An embedder needs only PORT, LOG_LEVEL and EMBEDDINGS_KEY.",
    ),
  ITEM_MODEL: z
    .enum(["similarity", "none"])
    .default("similarity")
    .describe("How items are judged: by similarity, or all as neutral (none)."),
  EMBEDDINGS_URL: httpUrl
    .optional()
    .describe("OpenAI-compatible embeddings endpoint that judges items. Defaults to the built-in model.")
    .meta({ example: "http://embedder:3000/v1/embeddings" }),
  EMBEDDINGS_KEY: z
    .string()
    .min(1)
    .optional()
    .describe("API key for that endpoint. With ROLE=embedder, the key that callers must send.")
    .meta({ example: "" }),
  EMBEDDINGS_MODEL: z
    .string()
    .min(1)
    .max(100)
    .default(BUILT_IN_MODEL)
    .describe("Model name for that endpoint. The default is what ROLE=embedder serves."),
  PORTRAITS_DIR: z
    .string()
    .min(1)
    .default("data/portraits")
    .describe("Folder for portraits, unless S3_BUCKET is set. API and worker need the same one."),
  S3_BUCKET: z
    .string()
    .min(1)
    .optional()
    .describe("S3-compatible bucket that stores portraits instead of a folder.")
    .meta({ example: "portraits" }),
  S3_ENDPOINT: httpUrl
    .optional()
    .describe("Endpoint of the bucket. Defaults to Amazon's.")
    .meta({ example: "http://127.0.0.1:9000" }),
  S3_REGION: z.string().min(1).default("us-east-1").describe("Region of the bucket."),
  S3_ACCESS_KEY_ID: z
    .string()
    .min(1)
    .optional()
    .describe("Access key for the bucket. Defaults to what the AWS SDK finds, such as the machine's role.")
    .meta({ example: "" }),
  S3_SECRET_ACCESS_KEY: z.string().min(1).optional().describe("Secret for that access key.").meta({ example: "" }),
  IMAGES_URL: httpUrl
    .optional()
    .describe("OpenAI-compatible images endpoint that paints portraits. Without it they are drawn locally.")
    .meta({ example: "http://127.0.0.1:8080/v1/images/generations" }),
  IMAGES_KEY: z.string().min(1).optional().describe("API key for that endpoint.").meta({ example: "" }),
  IMAGES_MODEL: z.string().min(1).max(100).default("dall-e-3").describe("Model name for that endpoint."),
  IMAGES_TIMEOUT_SECONDS: z.coerce.number().positive().max(600).default(90).describe("Timeout for a painted portrait."),
  STRIPE_SECRET_KEY: z
    .string()
    .regex(/^[sr]k_(test|live)_\w+$/, "must begin with sk_test_, sk_live_, rk_test_ or rk_live_")
    .optional()
    .describe("Stripe API key, which turns on card checkout. A live key in production, a test key elsewhere.")
    .meta({ example: "" }),
  STRIPE_WEBHOOK_SECRETS: z
    .string()
    .transform((text) => text.split(",").map((secret) => secret.trim()))
    .pipe(
      z
        .array(z.string().regex(/^whsec_.{16,}$/, "must begin with whsec_ and be at least 22 characters long"))
        .max(2, "must be one secret, or two while you rotate it"),
    )
    .optional()
    .describe("Signing secret of the webhook endpoint. Two, separated by a comma, while you rotate it.")
    .meta({ example: "" }),
  STRIPE_API_BASE: httpUrl
    .optional()
    .describe("Address of tools/stripe-stand-in, for development without a Stripe account. Rejected in production.")
    .meta({ example: "" }),
  MPP_ENABLED: flag.describe(
    "Lets agents pay by MPP with a Stripe shared payment token. Needs STRIPE_SECRET_KEY and the next two settings.",
  ),
  MPP_SECRET: z
    .string()
    .min(32)
    .optional()
    .describe("Signs MPP challenges. Use the same value in all processes. At least 32 random characters.")
    .meta({ example: "" }),
  MPP_NETWORK_ID: z
    .string()
    .regex(/^\w{1,100}$/, "must be letters, digits and underscores")
    .optional()
    .describe("Stripe profile for which agents create tokens, such as profile_123.")
    .meta({ example: "" }),
  X402_FACILITATOR_URL: httpUrl
    .optional()
    .describe(
      "x402 facilitator, which settles USDC payments. Turns on x402. Needs X402_NETWORK, X402_PAY_TO and X402_RPC_URL.",
    )
    .meta({ example: "" }),
  X402_FACILITATOR_KEY: z
    .string()
    .min(1)
    .optional()
    .describe("Bearer token for the facilitator, if it needs one.")
    .meta({ example: "" }),
  X402_NETWORK: z
    .enum(NETWORK_IDS)
    .optional()
    .describe("Network for USDC: eip155:8453 (Base) in production, eip155:84532 (Base Sepolia) elsewhere.")
    .meta({ example: "" }),
  X402_PAY_TO: z
    .string()
    .refine(isAddress, "must be 0x and 40 hexadecimal digits, with a valid checksum")
    .optional()
    .describe("Address that receives USDC.")
    .meta({ example: "" }),
  X402_RPC_URL: httpUrl
    .optional()
    .describe("JSON-RPC node of that network. Credits are added only for transfers found on the chain.")
    .meta({ example: "" }),
  HOOKS_KEYS: z
    .string()
    .transform((text) => text.split(",").map((key) => key.trim()))
    .pipe(
      z
        .array(z.string().min(32, "must be at least 32 characters long"))
        .max(2, "must be one key, or two while you replace it"),
    )
    .optional()
    .describe(
      "Encrypts the addresses and secrets of hooks, which send messages to the people behind agents. At least 32 random characters, the same in all processes. To replace it, put the new one first and keep the old one behind a comma. Without it there are no hooks.",
    )
    .meta({ example: "" }),
  HOOKS_ALLOW_HOSTS: z
    .string()
    .transform((text) => text.split(",").map((host) => host.trim()))
    .pipe(
      z.array(z.string().regex(/^[a-z0-9.-]+(?::\d{1,5})?$/, "must be names of hosts, with a port if it is not 443")),
    )
    .optional()
    .describe(
      "Hosts that hooks may reach even though their addresses are private, such as your own ntfy server: host or host:port, separated by commas.",
    )
    .meta({ example: "ntfy.lan" }),
  HOOKS_NTFY_TOKEN: z
    .string()
    .regex(/^[a-z0-9.-]+=\w{1,200}$/, "must be a host and a token, as in ntfy.sh=tk_...")
    .optional()
    .describe(
      "The access token of your account at an ntfy server, for topics there that came without one: host=token. Its limits then count for you, not for your address.",
    )
    .meta({ example: "ntfy.sh=tk_..." }),
  RATE_LIMIT_FACTOR: z.coerce.number().positive().default(1).describe("Multiplies every rate limit."),
  TRUST_PROXY: z
    .string()
    .default("false")
    .superRefine((text, context) => {
      const trusted = trustedProxiesOf(text);
      if (typeof trusted === "string") context.addIssue({ code: "custom", message: trusted });
    })
    .describe(
      "Trusted proxies in front: their networks, separated by commas (such as 10.0.0.0/8), or their number (such as 1). The client is the nearest address in X-Forwarded-For that is not a proxy. With a number, make sure that only the proxy can reach this process.",
    ),
  MAX_CONCURRENT_REQUESTS: z.coerce
    .number()
    .int()
    .min(1)
    .max(10_000)
    .default(32)
    .describe(
      "Requests that one process runs at a time. Up to 20 times as many wait in a queue for a few seconds. The rest get 503.",
    ),
  DATA_DISK: z
    .string()
    .refine((path) => statSync(path, { throwIfNoEntry: false })?.isDirectory() === true, "must be a folder that exists")
    .optional()
    .describe(
      "A folder on the disk that PostgreSQL writes to, if this process can see it. While that disk is nearly full, nothing new is begun: registration, adoption, runs, species and hooks get 503. Care goes on.",
    ),
  DRAIN_SECONDS: z.coerce
    .number()
    .min(0)
    .max(300)
    .default(0)
    .describe(
      "How long a stopping process still accepts requests while /readyz fails, which gives load balancers time to notice.",
    ),
  LOG_LEVEL: z
    .enum(["trace", "debug", "info", "warn", "error", "fatal", "silent"])
    .default("info")
    .describe("Lowest level that is logged."),
  LOG_ADDRESSES: z
    .enum(["true", "false"])
    .default("true")
    .describe(
      "Whether the log has the client's address of calls without a valid key, to find where a flood comes from.",
    ),
  WORKER_PORT: z.coerce
    .number()
    .int()
    .min(0)
    .max(65_535)
    .default(3001)
    .describe("Port on which ROLE=worker answers /livez, /readyz and /metrics. 0 takes a free port."),
  WORKER_EXPECTED: z
    .enum(["true", "false"])
    .optional()
    .describe(
      "Whether /readyz fails when no worker has sent a heartbeat for 30 seconds. Defaults to true, and to false with ROLE=api, since the API works without a worker.",
    )
    .meta({ example: "" }),
  METRICS_TOKEN: z
    .string()
    .min(16)
    .optional()
    .describe(
      "Bearer token that opens /metrics to other machines. At least 16 random characters. Without it /metrics is local only.",
    )
    .meta({ example: "" }),
  OTEL_EXPORTER_OTLP_ENDPOINT: httpUrl
    .optional()
    .describe("Endpoint for traces, OTLP over HTTP. Without it there are no traces.")
    .meta({ example: "http://127.0.0.1:4318" }),
  OTEL_SERVICE_NAME: z
    .string()
    .min(1)
    .optional()
    .describe("Name of this process in traces. Defaults to denkeeper- and the role.")
    .meta({ example: "" }),
  OTEL_RESOURCE_ATTRIBUTES: z
    .string()
    .refine(
      (text) => text.split(",").every((pair) => /^[^=]+=[^=]*$/.test(pair)),
      "must look like name=value,name=value",
    )
    .optional()
    .describe("More attributes of this process in traces: name=value, separated by commas.")
    .meta({ example: "deployment.environment.name=production" }),
  OTEL_TRACES_SAMPLER: z
    .enum(SAMPLERS)
    .optional()
    .describe(
      "Which traces are sent. With parentbased_ the caller's decision counts, if it has made one. Defaults to parentbased_always_on.",
    )
    .meta({ example: "parentbased_traceidratio" }),
  OTEL_TRACES_SAMPLER_ARG: z.coerce
    .number()
    .min(0)
    .max(1)
    .default(1)
    .describe("Share of new traces that a sampler with traceidratio sends, from 0 to 1."),
  NODE_ENV: z
    .enum(["development", "test", "production"])
    .default("development")
    .describe("Environment this process runs in."),
  DEPLOYMENT_ID: z
    .string()
    .min(1)
    .max(100)
    .optional()
    .describe(
      "Names the registration counters, which start over with each deployment. Use the same value for all processes of a deployment. Without it each start counts as a new deployment.",
    )
    .meta({ example: "" }),
  BUILD_COMMIT: z
    .string()
    .regex(/^[0-9a-f]{7,64}$/, "must be the hash of a commit")
    .optional()
    .describe("Commit that this process was built from. The image sets it; in a checkout, git knows it.")
    .meta({ example: "" }),
  FAULT_POINT: z
    .string()
    .min(1)
    .optional()
    .describe("Where payment tests kill the process. Rejected unless NODE_ENV is test.")
    .meta({ example: "" }),
});

/** How to reach Stripe. */
export interface StripeConfig {
  readonly secretKey: string;
  /** Any of them may have signed a webhook. */
  readonly webhookSecrets: readonly string[];
  /** Where the stand-in listens; undefined for Stripe itself. */
  readonly apiBase: string | undefined;
  /** Whether real money is meant. */
  readonly livemode: boolean;
}

/** How agents pay by MPP. */
export interface MppConfig {
  readonly secret: string;
  readonly networkId: string;
  readonly stripe: StripeConfig;
}

/** How agents pay by x402. */
export interface X402Config {
  readonly facilitatorUrl: string;
  readonly facilitatorKey: string | undefined;
  readonly network: NetworkId;
  readonly payTo: string;
  readonly rpcUrl: string;
}

/** How messages are sent to the people behind agents. */
export interface HooksConfig {
  /** The first one seals; any of them may have sealed what is stored. */
  readonly keys: readonly string[];
  /** Hosts with private addresses that the operator allows, and the port of each. */
  readonly allowedHosts: ReadonlyMap<string, number>;
  /** The operator's access tokens at ntfy servers, by host. */
  readonly ntfyTokens?: ReadonlyMap<string, string>;
}

export interface ImageOptions {
  /** The whole address, as in https://api.openai.com/v1/images/generations */
  readonly url: string;
  readonly key: string | undefined;
  readonly model: string;
  readonly limitMs: number;
}

export interface S3Options {
  readonly bucket: string;
  readonly region: string;
  /** Of a service that is not Amazon's. */
  readonly endpoint: string | undefined;
  /** Without them the SDK looks where it always does: environment, files, the machine's role. */
  readonly credentials: { readonly accessKeyId: string; readonly secretAccessKey: string } | undefined;
}

/** Where traces are sent, and which. */
interface TracesConfig {
  readonly endpoint: string;
  readonly sampler: string | undefined;
  readonly samplerRatio: number;
}

export interface Config {
  readonly databaseUrl: string;
  readonly directDatabaseUrl: string;
  readonly databaseConnections: number;
  readonly redisUrl: string | undefined;
  readonly redisPrefix: string;
  readonly port: number;
  /** Undefined for every address of this machine. */
  readonly host: string | undefined;
  readonly baseUrl: string;
  /** Who may sign in at /admin and call /api/admin. */
  readonly operators: readonly Operator[];
  readonly operatorContact: string | undefined;
  /** Where the operator's legal texts are. */
  readonly legalDir: string | undefined;
  readonly role: "api" | "worker" | "all" | "embedder";
  readonly itemModel: "similarity" | "none";
  readonly embeddingsUrl: string | undefined;
  readonly embeddingsKey: string | undefined;
  readonly embeddingsModel: string;
  readonly portraitsDir: string;
  /** Undefined when portraits are kept in a folder. */
  readonly s3: S3Options | undefined;
  /** A folder, or s3 for the bucket; undefined when the whole log stays in PostgreSQL. */
  readonly logArchive: string | undefined;
  /** Undefined when portraits are drawn. */
  readonly images: ImageOptions | undefined;
  /** Undefined when card checkout is off. */
  readonly stripe: StripeConfig | undefined;
  /** Undefined when MPP is off. */
  readonly mpp: MppConfig | undefined;
  /** Undefined when x402 is off. */
  readonly x402: X402Config | undefined;
  /** Undefined when there are no hooks. */
  readonly hooks: HooksConfig | undefined;
  readonly rateLimitFactor: number;
  readonly trustedProxies: TrustedProxies;
  readonly logLevel: string;
  /** Whether calls without a valid key are logged with their address. */
  readonly logAddresses: boolean;
  readonly maxConcurrentRequests: number;
  readonly dataDisk: string | undefined;
  readonly drainSeconds: number;
  readonly workerPort: number;
  readonly workerExpected: boolean;
  readonly metricsToken: string | undefined;
  /** Undefined when there are no traces. */
  readonly traces: TracesConfig | undefined;
  readonly deploymentId: string;
  readonly build: Build;
}

type Environment = Readonly<Record<string, string | undefined>>;

/** An empty variable counts as not set. */
function givenIn(environment: Environment): Record<string, string | undefined> {
  return Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== undefined && value !== ""));
}

/** What is wrong with each variable alone, once for each. */
function faultsOf(schema: z.ZodType, given: Environment): readonly SettingFault[] {
  const found = schema.safeParse(given, { error: plainMessage });
  if (found.success) return [];
  const issues = Map.groupBy(found.error.issues, ({ path }) => String(path[0]));
  return [...issues].map(([variable, [first]]) => ({ variable, message: first?.message ?? "" }));
}

const EMBEDDER = ENVIRONMENT.pick({ PORT: true, HOST: true, LOG_LEVEL: true, EMBEDDINGS_KEY: true, NODE_ENV: true });

/** What is wrong with the settings of ROLE=embedder, which has no database. */
export function embedderFaults(environment: Environment): readonly SettingFault[] {
  const given = givenIn(environment);
  const wrong = faultsOf(EMBEDDER, given);
  const isProduction = given["NODE_ENV"] === "production";
  return wrong.length > 0 || !isProduction ? wrong : weakSecretsIn(EMBEDDER.parse(given));
}

export function readEmbedderConfig(
  environment: Environment,
): Pick<Config, "port" | "host" | "logLevel" | "embeddingsKey"> {
  const faults = embedderFaults(environment);
  if (faults.length > 0) throw new InvalidSettings(faults);
  const env = EMBEDDER.parse(givenIn(environment));
  return { port: env.PORT, host: env.HOST, logLevel: env.LOG_LEVEL, embeddingsKey: env.EMBEDDINGS_KEY };
}

type Read = z.infer<typeof ENVIRONMENT>;

function s3Of(env: Read): S3Options | undefined {
  const { S3_BUCKET: bucket, S3_ACCESS_KEY_ID: accessKeyId, S3_SECRET_ACCESS_KEY: secretAccessKey } = env;
  if (bucket === undefined) return undefined;
  const known = accessKeyId !== undefined && secretAccessKey !== undefined;
  return {
    bucket,
    region: env.S3_REGION,
    endpoint: env.S3_ENDPOINT,
    credentials: known ? { accessKeyId, secretAccessKey } : undefined,
  };
}

function imagesOf(env: Read): ImageOptions | undefined {
  if (env.IMAGES_URL === undefined) return undefined;
  const limitMs = env.IMAGES_TIMEOUT_SECONDS * 1000;
  return { url: env.IMAGES_URL, key: env.IMAGES_KEY, model: env.IMAGES_MODEL, limitMs };
}

function tracesOf(env: Read): TracesConfig | undefined {
  const { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint, OTEL_TRACES_SAMPLER: sampler } = env;
  return endpoint === undefined ? undefined : { endpoint, sampler, samplerRatio: env.OTEL_TRACES_SAMPLER_ARG };
}

/** The variables that are right, when others are not. */
const SOME = ENVIRONMENT.partial();

export interface Inspected {
  /** Every variable that is wrong, once. */
  readonly faults: readonly SettingFault[];
  /** What follows from the variables that are right. Undefined when that does not even name a database. */
  readonly config: Config | undefined;
}

/** All that is wrong with the settings: a wrong variable does not hide what is wrong with the others. */
export function inspectSettings(environment: Environment): Inspected {
  const given = givenIn(environment);
  const alone = faultsOf(ENVIRONMENT, given);
  const wrong = new Set(alone.map(({ variable }) => variable));
  const right = Object.fromEntries(Object.entries(given).filter(([variable]) => !wrong.has(variable)));
  const env = SOME.parse(right);
  // Without knowing whether this is production there is nothing to say about what fits it.
  const together = wrong.has("NODE_ENV") ? [] : guardFaults(env).filter(({ variable }) => !wrong.has(variable));
  const whole = ENVIRONMENT.safeParse(right);
  return { faults: [...alone, ...together], config: whole.success ? configOf(whole.data) : undefined };
}

function guardFaults(env: z.output<typeof SOME>): readonly SettingFault[] {
  const refused = GUARDS.filter((guard) => guard.refuses(env));
  const weak = env.NODE_ENV === "production" ? weakSecretsIn(env) : [];
  return [...refused.map(({ variable, message }) => ({ variable, message })), ...weak];
}

/** Names that are probably meant to be settings, with the setting. */
export function mistypedSettings(environment: Environment): readonly MistypedName[] {
  return mistypedNames(environment, Object.keys(ENVIRONMENT.shape));
}

/** The settings, or an error that names every variable that is wrong. */
export function readConfig(environment: Environment): Config {
  const { faults, config } = inspectSettings(environment);
  if (config === undefined || faults.length > 0) throw new InvalidSettings(faults);
  return config;
}

function configOf(env: Read): Config {
  return {
    databaseUrl: env.DATABASE_URL,
    directDatabaseUrl: env.DIRECT_DATABASE_URL ?? env.DATABASE_URL,
    databaseConnections: env.DATABASE_CONNECTIONS,
    redisUrl: env.REDIS_URL,
    redisPrefix: env.REDIS_PREFIX,
    port: env.PORT,
    host: env.HOST,
    baseUrl: (env.BASE_URL ?? `http://localhost:${env.PORT}`).replace(/\/+$/, ""),
    operators: operatorsOf(env.OPERATOR_KEYS, env.ADMIN_KEY),
    operatorContact: env.OPERATOR_CONTACT,
    legalDir: env.LEGAL_DIR,
    role: env.ROLE,
    itemModel: env.ITEM_MODEL,
    embeddingsUrl: env.EMBEDDINGS_URL,
    embeddingsKey: env.EMBEDDINGS_KEY,
    embeddingsModel: env.EMBEDDINGS_MODEL,
    portraitsDir: env.PORTRAITS_DIR,
    s3: s3Of(env),
    logArchive: env.LOG_ARCHIVE,
    images: imagesOf(env),
    stripe: stripeConfigOf(env),
    mpp: mppConfigOf(env),
    x402: x402ConfigOf(env),
    hooks: hooksConfigOf(env),
    rateLimitFactor: env.RATE_LIMIT_FACTOR,
    trustedProxies: trustedProxiesIn(env.TRUST_PROXY),
    logLevel: env.LOG_LEVEL,
    logAddresses: env.LOG_ADDRESSES === "true",
    maxConcurrentRequests: env.MAX_CONCURRENT_REQUESTS,
    dataDisk: env.DATA_DISK,
    drainSeconds: env.DRAIN_SECONDS,
    workerPort: env.WORKER_PORT,
    workerExpected: (env.WORKER_EXPECTED ?? String(env.ROLE !== "api")) === "true",
    metricsToken: env.METRICS_TOKEN,
    traces: tracesOf(env),
    deploymentId: env.DEPLOYMENT_ID ?? randomBytes(8).toString("hex"),
    build: buildOf(env.BUILD_COMMIT),
  };
}

function trustedProxiesIn(setting: string): TrustedProxies {
  const trusted = trustedProxiesOf(setting);
  if (typeof trusted === "string") throw new Error(trusted);
  return trusted;
}

const HTTPS_PORT = 443;

function hooksConfigOf(env: Read): HooksConfig | undefined {
  if (env.HOOKS_KEYS === undefined) return undefined;
  const allowed = (env.HOOKS_ALLOW_HOSTS ?? []).map((entry) => entry.split(":"));
  const [ntfyHost = "", ntfyToken = ""] = env.HOOKS_NTFY_TOKEN?.split("=") ?? [];
  return {
    keys: env.HOOKS_KEYS,
    allowedHosts: new Map(allowed.map(([host = "", port]) => [host, port === undefined ? HTTPS_PORT : Number(port)])),
    ntfyTokens: new Map(ntfyToken === "" ? [] : [[ntfyHost, ntfyToken]]),
  };
}

function stripeConfigOf(env: z.output<typeof ENVIRONMENT>): StripeConfig | undefined {
  const { STRIPE_SECRET_KEY: secretKey, STRIPE_WEBHOOK_SECRETS: webhookSecrets = [] } = env;
  if (secretKey === undefined) return undefined;
  return { secretKey, webhookSecrets, apiBase: env.STRIPE_API_BASE, livemode: isLiveKey(secretKey) };
}

function mppConfigOf(env: z.output<typeof ENVIRONMENT>): MppConfig | undefined {
  const { MPP_SECRET: secret, MPP_NETWORK_ID: networkId } = env;
  const stripe = stripeConfigOf(env);
  if (!env.MPP_ENABLED || secret === undefined || networkId === undefined || stripe === undefined) return undefined;
  return { secret, networkId, stripe };
}

function x402ConfigOf(env: z.output<typeof ENVIRONMENT>): X402Config | undefined {
  const { X402_FACILITATOR_URL: facilitatorUrl, X402_FACILITATOR_KEY: facilitatorKey } = env;
  const { X402_NETWORK: network, X402_PAY_TO: payTo, X402_RPC_URL: rpcUrl } = env;
  if (facilitatorUrl === undefined || network === undefined || payTo === undefined || rpcUrl === undefined) {
    return undefined;
  }
  return { facilitatorUrl, facilitatorKey, network, payTo, rpcUrl };
}
