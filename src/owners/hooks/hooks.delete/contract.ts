// DELETE /api/house/hooks: removes a hook and its messages.
import { z } from "zod";
import { contract } from "../../../http/contract/contract.ts";
import { givenId } from "../../../http/contract/shapes/creature.ts";
import { NO_SUCH_HOOK, hookChange } from "../shapes.ts";

export const removeHook = contract({
  name: "removeHook",
  method: "DELETE",
  path: "/api/house/hooks",
  summary: "Remove a hook.",
  description: "Nothing more is sent, except for a message that is on its way.",
  auth: "required",
  effect: "writes",
  tool: "helpers",
  limit: { by: "agent", max: 30, windowSeconds: 60 },
  body: z.object({ hook_id: givenId }),
  example: { body: { hook_id: "01890a5d-ac96-774b-bcce-b302099a8058" } },
  response: hookChange,
  invalid: "hook_id is required",
  invalidSuggestion: "Send the hook_id of one of your hooks.",
  errors: { hook_not_found: NO_SUCH_HOOK },
});
