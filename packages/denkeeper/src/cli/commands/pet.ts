// Downloads a pet pack of a creature or a species and puts it where a coding agent finds it. The service draws a pack when
// it is first asked for, so the command waits for it.
import { lstatSync, mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { Context } from "../context.ts";
import { isId } from "../creature-choice.ts";
import { CliError, EXIT } from "../failure.ts";
import { fieldsOf, parsed } from "../json.ts";
import { LARGEST_PACK, readPack, type Pack } from "../pets/unpack.ts";
import { plain } from "../plain.ts";

interface PetOptions {
  readonly agent?: string;
  readonly dir?: string;
  readonly looks?: boolean;
}

const ANSWER_MS = 30_000;
/** A pack is drawn in seconds. A queue may be longer. */
const PATIENCE_MS = 5 * 60_000;
const SHORTEST_WAIT_SECONDS = 1;
const LONGEST_WAIT_SECONDS = 60;

/** The address of the pack. A name is a creature's before it is a species'; without one it is the only creature's. */
async function pathOf(
  { client, profile, key }: Context,
  who: string | undefined,
  { agent }: PetOptions,
): Promise<string> {
  const username = agent ?? (key === undefined ? undefined : profile?.username);
  const ofCreature = (id: string): string => `/agents/${encodeURIComponent(username ?? "")}/creatures/${id}/pet.zip`;
  if (username === undefined) {
    if (who !== undefined && !isId(who)) return `/species/${encodeURIComponent(who)}/pet.zip`;
    throw new CliError(
      "Whose creature?",
      "Name its keeper, or a species:\n  denkeeper pet install Pip --agent ada\n  denkeeper pet install tabby",
    );
  }
  if (who !== undefined && isId(who)) return ofCreature(who);
  const { creatures } = await client.publicAgent({ username });
  const found = creatures.filter(({ name }) => who === undefined || name.toLowerCase() === who.toLowerCase());
  const [only] = found;
  if (only !== undefined && found.length === 1) return ofCreature(only.id);
  if (only === undefined && who !== undefined && agent === undefined)
    return `/species/${encodeURIComponent(who)}/pet.zip`;
  const list = found.map(({ id, name }) => `  denkeeper pet install ${id}  # ${name}`).join("\n");
  throw only === undefined
    ? new CliError(
        `@${username} keeps no public creature${who === undefined ? "" : ` named ${who}`}`,
        "Install a species instead:\n  denkeeper pet install tabby",
      )
    : new CliError(`@${username} keeps several creatures`, `Choose one:\n${list}`);
}

async function bodyOf(response: Response): Promise<Uint8Array> {
  const parts: Uint8Array[] = [];
  let size = 0;
  for await (const part of response.body ?? []) {
    if (!(part instanceof Uint8Array)) continue;
    size += part.length;
    if (size > LARGEST_PACK)
      throw new CliError("The file is too large for a pet pack", "Nothing was installed.", EXIT.refusedByService);
    parts.push(part);
  }
  return Buffer.concat(parts);
}

function refusal(status: number, body: Uint8Array): CliError {
  const { error, suggestion } = fieldsOf(parsed(Buffer.from(body).toString("utf8")));
  const message = typeof error === "string" ? plain(error) : `The service answered ${status}`;
  const advice = typeof suggestion === "string" ? plain(suggestion) : "Check the name, or try again later.";
  const code = status === 429 ? EXIT.rateLimited : status >= 500 ? EXIT.away : EXIT.refusedByService;
  return new CliError(message, advice, code);
}

async function ask(address: string): Promise<Response> {
  try {
    return await fetch(address, { redirect: "error", signal: AbortSignal.timeout(ANSWER_MS) });
  } catch {
    throw new CliError(
      `${new URL(address).origin} does not answer`,
      "Check the address (--url) and try again.",
      EXIT.away,
    );
  }
}

async function download(address: string, onWait: () => void): Promise<Uint8Array> {
  let waitedMs = 0;
  for (;;) {
    const response = await ask(address);
    const body = await bodyOf(response);
    if (response.status === 200) return body;
    const isWaiting = response.status === 202 || response.status === 503;
    if (!isWaiting || waitedMs >= PATIENCE_MS) throw refusal(response.status, body);
    const asked = Number(response.headers.get("retry-after"));
    const seconds = Math.min(LONGEST_WAIT_SECONDS, Math.max(SHORTEST_WAIT_SECONDS, asked || 0));
    if (waitedMs === 0) onWait();
    await sleep(seconds * 1000);
    waitedMs += seconds * 1000;
  }
}

/** Where Codex reads pets. */
export function petsFolder(env: NodeJS.ProcessEnv = process.env): string {
  const { CODEX_HOME = "" } = env;
  return join(CODEX_HOME === "" ? join(homedir(), ".codex") : CODEX_HOME, "pets");
}

/**
 * Returns the pet's folder. It is written beside its place and renamed, so no reader gets half a pet, and only a folder of
 * that name is replaced.
 */
export function installPack(pack: Pack, folder: string): string {
  const place = join(folder, pack.id);
  mkdirSync(folder, { recursive: true });
  const existing = lstatSync(place, { throwIfNoEntry: false });
  if (existing !== undefined && !existing.isDirectory())
    throw new CliError(`${place} is not a folder`, "Move it away, or choose another place with --dir.");
  const beside = mkdtempSync(join(folder, ".denkeeper-"));
  try {
    const fresh = join(beside, "new");
    mkdirSync(fresh);
    writeFileSync(join(fresh, "pet.json"), pack.manifest);
    writeFileSync(join(fresh, "spritesheet.webp"), pack.sheet);
    if (existing !== undefined) renameSync(place, join(beside, "old"));
    renameSync(fresh, place);
  } finally {
    rmSync(beside, { recursive: true, force: true });
  }
  return place;
}

export async function installPet(context: Context, who: string | undefined, options: PetOptions): Promise<void> {
  const path = `${await pathOf(context, who, options)}${options.looks === true ? "?looks=1" : ""}`;
  const zip = await download(`${context.url}${path}`, () =>
    process.stderr.write("The pack is being drawn. This takes a few seconds.\n"),
  );
  const pack = readPack(zip);
  const folder = installPack(pack, options.dir ?? petsFolder());
  context.print(
    { id: pack.id, name: pack.displayName, folder },
    ({ name, folder: place }) => `Installed ${name} in ${place}.`,
  );
}
