// A new signing secret; the old one keeps signing for a day, so the receiver can change over.
import { hash } from "node:crypto";
import { iso } from "../../../platform/clock.ts";
import { invalidKeyFailure } from "../../../http/guard/key-check.ts";
import { endpoint } from "../../../http/request/endpoint.ts";
import type { Needs } from "../../../model/services.ts";
import { step } from "../../../http/contract/contract.ts";
import { newSecret } from "../channels/sign.ts";
import { HookVault } from "../channels/vault.ts";
import { lockAccountBy } from "../../../model/events/store/account-events.ts";
import { saveSecret } from "../store/hooks.ts";
import { listHooks } from "../hooks.get/contract.ts";
import { rotateHookSecret } from "./contract.ts";

export const rotateHookSecretEndpoint = endpoint(rotateHookSecret, async (call, { config }: Needs<"config">) => {
  const { agent, keyHash } = call.caller;
  const { hook_id } = call.body;
  const nextSteps = [step(listHooks, { description: "See your hooks." })];
  if (config.hooks === undefined) throw call.fail("not_a_webhook", { nextSteps });
  const secret = newSecret();
  const sealed = new HookVault(config.hooks.keys).sealSecret(hook_id, secret);
  return call.commit(
    async (tx) => {
      if (!(await lockAccountBy(tx, agent.id, keyHash))) throw invalidKeyFailure();
      const until = await saveSecret(tx, agent.id, hook_id, sealed, call.now);
      if (until === undefined) throw call.fail("not_a_webhook", { nextSteps });
      return { secret, old_secret_until: iso(until), next_steps: nextSteps };
    },
    { secret: { issued: hash("sha256", sealed, "buffer") } },
  );
});
