// What a kind of receiver is: one file for each beside this one, and a line in index.ts.
import type { HookMessage, Receiver } from "../message.ts";
import type { OutgoingMail } from "../mail.ts";
import type { OutgoingRequest, ReceiverReply } from "../send.ts";

export type Outgoing = OutgoingRequest | OutgoingMail;

export interface ChannelKind {
  /** As its owner reads it. */
  readonly name: string;
  /** What its addresses are like; the host is checked besides (target.ts). */
  readonly form: {
    /** Without it: https. */
    readonly protocol?: "mailto:";
    readonly hosts?: RegExp;
    readonly path: RegExp;
    readonly query?: RegExp;
    readonly rule: string;
  };
  /** Answers which say that there will never be anyone. */
  readonly gone: readonly number[];
  readonly isDelivered: (received: ReceiverReply) => boolean;
  /** The pause that it asks for, if it does so elsewhere than in Retry-After. */
  readonly retryAfter?: (received: ReceiverReply) => string | undefined;
  readonly outgoing: (message: HookMessage, receiver: Receiver, now: number) => Outgoing;
}

export function isSuccess({ status }: ReceiverReply): boolean {
  return status >= 200 && status < 300;
}

export function jsonTo(url: URL, body: object, headers: Readonly<Record<string, string>> = {}): OutgoingRequest {
  return { url, headers: { "content-type": "application/json", ...headers }, body: JSON.stringify(body) };
}
