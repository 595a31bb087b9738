// One run, for the endpoint and the page.
import { drawOf, scenarioOf } from "../../../app/trials/caller-run.ts";
import { addressOf, type ResponseOf } from "../../../contracts/kit/contract.ts";
import type { Needs } from "../../../http/request/services.ts";
import { iso } from "../../../platform/clock.ts";
import { findRun, findRunFile, type FoundRun } from "../../../store/trials/runs.ts";
import { listPublicOwners, type RunOwner, type StoredResult } from "../../../store/trials/trial-boards.ts";
import { entryView } from "../entry-view.ts";
import { readTrialRun } from "../../../contracts/trials/run.get.ts";

export type TrialRunAnswer = Omit<ResponseOf<typeof readTrialRun>, "next_steps">;

/** Who asks: the owner and the run itself may see a run that has not ended. */
export interface Asker {
  readonly agent: RunOwner;
}

interface Readable {
  readonly run: FoundRun;
  readonly owner: RunOwner;
  readonly isOwn: boolean;
}

/** The run as the asker may see it; undefined when it may not. */
async function find(
  { database }: Needs<"database">,
  id: string,
  asker: Asker | undefined,
): Promise<Readable | undefined> {
  const run = await findRun(database, { agentId: id });
  if (run === undefined) return undefined;
  const isOwn = asker !== undefined && (asker.agent.id === run.ownerId || asker.agent.id === run.runId);
  const [visible] = await listPublicOwners(database, { agentIds: [run.ownerId] });
  const owner = visible ?? (asker?.agent.id === run.ownerId ? asker.agent : undefined);
  if (owner === undefined || (run.state === "open" && !isOwn)) return undefined;
  return { run, owner, isOwn };
}

export async function readRun(
  services: Needs<"database" | "config">,
  id: string,
  asker: Asker | undefined,
): Promise<TrialRunAnswer | undefined> {
  const found = await find(services, id, asker);
  if (found === undefined) return undefined;
  const { run, owner, isOwn } = found;
  const { runId, scenario, season, number, state, startedAt, endedAt, result, digest, seed, context, transcript } = run;
  const isFinished = result !== null;
  return {
    run: {
      id: runId,
      ...entryView(owner),
      scenario,
      season,
      number,
      status: statusOf(run),
      started_at: iso(startedAt),
      ended_at: endedAt === null ? null : iso(endedAt),
      starts_at: iso(drawOf(scenarioOf(scenario), seed).startsAt),
      ...(context === null ? {} : { context }),
      ...(transcript === null ? {} : { transcript_sha256: transcript }),
      seed: isFinished ? seed : null,
    },
    ...(state === "open" && isOwn ? { clock: clockView(run) } : {}),
    result: result === null ? null : resultView(result),
    lives: (result?.lives ?? []).map(lifeView),
    file: digest === null ? null : { url: fileUrl(services.config.baseUrl, runId), sha256: digest },
  };
}

/** The file of a finished run, compressed; undefined when there is none that the asker may see. */
export async function readRunFile(
  services: Needs<"database">,
  id: string,
  asker: Asker | undefined,
): Promise<Uint8Array<ArrayBuffer> | undefined> {
  const found = await find(services, id, asker);
  const file = found === undefined ? undefined : await findRunFile(services.database, id);
  return file === undefined ? undefined : new Uint8Array(file);
}

function statusOf({ state, result }: FoundRun): TrialRunAnswer["run"]["status"] {
  if (state === "open") return "running";
  if (state === "void") return "void";
  return result === null ? "ending" : "finished";
}

function clockView({ scenario: name, seed, clockAt, visits, calls }: FoundRun) {
  const scenario = scenarioOf(name);
  const { endsAt } = drawOf(scenario, seed);
  const visitsLeft = Math.max(0, scenario.visits - visits);
  return { house_time: iso(clockAt), ends_at: iso(endsAt), visits_left: visitsLeft, calls };
}

function resultView(stored: StoredResult): NonNullable<TrialRunAnswer["result"]> {
  const { lives: _, ...result } = stored;
  return { ...result, day_shares: [...result.day_shares], life_shares: [...result.life_shares] };
}

function lifeView({ died_at, ...life }: StoredResult["lives"][number]) {
  return { ...life, died_at: died_at === null ? null : iso(died_at) };
}

function fileUrl(baseUrl: string, id: string): string {
  return `${baseUrl}${addressOf(readTrialRun, { params: { id }, query: { format: "jsonl" } })}`;
}
