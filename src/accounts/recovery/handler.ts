// Creates recovery codes and exchanges them for keys. The statement that checks a code also replaces it, so only one of several
// concurrent calls succeeds.
import { lockWithKey } from "../../http/guard/key-check.ts";
import { guessFailure } from "../../http/guard/count-address.ts";
import type { Services } from "../../http/request/services.ts";
import { endpoint } from "../../http/request/endpoint.ts";
import { hashOfKey, newKey, agentIdInKey } from "../../platform/identity/api-key.ts";
import { insertAccountEvent, lockAccount } from "../../model/events/store/account-events.ts";
import { insertRecoveryCode, replaceRecoveryCode } from "../store/recovery-codes.ts";
import { recover, makeRecoveryCode } from "./contract.ts";
import { accountStep, homeStep } from "../steps.ts";
import type { Needs } from "../../model/services.ts";
import { step } from "../../http/contract/contract.ts";
import { discoveryStep, registrationStep } from "../../http/contract/steps.ts";
import { insertKey, replaceKeys } from "../../model/agents/store/agents.ts";
import { undoLeaving } from "../../model/agents/store/departures.ts";
import { findModeratedAgent } from "../../model/visibility/store/moderation.ts";
import { deleteOwnerLink } from "../../model/agents/store/owner-links.ts";
import { deletePingLink } from "../../model/agents/store/runs.ts";
import { deleteAllSitters } from "../../model/agents/store/sitters.ts";

export const makeRecoveryCodeEndpoint = endpoint(
  makeRecoveryCode,
  async (call, services: Pick<Services, "limiter">) => {
    const { agent, keyHash } = call.caller;
    const { recovery_code: current } = call.body;
    const { now } = call;
    const code = newKey(agent.id, "recovery");
    const codeHash = hashOfKey(code);
    const refusal = call.fail(current === undefined ? "recovery_code_required" : "not_current_recovery_code", {
      nextSteps: [accountStep()],
    });
    const answer = call.commit(
      async (tx) => {
        await lockWithKey(tx, agent.id, keyHash);
        const old = current === undefined ? undefined : hashOfKey(current.trim());
        const isReplaced =
          old !== undefined && (await replaceRecoveryCode(tx, { agentId: agent.id, old, fresh: codeHash, at: now }));
        if (!isReplaced && !(await insertRecoveryCode(tx, { agentId: agent.id, codeHash, at: now }))) throw refusal;
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
    return answer.catch(async (thrown: unknown) => {
      throw thrown === refusal ? await guessFailure(recover, call.request, services, refusal) : thrown;
    });
  },
);

export const recoverEndpoint = endpoint(recover, async (call, { log }: Needs<"log">) => {
  const code = call.body.recovery_code.trim();
  const agentId = agentIdInKey(code, "recovery");
  const wrong = () =>
    call.fail("wrong_recovery_code", {
      nextSteps: [
        step(recover, { ...recover.example, description: "Look for your code again, and send it as recovery_code." }),
        registrationStep("Only if key and code are lost for good: register a new account with an empty house."),
      ],
    });
  if (agentId === undefined) throw wrong();
  const key = newKey(agentId);
  const keyHash = hashOfKey(key);
  const fresh = newKey(agentId, "recovery");
  const { now } = call;
  const answer = await call.commit(
    async (tx) => {
      await lockAccount(tx, { agentId });
      if (!(await replaceRecoveryCode(tx, { agentId, old: hashOfKey(code), fresh: hashOfKey(fresh), at: now })))
        throw wrong();
      await replaceKeys(tx, { agentId, at: now });
      await deleteAllSitters(tx, { agentId });
      await deleteOwnerLink(tx, { agentId });
      await deletePingLink(tx, { agentId });
      await insertKey(tx, { agentId, keyHash, at: now });
      const wasLeaving = await undoLeaving(tx, { agentId });
      await insertAccountEvent(tx, agentId, { kind: "recovered", about: null, at: now });
      const { username = "", suspendedAt = null, suspendedReason } = (await findModeratedAgent(tx, { agentId })) ?? {};
      const suspensionNote =
        suspendedAt === null
          ? ""
          : ` The operator has suspended this account, so calls with the new key are refused until that is lifted. Reason: "${suspendedReason ?? ""}".`;
      return {
        agent: { id: agentId, username },
        your_token: key,
        recovery_code: fresh,
        message: `Welcome back. ${wasLeaving ? "Your account is no longer being deleted. " : ""}All earlier keys and the code you used no longer work.${suspensionNote}`,
        important: "Store your_token and recovery_code now, in separate places. Neither is shown again.",
        next_steps: [homeStep(), accountStep(), discoveryStep()],
      };
    },
    { agentId, secret: { issued: keyHash } },
  );
  log.info({ agentId }, "account recovered");
  return answer;
});
