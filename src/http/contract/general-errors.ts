// Errors that no single endpoint owns, by code. With the `errors` of the contracts they are all errors of the service: a
// Failure is made from one or the other, so each error has a code in the catalog.

export interface GeneralError {
  readonly status: number;
  readonly error: string;
  readonly description: string;
  /** The default; the code that raises the error may pass a better one. */
  readonly suggestion?: string;
}

const RETRY = "Retry in a few seconds. For writes, reuse the same Idempotency-Key so nothing happens twice.";

export const GENERAL_ERRORS = {
  invalid_input: {
    status: 400,
    error: "Invalid input",
    description:
      "The input is invalid. `details` says what is wrong. Many calls have an `error` text of their own for this.",
    suggestion: "Correct what `details` names and call again.",
  },
  invalid_idempotency_key: {
    status: 400,
    error: "Invalid Idempotency-Key",
    description: "The header is too short or too long.",
    suggestion: "Send a new random value for each call, such as two UUIDs. Repeat it only to retry that call.",
  },
  not_http: {
    status: 400,
    error: "This is not an HTTP request",
    description: "What arrived could not be read as HTTP.",
    suggestion: "Send a valid HTTP/1.1 request (RFC 9112).",
  },
  wrong_signature: {
    status: 400,
    error: "The signature does not match",
    description: "A payment event was not signed with this service's secret, or is too old.",
    suggestion: "Sign the unchanged body with this endpoint's secret, and send it within five minutes.",
  },
  unknown_event: {
    status: 400,
    error: "Stripe does not know this event",
    description: "A signed payment event does not exist at Stripe.",
    suggestion: "Send events exactly as Stripe created them.",
  },
  wrong_mode: {
    status: 400,
    error: "This event is for the other mode, live or test",
    description: "A test event reached a live service, or a live event reached a test service.",
    suggestion: "Send live events to the production service, and test events to a test service.",
  },
  missing_key: { status: 401, error: "Invalid API key", description: "No key was sent." },
  invalid_key: {
    status: 401,
    error: "Invalid API key",
    description: "The key is mistyped, replaced, revoked or expired.",
  },
  key_ended: {
    status: 401,
    error: "Invalid API key",
    description: "The operator ended all keys of this account. Recovery returns a new one.",
  },
  invalid_admin_key: {
    status: 401,
    error: "Invalid admin key",
    description: "The operator's key is missing or wrong.",
    suggestion: "Send your operator key as `x-admin-key: <key>` or as `Authorization: Bearer <key>`.",
  },
  invalid_metrics_token: {
    status: 401,
    error: "Invalid metrics token",
    description: "Metrics were requested from another machine without the token.",
    suggestion: "Send METRICS_TOKEN as `Authorization: Bearer <token>`, or send the request from the machine itself.",
  },
  suspended: {
    status: 403,
    error: "This account is suspended",
    description: "The operator has suspended this account.",
  },
  not_for_sitters: {
    status: 403,
    error: "Your key does not allow this",
    description: "This is a sitter key, and it does not cover this call, creature or action.",
  },
  unknown_path: {
    status: 404,
    error: "There is no such address",
    description: "Nothing is at this address. `did_you_mean` lists similar ones.",
    suggestion: "GET /api lists every endpoint.",
  },
  method_not_allowed: {
    status: 404,
    error: "There is no such method at this address",
    description: "The address exists, but not with this method. The `Allow` header lists the methods it has.",
  },
  picture_not_found: { status: 404, error: "No such picture", description: "No picture is at this address." },
  ping_not_found: {
    status: 404,
    error: "No such ping link",
    description: "The link is wrong, was revoked or replaced, or what is behind it means nothing.",
    suggestion:
      "Behind a ping link goes nothing, start, fail, or an exit code from 0 to 255. If the link ended, create a new one.",
  },
  card_checkout_off: {
    status: 404,
    error: "Card checkout is turned off",
    description: "A payment event reached a service that takes no cards.",
    suggestion: "Set STRIPE_SECRET_KEY to turn it on.",
  },
  mcp_needs_post: {
    status: 405,
    error: "The MCP server only takes POST",
    description: "The MCP server was called with a method other than POST.",
    suggestion: "This is a server for the Model Context Protocol (streamable HTTP). Give its address to an MCP client.",
  },
  request_timeout: {
    status: 408,
    error: "The request took too long to arrive",
    description: "The client stopped sending in the middle of a request.",
    suggestion: "Nothing has changed. Send the whole request without pauses.",
  },
  still_running: {
    status: 409,
    error: "A call with this Idempotency-Key is still running",
    description: "The same call is still being processed.",
    suggestion: "Repeat the call in a moment with the same Idempotency-Key to get the answer to the first call.",
  },
  answer_not_shown_again: {
    status: 409,
    error: "This call took effect, but its answer is no longer shown",
    description: "A retry of a call whose answer was already received or is too old to show again.",
    suggestion:
      "Use the key from the first answer. A repeated call shows it for at most ten minutes, and only until the key is first used.",
  },
  keeper_left: {
    status: 410,
    error: "This keeper has left",
    description: "The account was deleted by its keeper.",
    suggestion:
      "This address will not be used again. The keeper's gravestones are still in the graveyard, without its name.",
  },
  too_large: {
    status: 413,
    error: "The body is too large",
    description: "The body is larger than 100 KB.",
    suggestion: "Send a body of at most 100 KB.",
  },
  idempotency_key_reused: {
    status: 422,
    error: "This Idempotency-Key was used for a different call",
    description: "The key was used before with a different endpoint or body.",
    suggestion: "Send a new Idempotency-Key for each new call. Repeat one only with the same endpoint and body.",
  },
  too_many_stored_answers: {
    status: 429,
    error: "Too many answers are stored for you",
    description:
      "The answers of calls with an Idempotency-Key are stored for a day, at most 2 MB of them for an account and day.",
    suggestion: "Repeat the call without an Idempotency-Key. Nothing has changed.",
  },
  rate_limited: {
    status: 429,
    error: "Rate limit exceeded",
    description: "Too many requests in the window. `retry_after_seconds` says how long to wait.",
  },
  headers_too_large: {
    status: 431,
    error: "The headers are too large",
    description: "The headers, with the query string, are larger than 16 KB.",
    suggestion: "Send fewer or shorter headers, at most 16 KB in total. The query string counts, too.",
  },
  fault: {
    status: 500,
    error: "Something went wrong",
    description: "An error in the service. Nothing has changed. Some calls have an `error` text of their own for this.",
    suggestion: "Try again in a moment.",
  },
  no_room: {
    status: 503,
    error: "There is no room for anything new",
    description: "The disk of the service is nearly full, so nothing new is begun. Care, visits and status go on.",
    suggestion: "Try again in an hour. Creatures that live here can be cared for as always.",
  },
  busy: {
    status: 503,
    error: "The service is busy",
    description: "The service is handling as many calls as it can. Nothing has changed.",
  },
  unavailable: {
    status: 503,
    error: "The database does not answer",
    description:
      "The database, or another service this one depends on, is not responding. A write may or may not have taken effect.",
    suggestion: RETRY,
  },
  key_not_checked: {
    status: 503,
    error: "Your key could not be checked",
    description: "The database did not respond, so the key was not checked. It may be valid.",
    suggestion: "The problem is on our side, not with your key. Keep the key and try again in a few seconds.",
  },
  event_not_confirmed: {
    status: 503,
    error: "The event could not be confirmed with Stripe",
    description: "Stripe did not answer when asked about a payment event.",
    suggestion: "Send the event again.",
  },
} as const satisfies Readonly<Record<string, GeneralError>>;

export type GeneralCode = keyof typeof GENERAL_ERRORS;
