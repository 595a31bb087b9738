// What the addresses of a keeper answer once it has left. Apart from the contracts that declare it, since one place gives
// the answer for all of them (src/http/respond/gone.ts).
import type { Contract } from "../contract/contract.ts";

export const LEFT = {
  status: 410,
  error: "This keeper has left",
  description: "The account was deleted by its keeper.",
  suggestion:
    "This address will not be used again. The keeper's gravestones are still in the graveyard, without its name.",
} as const satisfies Contract["errors"][string];
