// What an endpoint that takes payments may answer besides its 402. Apart from the taking itself, since contracts are
// declared with it and the steps of answers know all contracts.
import type { Contract, OwnHeaders } from "../../http/contract/contract.ts";

export const PAYING_ERRORS = {
  unsettled: {
    status: 503,
    error: "Your payment is on its way",
    description: "A payment was handed on, and it cannot be told yet whether the money has moved.",
    suggestion:
      "Don't pay again. If the money has moved, your credits arrive within minutes. In a minute, repeat this call with the same payment or check your credits.",
  },
  unreachable: {
    status: 503,
    error: "Your payment could not be taken",
    description: "The provider of the payment, or the chain, cannot be reached. No money was moved.",
    suggestion: "No money has moved. Try again in a minute, or pay another way.",
  },
} as const satisfies Contract["errors"];

/** What a 402 says in its headers: each way to pay has its own, when it is on. */
export const OFFER_HEADERS: OwnHeaders = {
  "WWW-Authenticate": "The challenge of MPP.",
  "PAYMENT-REQUIRED": "What x402 asks for, as base64 of JSON.",
  "X-PAYMENT-REQUIRED": "The same under its older name.",
  "PAYMENT-RESPONSE": "Why a payment by x402 was refused, as base64 of JSON.",
  "Payment-Receipt": "The receipt of a payment by MPP that was credited before and did not cover this.",
};

/** What comes with an answer that was paid for inline. */
export const RECEIPT_HEADERS: OwnHeaders = {
  "Payment-Receipt": "The receipt of a payment by MPP.",
  "PAYMENT-RESPONSE": "The receipt of a payment by x402, as base64 of JSON.",
};
