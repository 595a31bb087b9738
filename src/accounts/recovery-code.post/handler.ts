// Creates a recovery code. Replacing one requires the old code: a stolen key alone cannot create access that outlives
// it.
import { invalidKeyFailure } from "../../http/guard/key-check.ts";
import { refuseGuess } from "../../http/guard/count-address.ts";
import type { Services } from "../../http/request/services.ts";
import { endpoint } from "../../http/request/endpoint.ts";
import { hashOfKey, newKey } from "../../platform/identity/api-key.ts";
import { insertAccountEvent, lockAccountBy } from "../../model/events/store/account-events.ts";
import { insertRecoveryCode, replaceRecoveryCode } from "../store/recovery-codes.ts";
import { recover } from "../recover.post/contract.ts";
import { accountStep } from "../steps.ts";
import { makeRecoveryCode } from "./contract.ts";

export const makeRecoveryCodeEndpoint = endpoint(
  makeRecoveryCode,
  async (call, services: Pick<Services, "limiter">) => {
    const { agent, keyHash } = call.caller;
    const { recovery_code: given } = call.body;
    const { now } = call;
    const code = newKey(agent.id, "recovery");
    const codeHash = hashOfKey(code);
    const refusal = call.fail(given === undefined ? "recovery_code_required" : "not_current_recovery_code", {
      nextSteps: [accountStep()],
    });
    const made = call.commit(
      async (tx) => {
        if (!(await lockAccountBy(tx, agent.id, keyHash))) throw invalidKeyFailure();
        const replaced =
          given !== undefined &&
          (await replaceRecoveryCode(tx, {
            agentId: agent.id,
            old: hashOfKey(given.trim()),
            fresh: codeHash,
            at: now,
          }));
        if (!replaced && !(await insertRecoveryCode(tx, { agentId: agent.id, codeHash, at: now }))) throw refusal;
        await insertAccountEvent(tx, agent.id, { kind: "recovery_code_made", about: null, at: now });
        return {
          recovery_code: code,
          message:
            "Use this code to get a new key if you lose yours. Store it somewhere other than the key. Earlier codes no longer work.",
          next_steps: [accountStep()],
        };
      },
      { secret: { issued: codeHash } },
    );
    return made.catch(async (thrown: unknown) => {
      throw thrown === refusal ? await refuseGuess(recover, call.request, services, refusal) : thrown;
    });
  },
);
