// Finds the expressions of expressions.ts in the comments, strings and paragraphs of a file.
import { EXPRESSIONS } from "./expressions.ts";
import { textsOf } from "./texts.ts";

/** Matches any of the expressions, so that most texts need one attempt. */
const ANY = new RegExp(EXPRESSIONS.map(({ pattern }) => pattern.source).join("|"));

/** Creative prose, item lists, generated files, migrations (which must not change), and the tests of this check. */
const LEFT_OUT =
  /^packages\/rules\/src\/(words\/lines|species\/catalog)\/|^src\/care\/items\/named\/danger-list|generated|^migrations\/|^scripts\/check\/words\/.*test/;

export function isChecked(file: string): boolean {
  return !LEFT_OUT.test(file);
}

/** Yields a line for each doubtful expression: its position, and what to write instead. */
export function* doubtfulIn(file: string, source: string): Generator<string> {
  for (const { kind, line, text } of textsOf(file, source)) {
    if (!ANY.test(text) || text.startsWith("oxlint-disable")) continue;
    for (const { pattern, instead, isForComments } of EXPRESSIONS) {
      const expression = isForComments && kind !== "comment" ? null : pattern.exec(text);
      if (expression !== null) yield `${file}:${line}: "${expression[0]}" in a ${kind}. Write: ${instead}`;
    }
  }
}
