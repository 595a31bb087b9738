// A fresh recovery code in place of the old one, if there was one.
import { invalidKey } from "../../../http/auth.ts";
import { endpoint } from "../../../http/call.ts";
import { hashOfKey, newKey } from "../../../identity/api-key.ts";
import { insertAccountEvent, lockAccountBy } from "../../../store/account-events.ts";
import { saveRecoveryCode } from "../../../store/recovery-codes.ts";
import { accountStep } from "../steps.ts";
import { makeRecoveryCode } from "./contract.ts";

export const makeRecoveryCodeEndpoint = endpoint(makeRecoveryCode, async (call) => {
  const { agent, keyHash } = call.caller;
  const code = newKey(agent.id, "recovery");
  const codeHash = hashOfKey(code);
  return call.commit(
    async (tx) => {
      if (!(await lockAccountBy(tx, agent.id, keyHash))) throw invalidKey();
      await saveRecoveryCode(tx, agent.id, codeHash, call.now);
      await insertAccountEvent(tx, agent.id, { kind: "recovery_code_made", about: null, at: call.now });
      return {
        recovery_code: code,
        message:
          "This code brings a new key if you lose yours. Keep it apart from the key; a code from before is dead.",
        next_steps: [accountStep()],
      };
    },
    { secret: { issued: codeHash } },
  );
});
