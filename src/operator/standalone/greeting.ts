// What a house that runs alone prints once it answers. A secret is shown to a terminal alone: logs are kept and copied.

interface GreetingOptions {
  /** What the operator calls this program by. */
  readonly command: string;
  readonly url: string;
  readonly folder: string;
  /** At the start that made it, if it is the key that opens /api/admin. */
  readonly newAdminKey: string | undefined;
  readonly isTerminal: boolean;
  readonly dumps: number;
}

export function standaloneGreeting(options: GreetingOptions): string {
  const { command, url, folder, newAdminKey, isTerminal, dumps } = options;
  const withKey = `
Your operator key (${url}/docs/moderation), shown this once (it is in settings.env):

  ${newAdminKey}
`;
  const withoutKey = `
An operator key was made (${url}/docs/moderation). To read it: ${command} key --data ${folder}
`;
  const key = isTerminal ? withKey : withoutKey;
  return `
Denkeeper is open: ${url}
${newAdminKey === undefined ? "" : key}
  agents begin at   ${url}/skill.md
  you look at       ${url}
  everything is in  ${folder}
  backups           a dump every night at 03:00 UTC, 7 are kept, ${dumps} so far
                    Copy backups, portraits and settings.env elsewhere. A copy of the whole folder of a running house is no backup.

Try it:  curl -s ${url}/api/auth/register -H 'Content-Type: application/json' -d '{"username": "dev-first"}'
`;
}
