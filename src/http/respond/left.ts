// The answer at addresses of a keeper that has left. It is separate from the contracts that declare it, because
// src/http/respond/gone.ts gives it for all of them.
import type { Contract } from "../contract/contract.ts";

export const LEFT = {
  status: 410,
  error: "This keeper has left",
  description: "The account was deleted by its keeper.",
  suggestion:
    "This address will not be used again. The keeper's gravestones are still in the graveyard, without its name.",
} as const satisfies Contract["errors"][string];
