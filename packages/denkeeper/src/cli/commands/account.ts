// Registering and rotating the key: the calls whose responses hold a secret.
import { freshIdempotencyKey } from "../../client.ts";
import { DenkeeperError } from "../../errors.ts";
import type { RegisterInput } from "../../generated/types.ts";
import type { Context } from "../context.ts";
import { clientFor, requireKey } from "../context.ts";
import { CliError } from "../failure.ts";
import { forgetRegistration, noteRegistration, profilePath, saveProfile, setAside } from "../profile.ts";
import { nextLines } from "../steps.ts";
import { bold, dim } from "../style.ts";

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
