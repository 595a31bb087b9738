// Replaces the key of a run in one transaction with the answer that holds the new one.
import { invalidKey } from "../../../../http/guard/key-check.ts";
import { step } from "../../../../contracts/kit/contract.ts";
import { endpoint } from "../../../../http/request/endpoint.ts";
import { hashOfKey, newKey } from "../../../../identity/api-key.ts";
import { deleteKeys } from "../../../../store/accounts/agents.ts";
import { lockAccountBy } from "../../../../store/events/account-events.ts";
import { lockOpenRun, saveRunKey } from "../../../../store/trials/runs.ts";
import { readTrialRun } from "../../../../contracts/trials/run.get.ts";
import { trials } from "../../../../contracts/trials/trials.get.ts";
import { newRunKey } from "../../../../contracts/trials/run/key.post.ts";

export const newRunKeyEndpoint = endpoint(newRunKey, async (call) => {
  const { agent, keyHash } = call.caller;
  const { id } = call.params;
  const key = newKey(id, "run");
  const issued = hashOfKey(key);
  return call.commit(
    async (tx) => {
      if (!(await lockAccountBy(tx, agent.id, keyHash))) throw invalidKey();
      const run = await lockOpenRun(tx, id, agent.id);
      if (run === undefined) {
        throw call.fail("no_open_run", { nextSteps: [step(trials, { description: "See scenarios and boards." })] });
      }
      await deleteKeys(tx, { agentId: id });
      await saveRunKey(tx, run, issued, call.now);
      return {
        your_token: key,
        message: "Use your_token for every call of this run. Its old key no longer works.",
        next_steps: [step(readTrialRun, { description: "See how the run is going.", params: { id } })],
      };
    },
    { secret: { issued } },
  );
});
