// The headers in which a request carries a payment. They prove possession of money and are never logged.
import type { IncomingHttpHeaders } from "node:http";

export const X402_PAYMENT = "payment-signature";
export const MPP_PAYMENT = "payment-authorization";
/** MPP also takes the header of the API key, when the key comes in another. */
export const MPP_SCHEME = /^Payment /i;

export function carriesPayment(headers: IncomingHttpHeaders): boolean {
  return (
    headers[X402_PAYMENT] !== undefined ||
    headers[MPP_PAYMENT] !== undefined ||
    MPP_SCHEME.test(headers.authorization ?? "")
  );
}
