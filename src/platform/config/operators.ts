// Parses the operators who may call /api/admin. Each has a key and a name for the audit log.

export interface Operator {
  readonly name: string;
  /** Logs hide fields of this name (src/platform/observability/redaction.ts). */
  readonly operatorKey: string;
}

/** Name of the operator with ADMIN_KEY. */
const ADMIN = "admin";
const NAME = /^[a-z][a-z0-9-]{0,31}$/;
const LEAST_KEY_LETTERS = 16;

/**
 * Returns the operators in OPERATOR_KEYS, or the fault. A fault refers to an entry by number, because its name may be a misplaced
 * key.
 */
export function operatorsIn(text: string): readonly Operator[] | string {
  const operators: Operator[] = [];
  for (const [index, entry] of text.split(",").entries()) {
    const [, name, operatorKey = ""] = /^([^:]*):(.*)$/.exec(entry.trim()) ?? [];
    const place = `Entry ${index + 1}`;
    if (name === undefined) return `must list operators as NAME:KEY, separated by commas. ${place} has no colon`;
    if (!NAME.test(name))
      return `has an invalid name. ${place} must begin with up to 32 lowercase letters, digits and hyphens, the first a letter`;
    if (/\s/.test(operatorKey) || operatorKey.length < LEAST_KEY_LETTERS)
      return `has a key that is too short or has a space. ${place} must be NAME:KEY, with at least ${LEAST_KEY_LETTERS} random characters`;
    const same = operators.find((before) => before.name === name || before.operatorKey === operatorKey);
    if (same?.name === name) return `names ${name} twice. Give each operator one key`;
    if (same !== undefined) return `has the same key for ${same.name} and ${name}. Give each operator a different key`;
    operators.push({ name, operatorKey });
  }
  return operators;
}

/** ADMIN_KEY is used only if OPERATOR_KEYS is not set. */
export function operatorsOf(
  listed: readonly Operator[] | undefined,
  adminKey: string | undefined,
): readonly Operator[] {
  if (listed !== undefined) return listed;
  return adminKey === undefined ? [] : [{ name: ADMIN, operatorKey: adminKey }];
}
