// A provider's failure. The errors of an SDK contain requests, headers and payloads; this one contains only what may be
// logged.

export class ProviderError extends Error {
  /** The provider's code, such as `resource_missing`. */
  readonly code: string;
  /** The id of the request in the provider's log. */
  readonly requestId: string | undefined;

  constructor(message: string, code: string, requestId: string | undefined) {
    super(message);
    this.name = "ProviderError";
    this.code = code;
    this.requestId = requestId;
  }
}
