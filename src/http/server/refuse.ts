// Answers to requests that never reach an endpoint: those rejected because the service is overloaded, and those that are
// not HTTP. They are written by hand, because an overloaded service must answer cheaply.
import { randomUUID } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import type { Duplex } from "node:stream";
import type { RejectionReason } from "../../platform/observability/metrics.ts";
import { anyOrigin } from "../respond/cross-origin.ts";
import { Failure } from "../respond/errors.ts";
import { requestIdOf } from "../message/request-context.ts";
import { UNKNOWN_ROUTES } from "../respond/not-found.ts";
import type { Services } from "../request/services.ts";
import type { Rejection } from "../guard/concurrency-limiter.ts";
import { rateHeaders } from "../guard/rate-limit.ts";
import { securityHeaders } from "../respond/security-headers.ts";
import { failureReply } from "../respond/failure-reply.ts";

/** A client that is still sending this much does not get to keep its connection. */
const MAX_UNREAD_BYTES = 100 * 1024;

/** Rejects a request because the service is overloaded, or because its key or address has too many at once. */
export function rejectRequest(
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  { reason, failure }: Rejection,
  services: Services,
): void {
  const { limiter, metrics, now, config } = services;
  metrics.rejected(reason);
  const { status, text, headers } = failureReply(failure);
  const sends = incoming.headers["transfer-encoding"] !== undefined;
  const unread = sends || Number(incoming.headers["content-length"] ?? 0) > MAX_UNREAD_BYTES;
  outgoing.writeHead(status, {
    ...securityHeaders(config.baseUrl),
    ...anyOrigin(),
    ...rateHeaders(limiter.uncounted(UNKNOWN_ROUTES.limit, now())),
    "x-request-id": requestIdOf(incoming.headers),
    ...headers,
    "content-length": Buffer.byteLength(text),
    ...(unread ? { connection: "close" } : {}),
  });
  outgoing.end(incoming.method === "HEAD" ? undefined : text);
}

interface RequestFault {
  readonly reason: RejectionReason;
  readonly line: string;
  readonly failure: Failure;
}

function faultOf(code: string | undefined): RequestFault {
  if (code === "ERR_HTTP_REQUEST_TIMEOUT") {
    return {
      reason: "slow",
      line: "408 Request Timeout",
      failure: Failure.general("request_timeout"),
    };
  }
  if (code === "HPE_HEADER_OVERFLOW") {
    return {
      reason: "headers",
      line: "431 Request Header Fields Too Large",
      failure: Failure.general("headers_too_large"),
    };
  }
  return {
    reason: "malformed",
    line: "400 Bad Request",
    failure: Failure.general("not_http"),
  };
}

/** Tells a client what was wrong with what it sent, as far as it still listens, and hangs up. */
export function hangUp(error: NodeJS.ErrnoException, socket: Duplex, services: Services): void {
  if (error.code === "ECONNRESET" || !socket.writable) {
    socket.destroy();
    return;
  }
  const { reason, line, failure } = faultOf(error.code);
  services.metrics.rejected(reason);
  const { text, headers } = failureReply(failure);
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
  // Whoever does not take the answer is not waited for.
  socket.once("finish", () => socket.destroy());
  setTimeout(() => socket.destroy(), LINGER_MS).unref();
}

const LINGER_MS = 1_000;
