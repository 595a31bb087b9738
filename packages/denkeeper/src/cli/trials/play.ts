// Plays one run: wakes the agent or the model, sees whether it moved the clock, and moves it by the heartbeat where it did not.
import { CliError, EXIT } from "../failure.ts";
import type { Woken } from "./waking.ts";

const HOUR_MS = 3_600_000;

/** Where the clock of a run stands. */
export interface Clock {
  readonly at: number;
  readonly visitsLeft: number;
  readonly over: boolean;
}

/** The clock of a run as its player sees it. */
export interface RunClock {
  read(): Promise<Clock>;
  moveTo(at: number): Promise<void>;
}

export interface Play {
  readonly clock: RunClock;
  readonly wake: (now: Clock) => Promise<Woken>;
  readonly signal: AbortSignal;
  readonly heartbeatHours: number;
  readonly onWaking: (clock: Clock) => void;
  readonly onFault: (text: string) => void;
  /** What to do with a run whose command does not work. */
  readonly resume: string;
}

/** Whether the run is over; if not, the user interrupted it. */
export async function play({ clock, wake, signal, heartbeatHours, onWaking, onFault, resume }: Play): Promise<boolean> {
  let now = await clock.read();
  for (let wakings = 1; !now.over; wakings++) {
    if (signal.aborted) return false;
    onWaking(now);
    const woken = await wake(now);
    if (woken.outcome === "stopped") return false;
    const after = await clock.read();
    const hasMoved = after.over || after.at !== now.at;
    if (woken.outcome !== "ended") {
      if (wakings === 1 && !hasMoved) throw brokenCommand(woken, resume);
      onFault(faultText(woken));
    }
    if (!hasMoved) await clock.moveTo(now.at + heartbeatHours * HOUR_MS);
    now = hasMoved ? after : await clock.read();
  }
  return true;
}

function faultText({ outcome, how, lastLines }: Woken): string {
  const what = outcome === "timed_out" ? `The command was stopped after ${how}` : `The command failed (${how})`;
  return [what, ...lastLines.map((line) => `  ${line}`)].join("\n");
}

/** A command that fails at once would use up a run that counts. */
function brokenCommand(woken: Woken, resume: string): CliError {
  const advice = `The run has started and waits for you. Fix the command, then continue:\n  ${resume}`;
  return new CliError(faultText(woken), advice, EXIT.refusedByService);
}
