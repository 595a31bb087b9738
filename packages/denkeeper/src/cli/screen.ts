// The terminal as a screen of its own: it is drawn over in place, takes single keys, and leaves what was there before as it
// was.
const ENTER = "\u001b[?1049h\u001b[?25l\u001b[?7l";
const LEAVE = "\u001b[?7h\u001b[?25h\u001b[?1049l";
/** Terminals that know these show a frame all at once. */
const BEGIN = "\u001b[?2026h\u001b[H";
const END = "\u001b[?2026l";
const CLEAR_LINE = "\u001b[2K";

export class Screen {
  readonly #onKey: (key: string) => void;
  readonly #onResize: () => void;
  readonly #leave = () => this.close();
  readonly #listen = (data: Buffer) => this.#onKey(data.toString());
  #isOpen = false;

  constructor(onKey: (key: string) => void, onResize: () => void) {
    this.#onKey = onKey;
    this.#onResize = onResize;
  }

  open(): void {
    this.#isOpen = true;
    process.stdout.write(ENTER);
    process.stdout.on("resize", this.#onResize);
    // Also after a fault, a terminal must not be left without its cursor.
    process.once("exit", this.#leave);
    if (process.stdin.isTTY) process.stdin.setRawMode(true).resume().on("data", this.#listen);
  }

  /** Does nothing once the screen is closed: what is still on its way then must not be drawn over the shell. */
  draw(lines: readonly string[]): void {
    if (!this.#isOpen) return;
    // A line is cleared before it is written: afterward the cursor may stand on its last character.
    const rows = Array.from({ length: process.stdout.rows }, (_, row) => `${CLEAR_LINE}${lines[row] ?? ""}`);
    process.stdout.write(`${BEGIN}${rows.join("\r\n")}${END}`);
  }

  close(): void {
    if (!this.#isOpen) return;
    this.#isOpen = false;
    process.stdout.write(LEAVE);
    process.stdout.off("resize", this.#onResize);
    process.off("exit", this.#leave);
    if (process.stdin.isTTY) process.stdin.setRawMode(false).pause().off("data", this.#listen);
  }
}
