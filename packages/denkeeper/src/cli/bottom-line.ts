// The last line of a terminal, drawn over in place while a log grows above it. Where there is no terminal nothing is drawn.
import type { WriteStream } from "node:tty";
import { cut, widthOf } from "./text.ts";
import { dim } from "./style.ts";

/** A terminal shows Ctrl-C as "^C" behind the line, and must not break it there. */
const ROOM_FOR_ECHO = 3;

export class BottomLine {
  readonly #isOn: boolean;
  readonly #out: WriteStream;
  #width = 0;

  constructor(out: WriteStream, isOn = out.isTTY) {
    this.#out = out;
    this.#isOn = isOn;
  }

  draw(text: string): void {
    if (!this.#isOn) return;
    const line = cut(text, this.#out.columns - ROOM_FOR_ECHO);
    this.#out.write(`${this.#erased()}${dim(line)}`);
    this.#width = widthOf(line);
  }

  clear(): void {
    if (this.#isOn) this.#out.write(this.#erased());
    this.#width = 0;
  }

  /** A terminal that got narrower has broken the line into several. */
  #erased(): string {
    const above = Math.max(0, Math.ceil(this.#width / this.#out.columns) - 1);
    return `${above === 0 ? "" : `\u001b[${above}A`}\r\u001b[J`;
  }
}
