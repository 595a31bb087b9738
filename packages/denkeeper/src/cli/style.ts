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

/** What a bar takes besides its cells: the label and the number. */
const BAR_MARGIN = 20;

/** A stat as a bar, to an eighth of a cell, fine enough to see it tick. */
export function bar(label: string, value: number | null, digits = 1, columns = BAR_MARGIN + BAR_CELLS): string {
  const name = label.padEnd(11);
  const cells = Math.max(0, Math.min(BAR_CELLS, columns - BAR_MARGIN));
  if (value === null) return `${name}${dim("?".padEnd(cells, "·").slice(0, cells))} ${dim("hidden")}`;
  const eighths = Math.round((value / 100) * cells * 8);
  const full = "█".repeat(Math.floor(eighths / 8));
  const filled = `${full}${EIGHTHS[eighths % 8] ?? ""}`;
  const rest = "░".repeat(cells - Math.ceil(eighths / 8));
  return `${name}${paint(barColor(value), filled)}${dim(rest)} ${value.toFixed(digits).padStart(digits + 4)}`;
}

/** "1 credit", "2 credits". */
export function counted(value: number, one: string, many = `${one}s`): string {
  return `${value} ${value === 1 ? one : many}`;
}
