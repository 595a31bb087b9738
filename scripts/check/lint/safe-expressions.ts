// A lint rule against regular expressions with superlinear cost, with which one caller could block the service by a long text.

interface LintReport {
  readonly node: unknown;
  readonly message: string;
}

interface LintContext {
  report(found: LintReport): void;
}

interface LiteralNode {
  readonly regex?: { readonly pattern: string };
}

interface Argument {
  readonly type: string;
  readonly value?: unknown;
  readonly quasis?: readonly { readonly value: { readonly raw: string } }[];
}

interface CallNode {
  readonly callee: { readonly type: string; readonly name?: string };
  readonly arguments: readonly Argument[];
}

/** Returns what is wrong with a pattern and what to do, or undefined. */
export function faultIn(pattern: string): string | undefined {
  if (/\(\?<[=!]/.test(pattern))
    return "Lookbehind is tried again at every position of the text. Match from the start.";
  return hasNestedQuantifier(pattern)
    ? "An unbounded quantifier is within another one. Rewrite it so that a text can match in one way only."
    : undefined;
}

interface RegexGroup {
  /** True if the group contains an unbounded quantifier. */
  repeats: boolean;
}

/** True for an unbounded quantifier inside another, as in `(a+)*`. */
function hasNestedQuantifier(pattern: string): boolean {
  const groups: RegexGroup[] = [{ repeats: false }];
  let closed: RegexGroup | undefined;
  for (let at = 0; at < pattern.length; at++) {
    const letter = pattern[at];
    const isUnbounded =
      letter === "*" || letter === "+" || (letter === "{" && /^\{\d*,\}/.test(pattern.slice(at, at + 8)));
    const current = groups.at(-1);
    if (isUnbounded && closed?.repeats === true) return true;
    if (isUnbounded && current !== undefined) current.repeats = true;
    closed = undefined;
    if (letter === "\\") at++;
    else if (letter === "[") at = endOfClass(pattern, at);
    else if (letter === "(") groups.push({ repeats: false });
    else if (letter === ")") {
      closed = groups.pop();
      const outer = groups.at(-1);
      if (closed?.repeats === true && outer !== undefined) outer.repeats = true;
    }
  }
  return false;
}

function endOfClass(pattern: string, start: number): number {
  for (let at = start + 1; at < pattern.length; at++) {
    if (pattern[at] === "\\") at++;
    else if (pattern[at] === "]") return at;
  }
  return pattern.length;
}

function check(context: LintContext, node: unknown, pattern: string): void {
  const message = faultIn(pattern);
  if (message !== undefined) context.report({ node, message });
}

export const safeExpressions = {
  create: (context: LintContext) => ({
    Literal(node: LiteralNode) {
      if (node.regex !== undefined) check(context, node, node.regex.pattern);
    },
    NewExpression(node: CallNode) {
      const [first] = node.arguments;
      if (node.callee.name !== "RegExp" || first === undefined) return;
      const text =
        typeof first.value === "string" ? first.value : first.quasis?.map(({ value }) => value.raw).join("x");
      if (text !== undefined) check(context, node, text.replaceAll("\\\\", "\\"));
    },
  }),
};
