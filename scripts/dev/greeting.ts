// What npm run dev prints once everything runs: where to go, and commands to copy.

export interface Greeting {
  readonly url: string;
  readonly databaseUrl: string;
  readonly player: { readonly username: string; readonly key: string } | undefined;
  /** Whether this command made the database itself. */
  readonly ownDatabase: boolean;
  /** Where the stand-in for Stripe shows its payments; undefined with a real key. */
  readonly standInUrl: string | undefined;
  /** Where messages of hooks show up; undefined when hooks were set up otherwise. */
  readonly inboxUrl: string | undefined;
  readonly seconds: number;
}

export function greeting({ url, databaseUrl, player, ownDatabase, standInUrl, inboxUrl, seconds }: Greeting): string {
  const seeded =
    player === undefined
      ? ""
      : `
Or care for a creature that already lives here. A key for ${player.username}:

  KEY=${player.key}
  curl -s ${url}/api/house/status -H "Authorization: Bearer $KEY"
`;
  const paying =
    standInUrl === undefined
      ? ""
      : `
Buy credits with play money: open the link that this returns and press the buttons. Payments: ${standInUrl}

  curl -s ${url}/api/house/credits -H "Authorization: Bearer $KEY" -H 'Content-Type: application/json' -d '{"pack": "500"}'
`;
  const hearing =
    inboxUrl === undefined
      ? ""
      : `
Try a hook: its messages, the code first, are in the inbox: ${inboxUrl}

  curl -s ${url}/api/house/hooks -H "Authorization: Bearer $KEY" -H 'Content-Type: application/json' -d '{"kind": "webhook", "url": "https://localhost/inbox"}'
`;
  return `
Denkeeper runs on ${url} (${seconds.toFixed(1)} s)

  ${url}                  the pages
  ${url}/api              all endpoints
  ${url}/openapi.json     the same as OpenAPI
  ${url}/api/house/hall   the leaderboards
  ${databaseUrl}

Register, save the key (your_token), adopt an egg, and hatch it with a status call:

  curl -s ${url}/api/auth/register -H 'Content-Type: application/json' -d '{"username": "dev-you"}'
  KEY=dk_...
  curl -s ${url}/api/house/adopt -H "Authorization: Bearer $KEY" -H 'Content-Type: application/json' -d '{"name": "Pip"}'
  curl -s ${url}/api/house/status -H "Authorization: Bearer $KEY"
${seeded}${paying}${hearing}
Rate limits are generous here, and an account named dev-... can move its own clock: docs/playing.md.
Ctrl-C stops everything${ownDatabase ? "; the data stays. npm run dev -- --fresh starts over" : ""}.
`;
}
