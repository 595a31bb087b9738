// A progress bar on a terminal, otherwise an occasional line.
const WIDTH = 40;
const LINES = 10;

export class Progress {
  readonly #total: number;
  #done = 0;

  constructor(total: number) {
    this.#total = total;
    this.#draw();
  }

  step(): void {
    this.#done++;
    this.#draw();
  }

  end(): void {
    if (process.stderr.isTTY) process.stderr.write("\n");
  }

  #draw(): void {
    const share = this.#total === 0 ? 1 : this.#done / this.#total;
    const text = `${this.#done} of ${this.#total} lives`;
    if (process.stderr.isTTY) {
      const filled = Math.round(WIDTH * share);
      process.stderr.write(`\r[${"#".repeat(filled)}${".".repeat(WIDTH - filled)}] ${text}`);
    } else if (this.#done % Math.ceil(this.#total / LINES) === 0) console.error(text);
  }
}
