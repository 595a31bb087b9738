// Exporting a life to a file, and checking such a file against the rules.
import { createHash } from "node:crypto";
import { createReadStream, existsSync, writeFileSync } from "node:fs";
import { createInterface } from "node:readline";
import { requireKey, type Context } from "../context.ts";
import { chosen, type CreatureOption } from "../creature-choice.ts";
import { CliError, EXIT } from "../failure.ts";
import { parsed } from "../json.ts";
import { plain } from "../plain.ts";
import { bold, counted, dim } from "../style.ts";
import { localTime } from "../time.ts";

export interface ExportOptions extends CreatureOption {
  readonly out?: string;
}

export async function exportLife(context: Context, options: ExportOptions): Promise<void> {
  requireKey(context);
  const target = await chosen(context, options);
  if (options.out === undefined) {
    process.stdout.write(await context.client.exportLife(target));
    return;
  }
  const text = await context.client.exportLife(target);
  writeFileSync(options.out, text);
  const lines = text.split("\n").length - 1;
  context.print(
    { file: options.out, lines },
    ({ file }) => `Wrote ${counted(lines, "line")} to ${file}\nCheck it against the rules:\n  denkeeper replay ${file}`,
  );
}

/** What a replay found. */
interface Verdict {
  readonly agrees: boolean;
  readonly entries: number;
  readonly fault?: string;
  readonly line?: number;
  readonly life?: string;
  /** The instant up to which it was checked under older rules. */
  readonly older_rules_until?: string;
}

export async function replay(context: Pick<Context, "print" | "json">, file: string): Promise<void> {
  if (!existsSync(file))
    throw new CliError(`File not found: ${file}`, "Export one:\n  denkeeper export --out life.jsonl");
  // Node 26 has Temporal built in.
  if (!("Temporal" in globalThis)) await import("temporal-polyfill/global");
  const verdict = await verdictOn(file);
  context.print(verdict, ({ agrees, entries, fault, line, life, older_rules_until: until }) =>
    agrees
      ? [
          bold("The log and the outcome agree."),
          `${counted(entries, "entry", "entries")} replayed. ${life}`,
          ...(until === undefined
            ? []
            : [dim(`Up to ${localTime(until)}, it was checked against the older rules of that time.`)]),
        ].join("\n")
      : [
          bold("The file does not match the rules."),
          `Line ${line}: ${fault}`,
          dim(`${counted(entries, "entry", "entries")} matched before this line.`),
        ].join("\n"),
  );
  if (!verdict.agrees) process.exitCode = EXIT.refusedByService;
}

async function verdictOn(file: string): Promise<Verdict> {
  const { NOTHING_READ, faultAtEnd, readLine } = await import("@denkeeper/rules/replay/life-file.ts");
  const digest = (text: string) => createHash("sha256").update(text).digest("hex");
  const hash = createHash("sha256");
  let reading = NOTHING_READ;
  let line = 0;
  let ended = false;
  const differs = (fault: string): Verdict => ({ agrees: false, entries: reading.entries, fault: plain(fault), line });
  const input = createReadStream(file);
  try {
    for await (const text of createInterface({ input, crlfDelay: Infinity })) {
      line++;
      if (ended) return differs("there is data after the end line");
      const value = parsed(text);
      if (isEnd(value)) {
        ended = true;
        if (value.lines !== line - 1)
          return differs(`the end line says ${String(value.lines)} lines, but there are ${line - 1}`);
        if (value.sha256 !== hash.digest("hex")) return differs("the checksum does not match: the file was changed");
        continue;
      }
      hash.update(`${text}\n`);
      const next = readLine(reading, value, digest);
      if ("fault" in next) return differs(next.fault);
      reading = next;
    }
  } finally {
    input.destroy();
  }
  const fault = faultAtEnd(reading) ?? (ended ? null : "the end line is missing: the file is incomplete");
  if (fault !== null) return differs(fault);
  const { entries, rulesSince, head } = reading;
  const until = rulesSince === Infinity ? head?.exported_at : rulesSince;
  return {
    agrees: true,
    entries,
    life: plain(lifeSummary(reading)),
    ...(typeof until === "number" ? { older_rules_until: new Date(until).toISOString() } : {}),
  };
}

interface End {
  readonly type: "end";
  readonly lines: unknown;
  readonly sha256: unknown;
}

function isEnd(value: unknown): value is End {
  return typeof value === "object" && value !== null && "type" in value && value.type === "end";
}

interface LifeState {
  readonly creature: { readonly name: string; readonly species: { readonly name: string } } | null;
  readonly state: {
    readonly stage: string;
    readonly death: { readonly cause: string } | null;
    readonly released_at: number | null;
  } | null;
}

function lifeSummary({ creature, state }: LifeState): string {
  if (creature === null || state === null) return "";
  const { death, released_at, stage } = state;
  const end = death === null ? (released_at === null ? "alive" : "released") : `died of ${death.cause}`;
  return `${creature.name}, ${creature.species.name}, ${stage}, ${end}.`;
}
