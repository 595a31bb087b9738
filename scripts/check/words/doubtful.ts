// Compares the texts of a file with the list of doubtful expressions.
import { EXPRESSIONS } from "./expressions.ts";
import { textsOf } from "./texts.ts";

/** Most texts match none of these, so one combined expression is faster than trying each separately. */
const ANY = new RegExp(EXPRESSIONS.map(({ pattern }) => pattern.source).join("|"));

/** Prose with a voice of its own, lists of items, generated files, applied migrations, which never change, and this check's tests. */
const LEFT_OUT =
  /^packages\/rules\/src\/(words\/lines|species\/catalog)\/|^src\/care\/items\/named\/danger-list|generated|^migrations\/|^scripts\/check\/words\/.*test/;

export function isChecked(file: string): boolean {
  return !LEFT_OUT.test(file);
}

/** One line for each doubtful expression in a file: where it is, and what to write instead. */
export function* doubtfulIn(file: string, source: string): Generator<string> {
  for (const { kind, line, text } of textsOf(file, source)) {
    if (!ANY.test(text) || text.startsWith("oxlint-disable")) continue;
    for (const { pattern, instead, isForComments } of EXPRESSIONS) {
      const expression = isForComments && kind !== "comment" ? null : pattern.exec(text);
      if (expression !== null) yield `${file}:${line}: "${expression[0]}" in a ${kind}. Write: ${instead}`;
    }
  }
}
