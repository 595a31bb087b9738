// Reads a secret: from a terminal, which does not show what is typed, or else from standard input.
import { createInterface } from "node:readline/promises";
import { Writable } from "node:stream";
import { text } from "node:stream/consumers";
import { EXIT } from "./cli-error.ts";

export async function readSecret(prompt: string): Promise<string> {
  const { stdin, stderr } = process;
  if (!stdin.isTTY) return (await text(stdin)).split("\n", 1)[0] ?? "";
  stderr.write(prompt);
  const nowhere = new Writable({ write: (_, __, done) => done() });
  const reader = createInterface({ input: stdin, output: nowhere, terminal: true });
  reader.on("SIGINT", () => process.exit(EXIT.interrupted));
  const typed = await reader.question("").finally(() => reader.close());
  stderr.write("\n");
  return typed;
}
