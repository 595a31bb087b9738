// Hosts that tell a container under which address it is public, so that nobody has to type it.

export interface PublicHost {
  readonly url: string;
  /** For TRUST_PROXY: on Render Cloudflare stands before their own proxy, on Fly the app's address is one of the list. */
  readonly proxies: string;
}

export function hostIn(environment: Readonly<Partial<Record<string, string>>>): PublicHost | undefined {
  const { RAILWAY_PUBLIC_DOMAIN: railway, RENDER_EXTERNAL_URL: render, FLY_APP_NAME: fly } = environment;
  if (railway) return { url: `https://${railway}`, proxies: "1" };
  if (render) return { url: render, proxies: "2" };
  if (fly) return { url: `https://${fly}.fly.dev`, proxies: "2" };
  return undefined;
}
