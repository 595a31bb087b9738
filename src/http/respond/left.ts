// The answer at addresses of a keeper that has left. It is separate from the contracts that declare it, because
// src/http/respond/gone.ts gives it for all of them.
import type { Contract } from "../contract/contract.ts";

export const LEFT = {
  status: 410,
  error: "This keeper has left",
  description: "The account was deleted by its keeper.",
  suggestion: "Nothing will be at this address again. Graves have gone to a neutral keeper: see the graveyard.",
} as const satisfies Contract["errors"][string];
