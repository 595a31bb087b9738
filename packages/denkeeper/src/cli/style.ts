// Colors and bars. `styleText` omits colors where they are not wanted (NO_COLOR, pipes).
import { styleText } from "node:util";

type Format = Parameters<typeof styleText>[0];

export function paint(format: Format, text: string): string {
  return styleText(format, text);
}

export const bold = (text: string): string => paint("bold", text);
export const dim = (text: string): string => paint("dim", text);

const BAR_CELLS = 20;
const EIGHTHS = ["", "▏", "▎", "▍", "▌", "▋", "▊", "▉"] as const;

function barColor(value: number): Format {
  if (value < 20) return "red";
  return value < 50 ? "yellow" : "green";
}

/** A stat as a bar, to an eighth of a cell. */
export function bar(label: string, value: number | null): string {
  const name = label.padEnd(11);
  if (value === null) return `${name}${dim("?".padEnd(BAR_CELLS, "·"))} ${dim("hidden")}`;
  const eighths = Math.round((value / 100) * BAR_CELLS * 8);
  const filled = `${"█".repeat(Math.floor(eighths / 8))}${EIGHTHS[eighths % 8] ?? ""}`;
  const rest = "░".repeat(BAR_CELLS - Math.ceil(eighths / 8));
  return `${name}${paint(barColor(value), filled)}${dim(rest)} ${value.toFixed(1).padStart(5)}`;
}

/** "1 credit", "2 credits". */
export function pluralize(value: number, one: string, many = `${one}s`): string {
  return `${value} ${value === 1 ? one : many}`;
}
