// Lists of phrases as running text, which is easier to read than a column of hundreds.

export function list(...lines: readonly string[]): readonly string[] {
  return lines.flatMap((line) => line.split(", "));
}
