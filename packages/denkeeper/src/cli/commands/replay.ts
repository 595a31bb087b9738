// `replay`: checks an exported life against the rules.
import { createHash } from "node:crypto";
import { createReadStream, existsSync } from "node:fs";
import { createInterface } from "node:readline";
import type { ReadProgress } from "@denkeeper/rules/replay/life-file.ts";
import { CliError, EXIT } from "../cli-error.ts";
import type { CommandContext } from "../context.ts";
import { fieldsOf, parseJson } from "../json.ts";
import { lines } from "../next-command.ts";
import { bold, pluralize, dim } from "../text.ts";

export async function replay(context: Pick<CommandContext, "print" | "json">, file: string): Promise<void> {
  if (!existsSync(file)) throw new CliError(`File not found: ${file}`, "Export one:\n  denkeeper export > life.jsonl");
  // Node 26 has a built-in Temporal; older versions load the polyfill.
  if (!("Temporal" in globalThis)) await import("temporal-polyfill/global");
  const result = await replayResult(file);
  context.print(result, (plain) => {
    const entries = pluralize(plain.entries, "entry", "entries");
    if (!plain.agrees) {
      const where = `Line ${plain.line}: ${plain.fault}`;
      return lines([bold("The file does not match the rules."), where, dim(`${entries} matched before it.`)]);
    }
    return lines([bold("The log and the outcome agree."), `${entries} replayed. ${plain.life}`]);
  });
  if (!result.agrees) process.exitCode = EXIT.refusedByService;
}

async function replayResult(file: string) {
  const { READ_START, faultAtEnd, readLine } = await import("@denkeeper/rules/replay/life-file.ts");
  const digest = (text: string) => createHash("sha256").update(text).digest("hex");
  const hash = createHash("sha256");
  let reading = READ_START;
  let line = 0;
  let ended = false;
  const differs = (fault: string) => ({ agrees: false, entries: reading.entries, fault, line }) as const;
  const input = createReadStream(file);
  try {
    for await (const text of createInterface({ input, crlfDelay: Infinity })) {
      line++;
      if (ended) return differs("there is data after the end line");
      const value = parseJson(text);
      const { type, lines: count, sha256 } = fieldsOf(value);
      if (type === "end") {
        ended = true;
        if (count !== line - 1) return differs(`the end line says ${String(count)} lines, but there are ${line - 1}`);
        if (sha256 !== hash.digest("hex")) return differs("the checksum does not match: the file was changed");
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
  return { agrees: true, entries: reading.entries, life: lifeSummary(reading) } as const;
}

function lifeSummary({ creature, state }: ReadProgress): string {
  if (creature === null || state === null) return "";
  const { death, released_at, stage } = state;
  const end = death === null ? (released_at === null ? "alive" : "released") : `died of ${death.cause}`;
  return `${creature.name}, ${creature.species.name}, ${stage}, ${end}.`;
}
