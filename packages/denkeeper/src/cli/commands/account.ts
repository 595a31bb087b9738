// The account and its key: registering, replacing and recovering the key, saving one, forgetting it, who you are, your page,
// and leaving.
import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { DenkeeperError } from "../../errors.ts";
import type { RegisterInput } from "../../generated/types.ts";
import { freshIdempotencyKey } from "../../options.ts";
import { clientFor, requireKey, type Context } from "../context.ts";
import { chosen } from "../creature-choice.ts";
import { CliError, EXIT } from "../failure.ts";
import { lines, nextLines } from "../next-command.ts";
import { forgetProfile, forgetRegistration, noteRegistration, profilePath, saveProfile, setAside } from "../profile.ts";
import { readSecret } from "../secret.ts";
import { bold, dim } from "../style.ts";
import { facts } from "../text.ts";
import { localDay } from "../time.ts";

interface RegisterOptions {
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

/** So much of a key that its owner knows it again. */
const beginningOf = (key: string): string => `${key.slice(0, 7)}...`;
const keyIn = (file: string): string => dim(`Your key is in ${file}, readable only by you.`);
const movedTo = (aside: string | undefined): string | undefined =>
  aside === undefined ? undefined : dim(`Your previous account is now in the profile "${aside}".`);

/** Saves the key of an account. Another account of the profile moves to a profile of its own name, which is returned. */
function saveKey({ url, profileName, profile }: Context, username: string, key: string): string | undefined {
  const aside = profile === undefined || profile.username === username ? undefined : setAside(profileName, profile);
  saveProfile(profileName, { url, username, key });
  return aside;
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
  const here = { profile: profileName, key_file: profilePath(profileName) };
  context.print({ ...answer, your_token: beginningOf(answer.your_token), ...here }, ({ message, key_file }) =>
    lines([
      bold(message),
      keyIn(key_file),
      `Your recovery code, shown only once (store it somewhere else): ${answer.recovery_code}`,
      movedTo(aside),
      nextLines(answer.next_steps),
    ]),
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
  const shown = { ...answer, your_token: beginningOf(answer.your_token), key_file: profilePath(profileName) };
  context.print(shown, ({ message, key_file, sitter_keys: sitters }) =>
    lines([
      message,
      keyIn(key_file),
      sitters > 0 && `Sitter keys that still work: ${sitters}. List them: denkeeper sitters`,
    ]),
  );
}

/** Under this a lost answer can be asked for again with the same code, and with nothing else. */
function idempotencyKeyOf(code: string): string {
  return createHash("sha256").update(`denkeeper recover ${code}`).digest("hex");
}

export async function recover(context: Context, given: string | undefined): Promise<void> {
  const code = (given ?? process.env["DENKEEPER_RECOVERY_CODE"] ?? "").trim();
  if (code === "") {
    throw new CliError(
      "No recovery code given",
      "Pass it, or set DENKEEPER_RECOVERY_CODE:\n  denkeeper recover dkr_...",
    );
  }
  const once = { idempotencyKey: idempotencyKeyOf(code) };
  const answer = await clientFor(context.url, undefined).recover({ recovery_code: code }, once);
  const aside = saveKey(context, answer.agent.username, answer.your_token);
  const shown = { ...answer, your_token: beginningOf(answer.your_token), key_file: profilePath(context.profileName) };
  context.print(shown, ({ message, key_file, recovery_code }) =>
    lines([
      bold(message),
      keyIn(key_file),
      `Your new recovery code, shown only once: ${recovery_code}`,
      movedTo(aside),
    ]),
  );
}

const KEY = /^dk_\w+$/;

export async function login(context: Context): Promise<void> {
  const { url, profileName } = context;
  const key = (await readSecret(`Your key for ${url}: `)).trim();
  if (key.startsWith("dks_")) {
    throw new CliError("This is a sitter key", "It is not saved. To use it, set DENKEEPER_KEY.", EXIT.noKey);
  }
  if (!KEY.test(key)) {
    const advice = "A key looks like dk_... To get a new one with your recovery code:\n  denkeeper recover dkr_...";
    throw new CliError(key === "" ? "No key given" : "This is not a key", advice);
  }
  const { username } = (await clientFor(url, key).account()).agent;
  const aside = saveKey(context, username, key);
  const shown = { success: true, username, url, profile: profileName, key_file: profilePath(profileName) };
  context.print(shown, ({ key_file }) =>
    lines([`You are ${bold(username)} at ${url}.`, keyIn(key_file), movedTo(aside)]),
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
    key: beginningOf(key),
    key_file: saved ? profilePath(profileName) : null,
    recovery_code: answer.recovery_code,
    sitters: answer.sitters.length,
  };
  context.print(shown, ({ username, display_name: name, created_at: since, credits, recovery_code: code, ...told }) =>
    lines([
      `${bold(username)}${name === username ? "" : ` (${name})`} at ${url}`,
      facts({
        key: `${told.key} ${told.key_file === null ? "from DENKEEPER_KEY" : `in ${told.key_file}`}`,
        profile: told.profile ?? "none",
        "member since": localDay(since),
        credits,
        "recovery code": code.exists || "none; make one: denkeeper api makeRecoveryCode new_recovery_code=true",
        sitters: told.sitters,
      }),
    ]),
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

export async function leave(context: Context, { confirm }: { readonly confirm?: string }): Promise<void> {
  requireKey(context);
  const { agent } = await context.client.account();
  const answer = await context.client.leave({ confirm_username: agent.username, confirmation: confirm });
  context.print(answer, ({ message, confirmation, exports = [], next_steps }) =>
    lines([
      bold(message),
      ...exports.map(({ name, creature_id: id }) => `  denkeeper export --creature ${id} --out ${id}.jsonl  # ${name}`),
      confirmation === undefined ? nextLines(next_steps) : `To confirm:\n  denkeeper leave --confirm ${confirmation}`,
    ]),
  );
}
