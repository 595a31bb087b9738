// Defines the security headers of every reply. Pages and pictures override some of them.

const ALWAYS = {
  "content-security-policy": "default-src 'none'; frame-ancestors 'none'",
  "referrer-policy": "no-referrer",
  "x-content-type-options": "nosniff",
  "x-frame-options": "DENY",
} as const;

const OVER_HTTPS = { ...ALWAYS, "strict-transport-security": "max-age=31536000; includeSubDomains" } as const;

/** Adds Strict-Transport-Security if the service is reached over https. Browsers ignore that header over http. */
export function securityHeaders(baseUrl: string): Readonly<Record<string, string>> {
  return baseUrl.startsWith("https://") ? OVER_HTTPS : ALWAYS;
}
