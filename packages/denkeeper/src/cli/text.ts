// Formats text for columns: measures, truncates, and wraps it, and builds tables.
import { styleText, stripVTControlCharacters } from "node:util";
import { fieldsOf } from "./json.ts";
import { toLocalTimes } from "./time.ts";

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

/** Draws a stat as a bar with a resolution of an eighth of a cell. */
export function bar(label: string, value: number | null): string {
  const name = label.padEnd(11);
  if (value === null) return `${name}${dim("?".padEnd(BAR_CELLS, "·"))} ${dim("hidden")}`;
  const eighths = Math.round((value / 100) * BAR_CELLS * 8);
  const filled = `${"█".repeat(Math.floor(eighths / 8))}${EIGHTHS[eighths % 8] ?? ""}`;
  const rest = "░".repeat(BAR_CELLS - Math.ceil(eighths / 8));
  return `${name}${paint(barColor(value), filled)}${dim(rest)} ${value.toFixed(1).padStart(5)}`;
}

/** Formats a count, such as "1 credit" or "2 credits". */
export function pluralize(value: number, one: string, many = `${one}s`): string {
  return `${value} ${value === 1 ? one : many}`;
}

/** Control characters except tab and line feed, characters that change the direction of text, and byte order marks. */
// oxlint-disable-next-line no-control-regex
const DISGUISES = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]/g;

export function stripDisguises(text: string): string {
  return text.replaceAll(DISGUISES, "");
}

/** Strips control characters from every string in an answer. */
export function plainAnswer<Answer>(answer: Answer): Answer {
  const clean = (_: string, value: unknown) => (typeof value === "string" ? stripDisguises(value) : value);
  // oxlint-disable-next-line typescript/no-unsafe-return -- edge: a copy of the answer in which only texts differ
  return JSON.parse(JSON.stringify(answer), clean);
}

/** East Asian characters and emoji, which occupy two columns. */
const WIDE =
  /[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6\u{20000}-\u{3fffd}]|\p{Emoji_Presentation}/u;
const BARE = /^(\p{M}|[\u200b-\u200d])/u;
const GRAPHEMES = new Intl.Segmenter("en", { granularity: "grapheme" });

function columnsOf(grapheme: string): number {
  if (BARE.test(grapheme)) return 0;
  return WIDE.test(grapheme) ? 2 : 1;
}

/** Returns a text's width in columns, ignoring color codes. */
export function widthOf(text: string): number {
  let width = 0;
  for (const { segment } of GRAPHEMES.segment(stripVTControlCharacters(text))) width += columnsOf(segment);
  return width;
}

/** Truncates a text to a number of columns. Truncated text ends with "…" and loses its colors. */
export function cut(text: string, columns: number): string {
  if (widthOf(text) <= columns) return text;
  let start = "";
  let width = 0;
  for (const { segment } of GRAPHEMES.segment(stripVTControlCharacters(text))) {
    width += columnsOf(segment);
    if (width > columns - 1) break;
    start += segment;
  }
  return `${start.trimEnd()}…`;
}

const pad = (text: string, columns: number): string => `${text}${" ".repeat(Math.max(0, columns - widthOf(text)))}`;

/** Returns the terminal's width, or `inPipe` where the output is not a terminal. */
const screenColumns = (inPipe: number): number => (process.stdout.isTTY ? process.stdout.columns : inPipe);

/** The minimum width of a column, unless its header is wider. */
const LEAST_COLUMNS = 12;
const GAP = "  ";
/** Long words, such as ids and addresses, are never truncated. */
const WHOLE = /^\S{25,}$/;

const sumOf = (widths: readonly number[]): number =>
  widths.reduce((sum, width) => sum + width + GAP.length, -GAP.length);

/** Lays out rows in columns. The widest columns shrink until a row fits; if that is not enough, the last columns are omitted. */
export function table(rows: readonly (readonly string[])[], room: number): string {
  const widths: number[] = [];
  for (const row of rows)
    for (const [index, cell] of row.entries()) widths[index] = Math.max(widths[index] ?? 0, widthOf(cell));
  const isWhole = (index: number) => rows.some((row) => WHOLE.test(row[index] ?? ""));
  const least = widths.map((width, index) => {
    return isWhole(index) ? width : Math.min(width, Math.max(LEAST_COLUMNS, widthOf(rows[0]?.[index] ?? "")));
  });
  const all = widths.length;
  while (sumOf(widths) > room && widths.length > 1) {
    const spare = widths.map((width, index) => (width > (least[index] ?? 0) ? width : 0));
    const widest = Math.max(...spare);
    if (widest === 0 || isWhole(widths.length - 1)) widths.pop();
    else widths[spare.lastIndexOf(widest)] = widest - 1;
  }
  const set = rows.map((row) => widths.map((width, index) => pad(cut(row[index] ?? "", width), width)).join(GAP));
  const rest = widths.length < all ? [dim(`--json has ${pluralize(all - widths.length, "more column")}.`)] : [];
  return [...set.map((row) => row.trimEnd()), ...rest].join("\n");
}

function valueText(value: unknown): string {
  if (value === null || value === undefined) return "";
  if (typeof value === "boolean") return value ? "yes" : "no";
  if (Array.isArray(value)) return value.map(valueText).join(", ");
  if (typeof value === "string") return toLocalTimes(value).replaceAll("\n", " ");
  if (typeof value !== "object") return JSON.stringify(value);
  const { name, ...rest } = fieldsOf(value);
  if (typeof name === "string") return name;
  return Object.entries(rest)
    .filter(([, part]) => part !== null)
    .map(([field, part]) => `${field.replaceAll("_", " ")} ${valueText(part)}`)
    .join(", ");
}

/** Functions that return each column's text for a row, by header. */
type Columns<Row> = Readonly<Record<string, (row: Row) => string>>;

/** Returns a column for every field, with ids and addresses last. */
function everyField<Row extends object>(rows: readonly Row[]): Columns<Row> {
  const names = [...new Set(rows.flatMap((row) => Object.keys(row)))].filter((name) => !/(^|_)untrusted$/.test(name));
  const isLate = (name: string, index: number) =>
    (index > 0 && name.endsWith("_id")) || /^id$|_(url|ids|key)$/.test(name);
  const late = names.filter(isLate);
  const ordered = [...names.filter((name) => !late.includes(name)), ...late];
  return Object.fromEntries(
    ordered.map((name) => [name.replaceAll("_", " "), (row: Row) => valueText(fieldsOf(row)[name])]),
  );
}

/** The table width when the output is not a terminal. */
const IN_PIPE = 200;

/** A list of up to this many rows that is too wide for a table prints each row as facts. */
const FEW = 5;

/** Lays out a list in columns with headers, omitting empty columns. */
export function listOf<Row extends object>(rows: readonly Row[], columns: Columns<Row> = everyField(rows)): string {
  const used = Object.entries(columns).filter(([, cellOf]) => rows.some((row) => cellOf(row) !== ""));
  if (used.length === 0) return "";
  const cells = rows.map((row) => used.map(([head, cellOf]) => [head, cellOf(row)] as const));
  const room = screenColumns(IN_PIPE);
  const widest = used.map(([head], index) =>
    Math.max(...cells.map((row) => widthOf(row[index]?.[1] ?? "")), head.length),
  );
  if (rows.length <= FEW && sumOf(widest) > room)
    return cells.map((row) => facts(Object.fromEntries(row))).join("\n\n");
  return table([used.map(([head]) => bold(head)), ...cells.map((row) => row.map(([, cell]) => cell))], room);
}

/** Lays out names and wrapped values in two columns, omitting empty values. */
export function facts(values: object): string {
  const rows = Object.entries(values)
    .map(([name, value]) => [name.replaceAll("_", " "), valueText(value)] as const)
    .filter(([, text]) => text !== "");
  const margin = Math.max(0, ...rows.map(([name]) => widthOf(name))) + GAP.length;
  const room = Math.max(LEAST_COLUMNS, screenColumns(80) - margin);
  return rows
    .map(([name, text]) => `${pad(name, margin)}${wrap(text, room).join(`\n${" ".repeat(margin)}`)}`)
    .join("\n");
}

/** Wraps a paragraph to the screen width. */
export function paragraph(text: string): string {
  return wrap(text, screenColumns(80)).join("\n");
}

function wrap(text: string, columns: number): readonly string[] {
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
