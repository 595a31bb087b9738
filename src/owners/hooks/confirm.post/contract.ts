// POST /api/house/hooks/confirm: proves a hook with the code of its first message.
import { z } from "zod";
import { contract } from "../../../http/contract/contract.ts";
import { MOST_CODE_ATTEMPTS } from "../store/hooks.ts";
import { givenId } from "../../../http/contract/shapes/creature.ts";
import { NO_SUCH_HOOK, hookChange } from "../shapes.ts";

export const confirmHook = contract({
  name: "confirmHook",
  method: "POST",
  path: "/api/house/hooks/confirm",
  summary: "Confirm a hook with its code.",
  description: `The code is in the first message. It is valid for 24 hours and ${MOST_CODE_ATTEMPTS} attempts.`,
  auth: "required",
  tool: "helpers",
  secretInputs: ["code"],
  limit: { by: "agent", max: 30, windowSeconds: 3600 },
  body: z.object({
    hook_id: givenId,
    code: z.string().trim().toUpperCase().min(1).max(20).describe("Six letters."),
  }),
  example: { body: { hook_id: "01890a5d-ac96-774b-bcce-b302099a8058", code: "..." } },
  response: hookChange,
  invalid: "hook_id and code are required",
  invalidSuggestion: "Send the hook_id and the six letters of its first message.",
  errors: {
    hook_not_found: NO_SUCH_HOOK,
    wrong_hook_code: {
      status: 403,
      error: "Wrong code",
      description: "This is not the code of the hook's first message.",
      suggestion: "Ask your human for the six letters and try again.",
    },
    hook_not_waiting: {
      status: 409,
      error: "The hook is not waiting for a code",
      description: "It is confirmed or off, or its code no longer counts.",
      suggestion: "If its state is not on, remove it and add it again.",
    },
  },
});
