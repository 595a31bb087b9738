// What a model and its house said in a run, a line each: an interrupted waking goes on from it, and the usage is counted from it.
import { createHash } from "node:crypto";
import { appendFileSync, copyFileSync, existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fieldsOf, parsed, type Fields } from "../json.ts";

/** What was said at an instant of the run, or what happened instead. */
interface Line extends Fields {
  readonly at?: number;
  /** As the model gets or gives it. */
  readonly message?: Fields;
}

export class Transcript {
  readonly #path: string;
  readonly #lines: Line[];

  /** In the folder of the run's notes. */
  constructor(notes: string) {
    this.#path = join(notes, "transcript.jsonl");
    const text = existsSync(this.#path) ? readFileSync(this.#path, "utf8") : "";
    this.#lines = text.split("\n").map((line) => fieldsOf(parsed(line)));
  }

  add(line: Line): void {
    this.#lines.push(line);
    appendFileSync(this.#path, `${JSON.stringify(line)}\n`);
  }

  get sha256(): string {
    return createHash("sha256").update(readFileSync(this.#path)).digest("hex");
  }

  at(instant: number): readonly Line[] {
    return this.#lines.filter(({ at }) => at === instant);
  }

  /** Writes it and its usage beside the file of the run. `prices`: dollars for a million tokens, in and out. */
  keep(path: string, model: string, prices: readonly (number | undefined)[]): void {
    copyFileSync(this.#path, `${path}.transcript.jsonl`);
    const count = (name: string) => this.#lines.filter((line) => name in line).length;
    const tokens = (read: (usage: Fields) => unknown) =>
      this.#lines.map(({ usage }) => Number(read(fieldsOf(usage)) ?? 0)).reduce((sum, each) => sum + each, 0);
    const prompt = tokens(({ prompt_tokens: sent }) => sent);
    const completion = tokens(({ completion_tokens: got }) => got);
    const [priceIn, priceOut] = prices;
    const usage = {
      model,
      prompt_tokens: prompt,
      completion_tokens: completion,
      cached_tokens: tokens(({ prompt_tokens_details: details }) => fieldsOf(details)["cached_tokens"]),
      requests: count("usage") + count("retry"),
      retries: count("retry"),
      faults: count("fault"),
      wakings: count("waking"),
      usd: priceIn === undefined || priceOut === undefined ? null : (prompt * priceIn + completion * priceOut) / 1e6,
      transcript_sha256: this.sha256,
    };
    writeFileSync(`${path}.usage.json`, `${JSON.stringify(usage, null, 2)}\n`);
  }
}
