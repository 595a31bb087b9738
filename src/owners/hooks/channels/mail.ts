// Hands one e-mail to the operator's mail server, over TLS alone. What the server says of the recipient is a reply like that of
// any receiver; all else is no answer.
import { setTimeout as sleep } from "node:timers/promises";
import { createTransport } from "nodemailer";
import type { MailConfig } from "../../../platform/config/config.ts";
import { NotSentError, type ReceiverReply } from "./send.ts";

export interface OutgoingMail {
  /** One address, without a name. */
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly messageId: string;
  readonly references?: string;
  readonly list: { readonly unsubscribe: string };
  readonly headers: Readonly<Record<string, string>>;
}

const TIMEOUT_MS = 10_000;
const LIMITS = { connectionTimeout: 5_000, greetingTimeout: 5_000, socketTimeout: 5_000, dnsTimeout: 5_000 };
const SAFE = { requireTLS: true, disableFileAccess: true, disableUrlAccess: true };

/** Throws `NotSentError`. */
export async function sendMail(
  { to, ...mail }: OutgoingMail,
  server: MailConfig | undefined,
  ca?: string,
): Promise<ReceiverReply> {
  if (server === undefined) throw new NotSentError("This service sends no e-mail");
  const transport = createTransport({ url: server.url, ...LIMITS, ...SAFE, ...(ca !== undefined && { tls: { ca } }) });
  const sent = transport.sendMail({ ...mail, from: server.from, to: { name: "", address: to } });
  try {
    if ((await Promise.race([sent, sleep(TIMEOUT_MS, "late", { ref: false })])) === "late")
      throw new NotSentError("The mail server did not answer in time");
    return { status: 250, retryAfter: undefined, text: "" };
  } catch (thrown) {
    if (thrown instanceof NotSentError) throw thrown;
    // Never the message of the error, which holds the address.
    const isOfRecipient = thrown instanceof Error && "command" in thrown && thrown.command === "RCPT TO";
    const status = isOfRecipient && "responseCode" in thrown ? Number(thrown.responseCode) : undefined;
    if (status === undefined) throw new NotSentError("The mail server did not take it");
    return { status, retryAfter: undefined, text: "" };
  }
}
