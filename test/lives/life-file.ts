// Checks an exported life against the rules, as its keeper could.
import { READ_START, faultAtEnd, readLine } from "@denkeeper/rules/replay/life-file.ts";
import { sha256 } from "../../src/care/export.get/life-lines.ts";

/** Returns the fault of a file, or null. */
export function faultInFile(text: string): string | null {
  let reading = READ_START;
  for (const line of text.trimEnd().split("\n")) {
    const next = readLine(reading, JSON.parse(line), sha256);
    if ("fault" in next) return next.fault;
    reading = next;
  }
  return faultAtEnd(reading);
}
