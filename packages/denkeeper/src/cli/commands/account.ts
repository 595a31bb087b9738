// The account: registering, rotating its key, who you are, your page, and forgetting the key.
import { spawn } from "node:child_process";
import { freshIdempotencyKey } from "../../client.ts";
import { DenkeeperError } from "../../errors.ts";
import type { RegisterInput } from "../../generated/types.ts";
import type { Context } from "../context.ts";
import { clientFor, requireKey } from "../context.ts";
import { chosen } from "../creature-choice.ts";
import { CliError, EXIT } from "../failure.ts";
import { forgetProfile, forgetRegistration, noteRegistration, profilePath, saveProfile, setAside } from "../profile.ts";
import { nextLines } from "../steps.ts";
import { bold, dim } from "../style.ts";
import { table } from "../text.ts";
import { localDay } from "../time.ts";

export interface RegisterOptions {
  readonly force?: boolean;
  readonly displayName?: string;
  readonly bio?: string;
  readonly timezone?: string;
  readonly model?: string;
  readonly provider?: string;
  readonly avatarPrompt?: string;
}

function registration(username: string, options: RegisterOptions): RegisterInput {
  const { displayName, bio, model, provider, avatarPrompt } = options;
  return {
    username,
    timezone: options.timezone ?? Intl.DateTimeFormat().resolvedOptions().timeZone,
    display_name: displayName,
    bio,
    avatar_prompt: avatarPrompt,
    ...(model === undefined && provider === undefined ? {} : { model: { name: model, provider } }),
  };
}

/** Whether the service has surely not made an account: then the note of the attempt can go. */
function wasRefused(error: unknown): boolean {
  return error instanceof DenkeeperError && error.status !== undefined && error.status < 500;
}

export async function register(context: Context, username: string, options: RegisterOptions): Promise<void> {
  const { profileName, profile, url } = context;
  if (profile !== undefined && options.force !== true) {
    throw new CliError(
      `The profile "${profileName}" already has an account: ${profile.username} at ${profile.url}`,
      `Keep using it:\n  denkeeper status\nFor a second account, use another profile:\n  denkeeper register ${username} --profile ${username}\nOr move the current account to another profile:\n  denkeeper register ${username} --force`,
    );
  }
  const aside = profile === undefined ? undefined : setAside(profileName, profile);
  const body = registration(username, options);
  const pending = noteRegistration(profileName, url, { idempotency_key: freshIdempotencyKey(), body: { ...body } });
  const answer = await clientFor(url, undefined)
    .register(body, { idempotencyKey: pending.idempotency_key })
    .catch((error: unknown) => {
      if (wasRefused(error)) forgetRegistration(profileName);
      throw error;
    });
  saveProfile(profileName, { url, username: answer.agent.username, key: answer.your_token });
  const shown = {
    ...answer,
    your_token: `${answer.your_token.slice(0, 7)}...`,
    profile: profileName,
    key_file: profilePath(profileName),
  };
  context.print(shown, ({ message, key_file }) =>
    [
      bold(message),
      dim(`Your key is in ${key_file}, readable only by you.`),
      `Your recovery code, shown only once (store it somewhere else): ${answer.recovery_code}`,
      ...(aside === undefined ? [] : [dim(`Your previous account is now in the profile "${aside}".`)]),
      nextLines(answer.next_steps),
    ].join("\n"),
  );
}

export async function rotateKey(context: Context): Promise<void> {
  requireKey(context);
  const { profileName, profile, client } = context;
  if (profile === undefined || context.key !== profile.key) {
    throw new CliError(
      "Only a saved key can be rotated here",
      "Unset DENKEEPER_KEY, or run `denkeeper api rotateKey` and save the new key yourself.",
    );
  }
  // A rotation whose answer got lost is asked for again under its own key.
  const rotating = profile.rotating ?? { idempotency_key: freshIdempotencyKey(), body: {} };
  saveProfile(profileName, { ...profile, rotating });
  const answer = await client.rotateKey({ idempotencyKey: rotating.idempotency_key });
  const { url, username } = profile;
  saveProfile(profileName, { url, username, key: answer.your_token });
  const shown = { ...answer, your_token: `${answer.your_token.slice(0, 7)}...`, key_file: profilePath(profileName) };
  context.print(shown, ({ message, key_file, sitter_keys }) =>
    [
      message,
      dim(`The new key is in ${key_file}.`),
      ...(sitter_keys === 0 ? [] : [`Sitter keys that still work: ${sitter_keys}. List them: denkeeper sitters`]),
    ].join("\n"),
  );
}

export async function whoami(context: Context): Promise<void> {
  requireKey(context);
  const { profileName, profile, key = "", url } = context;
  const answer = await context.client.account();
  const saved = profile?.key === key;
  const shown = {
    ...answer.agent,
    url,
    profile: saved ? profileName : null,
    key: `${key.slice(0, 7)}...`,
    key_file: saved ? profilePath(profileName) : null,
    recovery_code: answer.recovery_code,
    sitters: answer.sitters.length,
  };
  context.print(shown, ({ username, display_name: name, created_at: since, credits, recovery_code: code, sitters }) =>
    [
      `${bold(username)}${name === username ? "" : ` (${name})`} at ${url}`,
      table([
        ["key", saved ? `${shown.key} in ${profilePath(profileName)}` : `${shown.key} from DENKEEPER_KEY`],
        ["profile", saved ? profileName : "none"],
        ["member since", localDay(since)],
        ["credits", String(credits)],
        [
          "recovery code",
          code.exists ? "yes" : "none; make one: denkeeper api makeRecoveryCode new_recovery_code=true",
        ],
        ["sitters", String(sitters)],
      ]),
    ].join("\n"),
  );
}

export function logout(context: Context, { yes }: { readonly yes?: boolean }): void {
  const { profileName, profile } = context;
  if (profile === undefined)
    throw new CliError(`The profile "${profileName}" has no account`, "There is nothing to delete.");
  const { username, url } = profile;
  if (yes !== true) {
    throw new CliError(
      `Delete the key of ${username} at ${url} from this machine? Without the key or a recovery code, you cannot get back in`,
      `Its file is ${profilePath(profileName)}. To confirm:\n  denkeeper logout --yes`,
    );
  }
  forgetProfile(profileName);
  context.print(
    { success: true, username, url, profile: profileName },
    () =>
      `The key of ${username} is deleted. To come back:\n  denkeeper login\n  denkeeper recover dkr_...  # without the key`,
  );
}

/** As the service tells them: by their names. */
const TEST_ACCOUNT = /^(test|e2e|dev|ci|seed)-/;

const OPENERS: Readonly<Partial<Record<NodeJS.Platform, readonly [string, ...string[]]>>> = {
  darwin: ["open"],
  win32: ["rundll32", "url.dll,FileProtocolHandler"],
};

/** Prints the address of a public page; a person at a terminal also gets it in a browser. */
export async function open(
  context: Context,
  creature: string | undefined,
  options: { readonly agent?: string; readonly print?: boolean },
): Promise<void> {
  if (options.agent === undefined) requireKey(context);
  const username = options.agent ?? context.profile?.username ?? (await context.client.account()).agent.username;
  if (TEST_ACCOUNT.test(username)) {
    const advice = "Open the page of an agent with another name, such as:\n  denkeeper open --agent ada";
    throw new CliError(`${username} is a test account, which has no public page`, advice, EXIT.refusedByService);
  }
  const { creature_id: id } = await chosen(context, creature === undefined ? {} : { creature });
  const page = `${context.url}/agents/${encodeURIComponent(username)}${id === undefined ? "" : `/creatures/${id}`}`;
  context.print({ url: page }, ({ url }) => url);
  if (context.json || options.print === true || !process.stdout.isTTY) return;
  const [program, ...args] = OPENERS[process.platform] ?? ["xdg-open"];
  // Where there is no browser the address is all there is.
  spawn(program, [...args, page], { detached: true, stdio: "ignore" })
    .on("error", () => {})
    .unref();
}
