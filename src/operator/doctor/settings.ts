// Checks the settings without any connection.
import { mistypedSettings } from "../../platform/config/config.ts";
import { operatorsIn } from "../../platform/config/operators.ts";
import { READABLE, isPrivateNetwork, isThisMachine } from "../../platform/config/guards.ts";
import { sentenceOf } from "../../platform/config/setting-faults.ts";
import { weakSecretsIn } from "../../platform/config/weak-secrets.ts";
import { fault, isProduction, orOk, warning, type Finding, type Installation } from "./finding.ts";

export function checkValues({ settings }: Installation): readonly Finding[] {
  return orOk(
    settings.faults.map((each) => fault(sentenceOf(each))),
    "all values are valid",
  );
}

export function checkNames({ env }: Installation): readonly Finding[] {
  const mistyped = mistypedSettings(env).map(({ name, nearest }) =>
    warning(`${name} is not a setting and has no effect. The nearest one is ${nearest}. Rename or remove it.`),
  );
  return orOk(mistyped, "no name looks mistyped");
}

export function checkBaseUrl(installation: Installation): readonly Finding[] {
  const { BASE_URL: url = "" } = installation.env;
  if (!URL.canParse(url)) return orOk([], "not set: links lead to localhost");
  const { pathname, search, hash, username, hostname, origin } = new URL(url);
  const inProduction = isProduction(installation);
  const isLocal = isThisMachine(url);
  return orOk(
    [
      url.endsWith("/") &&
        warning(`BASE_URL ends with a slash, which is ignored. Set it to ${url.replace(/\/+$/, "")}.`),
      (pathname.replace(/\/+$/, "") !== "" || search !== "" || hash !== "" || username !== "") &&
        fault(
          `BASE_URL must be only a scheme, a host and a port, because the service answers at /. Set it to ${origin}.`,
        ),
      inProduction &&
        isLocal &&
        warning("BASE_URL names this machine, so links work nowhere else. Set it to the address that agents use."),
      inProduction &&
        isPrivateNetwork(url) &&
        warning(
          url.startsWith("http:")
            ? READABLE
            : `BASE_URL has the host ${hostname}, which others cannot reach. Set it to the address that agents use.`,
        ),
    ],
    url,
  );
}

const GENERATE = "Generate one with `openssl rand -hex 32`.";

export function checkSecrets(installation: Installation): readonly Finding[] {
  const { env } = installation;
  // In production, checkValues reports weak secrets as faults.
  const weak = isProduction(installation)
    ? []
    : weakSecretsIn(withOperators(env)).filter(({ variable }) => env[variable] !== "");
  const isMissing = (name: string): boolean => isProduction(installation) && (env[name] ?? "") === "";
  return orOk(
    [
      ...weak.map((each) => warning(`${sentenceOf(each)} Production refuses it.`)),
      isMissing("ADMIN_KEY") &&
        isMissing("OPERATOR_KEYS") &&
        warning(
          `ADMIN_KEY and OPERATOR_KEYS are not set, so /api/admin is closed and you cannot moderate. ${GENERATE}`,
        ),
      isMissing("OPERATOR_CONTACT") &&
        warning("OPERATOR_CONTACT is not set, so agents cannot reach you. Set it to an email address or a URL."),
    ],
    "no secret is weak or used twice",
  );
}

/** Replaces OPERATOR_KEYS by its parsed entries. A list that cannot be parsed counts as empty; checkValues reports it. */
function withOperators(env: Installation["env"]) {
  const operators = operatorsIn(env["OPERATOR_KEYS"] ?? "");
  return { ...env, OPERATOR_KEYS: typeof operators === "string" ? [] : operators };
}

/** Settings that have no effect unless another one is set. */
const DEPENDENT: readonly (readonly [needed: string, names: readonly string[]])[] = [
  ["STRIPE_SECRET_KEY", ["STRIPE_WEBHOOK_SECRETS", "STRIPE_API_BASE"]],
  ["MPP_ENABLED", ["MPP_NETWORK_ID"]],
  ["X402_FACILITATOR_URL", ["X402_FACILITATOR_KEY", "X402_NETWORK", "X402_PAY_TO", "X402_RPC_URL"]],
  ["S3_BUCKET", ["S3_ENDPOINT", "S3_ACCESS_KEY_ID", "S3_SECRET_ACCESS_KEY"]],
  ["IMAGES_URL", ["IMAGES_KEY"]],
  ["HOOKS_KEYS", ["HOOKS_ALLOW_HOSTS"]],
  ["OTEL_EXPORTER_OTLP_ENDPOINT", ["OTEL_SERVICE_NAME", "OTEL_TRACES_SAMPLER"]],
];

export function checkEffects({ env }: Installation): readonly Finding[] {
  const isSet = (name: string): boolean => ![undefined, "", "false"].includes(env[name]);
  const idle = DEPENDENT.filter(([needed]) => !isSet(needed)).flatMap(([needed, names]) =>
    names.filter(isSet).map((name) => warning(`${name} has no effect without ${needed}. Set both or neither.`)),
  );
  const isReplaced = isSet("ADMIN_KEY") && isSet("OPERATOR_KEYS");
  return orOk(
    [
      ...idle,
      isReplaced &&
        warning("ADMIN_KEY has no effect while OPERATOR_KEYS is set. Remove it, so that no one relies on it."),
    ],
    "every setting has an effect",
  );
}

const HIGHEST_FACTOR = 10;

export function checkExposure(installation: Installation): readonly Finding[] {
  if (!isProduction(installation)) return orOk([], "not in production");
  const { config } = installation.settings;
  const { env } = installation;
  return orOk(
    [
      config?.trustedProxies.kind === "none" &&
        config.baseUrl.startsWith("https://") &&
        warning(
          "TRUST_PROXY is false, but https needs a proxy in front: all agents would share the limits of its address. Set it to the proxy's network, such as 10.0.0.0/8.",
        ),
      config !== undefined &&
        config.rateLimitFactor > HIGHEST_FACTOR &&
        warning(`RATE_LIMIT_FACTOR is ${config.rateLimitFactor}, which turns limits off. Set it to 1.`),
      ["silent", "fatal", "error"].includes(env["LOG_LEVEL"] ?? "") &&
        warning(`LOG_LEVEL is ${env["LOG_LEVEL"]}, which hides warnings. Set it to info.`),
    ],
    "proxy, limits and log fit production",
  );
}
