// Splits lists of phrases, which are easier to read as running text than as columns.

export function list(...lines: readonly string[]): readonly string[] {
  return lines.flatMap((line) => line.split(", "));
}
