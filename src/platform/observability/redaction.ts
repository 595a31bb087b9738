// Removes secrets from log lines. Headers and bodies are never logged, so this covers mistakes and errors that quote them. It
// works on the finished line at any depth, because pino's redaction by path took fifty times as long as the rest of a line.
import { pino, type Logger, type LoggerOptions } from "pino";

const HIDDEN = "[hidden]";

const SECRET_FIELDS = [
  "authorization",
  "cookie",
  "x-api-key",
  "x-admin-key",
  "x-payment",
  "payment-signature",
  "payment-authorization",
  "stripe-signature",
  "idempotency-key",
  "api_?key",
  "operatorKey",
  "metricsToken",
  "token",
  "your_token",
  "recovery_code",
  "sitter_key",
  "secret",
  "password",
];

interface Redaction {
  readonly pattern: RegExp;
  readonly replacement: string;
}

const REDACTIONS: readonly Redaction[] = [
  {
    pattern: new RegExp(`"(${SECRET_FIELDS.join("|")})":"(?:[^"\\\\]|\\\\.)*"`, "gi"),
    replacement: `"$1":"${HIDDEN}"`,
  },
  // Also matches truncated and mistyped keys.
  { pattern: /\b(dk[ioprs]?)_\w+/g, replacement: "$1_..." },
  { pattern: /\b(Bearer|Basic) +[^\s"\\]+/gi, replacement: `$1 ${HIDDEN}` },
  { pattern: /\b(?:[sr]k_(?:live|test)|whsec)_\w+/g, replacement: HIDDEN },
  { pattern: /\b(api_?key|token|secret|password|signature)=[^&\s"\\]+/gi, replacement: `$1=${HIDDEN}` },
  // Matches the secret chat addresses that hooks send to.
  {
    pattern: /(discord(?:app)?\.com\/api\/[\w/]*webhooks|hooks\.slack(?:-gov)?\.com)\/[\w/-]+/gi,
    replacement: `$1/${HIDDEN}`,
  },
  // Matches the password in a database address.
  { pattern: /(:\/\/[^\s:/@"]*):[^\s@"]+@/g, replacement: `$1:${HIDDEN}@` },
];

export function withoutSecrets(line: string): string {
  return REDACTIONS.reduce((text, { pattern, replacement }) => text.replace(pattern, replacement), line);
}

/** Error codes of the system and of PostgreSQL. These failures originate elsewhere, so their stack explains nothing. */
const DRIVER_CODE = /^(?:E[A-Z]+|[0-9A-Z]{5})$/;

/** Drops properties that drivers attach to errors, such as a whole client. */
function plainError(thrown: unknown): unknown {
  if (!(thrown instanceof Error)) return thrown;
  const { type, message, stack, code } = pino.stdSerializers.err(thrown);
  return DRIVER_CODE.test(String(code)) ? { type, message, code: String(code) } : { type, message, stack };
}

export const REDACTING: Pick<LoggerOptions, "hooks" | "serializers"> = {
  hooks: { streamWrite: withoutSecrets },
  serializers: { err: plainError },
};

export function loggerFor({ logLevel }: { readonly logLevel: string }): Logger {
  return pino({ level: logLevel, base: null, ...REDACTING });
}
