// What the addresses of a keeper answer once it has left. Apart from the contracts that declare it, since one place gives
// the answer for all of them (src/http/respond/gone.ts).
import type { Contract } from "../contract/contract.ts";

export const LEFT = {
  status: 410,
  error: "This keeper has left",
  description: "The account was deleted by its keeper.",
  suggestion: "Nothing will be at this address again. Graves have gone to a neutral keeper: see the graveyard.",
} as const satisfies Contract["errors"][string];
