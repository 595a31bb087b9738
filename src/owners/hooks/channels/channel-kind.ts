// A kind of channel: its addresses, the form of its messages, and the meaning of its replies.
import type { HooksConfig } from "../../../platform/config/config.ts";
import type { OutgoingMail } from "./email/mail.ts";
import type { HookMessage, Receiver } from "./message.ts";
import type { OutgoingRequest, ReceiverReply } from "./send.ts";

export type OutgoingMessage = OutgoingRequest | OutgoingMail;

export interface ChannelKind {
  /** Shown on the owner page. */
  readonly name: string;
  /** The form of its addresses; target.ts also checks the host. */
  readonly address: {
    /** Default: https. */
    readonly protocol?: "mailto:";
    readonly hosts?: RegExp;
    readonly path: RegExp;
    readonly query?: RegExp;
    readonly rule: string;
  };
  /** Reply codes that mean the receiver is gone for good, which turns the hook off. */
  readonly gone: readonly number[];
  /** Default: any 2xx. */
  readonly isDelivered?: (reply: ReceiverReply) => boolean;
  /** The requested pause, where it is not in Retry-After. */
  readonly retryAfter?: (reply: ReceiverReply) => string | undefined;
  /** Turns a message into the request or the e-mail that the receiver accepts. */
  readonly render: (message: HookMessage, receiver: Receiver, now: number) => OutgoingMessage;
  /** The topic or mailbox behind an address, whose confirmation codes are limited on their own. */
  readonly topic?: (url: URL) => string;
  /** Keepers may add a token. Where they have none, the operator's is used. */
  readonly operatorToken?: (hooks: HooksConfig, url: URL) => string | undefined;
  /** Default: always. */
  readonly isAvailable?: (hooks: HooksConfig) => boolean;
}

export function jsonRequest(url: URL, body: object, headers: Readonly<Record<string, string>> = {}): OutgoingRequest {
  return { url, headers: { "content-type": "application/json", ...headers }, body: JSON.stringify(body) };
}
