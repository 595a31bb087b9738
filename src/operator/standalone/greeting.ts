// Text that a standalone house prints when it is ready. Only a terminal gets secrets, because logs are stored and copied.

interface GreetingOptions {
  /** Command by which the operator runs this program. */
  readonly command: string;
  readonly url: string;
  readonly folder: string;
  /** Key created by this start, if it opens /api/admin; otherwise undefined. */
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
