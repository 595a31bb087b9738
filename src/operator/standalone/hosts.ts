// Hosts that give a container its public address in the environment, so that operators need not set it.

interface PublicHost {
  readonly url: string;
  /** Value for TRUST_PROXY. Render has Cloudflare in front of its own proxy, and Fly lists the app's address. */
  readonly proxies: string;
}

export function hostIn(environment: Readonly<Partial<Record<string, string>>>): PublicHost | undefined {
  const { RAILWAY_PUBLIC_DOMAIN: railway, RENDER_EXTERNAL_URL: render, FLY_APP_NAME: fly } = environment;
  if (railway) return { url: `https://${railway}`, proxies: "1" };
  if (render) return { url: render, proxies: "2" };
  if (fly) return { url: `https://${fly}.fly.dev`, proxies: "2" };
  return undefined;
}
