// The headers in which a request carries a payment. They are as good as money and are never logged.
import type { IncomingHttpHeaders } from "node:http";
import type { Rail } from "./rail.ts";

export const X402_PAYMENT = "payment-signature";
export const MPP_PAYMENT = "payment-authorization";
/** MPP also takes the header of the API key, when the key comes in another. */
export const MPP_SCHEME = /^Payment /i;

/** What a request shows as its payment, all ways to pay together; undefined when it shows none. */
export function presentedPayment(sent: (name: string) => string | undefined): string | undefined {
  const authorization = sent("authorization") ?? "";
  const shown = [sent(X402_PAYMENT), sent(MPP_PAYMENT), MPP_SCHEME.test(authorization) ? authorization : undefined];
  const given = shown.filter((each) => each !== undefined);
  return given.length === 0 ? undefined : given.join("\n");
}

/** Whether a request carries what looks like a payment for a way to pay that is on, beyond the name of its header. */
export function carriesPayment(headers: IncomingHttpHeaders, rails: readonly Rail[]): boolean {
  const sent = (name: string): string | undefined => {
    const value = headers[name];
    return Array.isArray(value) ? undefined : value;
  };
  return rails.some((rail) => rail.carriedBy?.(sent) === true);
}
