// Runs of trials over HTTP, for tests.
import { randomBytes } from "node:crypto";
import { pino } from "pino";
import { endTrial } from "../src/app/trials/end.ts";
import type { Account, Answer, House } from "./harness.ts";

export interface PlayedRun {
  readonly id: string;
  readonly key: string;
  readonly owner: Account;
  /** The answer to the start. */
  readonly started: Answer;
  readonly call: (method: string, path: string, body?: object, headers?: Record<string, string>) => Promise<Answer>;
}

const PRACTICE = { scenario: "guided-1", practice: 1 };

/** A run of a new account, or of the owner. */
export async function startRun(house: House, body: object = PRACTICE, owner?: Account): Promise<PlayedRun> {
  const account = owner ?? (await house.register());
  const headers = { "idempotency-key": randomBytes(16).toString("hex") };
  const started = await account.call("POST", "/api/trials", body, headers);
  if (started.status !== 201) throw new Error(started.text);
  const key: string = started.json.your_token;
  return {
    id: started.json.run.id,
    key,
    owner: account,
    started,
    call: (method, path, sent, more = {}) => house.call(method, path, sent, { "x-api-key": key, ...more }),
  };
}

/** What the worker does with the job of a run that has ended. Returns what it counted. */
export async function scoreRun({ app }: House, runId: string): Promise<readonly string[]> {
  const outcomes: string[] = [];
  const metrics = { trialEnded: (outcome: string) => void outcomes.push(outcome) };
  await endTrial({ database: app.services.database, log: pino({ level: "silent" }), metrics }, { runId });
  return outcomes;
}
