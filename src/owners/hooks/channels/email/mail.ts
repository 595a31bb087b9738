// Sends one e-mail through the operator's mail server, only over TLS.
import { setTimeout as sleep } from "node:timers/promises";
import { createTransport } from "nodemailer";
import type { MailConfig } from "../../../../platform/config/config.ts";
import { NotSentError, type ReceiverReply } from "../send.ts";

export interface OutgoingMail {
  /** Address of the recipient, without a name. */
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly messageId: string;
  readonly references?: string;
  readonly list: { readonly unsubscribe: string };
  readonly headers: Readonly<Record<string, string>>;
}

const TIMEOUT_MS = 10_000;
const TIMEOUTS_MS = { connectionTimeout: 5_000, greetingTimeout: 5_000, socketTimeout: 5_000, dnsTimeout: 5_000 };
const SAFE = { requireTLS: true, disableFileAccess: true, disableUrlAccess: true };

/** Throws `NotSentError` if the server did not accept the message and its error is not about the recipient. */
export async function sendMail(
  { to, ...mail }: OutgoingMail,
  server: MailConfig | undefined,
  ca?: string,
): Promise<ReceiverReply> {
  // The operator may have removed the mail server after the hook was added.
  if (server === undefined) throw new NotSentError("This service sends no e-mail");
  const transport = createTransport({
    url: server.url,
    ...TIMEOUTS_MS,
    ...SAFE,
    ...(ca !== undefined && { tls: { ca } }),
  });
  const sending = transport.sendMail({ ...mail, from: server.from, to: { name: "", address: to } });
  try {
    if ((await Promise.race([sending, sleep(TIMEOUT_MS, "late", { ref: false })])) === "late")
      throw new NotSentError("The mail server did not answer in time");
    return { status: 250, retryAfter: undefined, text: "" };
  } catch (thrown) {
    if (thrown instanceof NotSentError) throw thrown;
    // The error is not passed on, because its message contains the address.
    const isAboutRecipient = thrown instanceof Error && "command" in thrown && thrown.command === "RCPT TO";
    const status = isAboutRecipient && "responseCode" in thrown ? Number(thrown.responseCode) : undefined;
    if (status === undefined) throw new NotSentError("The mail server did not accept the message");
    return { status, retryAfter: undefined, text: "" };
  }
}
