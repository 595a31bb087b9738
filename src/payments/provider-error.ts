// A provider that did not do what it was asked. Errors of SDKs carry requests, headers and payloads; this one has only
// what may be logged.

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
