// An object of the cold log: JSON Lines, compressed with zstd. The first line says which day, agents and rules it is of;
// then comes a line for each creature.
import { hash } from "node:crypto";
import { promisify } from "node:util";
import { constants, zstdCompress, zstdDecompressSync } from "node:zlib";
import { iso } from "../../platform/clock.ts";
import type { LogLine, LineFrame } from "./line.ts";

const FORMAT = 1;
/** A little slower and a little smaller than the default. */
const LEVEL = 9;

const compress = promisify(zstdCompress);

interface ObjectHead extends LineFrame {
  readonly format: number;
  readonly first_agent: string;
  readonly last_agent: string;
}

export interface ColdObject {
  readonly name: string;
  readonly sha256: string;
  readonly bytes: Buffer;
}

/** The same lines always give the same bytes, and so the same name. */
export async function packObject(frame: LineFrame, lines: readonly LogLine[]): Promise<ColdObject> {
  const head: ObjectHead = {
    format: FORMAT,
    ...frame,
    first_agent: lines[0]?.a ?? "",
    last_agent: lines.at(-1)?.a ?? "",
  };
  const text = [head, ...lines].map((line) => `${JSON.stringify(line)}\n`).join("");
  const bytes = await compress(text, { params: { [constants.ZSTD_c_compressionLevel]: LEVEL } });
  const sha256 = hash("sha256", bytes);
  return { name: nameOf(frame.day, sha256), sha256, bytes };
}

/** Its day comes first: a folder holds the objects of a day. */
function nameOf(day: number, sha256: string): string {
  return `${iso(day).slice(0, 10).replaceAll("-", "")}-${sha256}`;
}

/** What an object must be, as it was recorded. */
export interface Recorded {
  readonly day: number;
  readonly first_agent: string;
  readonly last_agent: string;
  readonly name: string;
  readonly sha256: string;
}

/** An object that is missing, or is not what was recorded. */
export class BrokenObject extends Error {}

export interface OpenedObject {
  readonly frame: LineFrame;
  /** The text after the first line. */
  readonly text: string;
}

/** Refuses bytes that are not those that were recorded. */
export function openObject(recorded: Recorded, bytes: Buffer | undefined): OpenedObject {
  const { name } = recorded;
  if (bytes === undefined) throw new BrokenObject(`the object ${name} of the cold log is missing`);
  if (hash("sha256", bytes) !== recorded.sha256)
    throw new BrokenObject(`the object ${name} of the cold log has changed`);
  const text = zstdDecompressSync(bytes).toString();
  const end = text.indexOf("\n");
  // oxlint-disable-next-line typescript/consistent-type-assertions -- edge: its digest says that we wrote it
  const head = JSON.parse(text.slice(0, end)) as ObjectHead;
  const { day, first_agent, last_agent } = recorded;
  if (head.format !== FORMAT) throw new BrokenObject(`the object ${name} has the unknown format ${head.format}`);
  if (head.day !== day || head.first_agent !== first_agent || head.last_agent !== last_agent) {
    throw new BrokenObject(`the object ${name} is of another day or of other agents`);
  }
  return { frame: { day, rules: head.rules }, text: text.slice(end + 1) };
}

export function linesIn({ text }: OpenedObject): readonly LogLine[] {
  return text
    .split("\n")
    .filter((line) => line !== "")
    .map(parsed);
}

/** The line of one creature, without reading the others. */
export function lineIn({ text }: OpenedObject, creatureId: string): LogLine | undefined {
  const start = text.indexOf(`{"c":"${creatureId}"`);
  return start < 0 ? undefined : parsed(text.slice(start, text.indexOf("\n", start)));
}

function parsed(line: string): LogLine {
  // oxlint-disable-next-line typescript/consistent-type-assertions -- edge: the digest of its object says that we wrote it
  return JSON.parse(line) as LogLine;
}
