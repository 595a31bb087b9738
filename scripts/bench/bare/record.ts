// Preloaded into a service (`--import`): appends each named statement that the service sends to the file BENCH_RECORD, as JSON lines.
import { appendFileSync } from "node:fs";
import { Client } from "pg";

const file = process.env["BENCH_RECORD"] ?? "";
// oxlint-disable-next-line typescript/unbound-method
const original = Client.prototype.query;

function recording(this: Client, ...args: unknown[]): unknown {
  const [sent] = args;
  if (typeof sent === "object" && sent !== null && "name" in sent && "values" in sent) {
    const isBinary = (value: unknown) => value instanceof Uint8Array;
    const values = Array.isArray(sent.values) ? sent.values : [];
    const shown = values.map((value) => (isBinary(value) ? { hex: Buffer.from(value).toString("hex") } : value));
    appendFileSync(file, `${JSON.stringify({ ...sent, values: shown })}\n`);
  }
  return Reflect.apply(original, this, args);
}
Client.prototype.query = recording as typeof original;
