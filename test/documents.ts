// Reads commands and answers from the documents.
import { readFileSync } from "node:fs";
import { join } from "node:path";

export function readDocument(path: string): string {
  return readFileSync(join(import.meta.dirname, "..", path), "utf8");
}

/** A command of a document, with the answer that is shown behind it, if one is. */
export interface Shown {
  readonly command: string;
  readonly answer: unknown;
}

/** A call, after a line that makes what it needs. */
const COMMAND = /^(?:[A-Z]+=\$\(.+\)\n)?curl /;
const BLOCK = /```(sh|json)\n(.*?)```/gs;

/** The curl commands of a document, in order. A block of JSON belongs to the command before it. */
export function shownCommands(document: string): readonly Shown[] {
  const shown: Shown[] = [];
  for (const [, kind, text = ""] of document.matchAll(BLOCK)) {
    const last = shown.at(-1);
    if (kind === "sh" && COMMAND.test(text)) shown.push({ command: text.trim(), answer: undefined });
    if (kind === "json" && last !== undefined) shown[shown.length - 1] = { ...last, answer: JSON.parse(text) };
  }
  return shown;
}

/** Where a real answer is not of the shape that a document shows: paths, empty when all is well. */
export function shapeFaults(shown: unknown, real: unknown, path = "answer"): readonly string[] {
  if (Array.isArray(shown)) {
    if (!Array.isArray(real)) return [`${path} is no list`];
    return shown.length === 0 ? [] : shapeFaults(shown[0], real[0], `${path}[0]`);
  }
  if (typeof shown === "object" && shown !== null) {
    if (typeof real !== "object" || real === null) return [`${path} is no object`];
    const fields = real as Readonly<Record<string, unknown>>;
    return Object.entries(shown).flatMap(([name, value]) => shapeFaults(value, fields[name], `${path}.${name}`));
  }
  return typeof shown === typeof real ? [] : [`${path} is ${typeof real}, shown as ${typeof shown}`];
}
