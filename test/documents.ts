// Reads commands and answers from the documents.
import { readFileSync } from "node:fs";
import { join } from "node:path";

export function readDocument(path: string): string {
  return readFileSync(join(import.meta.dirname, "..", path), "utf8");
}

/** A command of a document, with the answer that the document shows for it, if any. */
export interface Shown {
  readonly command: string;
  readonly answer: unknown;
}

/** A curl call, optionally preceded by lines that set its variables. */
const COMMAND = /^(?:[A-Z]+=\$\(.+\)\n)?curl /;
const BLOCK = /```(sh|json)\n(.*?)```/gs;

/** Returns the curl commands of a document in order. A JSON block is the answer to the command above it. */
export function shownCommands(document: string): readonly Shown[] {
  const shown: Shown[] = [];
  for (const [, kind, text = ""] of document.matchAll(BLOCK)) {
    const last = shown.at(-1);
    if (kind === "sh" && COMMAND.test(text)) shown.push({ command: text.trim(), answer: undefined });
    if (kind === "json" && last !== undefined) shown[shown.length - 1] = { ...last, answer: JSON.parse(text) };
  }
  return shown;
}

/** Returns the paths at which a real answer differs in shape from the documented one. */
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
