// Reads the headers in which a request carries a payment. They are as good as money and are never logged.
import type { IncomingHttpHeaders } from "node:http";
import type { Rail } from "./rail.ts";

export const X402_PAYMENT = "payment-signature";
export const MPP_PAYMENT = "payment-authorization";
/** The scheme of an MPP payment in the Authorization header. MPP uses that header if another one carries the API key. */
export const MPP_SCHEME = /^Payment /i;

/** Returns the payments in a request, for all payment methods; undefined without any. */
export function presentedPayment(sent: (name: string) => string | undefined): string | undefined {
  const authorization = sent("authorization") ?? "";
  const payments = [sent(X402_PAYMENT), sent(MPP_PAYMENT), MPP_SCHEME.test(authorization) ? authorization : undefined];
  const presented = payments.filter((payment) => payment !== undefined);
  return presented.length === 0 ? undefined : presented.join("\n");
}

/** Returns whether a request has a readable payment for an enabled rail. The header alone is not enough. */
export function carriesPayment(headers: IncomingHttpHeaders, rails: readonly Rail[]): boolean {
  const sent = (name: string): string | undefined => {
    const value = headers[name];
    return Array.isArray(value) ? undefined : value;
  };
  return rails.some((rail) => rail.carriedBy?.(sent) === true);
}
