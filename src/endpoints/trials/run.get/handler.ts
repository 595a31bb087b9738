// One run, as JSON or as its file.
import { preferredCoding } from "../../../contracts/kit/accept.ts";
import { step } from "../../../contracts/kit/contract.ts";
import { TextAnswer, endpoint } from "../../../http/request/endpoint.ts";
import type { Needs } from "../../../http/request/services.ts";
import { trials } from "../../../contracts/trials/trials.get.ts";
import { RUN_FILE, readTrialRun } from "../../../contracts/trials/run.get.ts";
import { readRun, readRunFile } from "./read.ts";

/** The file never changes, but its owner may leave or be hidden: no cache shows it for longer than a day. */
const FILE_CACHE = "public, max-age=86400, immutable";

export const trialRunEndpoint = endpoint(readTrialRun, async (call, services: Needs<"database" | "config">) => {
  const { id } = call.params;
  const boards = step(trials, { description: "See scenarios, season and boards." });
  const missing = () => call.fail("run_not_found", { nextSteps: [boards] });
  if (call.query.format === "jsonl") {
    await call.countAs(RUN_FILE);
    const file = await readRunFile(services, id, call.caller);
    if (file === undefined) throw missing();
    if (call.caller === undefined) call.header("cache-control", FILE_CACHE);
    call.header("vary", "accept-encoding, authorization, x-api-key");
    if (preferredCoding(call.sent("accept-encoding"), ["gzip"]) === undefined) return new TextAnswer(unpacked(file));
    call.header("content-encoding", "gzip");
    return new TextAnswer(file);
  }
  const found = await readRun(services, id, call.caller);
  if (found === undefined) throw missing();
  const file = { description: "Get its file, to replay it.", params: { id }, query: { format: "jsonl" as const } };
  return { ...found, next_steps: [...(found.file === null ? [] : [step(readTrialRun, file)]), boards] };
});

/** Unpacked as fast as the client takes it. */
function unpacked(file: Uint8Array<ArrayBuffer>): ReadableStream<Uint8Array<ArrayBuffer>> {
  return new Blob([file]).stream().pipeThrough(new DecompressionStream("gzip"));
}
