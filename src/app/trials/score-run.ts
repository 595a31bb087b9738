// The thread in which a run is replayed, scored and written: minutes of calls must not hold up the worker.
import { gzipSync } from "node:zlib";
import type { StateLine } from "@denkeeper/rules/replay/life-file.ts";
import type { RunRecord } from "@denkeeper/trials/record.ts";
import { scoredFile, type RunHead } from "@denkeeper/trials/run-file.ts";
import type { Score } from "@denkeeper/trials/score.ts";
import { verifyRun } from "@denkeeper/trials/verify.ts";
import { HASHES } from "./hashes.ts";
import { drawOf, scenarioOf } from "./caller-run.ts";

/** What was recorded of a run. The thread draws the rest from the seed. */
export interface PlayedRun extends Pick<RunRecord, "lives" | "visits" | "calls" | "book"> {
  readonly head: RunHead;
  readonly scenario: string;
  readonly seed: string;
}

export interface ScoredRun {
  readonly score: Score;
  readonly states: readonly StateLine[];
  readonly digest: string;
  /** Compressed. */
  readonly file: Uint8Array;
}

/** A run that holds; otherwise why it does not. */
export function scoredRun({ head, scenario: name, seed, ...played }: PlayedRun): ScoredRun | string {
  try {
    const scenario = scenarioOf(name);
    const { text, score, states } = scoredFile({ scenario, draw: drawOf(scenario, seed), ...played }, head, HASHES);
    // What others will check is checked here first.
    const verdict = verifyRun(text, null, HASHES);
    return verdict.agrees ? { score, states, digest: digestIn(text), file: gzipSync(text) } : verdict.reason;
  } catch (fault) {
    return fault instanceof Error ? fault.message : String(fault);
  }
}

/** The digest in the last line of a file. */
function digestIn(text: string): string {
  const digest = /"sha256":"(?<digest>[0-9a-f]{64})"\}\n$/.exec(text)?.groups?.["digest"];
  if (digest === undefined) throw new Error("the file has no digest");
  return digest;
}
