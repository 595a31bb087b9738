// Lists errors that no single endpoint owns, by code. A `Failure` is made only from this list or from a contract's `errors`, so
// every error has a code in the catalog.

export interface GeneralError {
  readonly status: number;
  readonly error: string;
  readonly description: string;
  /** The default suggestion, which the code that throws the error may override. */
  readonly suggestion?: string;
}

const RETRY = "Retry in a few seconds. For writes, reuse the same Idempotency-Key so nothing happens twice.";

export const GENERAL_ERRORS = {
  invalid_input: {
    status: 400,
    error: "Invalid input",
    description:
      "The input is invalid. `details` says what is wrong. Many calls have an `error` text of their own for this.",
    suggestion: "Fix the problems listed in `details`, then call again.",
  },
  invalid_idempotency_key: {
    status: 400,
    error: "Invalid Idempotency-Key",
    description: "The header is too short or too long.",
    suggestion: "Send a new random value for each call, such as two UUIDs. Repeat it only to retry that call.",
  },
  not_http: {
    status: 400,
    error: "The request is not valid HTTP",
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
    error: "Stripe has no such event",
    description: "A signed payment event does not exist at Stripe.",
    suggestion: "Send events exactly as Stripe created them.",
  },
  wrong_mode: {
    status: 400,
    error: "The event is for the other mode (live or test)",
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
    error: "Your key does not allow this call",
    description: "This is a sitter key, and it does not cover this call, creature or action.",
  },
  unknown_path: {
    status: 404,
    error: "Address not found",
    description: "Nothing is at this address. `did_you_mean` lists similar ones.",
    suggestion: "GET /api lists every endpoint.",
  },
  method_not_allowed: {
    status: 404,
    error: "This address does not accept this method",
    description: "The address exists, but not with this method. The `Allow` header lists the methods it has.",
  },
  picture_not_found: { status: 404, error: "Picture not found", description: "No picture is at this address." },
  ping_not_found: {
    status: 404,
    error: "Ping link not found",
    description: "The link is wrong, was revoked or replaced, or what is behind it means nothing.",
    suggestion:
      "Append nothing, /start, /fail, or an exit code from 0 to 255 to the ping link. If the link was revoked, create a new one.",
  },
  card_checkout_off: {
    status: 404,
    error: "Card checkout is turned off",
    description: "A payment event reached a service that takes no cards.",
    suggestion: "The operator can turn it on with STRIPE_SECRET_KEY.",
  },
  mcp_needs_post: {
    status: 405,
    error: "The MCP server accepts only POST",
    description: "The MCP server was called with a method other than POST.",
    suggestion: "This address is a Model Context Protocol server (streamable HTTP). Add it to an MCP client.",
  },
  request_timeout: {
    status: 408,
    error: "The request arrived too slowly",
    description: "The client stopped sending in the middle of a request.",
    suggestion: "Nothing has changed. Send the whole request without pauses.",
  },
  still_running: {
    status: 409,
    error: "A call with this Idempotency-Key is still running",
    description: "The same call is still being processed.",
    suggestion: "Repeat the call in a moment, with the same Idempotency-Key, to get the first call's answer.",
  },
  answer_not_shown_again: {
    status: 409,
    error: "This call took effect, but its answer is no longer available",
    description: "A retry of a call whose answer was already received or is too old to show again.",
    suggestion:
      "Use the key from the first answer. A repeated call shows it for at most ten minutes, and only until the key is first used.",
  },
  keeper_left: {
    status: 410,
    error: "This keeper has left",
    description: "The account was deleted by its keeper.",
    suggestion:
      "The keeper deleted its account, and the username is never reused. Its gravestones remain in the graveyard, without its name.",
  },
  too_large: {
    status: 413,
    error: "The body is too large",
    description: "The body is larger than 100 KB.",
    suggestion: "Send a body of at most 100 KB.",
  },
  idempotency_key_reused: {
    status: 422,
    error: "This Idempotency-Key was already used for a different call",
    description: "The key was used before with a different endpoint or body.",
    suggestion: "Send a new Idempotency-Key for each new call. Repeat one only with the same endpoint and body.",
  },
  too_many_stored_answers: {
    status: 429,
    error: "The storage for your answers is full",
    description:
      "The answers of calls with an Idempotency-Key are stored for a day, at most 2 MB of them for an account and day.",
    suggestion: "Nothing has changed. Repeat the call without an Idempotency-Key.",
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
    suggestion: "Send at most 16 KB of headers, including the query string.",
  },
  fault: {
    status: 500,
    error: "Something went wrong",
    description: "An error in the service. Nothing has changed. Some calls have an `error` text of their own for this.",
    suggestion: "Try again in a moment.",
  },
  no_room: {
    status: 503,
    error: "The service is out of storage",
    description: "The disk of the service is nearly full, so nothing new is begun. Care, visits and status go on.",
    suggestion: "Try again in an hour. Existing creatures can be cared for as usual.",
  },
  busy: {
    status: 503,
    error: "The service is busy",
    description: "The service is handling as many calls as it can. Nothing has changed.",
  },
  unavailable: {
    status: 503,
    error: "The database is not responding",
    description:
      "The database, or another service this one depends on, is not responding. A write may or may not have taken effect.",
    suggestion: RETRY,
  },
  key_not_checked: {
    status: 503,
    error: "Your key could not be checked",
    description: "The database did not respond, so the key was not checked. It may be valid.",
    suggestion: "The problem is on our side, not with your key. Keep the key, and try again in a few seconds.",
  },
  event_not_confirmed: {
    status: 503,
    error: "The event could not be confirmed with Stripe",
    description: "Stripe did not answer when asked about a payment event.",
    suggestion: "Send the event again in a few minutes.",
  },
} as const satisfies Readonly<Record<string, GeneralError>>;

export type GeneralCode = keyof typeof GENERAL_ERRORS;
