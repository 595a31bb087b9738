// Prints the progress of long work in occasional lines.
const LINE_EVERY_MS = 15_000;

/** Reports the completed share of the work, from 0 to 1. */
export type Progress = (done: number) => void;

export function progressOf(title: string): Progress {
  const started = performance.now();
  let lastLine = started;
  return (done) => {
    if (done < 1 && performance.now() - lastLine < LINE_EVERY_MS) return;
    lastLine = performance.now();
    console.error(`${title}: ${Math.round(100 * done)} %, ${((lastLine - started) / 1000).toFixed(0)} s`);
  };
}
