// A provider's failure, reduced to what may be logged. An SDK's own errors contain requests, headers, and payloads.

export class ProviderError extends Error {
  /** Provider's error code, such as `resource_missing`. */
  readonly code: string;
  /** Id of the request in the provider's log. */
  readonly requestId: string | undefined;

  constructor(message: string, code: string, requestId: string | undefined) {
    super(message);
    this.name = "ProviderError";
    this.code = code;
    this.requestId = requestId;
  }
}
