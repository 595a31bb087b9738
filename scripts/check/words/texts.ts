// Extracts the texts of a file: comments and, in TypeScript, strings with a space, or the paragraphs of a document.
import { parseSync, Visitor } from "rolldown/utils";

export interface Text {
  readonly kind: "comment" | "string" | "document";
  readonly line: number;
  readonly text: string;
}

/** Comments by file extension. Consecutive comment lines are one comment. */
const COMMENTS: Readonly<Record<string, RegExp>> = {
  sql: /--.*(?:\n[ \t]*--.*)*/g,
  css: /\/\*[^]*?\*\//g,
  py: /"""[^]*?"""|(?<=^|\n|\s)#.*(?:\n[ \t]*#.*)*/g,
  sh: /(?<=^|\n|\s)#(?!!).*(?:\n[ \t]*#.*)*/g,
  yml: /(?<=^|\n|\s)#.*(?:\n[ \t]*#.*)*/g,
  yaml: /(?<=^|\n|\s)#.*(?:\n[ \t]*#.*)*/g,
};
const MARKS = /^\s*(?:\/\/+|\/\*\*?|--|#+|""")|(?:\*\/|""")\s*$|\n\s*(?:\/\/+|\*(?!\/)|--|#+)/g;
/** Code in a document. It is emptied, but its lines remain, so that line numbers stay correct. */
const FENCED = /^ *```[^]*?^ *```/gm;
const CODE = /`[^`\n]+`/g;

const plain = (text: string): string => text.replace(/\s+/g, " ").trim();
const lineAt = (source: string, offset: number): number => source.slice(0, offset).split("\n").length;

function* found(source: string, pattern: RegExp, kind: Text["kind"]): Generator<Text> {
  for (const { 0: text, index } of source.matchAll(pattern)) {
    yield { kind, line: lineAt(source, index), text: plain(text.replace(MARKS, " ")) };
  }
}

function* typeScript(file: string, source: string): Generator<Text> {
  const { program, comments } = parseSync(file, source);
  const blocks: { start: number; end: number }[] = [];
  for (const { type, start, end } of comments) {
    const last = blocks.at(-1);
    const isLine = type === "Line" && last !== undefined && source.startsWith("//", last.start);
    if (isLine && /^\n[ \t]*$/.test(source.slice(last.end, start))) last.end = end;
    else blocks.push({ start, end });
  }
  for (const { start, end } of blocks) {
    yield { kind: "comment", line: lineAt(source, start), text: plain(source.slice(start, end).replace(MARKS, " ")) };
  }
  const strings: Text[] = [];
  const add = (text: unknown, start: number): void => {
    if (typeof text !== "string" || !text.includes(" ")) return;
    strings.push({ kind: "string", line: lineAt(source, start), text: plain(text) });
  };
  new Visitor({
    Literal: ({ value, start }) => add(value, start),
    TemplateElement: ({ value, start }) => add(value.cooked, start),
  }).visit(program);
  yield* strings;
}

/** Files in unknown languages yield no texts. */
export function textsOf(file: string, source: string): Iterable<Text> {
  const extension = file.slice(file.lastIndexOf(".") + 1);
  if (["ts", "js", "mjs"].includes(extension)) return typeScript(file, source);
  if (extension === "md") {
    const prose = source.replace(FENCED, (block) => block.replace(/[^\n]/g, "")).replace(CODE, "``");
    return found(prose, /\S.*(?:\n.*\S.*)*/g, "document");
  }
  const pattern = COMMENTS[extension];
  return pattern === undefined ? [] : found(source, pattern, "comment");
}
