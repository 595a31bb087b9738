// Colors, bars and durations. `styleText` omits colors where they are not wanted (NO_COLOR, pipes).
import { stripVTControlCharacters, styleText } from "node:util";

type Format = Parameters<typeof styleText>[0];

export function paint(format: Format, text: string): string {
  return styleText(format, text);
}

export const bold = (text: string): string => paint("bold", text);
export const dim = (text: string): string => paint("dim", text);

const BAR_CELLS = 20;
const EIGHTHS = ["", "▏", "▎", "▍", "▌", "▋", "▊", "▉"] as const;

function barColour(value: number): Format {
  if (value < 20) return "red";
  return value < 50 ? "yellow" : "green";
}

/** A stat as a bar, to an eighth of a cell, fine enough to see it tick. */
export function bar(label: string, value: number | null, digits = 1): string {
  const name = label.padEnd(11);
  if (value === null) return `${name}${dim("?".padEnd(BAR_CELLS, "·"))} ${dim("hidden")}`;
  const eighths = Math.round((value / 100) * BAR_CELLS * 8);
  const full = "█".repeat(Math.floor(eighths / 8));
  const filled = `${full}${EIGHTHS[eighths % 8] ?? ""}`;
  const rest = "░".repeat(BAR_CELLS - Math.ceil(eighths / 8));
  return `${name}${paint(barColour(value), filled)}${dim(rest)} ${value.toFixed(digits).padStart(digits + 4)}`;
}

/** "1 credit", "2 credits". */
export function counted(value: number, one: string, many = `${one}s`): string {
  return `${value} ${value === 1 ? one : many}`;
}

/** "2 h 05 min", "3 d 4 h", "40 s". */
export function duration(ms: number): string {
  const seconds = Math.max(0, Math.round(ms / 1000));
  if (seconds < 60) return `${seconds} s`;
  const minutes = Math.floor(seconds / 60);
  if (minutes < 60) return `${minutes} min`;
  const hours = Math.floor(minutes / 60);
  if (hours < 48) return `${hours} h ${String(minutes % 60).padStart(2, "0")} min`;
  return `${Math.floor(hours / 24)} d ${hours % 24} h`;
}

/** "02:05:09": a countdown. */
export function countdown(ms: number): string {
  const seconds = Math.max(0, Math.floor(ms / 1000));
  const two = (value: number) => String(value).padStart(2, "0");
  return `${two(Math.floor(seconds / 3600))}:${two(Math.floor(seconds / 60) % 60)}:${two(seconds % 60)}`;
}

/** Rows of cells in columns, the last one as long as the terminal is wide. */
export function table(rows: readonly (readonly string[])[]): string {
  const widths: number[] = [];
  for (const row of rows)
    for (const [index, cell] of row.entries()) widths[index] = Math.max(widths[index] ?? 0, cell.length);
  const line = (row: readonly string[]) =>
    row.map((cell, index) => (index === row.length - 1 ? cell : cell.padEnd(widths[index] ?? 0))).join("  ");
  const room = process.stdout.isTTY ? process.stdout.columns : Infinity;
  const cut = (text: string) => (text.length > room ? `${text.slice(0, room - 1)}…` : text);
  return rows.map((row) => cut(line(row).trimEnd())).join("\n");
}

/** Lines of at most so many visible characters. */
export function wrapped(text: string, columns: number): readonly string[] {
  const lines: string[] = [];
  let line = "";
  for (const word of text.split(" ")) {
    if (line !== "" && stripVTControlCharacters(`${line} ${word}`).length > columns) {
      lines.push(line);
      line = word;
    } else line = line === "" ? word : `${line} ${word}`;
  }
  return line === "" ? lines : [...lines, line];
}
