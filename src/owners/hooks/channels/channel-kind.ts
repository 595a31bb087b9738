// Interface of a channel kind: its addresses, the form of its messages, and the meaning of its replies.
import type { HooksConfig } from "../../../platform/config/config.ts";
import type { OutgoingMail } from "./email/mail.ts";
import type { HookMessage, Receiver } from "./message.ts";
import type { OutgoingRequest, ReceiverReply } from "./send.ts";

export type OutgoingMessage = OutgoingRequest | OutgoingMail;

export interface ChannelKind {
  /** Name shown on the owner page. */
  readonly name: string;
  /** Form of the channel's addresses. target.ts also checks the host. */
  readonly address: {
    /** Protocol of the addresses; defaults to https. */
    readonly protocol?: "mailto:";
    readonly hosts?: RegExp;
    readonly path: RegExp;
    readonly query?: RegExp;
    readonly rule: string;
  };
  /** Reply codes that mean the receiver is gone for good, which turns the hook off. */
  readonly gone: readonly number[];
  /** Returns true if the reply means success; defaults to any 2xx. */
  readonly isDelivered?: (reply: ReceiverReply) => boolean;
  /** Returns the pause that the reply's body requests, in the format of Retry-After. Takes precedence over that header. */
  readonly retryAfter?: (reply: ReceiverReply) => string | undefined;
  /** Turns a message into the request or the e-mail that the receiver accepts. */
  readonly render: (message: HookMessage, receiver: Receiver, now: number) => OutgoingMessage;
  /** Returns the topic or mailbox behind an address, to which the number of confirmation codes is limited. */
  readonly topic?: (url: URL) => string;
  /** Returns the operator's token for the host, used if the hook has none. */
  readonly operatorToken?: (hooks: HooksConfig, url: URL) => string | undefined;
  /** Returns true if the operator has configured this kind; defaults to true. */
  readonly isAvailable?: (hooks: HooksConfig) => boolean;
}

export function jsonRequest(url: URL, body: object, headers: Readonly<Record<string, string>> = {}): OutgoingRequest {
  return { url, headers: { "content-type": "application/json", ...headers }, body: JSON.stringify(body) };
}
