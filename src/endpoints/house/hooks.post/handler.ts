// Adds a hook and queues the message with its code. The worker sends it; this process contacts nobody.
import { hash, randomInt, randomUUIDv7 } from "node:crypto";
import { HOOK_EVENTS } from "@denkeeper/rules/foresight/hook-events.ts";
import { invalidKey } from "../../../http/guard/key-check.ts";
import { endpoint, type Call } from "../../../http/request/endpoint.ts";
import type { Needs } from "../../../http/request/services.ts";
import { step } from "../../../contracts/kit/contract.ts";
import { newSecret } from "../../../providers/hooks/sign.ts";
import { checkedTarget, shownTarget } from "../../../providers/hooks/target.ts";
import { HookVault } from "../../../providers/hooks/vault.ts";
import { lockAccountBy } from "../../../store/events/account-events.ts";
import { queueCode } from "../../../store/hooks/deliveries.ts";
import { insertHook, type NewHook } from "../../../store/hooks/hooks.ts";
import { yourCreatureView } from "../../shared/views.ts";
import { removeHook } from "../../../contracts/house/hooks.delete.ts";
import { listHooks } from "../../../contracts/house/hooks.get.ts";
import { confirmHook } from "../../../contracts/house/hooks/confirm.post.ts";
import { HOOKS_OFF_MORE, hookViewOf } from "../hooks.get/view.ts";
import { CODES_TO_HOST, CODES_TO_TOPIC, USUAL_EVENTS, addHook } from "../../../contracts/house/hooks.post.ts";

/** Without vowels and look-alikes, since people read it out. */
const LETTERS = "BCDFGHJKMNPQRSTVWXZ";
const CODE_LENGTH = 6;

function newCode(): string {
  return Array.from({ length: CODE_LENGTH }, () => LETTERS.charAt(randomInt(LETTERS.length))).join("");
}

const seeHooks = step(listHooks, { description: "See your hooks." });

export const addHookEndpoint = endpoint(addHook, async (call, { config }: Needs<"config">) => {
  const { hooks } = config;
  if (hooks === undefined) throw call.fail("hooks_off", HOOKS_OFF_MORE);
  const { agent, keyHash } = call.caller;
  const { kind, token, events = USUAL_EVENTS } = call.body;
  const ownHost = new URL(config.baseUrl).hostname;
  const url = checkedTarget(kind, call.body.url, { allowedHosts: hooks.allowedHosts, ownHost });
  if (typeof url === "string") throw call.fail("invalid_hook_url", { faults: [{ field: "url", message: url }] });
  if (token !== undefined && kind !== "ntfy") {
    throw call.fail("invalid_hook_url", { faults: [{ field: "token", message: "is for ntfy only" }] });
  }
  const hookId = randomUUIDv7();
  const vault = new HookVault(hooks.keys);
  const secret = kind === "webhook" ? newSecret() : undefined;
  const hook: NewHook = {
    agentId: agent.id,
    hookId,
    kind,
    creatureId: creatureIn(call),
    events: HOOK_EVENTS.filter((event) => events.includes(event)),
    host: url.hostname,
    sealedTarget: vault.sealTarget(hookId, { url: url.href, token, code: newCode() }),
    shownTarget: shownTarget(url),
    sealedSecret: secret === undefined ? null : vault.sealSecret(hookId, secret),
    createdAt: call.now,
  };
  return call.commit(
    async (tx) => {
      if (!(await lockAccountBy(tx, agent.id, keyHash))) throw invalidKey();
      if (!(await insertHook(tx, hook))) throw call.fail("too_many_hooks", { nextSteps: [seeHooks] });
      await call.countAs(CODES_TO_HOST, url.hostname);
      if (kind === "ntfy") await call.countAs(CODES_TO_TOPIC, url.host + url.pathname);
      await queueCode(tx, agent.id, hookId, call.now);
      return {
        hook: hookViewOf({ ...hook, confirmedAt: null, disabledAt: null, disabledReason: null }),
        ...(secret === undefined ? {} : { secret }),
        message: `A message with a code of six letters is on its way to ${hook.shownTarget} Ask your human for the code and confirm the hook with it within 24 hours.${agent.clockMoved ? " Your account has moved its clock, so it gets no other messages." : ""}`,
        next_steps: [
          step(confirmHook, {
            description: "Confirm it with the code from your human.",
            body: { hook_id: hookId, code: "..." },
          }),
          step(removeHook, { description: "Remove the hook again.", body: { hook_id: hookId } }),
          seeHooks,
        ],
      };
    },
    { secret: hook.sealedSecret === null ? {} : { issued: hash("sha256", hook.sealedSecret, "buffer") } },
  );
});

/** The creature that the hook is for, which must be the caller's; null for all. */
function creatureIn(call: Call<typeof addHook>): string | null {
  const { creature_id: wanted } = call.body;
  const { creatures } = call.caller;
  if (wanted === undefined) return null;
  if (creatures.some(({ creature }) => creature.id === wanted)) return wanted;
  throw call.fail("creature_not_found", {
    fields: { your_creatures: creatures.map(yourCreatureView) },
    nextSteps: [seeHooks],
  });
}
