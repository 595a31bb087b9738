// Lets the time of a practice run pass, as if nobody came any more.
import { PRACTICE_SEASON } from "@denkeeper/trials/chance.ts";
import { moveRun } from "../../../app/trials/move.ts";
import { step } from "../../../contracts/kit/contract.ts";
import { endpoint } from "../../../http/request/endpoint.ts";
import { lockOpenRun } from "../../../store/trials/runs.ts";
import { newRunKey } from "../../../contracts/trials/run/key.post.ts";
import { readTrialRun } from "../../../contracts/trials/run.get.ts";
import { trials } from "../../../contracts/trials/trials.get.ts";
import { abandonRun } from "../../../contracts/trials/run.delete.ts";

export const abandonRunEndpoint = endpoint(abandonRun, async (call) => {
  const { id } = call.params;
  const look = step(trials, { description: "See scenarios, season and boards." });
  return call.commit(async (tx) => {
    const run = await lockOpenRun(tx, id, call.caller.agent.id);
    if (run === undefined) throw call.fail("no_open_run", { nextSteps: [look] });
    if (run.season !== PRACTICE_SEASON) {
      const renew = step(newRunKey, { description: "Get a new key for the run.", params: { id } });
      throw call.fail("every_run_counts", { nextSteps: [renew] });
    }
    await moveRun(tx, run, Infinity, call.now);
    const result = step(readTrialRun, { description: "See what it came to.", params: { id } });
    return { success: true as const, message: "The run is over.", next_steps: [result, look] };
  });
});
