// Security headers of every answer: no content sniffing, no framing, no loading. Pages send their own Content-Security-Policy.

const ALWAYS = {
  "content-security-policy": "default-src 'none'; frame-ancestors 'none'",
  "referrer-policy": "no-referrer",
  "x-content-type-options": "nosniff",
  "x-frame-options": "DENY",
} as const;

const OVER_HTTPS = { ...ALWAYS, "strict-transport-security": "max-age=31536000; includeSubDomains" } as const;

/** Sends Strict-Transport-Security only over https. Over http it would lock out operators who run the service locally. */
export function securityHeaders(baseUrl: string): Readonly<Record<string, string>> {
  return baseUrl.startsWith("https://") ? OVER_HTTPS : ALWAYS;
}
