// Builds the context of a command: the service, the key, and the output format.
import { Denkeeper } from "../client.ts";
import { DEFAULT_URL, type DenkeeperOptions } from "../options.ts";
import { CliError, EXIT } from "./cli-error.ts";
import { repeatSelection, withStartWords } from "./started-by.ts";
import { plainAnswer } from "./text.ts";
import { loadProfile, type Profile } from "./profile.ts";
import { toLocalTimes } from "./time.ts";

export interface GlobalOptions {
  readonly json?: boolean;
  readonly url?: string;
  readonly profile?: string;
}

export interface CommandContext {
  readonly json: boolean;
  readonly profileName: string;
  readonly profile: Profile | undefined;
  readonly url: string;
  readonly client: Denkeeper;
  /** The key that the client sends with every call. */
  readonly key: string | undefined;
  /** Prints an answer: as JSON with --json, otherwise as text. */
  readonly print: <Answer>(answer: Answer, text: (answer: Answer) => string) => void;
}

const USER_AGENT = "denkeeper-cli";

export function clientFor(url: string, key: string | undefined, more: DenkeeperOptions = {}): Denkeeper {
  return new Denkeeper({ url, key, userAgent: USER_AGENT, ...more });
}

export function contextOf(options: GlobalOptions, env: NodeJS.ProcessEnv = process.env): CommandContext {
  repeatSelection(options);
  // An empty environment variable counts as unset.
  const { DENKEEPER_PROFILE, DENKEEPER_URL, DENKEEPER_KEY } = Object.fromEntries(
    Object.entries(env).filter(([, value]) => value !== ""),
  );
  const profileName = options.profile ?? DENKEEPER_PROFILE ?? "default";
  const profile = loadProfile(profileName);
  const url = (options.url ?? DENKEEPER_URL ?? profile?.url ?? DEFAULT_URL).replace(/\/+$/, "");
  if (!URL.canParse(url))
    throw new CliError(`"${url}" is not a valid URL`, "Use one such as https://host or http://host:port.");
  const key = DENKEEPER_KEY ?? keyFor(profile, url);
  const json = options.json === true;
  return {
    json,
    profileName,
    profile,
    url,
    key,
    client: clientFor(url, key),
    print(answer, text) {
      process.stdout.write(
        `${json ? JSON.stringify(answer, null, 2) : withStartWords(toLocalTimes(text(plainAnswer(answer))))}\n`,
      );
    },
  };
}

/** Returns the profile's key only for the service that issued it. */
function keyFor(profile: Profile | undefined, url: string): string | undefined {
  return profile !== undefined && new URL(profile.url).origin === new URL(url).origin ? profile.key : undefined;
}

export function requireKey({ key, profile, profileName, url }: CommandContext): void {
  if (key !== undefined) return;
  if (profile === undefined) {
    throw new CliError(
      `The profile "${profileName}" has no account`,
      "Register first:\n  denkeeper register <username>\nOr save a key you already have:\n  denkeeper login",
      EXIT.noKey,
    );
  }
  throw new CliError(
    `The profile "${profileName}" belongs to ${profile.url}, so its key is not sent to ${url}`,
    "Omit --url (and unset DENKEEPER_URL), or choose another --profile.",
    EXIT.noKey,
  );
}
