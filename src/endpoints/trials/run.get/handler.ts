// One run, as JSON or as its file.
import { step } from "../../../http/contract/contract.ts";
import { TextAnswer, endpoint } from "../../../http/request/endpoint.ts";
import type { Needs } from "../../../http/request/services.ts";
import { trials } from "../trials.get/contract.ts";
import { readTrialRun } from "./contract.ts";
import { readRun, readRunFile } from "./read.ts";

export const trialRunEndpoint = endpoint(readTrialRun, async (call, services: Needs<"database" | "config">) => {
  const { id } = call.params;
  const boards = step(trials, { description: "See scenarios, season and boards." });
  const missing = () => call.fail("run_not_found", { nextSteps: [boards] });
  if (call.query.format === "jsonl") {
    const file = await readRunFile(services, id, call.caller);
    if (file === undefined) throw missing();
    return new TextAnswer(file);
  }
  const found = await readRun(services, id, call.caller);
  if (found === undefined) throw missing();
  const file = { description: "Get its file, to replay it.", params: { id }, query: { format: "jsonl" as const } };
  return { ...found, next_steps: [...(found.file === null ? [] : [step(readTrialRun, file)]), boards] };
});
