// Declares the settings: each environment variable with its schema, description, and example. `.env.example` and the
// documentation are generated from this file.
import { statSync } from "node:fs";
import { isIP } from "node:net";
import { z } from "zod";
import { operatorsIn } from "./operators.ts";
import { trustedProxiesOf } from "./trusted-proxies.ts";
import { isAddress, NETWORK_IDS } from "./x402.ts";

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

const someText = z.string().min(1);
const portNumber = z.coerce.number().int().min(0).max(65_535);
const folder = z
  .string()
  .refine((path) => statSync(path, { throwIfNoEntry: false })?.isDirectory() === true, "must be a folder that exists");

function matching(form: RegExp, message: string) {
  return z.string().regex(form, message);
}

function listOf(entry: z.ZodString) {
  return z
    .string()
    .transform((values) => values.split(",").map((value) => value.trim()))
    .pipe(z.array(entry))
    .readonly();
}

/** Schema of one secret, or of two during a rotation. */
function secretsOf(secret: z.ZodString, tooMany: string) {
  const most = 2;
  return listOf(secret).refine((secrets) => secrets.length <= most, tooMany);
}

function setting<Schema extends z.ZodType>(schema: Schema, description: string, example = ""): Schema {
  return schema.meta({ description, example });
}

export const ENVIRONMENT = z.object({
  DATABASE_URL: setting(
    postgresUrl,
    "PostgreSQL 15 or newer, for requests, directly or through PgBouncer 1.21 or newer.",
    "postgres://root@127.0.0.1:5432/denkeeper",
  ),
  DIRECT_DATABASE_URL: setting(
    postgresUrl.optional(),
    "The same database without a pooler, for migrations, the worker and its queue; on Citus the coordinator. Defaults to DATABASE_URL.",
    "postgres://root@127.0.0.1:5432/denkeeper",
  ),
  DATABASE_CONNECTIONS: setting(
    z.coerce.number().int().min(2).max(500).default(20),
    "Maximum PostgreSQL connections per process.",
  ),
  DATABASE_PATIENCE: setting(
    z.coerce.number().min(1).max(100).default(1),
    "Multiplies how long a process waits for PostgreSQL before it answers 503: 5 seconds for a connection or a lock, 10 for a statement. Raise it on slow machines.",
  ),
  REDIS_URL: setting(
    z
      .string()
      .refine(areRedisAddresses, "must be redis://HOST:PORT, or several of them, separated by commas")
      .optional(),
    "Redis 7 or Valkey, for rate limits shared by all processes. Several addresses, separated by commas, are the nodes of a cluster. Required if several processes answer requests. A single process counts exactly without Redis.",
    "redis://127.0.0.1:6379",
  ),
  REDIS_PREFIX: setting(someText.max(50).default("denkeeper"), "Prefix of every Redis key."),
  PORT: setting(portNumber.default(3000), "Port of the API. 0 chooses a free port."),
  HOST: setting(
    z
      .string()
      .refine((text) => isIP(text) !== 0 || text === "localhost", "must be an address of this machine, or localhost")
      .optional(),
    "Address to listen on, such as 127.0.0.1 behind a proxy on the same machine. Defaults to all addresses.",
    "127.0.0.1",
  ),
  BASE_URL: setting(
    httpUrl.optional(),
    "Public URL of the service, without a trailing slash. Required when NODE_ENV is production, with https unless it is an address of a private network. Defaults to localhost.",
    "http://localhost:3000",
  ),
  ADMIN_KEY: setting(
    z.string().min(16).optional(),
    "Opens /api/admin, for a single operator. At least 16 random characters. Without this and OPERATOR_KEYS, /api/admin is closed. In production, no secret may be a placeholder or easy to guess.",
  ),
  OPERATOR_KEYS: setting(
    z
      .string()
      .transform((text, context) => {
        const operators = operatorsIn(text);
        if (typeof operators !== "string") return operators;
        context.addIssue({ code: "custom", message: operators });
        return z.NEVER;
      })
      .optional(),
    "The operators, each with a name and a key of at least 16 random characters. Every act is logged under its operator's name. ADMIN_KEY has no effect while this is set.",
    "ada:KEY, ben:KEY",
  ),
  OPERATOR_CONTACT: setting(
    z.string().trim().min(3).max(200).optional(),
    "Your contact: an email address or a URL. Sent to suspended agents and published in security.txt.",
    "moderation@example.org",
  ),
  LEGAL_DIR: setting(
    folder.optional(),
    "Folder with your legal texts in Markdown: terms.md, privacy.md, refunds.md, contact.md, imprint.md. Each existing file gets a page under /legal, linked at the foot of every page.",
    "/etc/denkeeper/legal",
  ),
  ROLE: setting(
    z.enum(["api", "worker", "all"]).default("all"),
    "What this process does: answers requests (api), runs background work (worker), or both (all).",
  ),
  ITEM_MODEL: setting(
    z.enum(["similarity", "none"]).default("similarity"),
    "How items are judged: by similarity, or all as neutral (none).",
  ),
  PORTRAITS_DIR: setting(
    someText.default("data/portraits"),
    "Folder for portraits, unless S3_BUCKET is set. API and worker need the same one.",
  ),
  S3_BUCKET: setting(
    someText.optional(),
    "S3-compatible bucket that stores portraits instead of a folder.",
    "portraits",
  ),
  S3_ENDPOINT: setting(httpUrl.optional(), "Endpoint of the bucket. Defaults to Amazon's.", "http://127.0.0.1:9000"),
  S3_REGION: setting(someText.default("us-east-1"), "Region of the bucket."),
  S3_ACCESS_KEY_ID: setting(
    someText.optional(),
    "Access key for the bucket. Defaults to the credentials that the AWS SDK finds, such as the machine's role.",
  ),
  S3_SECRET_ACCESS_KEY: setting(someText.optional(), "Secret for that access key."),
  IMAGES_URL: setting(
    httpUrl.optional(),
    "OpenAI-compatible images endpoint that paints portraits. Without it they are drawn locally.",
    "http://127.0.0.1:8080/v1/images/generations",
  ),
  IMAGES_KEY: setting(someText.optional(), "API key for that endpoint."),
  IMAGES_MODEL: setting(someText.max(100).default("dall-e-3"), "Model name for that endpoint."),
  IMAGES_TIMEOUT_SECONDS: setting(z.coerce.number().positive().max(600).default(90), "Timeout for a painted portrait."),
  STRIPE_SECRET_KEY: setting(
    matching(/^[sr]k_(test|live)_\w+$/, "must begin with sk_test_, sk_live_, rk_test_ or rk_live_").optional(),
    "Stripe API key, which turns on card checkout. A live key in production, a test key elsewhere.",
  ),
  STRIPE_WEBHOOK_SECRETS: setting(
    secretsOf(
      matching(/^whsec_.{16,}$/, "must begin with whsec_ and be at least 22 characters long"),
      "must be one secret, or two while you rotate it",
    ).optional(),
    "Signing secret of the webhook endpoint. Set two, separated by a comma, while you rotate it.",
  ),
  STRIPE_API_BASE: setting(
    httpUrl.optional(),
    "Address of tools/stripe-stand-in, for development without a Stripe account. Rejected in production.",
  ),
  MPP_ENABLED: setting(
    flag,
    "Lets agents pay by MPP with a Stripe shared payment token. Needs STRIPE_SECRET_KEY and the next two settings.",
  ),
  MPP_SECRET: setting(
    z.string().min(32).optional(),
    "Signs MPP challenges. Use the same value in all processes. At least 32 random characters.",
  ),
  MPP_NETWORK_ID: setting(
    matching(/^\w{1,100}$/, "must be letters, digits and underscores").optional(),
    "Stripe profile for which agents create tokens, such as profile_123.",
  ),
  X402_FACILITATOR_URL: setting(
    httpUrl.optional(),
    "x402 facilitator, which settles USDC payments. Turns on x402. Needs X402_NETWORK, X402_PAY_TO and X402_RPC_URL.",
  ),
  X402_FACILITATOR_KEY: setting(someText.optional(), "Bearer token for the facilitator, if it needs one."),
  X402_NETWORK: setting(
    z.enum(NETWORK_IDS).optional(),
    "Network for USDC: eip155:8453 (Base) in production, eip155:84532 (Base Sepolia) elsewhere.",
  ),
  X402_PAY_TO: setting(
    z.string().refine(isAddress, "must be 0x and 40 hexadecimal digits, with a valid checksum").optional(),
    "Address that receives USDC.",
  ),
  X402_RPC_URL: setting(
    httpUrl.optional(),
    "JSON-RPC node of that network. Credits are added only for transfers found on the chain.",
  ),
  HOOKS_KEYS: setting(
    secretsOf(
      z.string().min(32, "must be at least 32 characters long"),
      "must be one key, or two while you replace it",
    ).optional(),
    "Encrypts the addresses and secrets of hooks, which send messages to the people behind agents. At least 32 random characters, the same in all processes. To replace the key, put the new one first and the old one after a comma. Without a key there are no hooks.",
  ),
  HOOKS_ALLOW_HOSTS: setting(
    listOf(matching(/^[a-z0-9.-]+(?::\d{1,5})?$/, "must be host names, each with a port unless it is 443")).optional(),
    "Hosts that hooks may reach even though their addresses are private, such as your own ntfy server: host or host:port, separated by commas.",
    "ntfy.lan",
  ),
  HOOKS_NTFY_TOKEN: setting(
    matching(/^[a-z0-9.-]+=\w{1,200}$/, "must be a host and a token, as in ntfy.sh=tk_...").optional(),
    "The access token of your account at an ntfy server, for topics there that have no token: host=token. The server's limits then apply to the account instead of your address.",
    "ntfy.sh=tk_...",
  ),
  SMTP_URL: setting(
    matching(/^smtps?:\/\/\S+$/, "must begin with smtp:// or smtps://").optional(),
    "The mail server for hooks of kind email, with its user and password. Needs SMTP_FROM. The service refuses a server that cannot encrypt. Without a mail server there are no hooks to mailboxes.",
    "smtps://user:password@mail.example.com",
  ),
  SMTP_FROM: setting(
    matching(/^[^\r\n]+@[^\r\n]+$/, "must be an e-mail address").optional(),
    "The sender of e-mails.",
    "Denkeeper <house@example.com>",
  ),
  RATE_LIMIT_FACTOR: setting(z.coerce.number().positive().default(1), "Multiplies every rate limit."),
  TRUST_PROXY: setting(
    z
      .string()
      .default("false")
      .superRefine((text, context) => {
        const trusted = trustedProxiesOf(text);
        if (typeof trusted === "string") context.addIssue({ code: "custom", message: trusted });
      }),
    "Trusted proxies in front: their networks, separated by commas (such as 10.0.0.0/8), or their number (such as 1). The client is the nearest address in X-Forwarded-For that is not a proxy. With a number, make sure that only the proxy can reach this process.",
  ),
  MAX_CONCURRENT_REQUESTS: setting(
    z.coerce.number().int().min(1).max(10_000).default(32),
    "Requests that one process runs at a time. Up to 20 times as many may be in progress, most of them in a queue for a few seconds. The rest get 503.",
  ),
  DATA_DIR: setting(
    folder.optional(),
    "The folder of a house that runs alone (`denkeeper-server --data DIR`), with its database and its backups. The newest backup is shown in the metrics.",
    "/data",
  ),
  DATA_DISK: setting(
    folder.optional(),
    "A folder on the disk that PostgreSQL writes to, if this process can see it. While that disk is nearly full, nothing new begins: registration, adoption, species and hooks get 503. Care continues.",
  ),
  DRAIN_SECONDS: setting(
    z.coerce.number().min(0).max(300).default(0),
    "How long a stopping process still accepts requests while /readyz fails, which gives load balancers time to notice.",
  ),
  LOG_LEVEL: setting(
    z.enum(["trace", "debug", "info", "warn", "error", "fatal", "silent"]).default("info"),
    "Lowest level that is logged.",
  ),
  LOG_ADDRESSES: setting(
    z.enum(["true", "false"]).default("true"),
    "Whether the log has the client's address for calls without a valid key, which shows the source of a flood.",
  ),
  WORKER_PORT: setting(
    portNumber.default(3001),
    "Port on which ROLE=worker answers /livez, /readyz and /metrics. 0 chooses a free port.",
  ),
  WORKER_EXPECTED: setting(
    z.enum(["true", "false"]).optional(),
    "Whether /readyz fails when no worker has sent a heartbeat for 30 seconds. Defaults to true, and to false with ROLE=api, since the API works without a worker.",
  ),
  METRICS_TOKEN: setting(
    z.string().min(16).optional(),
    "Bearer token that opens /metrics to other machines. At least 16 random characters. Without it /metrics is local only.",
  ),
  OTEL_EXPORTER_OTLP_ENDPOINT: setting(
    httpUrl.optional(),
    "Endpoint for traces, OTLP over HTTP. Without it there are no traces.",
    "http://127.0.0.1:4318",
  ),
  OTEL_SERVICE_NAME: setting(
    someText.optional(),
    "Name of this process in traces. Defaults to denkeeper- and the role.",
  ),
  OTEL_RESOURCE_ATTRIBUTES: setting(
    z
      .string()
      .refine(
        (text) => text.split(",").every((pair) => /^[^=]+=[^=]*$/.test(pair)),
        "must look like name=value,name=value",
      )
      .optional(),
    "More attributes of this process in traces: name=value, separated by commas.",
    "deployment.environment.name=production",
  ),
  OTEL_TRACES_SAMPLER: setting(
    z.enum(SAMPLERS).optional(),
    "Which traces are sent. With parentbased_, the caller's decision counts if it made one. Defaults to parentbased_always_on.",
    "parentbased_traceidratio",
  ),
  OTEL_TRACES_SAMPLER_ARG: setting(
    z.coerce.number().min(0).max(1).default(1),
    "Share of new traces that a traceidratio sampler sends, from 0 to 1.",
  ),
  NODE_ENV: setting(
    z.enum(["development", "test", "production"]).default("development"),
    "Environment this process runs in.",
  ),
  DEPLOYMENT_ID: setting(
    someText.max(100).optional(),
    "Names the registration counters, which start over with each deployment. Use the same value for all processes of a deployment. Without it each start counts as a new deployment.",
  ),
  BUILD_COMMIT: setting(
    matching(/^[0-9a-f]{7,64}$/, "must be the hash of a commit").optional(),
    "Commit that this process was built from. The image sets it; a checkout asks git.",
  ),
  FAULT_POINT: setting(someText.optional(), "Where payment tests kill the process. Rejected unless NODE_ENV is test."),
});

export type EnvironmentValues = z.infer<typeof ENVIRONMENT>;
/** Values of the valid variables while others are invalid. */
export type PartialEnvironment = { readonly [Name in keyof EnvironmentValues]?: EnvironmentValues[Name] | undefined };
