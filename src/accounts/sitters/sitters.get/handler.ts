// The sitters of a house, each with the step that revokes its key.
import type { Needs } from "../../../model/services.ts";
import { endpoint } from "../../../http/request/endpoint.ts";
import { step } from "../../../http/contract/contract.ts";
import { discoveryStep } from "../../../http/contract/steps.ts";
import { listSitters as listStored } from "../../../model/agents/store/sitters.ts";
import { revokeSitter } from "../sitters.delete/contract.ts";
import { listSitters } from "./contract.ts";
import { sitterViewOf } from "./view.ts";

export const listSittersEndpoint = endpoint(listSitters, async (call, { database }: Needs<"database">) => {
  const sitters = await listStored(database, { agentId: call.caller.agent.id, now: call.now });
  return {
    sitters: sitters.map(sitterViewOf),
    next_steps: [
      ...sitters.slice(0, 1).map(({ id, name }) =>
        step(revokeSitter, {
          description: `Revoke the key of ${name}. It stops working at once.`,
          body: { sitter_id: id },
        }),
      ),
      discoveryStep(),
    ],
  };
});
