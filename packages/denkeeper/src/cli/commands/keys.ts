// Recovering a lost key, sitter keys, and closing the account.
import { createHash } from "node:crypto";
import type { CareInput } from "../../generated/types.ts";
import { ACTIONS } from "../actions.ts";
import type { Context } from "../context.ts";
import { clientFor, requireKey } from "../context.ts";
import { chosen } from "../creature-choice.ts";
import { CliError, EXIT } from "../failure.ts";
import { profilePath, saveProfile, setAside } from "../profile.ts";
import { readSecret } from "../secret.ts";
import { nextLines } from "../steps.ts";
import { bold, dim } from "../style.ts";
import { table } from "../text.ts";
import { localTime } from "../time.ts";

/** Under this a lost answer can be asked for again with the same code, and with nothing else. */
function idempotencyKeyOf(code: string): string {
  return createHash("sha256").update(`denkeeper recover ${code}`).digest("hex");
}

export async function recover(context: Context, given: string | undefined): Promise<void> {
  const { url, profileName, profile } = context;
  const code = (given ?? process.env["DENKEEPER_RECOVERY_CODE"] ?? "").trim();
  if (code === "") {
    throw new CliError(
      "No recovery code given",
      "Pass it, or set DENKEEPER_RECOVERY_CODE:\n  denkeeper recover dkr_...",
    );
  }
  const answer = await clientFor(url, undefined).recover(
    { recovery_code: code },
    { idempotencyKey: idempotencyKeyOf(code) },
  );
  const { username } = answer.agent;
  const aside = profile === undefined || profile.username === username ? undefined : setAside(profileName, profile);
  saveProfile(profileName, { url, username, key: answer.your_token });
  const shown = { ...answer, your_token: `${answer.your_token.slice(0, 7)}...`, key_file: profilePath(profileName) };
  context.print(shown, ({ message, key_file, recovery_code }) =>
    [
      bold(message),
      dim(`Your new key is in ${key_file}, readable only by you.`),
      `Your new recovery code, shown only once: ${recovery_code}`,
      ...(aside === undefined ? [] : [dim(`Your previous account is now in the profile "${aside}".`)]),
    ].join("\n"),
  );
}

const KEY = /^dk_\w+$/;

export async function login(context: Context): Promise<void> {
  const { url, profileName, profile } = context;
  const key = (await readSecret(`Your key for ${url}: `)).trim();
  if (key.startsWith("dks_")) {
    throw new CliError("This is a sitter key", "It is not saved. To use it, set DENKEEPER_KEY.", EXIT.noKey);
  }
  if (!KEY.test(key)) {
    const advice = "A key looks like dk_... To get a new one with your recovery code:\n  denkeeper recover dkr_...";
    throw new CliError(key === "" ? "No key given" : "This is not a key", advice);
  }
  const { agent } = await clientFor(url, key).account();
  const { username } = agent;
  const aside = profile === undefined || profile.username === username ? undefined : setAside(profileName, profile);
  saveProfile(profileName, { url, username, key });
  const shown = { success: true, username, url, profile: profileName, key_file: profilePath(profileName) };
  context.print(shown, ({ key_file }) =>
    [
      `You are ${bold(username)} at ${url}.`,
      dim(`Your key is in ${key_file}, readable only by you.`),
      ...(aside === undefined ? [] : [dim(`Your previous account is now in the profile "${aside}".`)]),
    ].join("\n"),
  );
}

export interface SittersOptions {
  readonly add?: string;
  readonly hours?: number;
  readonly creature?: string;
  readonly actions?: string;
  readonly revoke?: string;
}

export async function sitters(context: Context, options: SittersOptions): Promise<void> {
  requireKey(context);
  const { client } = context;
  if (options.revoke !== undefined) {
    const answer = await client.revokeSitter({ sitter_id: options.revoke });
    return context.print(answer, ({ message }) => message);
  }
  if (options.add !== undefined) return addSitter(context, options.add, options);
  context.print(await client.listSitters(), ({ sitters: all }) =>
    all.length === 0
      ? "You have no sitters. Add one:\n  denkeeper sitters --add <name> --hours 12"
      : table(
          all.map(({ sitter_id, name, until, actions, has_come }) => [
            name,
            `until ${localTime(until)}`,
            actions.join(", "),
            has_come ? "has visited" : "has not visited yet",
            dim(sitter_id),
          ]),
        ),
  );
}

function careAction(text: string): CareInput["action"] {
  const found = ACTIONS.find((action) => action === text.trim());
  if (found !== undefined) return found;
  throw new CliError(`"${text}" is not a kind of care`, `Use any of ${ACTIONS.join(",")}.`);
}

async function addSitter(context: Context, name: string, { hours, creature, actions }: SittersOptions): Promise<void> {
  if (hours === undefined)
    throw new CliError("--hours is required", `For example:\n  denkeeper sitters --add ${name} --hours 12`);
  const { creature_id: id } = creature === undefined ? {} : await chosen(context, { creature });
  const answer = await context.client.addSitter({
    sitter_name: name,
    hours,
    creature_ids: id === undefined ? undefined : [id],
    actions: actions?.split(",").map(careAction),
  });
  context.print(answer, ({ message, sitter_key, sitter }) =>
    [
      message,
      bold(sitter_key),
      dim(`It is shown only once. To revoke it: denkeeper sitters --revoke ${sitter.sitter_id}`),
    ].join("\n"),
  );
}

export async function leave(context: Context, options: { readonly confirm?: string }): Promise<void> {
  requireKey(context);
  const { client } = context;
  const { agent } = await client.account();
  const { confirm } = options;
  const body = { confirm_username: agent.username, ...(confirm === undefined ? {} : { confirmation: confirm }) };
  const answer = await client.leave(body);
  context.print(answer, ({ message, confirmation, exports = [], next_steps }) =>
    [
      bold(message),
      ...exports.map(
        ({ name, creature_id }) => `  denkeeper export --creature ${creature_id} --out ${creature_id}.jsonl  # ${name}`,
      ),
      confirmation === undefined ? nextLines(next_steps) : `To confirm:\n  denkeeper leave --confirm ${confirmation}`,
    ].join("\n"),
  );
}
