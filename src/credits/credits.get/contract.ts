// GET /api/house/credits: the balance and the packs.
import { z } from "zod";
import { contract, nextSteps } from "../../http/contract/contract.ts";
import { creditPack } from "../../http/contract/shapes/creature.ts";
import { SIGNPOSTS } from "../../http/contract/signposts.ts";

export const readCredits = contract({
  ...SIGNPOSTS.readCredits,
  summary: "See your credits and what can be bought.",
  description: "Credits pay for resurrections. A reversed payment can make the balance negative.",
  auth: "required",
  load: "creatures",
  tool: "account",
  limit: { by: "agent", max: 30, windowSeconds: 60, counter: "credits" },
  response: z.object({
    credits: z.int(),
    mpp_enabled: z.boolean().describe("Whether agents can pay inline with MPP."),
    x402_enabled: z.boolean().describe("Whether agents can pay inline with x402."),
    packs: z.array(creditPack),
    next_steps: nextSteps,
  }),
  errors: {},
});
