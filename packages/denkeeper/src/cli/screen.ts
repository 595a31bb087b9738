// The terminal as a screen of its own: it is drawn over in place, takes single keys, and leaves what was there before as it
// was. A picture is drawn with two pixels to a character, one as its color and one as its background. It is built from
// plain pixels, so no escape sequence ever comes from the service.
import type { MiniatureAnswer } from "../generated/types.ts";

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

const UPPER_HALF = "▀";
const RESET = "\u001b[0m";
/** The six steps of a channel in the palette of 256 colors. */
const STEPS = [0, 95, 135, 175, 215, 255] as const;

type Rgb = readonly [number, number, number];

function nearestStep(value: number): number {
  const distances = STEPS.map((step) => Math.abs(step - value));
  return distances.indexOf(Math.min(...distances));
}

function color([red, green, blue]: Rgb, layer: 38 | 48, depth: number): string {
  if (depth >= 24) return `${layer};2;${red};${green};${blue}`;
  return `${layer};5;${16 + 36 * nearestStep(red) + 6 * nearestStep(green) + nearestStep(blue)}`;
}

/** Lines of half blocks; none where the terminal has fewer than 256 colors. */
export function artOf({ width, height, pixels }: MiniatureAnswer, depth: number): readonly string[] {
  const bytes = Uint8Array.from(atob(pixels), (character) => character.charCodeAt(0));
  if (depth < 8 || bytes.length !== width * height * 3) return [];
  const at = (x: number, y: number): Rgb => {
    const start = 3 * (y * width + x);
    return [bytes[start] ?? 0, bytes[start + 1] ?? 0, bytes[start + 2] ?? 0];
  };
  return Array.from({ length: Math.floor(height / 2) }, (_, row) => {
    const cells = Array.from({ length: width }, (__, x) => {
      const upper = color(at(x, 2 * row), 38, depth);
      return `\u001b[${upper};${color(at(x, 2 * row + 1), 48, depth)}m${UPPER_HALF}`;
    });
    return `${cells.join("")}${RESET}`;
  });
}
