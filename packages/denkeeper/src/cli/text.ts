// Text in columns: how wide it is on the screen, and how it is cut, wrapped and set in tables.
import { stripVTControlCharacters } from "node:util";
import { fieldsOf } from "./json.ts";
import { bold } from "./style.ts";
import { localized } from "./time.ts";

/** Characters that take two columns: those of East Asian scripts, and emoji. */
const WIDE =
  /[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6\u{20000}-\u{3fffd}]|\p{Emoji_Presentation}/u;
const BARE = /^(\p{M}|[\u200b-\u200d])/u;
const GRAPHEMES = new Intl.Segmenter("en", { granularity: "grapheme" });

function columnsOf(grapheme: string): number {
  if (BARE.test(grapheme)) return 0;
  return WIDE.test(grapheme) ? 2 : 1;
}

/** How many columns a text takes, without its colors. */
export function widthOf(text: string): number {
  let width = 0;
  for (const { segment } of GRAPHEMES.segment(stripVTControlCharacters(text))) width += columnsOf(segment);
  return width;
}

/** At most so many columns; what is cut off is shown as "…", and colors go with it. */
export function cut(text: string, columns: number): string {
  if (widthOf(text) <= columns) return text;
  let kept = "";
  let width = 0;
  for (const { segment } of GRAPHEMES.segment(stripVTControlCharacters(text))) {
    width += columnsOf(segment);
    if (width > columns - 1) break;
    kept += segment;
  }
  return `${kept.trimEnd()}…`;
}

function padded(text: string, columns: number): string {
  return `${text}${" ".repeat(Math.max(0, columns - widthOf(text)))}`;
}

/** How wide lists are where nobody says. */
const USUAL_COLUMNS = 80;

/** The width of the terminal, or a usual one for a pipe. */
export function screenColumns(): number {
  return process.stdout.isTTY ? process.stdout.columns : USUAL_COLUMNS;
}

/** No column gets narrower than this to make room for the others. */
const LEAST_COLUMNS = 5;
const GAP = "  ";

/** Rows of cells in columns. The widest columns are cut until a row fits; in a pipe nothing is, unless `room` says so. */
export function table(
  rows: readonly (readonly string[])[],
  room = process.stdout.isTTY ? process.stdout.columns : Infinity,
): string {
  const widths: number[] = [];
  for (const row of rows)
    for (const [index, cell] of row.entries()) widths[index] = Math.max(widths[index] ?? 0, widthOf(cell));
  const total = () => widths.reduce((sum, width) => sum + width, GAP.length * (widths.length - 1));
  while (total() > room) {
    const widest = Math.max(...widths);
    if (widest <= LEAST_COLUMNS) break;
    const index = widths.lastIndexOf(widest);
    widths[index] = widest - 1;
  }
  const line = (row: readonly string[]) =>
    row.map((cell, index) => padded(cut(cell, widths[index] ?? 0), widths[index] ?? 0)).join(GAP);
  return rows.map((row) => line(row).trimEnd()).join("\n");
}

/** Names and what is said about each, which is wrapped beside its name. */
export function definitions(rows: readonly (readonly [string, string])[], columns = screenColumns()): string {
  const margin = Math.max(0, ...rows.map(([name]) => widthOf(name))) + GAP.length;
  const room = Math.max(LEAST_COLUMNS, columns - margin);
  return rows
    .map(([name, text]) => `${padded(name, margin)}${wrapped(text, room).join(`\n${" ".repeat(margin)}`)}`.trimEnd())
    .join("\n");
}

/** A value of an answer in words. */
function worded(value: unknown): string {
  if (value === null || value === undefined) return "";
  if (typeof value === "boolean") return value ? "yes" : "no";
  if (Array.isArray(value)) return value.map(worded).join(", ");
  return localized(typeof value === "string" ? value : JSON.stringify(value));
}

/** Each column of a list by its head: the field that it shows, or what it says of a row. */
type Columns<Row> = Readonly<Record<string, FieldOf<Row> | ((row: Row) => string)>>;
type FieldOf<Row> = Row extends unknown ? keyof Row & string : never;

/** A list in columns, with their heads; without columns in which there is nothing. Empty if the list is. */
export function listOf<Row extends object>(rows: readonly Row[], shown: Columns<Row>, room?: number): string {
  const cellOf = (row: Row, cell: Columns<Row>[string]) =>
    typeof cell === "function" ? cell(row) : worded(fieldsOf(row)[cell]);
  const used = Object.entries(shown).filter(([, cell]) => rows.some((row) => cellOf(row, cell) !== ""));
  if (used.length === 0) return "";
  return table(
    [used.map(([head]) => bold(head)), ...rows.map((row) => used.map(([, cell]) => cellOf(row, cell)))],
    room,
  );
}

/** Names and values, without those that are not there. */
export function facts(values: object): string {
  const rows = Object.entries(values).map(([name, value]) => [name.replaceAll("_", " "), worded(value)] as const);
  return definitions(rows.filter(([, text]) => text !== ""));
}

/** "Maine Coon" as the service names it: "maine-coon". */
export function slugOf(name: string): string {
  const dashed = name
    .normalize("NFKD")
    .toLowerCase()
    .replaceAll(/\p{M}/gu, "")
    .replaceAll(/[^a-z0-9]+/g, "-");
  return dashed.replaceAll(/^-|-$/g, "") || name;
}

/** A paragraph as wide as the screen. */
export function paragraph(text: string): string {
  return wrapped(text, screenColumns()).join("\n");
}

/** Lines of at most so many columns. */
export function wrapped(text: string, columns: number): readonly string[] {
  const lines: string[] = [];
  let line = "";
  for (const word of text.split(" ")) {
    if (line !== "" && widthOf(`${line} ${word}`) > columns) {
      lines.push(line);
      line = word;
    } else line = line === "" ? word : `${line} ${word}`;
  }
  return line === "" ? lines : [...lines, line];
}
