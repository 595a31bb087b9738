// A provider's failure. SDK errors carry requests, headers and payloads; this one contains only what may be logged.

export class ProviderError extends Error {
  /** What the provider calls it, such as `resource_missing`. */
  readonly code: string;
  /** Names the request in the provider's own log. */
  readonly requestId: string | undefined;

  constructor(message: string, code: string, requestId: string | undefined) {
    super(message);
    this.name = "ProviderError";
    this.code = code;
    this.requestId = requestId;
  }
}
