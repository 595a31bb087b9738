// Reads a secret: from a terminal, which does not show what is typed, or else from standard input.
import { text } from "node:stream/consumers";
import { CliError, EXIT } from "./failure.ts";

// oxlint-disable-next-line no-control-regex -- the key Ctrl-D
const END = /[\r\n\u0004]/;
const INTERRUPT = "\u0003";
const ERASE = /[^\b\u007f][\b\u007f]/;

/** What was typed, without what was erased again. */
export function withoutErased(keys: string): string {
  return ERASE.test(keys) ? withoutErased(keys.replace(ERASE, "")) : keys.replaceAll(/[\b\u007f]/g, "");
}

export async function readSecret(prompt: string): Promise<string> {
  const { stdin, stderr } = process;
  if (!stdin.isTTY) return (await text(stdin)).split("\n", 1)[0] ?? "";
  stderr.write(prompt);
  stdin.setRawMode(true).setEncoding("utf8").resume();
  let keys = "";
  try {
    for await (const chunk of stdin) {
      keys += String(chunk);
      if (keys.includes(INTERRUPT)) throw new CliError("Nothing was saved", "", EXIT.interrupted);
      if (END.test(keys)) break;
    }
  } finally {
    stdin.setRawMode(false).pause();
    stderr.write("\n");
  }
  return withoutErased(keys.split(END, 1)[0] ?? "");
}
