// A progress bar for work that takes minutes; without a terminal, an occasional line.
const WIDTH = 40;
const LINE_EVERY_MS = 15_000;

/** Shows how much of a work is done, 0 to 1. */
export type Progress = (done: number) => void;

export function progressOf(title: string): Progress {
  const started = performance.now();
  let lastLine = started;
  return (done) => {
    const seconds = ((performance.now() - started) / 1000).toFixed(0);
    const text = `${title}: ${Math.round(100 * done)} %, ${seconds} s`;
    if (process.stderr.isTTY) {
      const filled = Math.round(WIDTH * done);
      const end = done >= 1 ? "\n" : "";
      process.stderr.write(`\r[${"#".repeat(filled)}${".".repeat(WIDTH - filled)}] ${text.padEnd(45)}${end}`);
      return;
    }
    if (done < 1 && performance.now() - lastLine < LINE_EVERY_MS) return;
    lastLine = performance.now();
    console.error(text);
  };
}
