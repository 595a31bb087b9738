// Errors and headers of endpoints that take payments. Contracts declare them and must not import paying.ts.
import type { Contract, OwnHeaders } from "../http/contract/contract.ts";

export const PAYING_ERRORS = {
  payment_unsettled: {
    status: 503,
    error: "Your payment is not confirmed yet",
    description: "The payment was sent to the provider, and it is not yet known whether the money has moved.",
    suggestion:
      "Do not pay again. If the money was taken, your credits arrive within minutes. In a minute, check your credits, or repeat this call with the same payment.",
  },
  payment_unreachable: {
    status: 503,
    error: "Your payment could not be processed",
    description: "The payment provider or the chain cannot be reached. No money moved.",
    suggestion: "No money was taken. Try again in a minute, or pay another way.",
  },
  other_payment: {
    status: 409,
    error: "A call with this Idempotency-Key carried a different payment",
    description: "Only one payment is taken under an Idempotency-Key, and another one came first.",
    suggestion:
      "No money was taken for this payment. Check your credits, or repeat the call with the first payment. To make another payment, send a new Idempotency-Key.",
  },
} as const satisfies Contract["errors"];

/** Headers of a 402. Each enabled rail adds its own. */
export const OFFER_HEADERS: OwnHeaders = {
  "WWW-Authenticate": "The challenge of MPP.",
  "PAYMENT-REQUIRED": "The payment that x402 requires, as base64 of JSON.",
  "X-PAYMENT-REQUIRED": "PAYMENT-REQUIRED under its older name.",
  "PAYMENT-RESPONSE": "Why a payment by x402 was refused, as base64 of JSON.",
  "Payment-Receipt": "The receipt of a payment by MPP that was credited before and did not cover this.",
};

/** Headers of an answer that was paid for inline. */
export const RECEIPT_HEADERS: OwnHeaders = {
  "Payment-Receipt": "The receipt of a payment by MPP.",
  "PAYMENT-RESPONSE": "The receipt of a payment by x402, as base64 of JSON.",
};
