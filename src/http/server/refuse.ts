// Rejects requests that never reach an endpoint, because they exceed capacity or are not valid HTTP. The replies are written by
// hand, because an overloaded service must reply cheaply.
import { randomUUID } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import type { Duplex } from "node:stream";
import type { RejectionReason } from "../../platform/observability/metrics.ts";
import { anyOrigin } from "../respond/cross-origin.ts";
import { Failure } from "../respond/errors.ts";
import { requestIdOf } from "../message/request-context.ts";
import type { GeneralCode } from "../contract/general-errors.ts";
import { UNKNOWN_ROUTES } from "../respond/not-found.ts";
import type { Services } from "../request/services.ts";
import type { Rejection } from "../guard/concurrency-limiter.ts";
import { rateHeaders } from "../guard/rate-limit.ts";
import { securityHeaders } from "../respond/security-headers.ts";
import { failureReply } from "../respond/failure-reply.ts";

/** The connection is closed if the rejected request has a longer body, or one of unknown length, because nothing reads it. */
const MAX_UNREAD_BYTES = 100 * 1024;

/** Rejects a request that exceeds the capacity of the service, or of its key or address. */
export function rejectRequest(
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  { reason, failure }: Rejection,
  services: Services,
): void {
  const { limiter, metrics, now, config } = services;
  metrics.rejected(reason);
  const { status, text, headers } = failureReply(failure);
  const isUnbounded = incoming.headers["transfer-encoding"] !== undefined;
  const mustClose = isUnbounded || Number(incoming.headers["content-length"] ?? 0) > MAX_UNREAD_BYTES;
  outgoing.writeHead(status, {
    ...securityHeaders(config.baseUrl),
    ...anyOrigin(),
    ...rateHeaders(limiter.uncounted(UNKNOWN_ROUTES.limit, now())),
    "x-request-id": requestIdOf(incoming.headers),
    ...headers,
    "content-length": Buffer.byteLength(text),
    ...(mustClose ? { connection: "close" } : {}),
  });
  outgoing.end(incoming.method === "HEAD" ? undefined : text);
}

interface RequestFault {
  readonly reason: RejectionReason;
  readonly line: string;
  readonly code: GeneralCode;
}

const FAULTS: Readonly<Record<string, RequestFault>> = {
  ERR_HTTP_REQUEST_TIMEOUT: { reason: "slow", line: "408 Request Timeout", code: "request_timeout" },
  HPE_HEADER_OVERFLOW: { reason: "headers", line: "431 Request Header Fields Too Large", code: "headers_too_large" },
};
const MALFORMED: RequestFault = { reason: "malformed", line: "400 Bad Request", code: "not_http" };

/** Tells a client why its request was invalid, if it still listens, and closes the connection. */
export function hangUp(error: NodeJS.ErrnoException, socket: Duplex, services: Services): void {
  if (error.code === "ECONNRESET" || !socket.writable) {
    socket.destroy();
    return;
  }
  const { reason, line, code } = FAULTS[error.code ?? ""] ?? MALFORMED;
  services.metrics.rejected(reason);
  const { text, headers } = failureReply(Failure.general(code));
  const all = {
    ...securityHeaders(services.config.baseUrl),
    ...rateHeaders(services.limiter.uncounted(UNKNOWN_ROUTES.limit, services.now())),
    ...headers,
    "x-request-id": randomUUID(),
    "content-length": Buffer.byteLength(text),
    connection: "close",
  };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.end(`HTTP/1.1 ${line}\r\n${lines.join("")}\r\n${String(text)}`);
  // Closes even if the client never reads the reply.
  socket.once("finish", () => socket.destroy());
  setTimeout(() => socket.destroy(), LINGER_MS).unref();
}

const LINGER_MS = 1_000;
