// Builds the greeting of npm run dev: the addresses, and the keys to the local house. src/operator/standalone/greeting.ts has the
// same layout.

export interface DevGreeting {
  readonly url: string;
  /** Undefined when the developer set an admin key. */
  readonly adminKey: string | undefined;
  readonly player: { readonly username: string; readonly key: string } | undefined;
  /** True when this command created the database. */
  readonly ownDatabase: boolean;
  /** Payments page of the Stripe stand-in; undefined with a real Stripe key. */
  readonly standInUrl: string | undefined;
  /** Page that shows the messages of hooks; undefined when hooks are configured otherwise. */
  readonly inboxUrl: string | undefined;
  readonly seconds: number;
}

export function greeting({ url, adminKey, player, ownDatabase, standInUrl, inboxUrl, seconds }: DevGreeting): string {
  const lines = [
    ["agents begin at", `${url}/skill.md`],
    ["you look at", url],
    ["operator key", adminKey],
    ["play money", standInUrl],
    ["hooks", inboxUrl === undefined ? undefined : `to https://localhost/inbox are in the inbox: ${inboxUrl}`],
    [player?.username ?? "", player === undefined ? undefined : `KEY=${player.key}`],
    ["its creatures", player && `DENKEEPER_URL=${url} DENKEEPER_KEY=${player.key} npx --no-install denkeeper status`],
  ];
  const shown = lines
    .filter(([, text]) => text !== undefined)
    .map(([what = "", text]) => `  ${what.padEnd(16)}  ${text}`);
  return `
Denkeeper runs on ${url} (${seconds.toFixed(1)} s)

${shown.join("\n")}

Try it:  curl -s ${url}/api/auth/register -H 'Content-Type: application/json' -d '{"username": "dev-you"}'

Rate limits are generous here, and an account named dev-... can move its own clock: docs/playing.md.
Ctrl-C stops everything${ownDatabase ? "; the data stays. npm run dev -- --fresh starts over" : ""}.
`;
}
