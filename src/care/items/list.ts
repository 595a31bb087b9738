// Splits comma-separated phrases, which are easier to maintain as running text than one per line.

export function list(...lines: readonly string[]): readonly string[] {
  return lines.flatMap((line) => line.split(", "));
}
