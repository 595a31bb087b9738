// Detects weak secrets: placeholders, guessable secrets, and secrets that are used twice. They prevent startup in production,
// because an unchanged example would open the operator's view to anyone.
import type { Operator } from "./operators.ts";
import type { PartialEnvironment } from "./environment.ts";
import type { SettingFault } from "./setting-faults.ts";

/** Settings that are secrets, with the prefix that a provider puts before the random part. */
const SECRETS = [
  ["ADMIN_KEY", /^/],
  ["OPERATOR_KEYS", /^/],
  ["METRICS_TOKEN", /^/],
  ["IMAGES_KEY", /^/],
  ["S3_SECRET_ACCESS_KEY", /^/],
  ["STRIPE_SECRET_KEY", /^[sr]k_(?:test|live)_/],
  ["STRIPE_WEBHOOK_SECRETS", /^whsec_/],
  ["MPP_SECRET", /^/],
  ["X402_FACILITATOR_KEY", /^/],
  ["HOOKS_KEYS", /^/],
] as const;

/** Settings whose password must not be a placeholder. How strong it must be depends on the network. */
const ADDRESSES = ["DATABASE_URL", "DIRECT_DATABASE_URL", "REDIS_URL"] as const;

type SecretSetting = string | Operator;

const PLACEHOLDER =
  /change[-_ ]?(?:me|this|it)|replace[-_ ]?(?:me|this|it)|place[-_ ]?holder|your[-_ ](?:key|secret|token|admin|password)|password|passw0rd|example|dummy|letmein|minioadmin/i;
/** Minimum entropy in bits, estimated from character frequencies. 16 random hex digits pass. */
const MIN_BITS = 40;
const MAX_SEQUENCE = 8;
const HOW = "Generate one with `openssl rand -hex 32`.";

/** Returns the faults of all secrets in a production environment. */
export function weakSecretsIn(env: PartialEnvironment): readonly SettingFault[] {
  const secrets = SECRETS.flatMap(([variable, prefix]) => {
    const weak = secretsOf(env[variable]).map(({ secret, of }) => {
      const why = weaknessOf(secret.replace(prefix, ""));
      return why === undefined ? undefined : `${of}${why} ${HOW}`;
    });
    return weak.filter((message) => message !== undefined).map((message) => ({ variable, message }));
  });
  const addresses = ADDRESSES.filter((variable) => passwordsIn(env[variable] ?? "").some(isPlaceholder));
  const message = "has a password that is a placeholder. Set the real one.";
  return [...secrets, ...addresses.map((variable) => ({ variable, message })), ...repeatedSecretsIn(env)];
}

/** Returns the secrets of a setting, with operator names if there are several. */
function secretsOf(
  value: SecretSetting | readonly SecretSetting[] = [],
): readonly { readonly secret: string; readonly of: string }[] {
  return [value]
    .flat()
    .map((each) =>
      typeof each === "string"
        ? { secret: each, of: "" }
        : { secret: each.operatorKey, of: `has a key for ${each.name} that ` },
    );
}

/** Secrets that the operator creates. Other settings may share a key if they belong to one provider. */
const OUR_SECRETS = new Set<string>(["ADMIN_KEY", "OPERATOR_KEYS", "METRICS_TOKEN", "MPP_SECRET", "HOOKS_KEYS"]);

/** Finds secrets that are used twice, where a leak of one setting would open the other. */
function repeatedSecretsIn(env: PartialEnvironment): readonly SettingFault[] {
  const used = SECRETS.flatMap(([variable]) =>
    secretsOf(env[variable]).map(({ secret, of }) => ({ variable, secret, of })),
  );
  return used.flatMap(({ variable, secret, of }, at) => {
    const first = used.slice(0, at).find((earlier) => earlier.secret === secret);
    if (first === undefined || ![variable, first.variable].some((name) => OUR_SECRETS.has(name))) return [];
    return [{ variable, message: `${of}is the same secret as ${first.variable}. ${HOW}` }];
  });
}

function weaknessOf(secret: string): string | undefined {
  if (isPlaceholder(secret)) return "is a placeholder that anyone can guess.";
  if (isRepeated(secret) || hasSequence(secret) || bitsOf(secret) < MIN_BITS) return "is too easy to guess.";
  return undefined;
}

function isPlaceholder(secret: string): boolean {
  return PLACEHOLDER.test(secret);
}

/** Returns whether a secret repeats one piece, as in aaaa or abcabc. */
function isRepeated(secret: string): boolean {
  const letters = secret.split("");
  const periods = Array.from({ length: Math.floor(letters.length / 2) }, (_, index) => index + 1);
  return periods.some((period) => letters.every((letter, at) => at < period || letter === letters[at - period]));
}

/** Returns whether a secret contains a long ascending or descending sequence, such as 12345678 or hgfedcba. */
function hasSequence(secret: string): boolean {
  const codes = secret.split("").map((letter) => letter.charCodeAt(0));
  return [1, -1].some((by) => {
    let run = 1;
    return codes.some((code, at) => {
      run = at > 0 && code - (codes[at - 1] ?? 0) === by ? run + 1 : 1;
      return run >= MAX_SEQUENCE;
    });
  });
}

function bitsOf(secret: string): number {
  const letters = secret.split("");
  const counts = Map.groupBy(letters, (letter) => letter);
  return letters.reduce((bits, letter) => bits - Math.log2((counts.get(letter)?.length ?? 1) / letters.length), 0);
}

/** Returns the passwords in a comma-separated list of addresses. */
function passwordsIn(addresses: string): readonly string[] {
  return addresses.split(",").flatMap((address) => (URL.canParse(address) ? [new URL(address).password] : []));
}
