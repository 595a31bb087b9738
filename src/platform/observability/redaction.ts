// Removes secrets from log lines. Headers and bodies are never logged; this covers errors that carry parts of them, and
// mistakes. It works on the finished line at any depth: pino's redaction by paths took fifty times as long as the rest
// of a line.
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
  readonly shown: string;
}

const REDACTIONS: readonly Redaction[] = [
  { pattern: new RegExp(`"(${SECRET_FIELDS.join("|")})":"(?:[^"\\\\]|\\\\.)*"`, "gi"), shown: `"$1":"${HIDDEN}"` },
  // Also keys that were cut off or mistyped.
  { pattern: /\b(dk[ioprs]?)_\w+/g, shown: "$1_..." },
  { pattern: /\b(Bearer|Basic) +[^\s"\\]+/gi, shown: `$1 ${HIDDEN}` },
  { pattern: /\b(?:[sr]k_(?:live|test)|whsec)_\w+/g, shown: HIDDEN },
  { pattern: /\b(api_?key|token|secret|password|signature)=[^&\s"\\]+/gi, shown: `$1=${HIDDEN}` },
  // Addresses of chats, which hooks send to.
  {
    pattern: /(discord(?:app)?\.com\/api\/[\w/]*webhooks|hooks\.slack(?:-gov)?\.com)\/[\w/-]+/gi,
    shown: `$1/${HIDDEN}`,
  },
  // The password in the address of a database.
  { pattern: /(:\/\/[^\s:/@"]*):[^\s@"]+@/g, shown: `$1:${HIDDEN}@` },
];

/** What a line may look like in the log. */
export function withoutSecrets(line: string): string {
  return REDACTIONS.reduce((shown, { pattern, shown: instead }) => shown.replace(pattern, instead), line);
}

/** Of systems and of PostgreSQL: what failed is elsewhere, and the stack says nothing about it. */
const DRIVER_CODE = /^(?:E[A-Z]+|[0-9A-Z]{5})$/;

/** An error without what its driver hangs on it, such as a whole client. */
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
