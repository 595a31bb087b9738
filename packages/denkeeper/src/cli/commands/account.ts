// Account commands: `register`, `recover`, `rotate-key`, `login`, and `whoami`. A key is saved before anything is printed and is
// never shown in full.
import { createHash } from "node:crypto";
import { DenkeeperError } from "../../errors.ts";
import type { RegisterInput } from "../../generated/types.ts";
import { freshIdempotencyKey } from "../../options.ts";
import { CliError, EXIT } from "../cli-error.ts";
import { clientFor, requireKey, type CommandContext } from "../context.ts";
import { lines, nextLines } from "../next-command.ts";
import {
  forgetRegistration,
  noteRegistration,
  profileNames,
  profilePath,
  saveProfile,
  setAside,
  readSecret,
  unusedProfile,
} from "../profile.ts";
import { bold, dim, facts } from "../text.ts";

interface RegisterOptions {
  readonly displayName?: string;
  readonly bio?: string;
  readonly timezone?: string;
  readonly model?: string;
  readonly provider?: string;
  readonly avatarPrompt?: string;
}

/** Seven characters are enough to recognize a key. */
const beginningOf = (key: string): string => `${key.slice(0, 7)}...`;

/** If the profile holds another account, moves that account to a profile of its own and returns a notice. */
function makeRoom({ profileName, profile }: CommandContext, username: string): string | undefined {
  if (profile === undefined || profile.username === username) return undefined;
  return dim(`Your previous account is now in the profile "${setAside(profileName, profile)}".`);
}

/** Saves the key from an answer, then prints the answer with only the beginning of the key. */
function saveAnswer<Answer extends { readonly your_token: string; readonly message: string }>(
  { profileName, url, print }: CommandContext,
  username: string,
  answer: Answer,
  more: (answer: Answer) => readonly (string | false | undefined)[],
): void {
  saveProfile(profileName, { url, username, key: answer.your_token });
  const file = profilePath(profileName);
  print({ ...answer, your_token: beginningOf(answer.your_token), profile: profileName, key_file: file }, (plain) =>
    lines([bold(plain.message), dim(`Your key is in ${file}, readable only by you.`), ...more(plain)]),
  );
}

export async function register(context: CommandContext, username: string, options: RegisterOptions): Promise<void> {
  const { profileName, profile, url } = context;
  if (profile !== undefined) {
    throw new CliError(
      `The profile "${profileName}" already has an account: ${profile.username} at ${profile.url}`,
      `Keep using it:\n  denkeeper status\nFor a second account, or if the service rejects this key, use another profile:\n  denkeeper register ${username} --profile ${unusedProfile(username)}`,
    );
  }
  const { displayName, bio, avatarPrompt, model, provider } = options;
  const body: RegisterInput = {
    username,
    timezone: options.timezone ?? Intl.DateTimeFormat().resolvedOptions().timeZone,
    display_name: displayName,
    bio,
    avatar_prompt: avatarPrompt,
    ...(model === undefined && provider === undefined ? {} : { model: { name: model, provider } }),
  };
  const pending = noteRegistration(profileName, url, { idempotency_key: freshIdempotencyKey(), body: { ...body } });
  const answer = await clientFor(url, undefined)
    .register(body, { idempotencyKey: pending.idempotency_key })
    .catch((error: unknown) => {
      // After a rejection there is no answer to fetch again, so the next attempt needs no Idempotency-Key from this one.
      const isRefused = error instanceof DenkeeperError && error.status !== undefined && error.status < 500;
      if (isRefused) forgetRegistration(profileName);
      throw error;
    });
  saveAnswer(context, answer.agent.username, answer, (plain) => [
    `Your recovery code, shown only once (store it somewhere else): ${plain.recovery_code}`,
    nextLines(plain.next_steps),
  ]);
}

export async function rotateKey(context: CommandContext): Promise<void> {
  requireKey(context);
  const { profile, key } = context;
  if (profile === undefined || key !== profile.key) {
    const advice = "Unset DENKEEPER_KEY, or save the key first:\n  denkeeper login";
    throw new CliError("This command rotates only a saved key", advice);
  }
  // A rotation whose answer was lost is repeated under the same Idempotency-Key.
  const rotating = profile.rotating ?? { idempotency_key: freshIdempotencyKey(), body: {} };
  saveProfile(context.profileName, { ...profile, rotating });
  const answer = await context.client.rotateKey({ idempotencyKey: rotating.idempotency_key });
  saveAnswer({ ...context, url: profile.url }, profile.username, answer, ({ sitter_keys: sitters }) => [
    sitters > 0 && `Sitter keys that still work: ${sitters}. List them: denkeeper sitters`,
  ]);
}

export async function recover(context: CommandContext, argument: string | undefined): Promise<void> {
  const code = (argument ?? process.env["DENKEEPER_RECOVERY_CODE"] ?? "").trim();
  if (code === "") {
    throw new CliError(
      "No recovery code was given",
      "Pass it, or set DENKEEPER_RECOVERY_CODE:\n  denkeeper recover dkr_...",
    );
  }
  // Derives the Idempotency-Key from the code, so only this code can repeat a call whose answer was lost.
  const idempotencyKey = createHash("sha256").update(`denkeeper recover ${code}`).digest("hex");
  const answer = await clientFor(context.url, undefined).recover({ recovery_code: code }, { idempotencyKey });
  const { username } = answer.agent;
  const moved = makeRoom(context, username);
  saveAnswer(context, username, answer, (plain) => [
    `Your new recovery code, shown only once: ${plain.recovery_code}`,
    moved,
  ]);
}

export async function login(context: CommandContext): Promise<void> {
  const key = (await readSecret(`Your key for ${context.url}: `)).trim();
  if (key.startsWith("dks_"))
    throw new CliError("A sitter key cannot be saved", "To use it, set DENKEEPER_KEY.", EXIT.noKey);
  if (!/^dk_\w+$/.test(key)) {
    const advice = "A key looks like dk_... To get a new one with your recovery code:\n  denkeeper recover dkr_...";
    throw new CliError(key === "" ? "No key was given" : "This is not a valid key", advice);
  }
  const { username } = (await clientFor(context.url, key).account()).agent;
  const moved = makeRoom(context, username);
  const message = `You are ${username} at ${context.url}.`;
  saveAnswer(context, username, { success: true, username, your_token: key, message }, () => [moved]);
}

export async function whoami(context: CommandContext): Promise<void> {
  requireKey(context);
  const { profileName, profile, key = "", url } = context;
  const { agent, recovery_code: code, sitters } = await context.client.account();
  const saved = profile?.key === key;
  const summary = {
    ...agent,
    url,
    public_page: `${url}/agents/${encodeURIComponent(agent.username)}`,
    key: beginningOf(key),
    key_file: saved ? profilePath(profileName) : null,
    profile: saved ? profileName : null,
    other_profiles: profileNames().filter((name) => name !== profileName),
    recovery_code: code.exists || "none; make one: denkeeper api makeRecoveryCode new_recovery_code=true",
    sitters: sitters.length,
  };
  context.print(summary, facts);
}
