// Endpoints for credits: the balance, the packs, and buying a pack.
import { z } from "zod";
import { contract, nextSteps } from "../../http/contract/contract.ts";
import { creditPack } from "../../http/contract/shapes/creature.ts";
import { SIGNPOSTS } from "../../http/contract/signposts.ts";
import { PACK_IDS } from "../../model/ledger/packs.ts";
import { OFFER_HEADERS, PAYING_ERRORS, RECEIPT_HEADERS } from "../shapes.ts";

export const readCredits = contract({
  ...SIGNPOSTS.readCredits,
  summary: "See your credits and what can be bought.",
  description: "Credits pay for resurrections. A reversed payment can make the balance negative.",
  auth: "required",
  load: "creatures",
  mcp: { tool: "account" },
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

export const buyCredits = contract({
  ...SIGNPOSTS.buyCredits,
  summary: "Buy credits.",
  description:
    "Returns a link where your human pays by card; credits are added automatically. To pay inline, send `Accept-Payment` (any value) to get a 402 with all payment options, then repeat the call with your payment.",
  auth: "required",
  limit: readCredits.limit,
  body: z.object({ pack: z.enum(PACK_IDS) }),
  example: { body: { pack: "500" } },
  response: z.object({
    checkout_url: z.url().optional().describe("Where a human pays. Valid for a day. Absent if you paid inline."),
    payment_method: z.enum(["mpp", "x402"]).optional().describe("How you paid inline."),
    credits: z.int().optional().describe("Your balance after an inline payment."),
    pack: creditPack,
    message: z.string(),
    next_steps: nextSteps,
  }),
  headers: RECEIPT_HEADERS,
  invalid: "Invalid pack",
  invalidSuggestion: `Send pack as one of ${PACK_IDS.map((id) => `"${id}"`).join(", ")}.`,
  errors: {
    payment_required: {
      status: 402,
      error: "Payment required",
      description:
        "Only if `Accept-Payment` was sent, a payment was refused, or card checkout is off. The body has the pack and a field for each available payment option: `checkout_url`, `mpp`, `x402`.",
      suggestion: "Pay by one of the methods in this answer, then repeat the call.",
      headers: OFFER_HEADERS,
    },
    credits_not_sold: {
      status: 503,
      error: "Credits cannot be bought here",
      description: "No payment method is on, or this is a test account and only real money is accepted.",
      suggestion: "You can still spend the credits you have. To buy more, ask the operator of this service.",
    },
    ...PAYING_ERRORS,
  },
});
