// Records the statements and the answer of one call of each kind, for the bare server to repeat.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startService, type ServiceSettings } from "../../house.ts";
import type { CalledAgent } from "../house/database.ts";
import { Connection } from "../load.ts";

export interface RecordedStatement {
  readonly name: string;
  readonly text: string;
  readonly values: readonly unknown[];
}

export interface BareCall {
  /** HTTP method and path, separated by a space. */
  readonly request: string;
  readonly statements: readonly RecordedStatement[];
  readonly answer: string;
}

export interface BareInput {
  readonly url: string;
  readonly port: number;
  readonly recorded: CalledAgent;
  readonly called: readonly CalledAgent[];
  readonly calls: readonly BareCall[];
}

const TIMES = 12;

/** Makes each call several times and returns the shortest recording, because timers and caches also send statements. */
export async function recordCalls(settings: ServiceSettings, requests: readonly (() => string)[]): Promise<BareCall[]> {
  const folder = mkdtempSync(join(tmpdir(), "denkeeper-bench-"));
  const file = join(folder, "statements");
  const preload = `--import=${join(import.meta.dirname, "record.ts")}`;
  const { port, stop } = await startService({ ...settings, NODE_OPTIONS: preload, BENCH_RECORD: file });
  try {
    const calls: BareCall[] = [];
    for (const next of requests) {
      const connection = new Connection(port);
      const recordings: BareCall[] = [];
      for (let time = 0; time < TIMES; time++) {
        const request = next();
        writeFileSync(file, "");
        const { status, body } = await connection.ask(request);
        if (status !== 200) throw new Error(`${request} was answered with ${status}: ${body}`);
        const lines = readFileSync(file, "utf8").split("\n").slice(0, -1);
        const statements = lines.map((line) => JSON.parse(line) as RecordedStatement);
        recordings.push({ request: request.slice(0, request.indexOf(" HTTP")), statements, answer: body });
      }
      connection.close();
      const [shortest] = recordings.toSorted((one, other) => one.statements.length - other.statements.length);
      if (shortest !== undefined) calls.push(shortest);
    }
    return calls;
  } finally {
    await stop();
    rmSync(folder, { recursive: true });
  }
}
