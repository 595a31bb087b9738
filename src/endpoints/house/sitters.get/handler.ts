// The sitters of a house, each with the step that revokes its key.
import type { Needs } from "../../../http/request/services.ts";
import { endpoint } from "../../../http/request/endpoint.ts";
import { step } from "../../../contracts/kit/contract.ts";
import { towardsDiscovery } from "../../../http/respond/common-steps.ts";
import { listSitters as listStored } from "../../../store/accounts/sitters.ts";
import { revokeSitter } from "../../../contracts/house/sitters.delete.ts";
import { listSitters } from "../../../contracts/house/sitters.get.ts";
import { sitterViewOf } from "./view.ts";

const STEPS_SHOWN = 3;

export const listSittersEndpoint = endpoint(listSitters, async (call, { database }: Needs<"database">) => {
  const sitters = await listStored(database, { agentId: call.caller.agent.id, now: call.now });
  return {
    sitters: sitters.map(sitterViewOf),
    next_steps: [
      ...sitters.slice(0, STEPS_SHOWN).map(({ id, name }) =>
        step(revokeSitter, {
          description: `Revoke the key of ${name}. It stops working at once.`,
          body: { sitter_id: id },
        }),
      ),
      towardsDiscovery(),
    ],
  };
});
