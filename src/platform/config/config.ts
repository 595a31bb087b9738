// Parses the environment at startup, and collects one sentence for each invalid variable.
import { randomBytes } from "node:crypto";
import type { z } from "zod";
import { trustedProxiesOf, type TrustedProxies } from "./trusted-proxies.ts";
import { GUARDS, isLiveKey } from "./guards.ts";
import { mistypedNames, type MistypedName } from "./mistyped-names.ts";
import { InvalidSettings, plainMessage, type SettingFault } from "./setting-faults.ts";
import { ENVIRONMENT, type EnvironmentValues, type PartialEnvironment } from "./environment.ts";
import { operatorsOf } from "./operators.ts";
import { weakSecretsIn } from "./weak-secrets.ts";
import { buildOf } from "./build.ts";

type Environment = Readonly<Record<string, string | undefined>>;

/** Removes empty variables, which count as not set. */
function nonEmptyIn(environment: Environment): Record<string, string | undefined> {
  return Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== undefined && value !== ""));
}

/** Returns the first fault of each variable. `guardFaults` checks the rules about several variables. */
function faultsOf(schema: z.ZodType, environment: Environment): readonly SettingFault[] {
  const result = schema.safeParse(environment, { error: plainMessage });
  if (result.success) return [];
  const issues = Map.groupBy(result.error.issues, ({ path }) => String(path[0]));
  return [...issues].map(([variable, [first]]) => ({ variable, message: first?.message ?? "" }));
}

export type Config = Readonly<ReturnType<typeof configOf>>;
export type StripeConfig = NonNullable<Config["stripe"]>;
export type MppConfig = NonNullable<Config["mpp"]>;
export type X402Config = NonNullable<Config["x402"]>;
export type MailConfig = NonNullable<HooksConfig["mail"]>;
export type HooksConfig = NonNullable<Config["hooks"]>;
export type ImageOptions = NonNullable<Config["images"]>;
export type S3Options = NonNullable<Config["s3"]>;

function s3Of(env: EnvironmentValues) {
  const { S3_BUCKET: bucket, S3_ACCESS_KEY_ID: accessKeyId, S3_SECRET_ACCESS_KEY: secretAccessKey } = env;
  if (bucket === undefined) return undefined;
  const known = accessKeyId !== undefined && secretAccessKey !== undefined;
  return {
    bucket,
    region: env.S3_REGION,
    endpoint: env.S3_ENDPOINT,
    // If undefined, the SDK uses its own sources: environment, files, and the machine's role.
    credentials: known ? { accessKeyId, secretAccessKey } : undefined,
  };
}

function imagesOf(env: EnvironmentValues) {
  if (env.IMAGES_URL === undefined) return undefined;
  const limitMs = env.IMAGES_TIMEOUT_SECONDS * 1000;
  return { url: env.IMAGES_URL, key: env.IMAGES_KEY, model: env.IMAGES_MODEL, limitMs };
}

function tracesOf(env: EnvironmentValues) {
  const { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint, OTEL_TRACES_SAMPLER: sampler } = env;
  return endpoint === undefined ? undefined : { endpoint, sampler, samplerRatio: env.OTEL_TRACES_SAMPLER_ARG };
}

export interface SettingsInspection {
  /** One fault per invalid variable. */
  readonly faults: readonly SettingFault[];
  /** The configuration built from the valid variables, or undefined if a required one is missing. */
  readonly config: Config | undefined;
}

/** Finds all faults of the settings. An invalid variable does not hide faults of other variables. */
export function inspectSettings(environment: Environment): SettingsInspection {
  const set = nonEmptyIn(environment);
  const single = faultsOf(ENVIRONMENT, set);
  const invalid = new Set(single.map(({ variable }) => variable));
  const valid = Object.fromEntries(Object.entries(set).filter(([variable]) => !invalid.has(variable)));
  const env = ENVIRONMENT.partial().parse(valid);
  // Rules about several settings depend on NODE_ENV, so they are skipped if it is invalid.
  const combined = invalid.has("NODE_ENV") ? [] : guardFaults(env).filter(({ variable }) => !invalid.has(variable));
  const whole = ENVIRONMENT.safeParse(valid);
  return { faults: [...single, ...combined], config: whole.success ? configOf(whole.data) : undefined };
}

function guardFaults(env: PartialEnvironment): readonly SettingFault[] {
  const refused = GUARDS.filter((guard) => guard.rejects(env));
  const weak = env.NODE_ENV === "production" ? weakSecretsIn(env) : [];
  return [...refused.map(({ variable, message }) => ({ variable, message })), ...weak];
}

export function mistypedSettings(environment: Environment): readonly MistypedName[] {
  return mistypedNames(environment, Object.keys(ENVIRONMENT.shape));
}

/** Returns the configuration, or throws an error that names every invalid variable. */
export function readConfig(environment: Environment): Config {
  const { faults, config } = inspectSettings(environment);
  if (config === undefined || faults.length > 0) throw new InvalidSettings(faults);
  return config;
}

/** A feature is off if its setting is undefined, unless a comment below says otherwise. */
function configOf(env: EnvironmentValues) {
  return {
    databaseUrl: env.DATABASE_URL,
    directDatabaseUrl: env.DIRECT_DATABASE_URL ?? env.DATABASE_URL,
    databaseConnections: env.DATABASE_CONNECTIONS,
    databasePatience: env.DATABASE_PATIENCE,
    redisUrl: env.REDIS_URL,
    /** True if rate limits are exact only while no other process answers requests. */
    mustBeAlone: env.NODE_ENV === "production" && env.REDIS_URL === undefined && env.ROLE !== "worker",
    redisPrefix: env.REDIS_PREFIX,
    port: env.PORT,
    /** Undefined means all addresses of this machine. */
    host: env.HOST,
    baseUrl: (env.BASE_URL ?? `http://localhost:${env.PORT}`).replace(/\/+$/, ""),
    operators: operatorsOf(env.OPERATOR_KEYS, env.ADMIN_KEY),
    operatorContact: env.OPERATOR_CONTACT,
    legalDir: env.LEGAL_DIR,
    role: env.ROLE,
    itemModel: env.ITEM_MODEL,
    portraitsDir: env.PORTRAITS_DIR,
    /** Undefined if portraits are stored in a folder. */
    s3: s3Of(env),
    /** Undefined if portraits are drawn locally. */
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
    /** Undefined if the database does not belong to this installation. */
    dataDir: env.DATA_DIR,
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

function trustedProxiesIn(text: string): TrustedProxies {
  const trusted = trustedProxiesOf(text);
  if (typeof trusted === "string") throw new Error(trusted);
  return trusted;
}

const HTTPS_PORT = 443;

function hooksConfigOf(env: EnvironmentValues) {
  if (env.HOOKS_KEYS === undefined) return undefined;
  const allowed = (env.HOOKS_ALLOW_HOSTS ?? []).map((entry) => entry.split(":"));
  /** Private hosts that the operator allows, each with its port. */
  const allowedHosts: ReadonlyMap<string, number> = new Map(
    allowed.map(([host = "", port]) => [host, port === undefined ? HTTPS_PORT : Number(port)]),
  );
  const [ntfyHost = "", ntfyToken = ""] = env.HOOKS_NTFY_TOKEN?.split("=") ?? [];
  /** The operator's access tokens for ntfy servers, by host. */
  const ntfyTokens: ReadonlyMap<string, string> = new Map(ntfyToken === "" ? [] : [[ntfyHost, ntfyToken]]);
  const { SMTP_URL: url, SMTP_FROM: from } = env;
  const mail = url === undefined || from === undefined ? {} : { mail: { url, from } };
  // The first key encrypts. Stored values may have been encrypted with any of the keys.
  return { keys: env.HOOKS_KEYS, allowedHosts, ntfyTokens, ...mail };
}

function stripeConfigOf(env: EnvironmentValues) {
  const { STRIPE_SECRET_KEY: secretKey, STRIPE_WEBHOOK_SECRETS: webhookSecrets = [] } = env;
  if (secretKey === undefined) return undefined;
  return {
    secretKey,
    /** A webhook may be signed with any of these secrets. */
    webhookSecrets,
    /** Address of the Stripe stand-in. Undefined for Stripe itself. */
    apiBase: env.STRIPE_API_BASE,
    livemode: isLiveKey(secretKey),
  };
}

function mppConfigOf(env: EnvironmentValues) {
  const { MPP_SECRET: secret, MPP_NETWORK_ID: networkId } = env;
  const stripe = stripeConfigOf(env);
  if (!env.MPP_ENABLED || secret === undefined || networkId === undefined || stripe === undefined) return undefined;
  return { secret, networkId, stripe };
}

function x402ConfigOf(env: EnvironmentValues) {
  const { X402_FACILITATOR_URL: facilitatorUrl, X402_FACILITATOR_KEY: facilitatorKey } = env;
  const { X402_NETWORK: network, X402_PAY_TO: payTo, X402_RPC_URL: rpcUrl } = env;
  if (facilitatorUrl === undefined || network === undefined || payTo === undefined || rpcUrl === undefined) {
    return undefined;
  }
  return { facilitatorUrl, facilitatorKey, network, payTo, rpcUrl };
}
