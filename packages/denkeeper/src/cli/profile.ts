// Stores keys in one file per profile, readable only by the user. Registrations and rotations are recorded before they are sent,
// with the Idempotency-Key that can fetch a lost answer again.
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { homedir } from "node:os";
import { dirname, join } from "node:path";
import { CliError, EXIT } from "./cli-error.ts";
import { fieldsOf, parseJson } from "./json.ts";
import { createInterface } from "node:readline/promises";
import { Writable } from "node:stream";
import { text } from "node:stream/consumers";

/** A registration or rotation that may still be unanswered. */
interface PendingRegistration {
  readonly idempotency_key: string;
  readonly body: Readonly<Record<string, unknown>>;
}

export interface Profile {
  readonly url: string;
  readonly username: string;
  readonly key: string;
  /** Present during a key rotation. */
  readonly rotating?: PendingRegistration;
}

/** A profile file holds an account or a pending registration. */
type StoredProfile = Profile | { readonly url: string; readonly registering: PendingRegistration };

const NAME = /^[\w-]{1,64}$/;
const OWNER_ONLY = 0o600;

function configFolder(env: NodeJS.ProcessEnv = process.env): string {
  const windows = process.platform === "win32" ? env["APPDATA"] : undefined;
  return join(windows ?? env["XDG_CONFIG_HOME"] ?? join(homedir(), ".config"), "denkeeper");
}

export function profilePath(name: string): string {
  if (!NAME.test(name)) {
    throw new CliError(`"${name}" is not a valid profile name`, "Use letters, digits, hyphens and underscores.");
  }
  return join(configFolder(), `${name}.json`);
}

/** Writes a file that only the user can read. Renaming a temporary file ensures that a crash never leaves a partial file. */
export function writePrivate(path: string, content: string): void {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  const temporary = `${path}.${process.pid}.new`;
  rmSync(temporary, { force: true });
  writeFileSync(temporary, content, { mode: OWNER_ONLY, flag: "wx" });
  renameSync(temporary, path);
}

function write(path: string, stored: StoredProfile): void {
  writePrivate(path, `${JSON.stringify(stored, null, 2)}\n`);
}

function read(name: string): StoredProfile | undefined {
  const path = profilePath(name);
  if (!existsSync(path)) return undefined;
  // Restricts a file that was copied here with wider permissions.
  if (process.platform !== "win32") chmodSync(path, OWNER_ONLY);
  const stored = parseJson(readFileSync(path, "utf8"));
  if (isStored(stored)) return stored;
  throw new CliError(
    `The profile file ${path} cannot be read`,
    "Repair or move the file, or choose another --profile.",
  );
}

function isPending(value: unknown): boolean {
  const { idempotency_key: key, body } = fieldsOf(value);
  return typeof key === "string" && typeof body === "object";
}

function isStored(value: unknown): value is StoredProfile {
  const { url, username, key, registering, rotating } = fieldsOf(value);
  if (typeof url !== "string") return false;
  if (isPending(registering)) return true;
  return typeof username === "string" && typeof key === "string" && (rotating === undefined || isPending(rotating));
}

/** Returns a profile's account, or undefined before registration. */
export function loadProfile(name: string): Profile | undefined {
  const stored = read(name);
  return stored !== undefined && "key" in stored ? stored : undefined;
}

export function saveProfile(name: string, profile: Profile): void {
  write(profilePath(name), profile);
}

/** Records a registration before it is sent. Returns an unanswered one with the same body instead, so that it is resumed. */
export function noteRegistration(name: string, url: string, fresh: PendingRegistration): PendingRegistration {
  const stored = read(name);
  if (stored !== undefined && "registering" in stored && stored.url === url) {
    if (JSON.stringify(stored.registering.body) === JSON.stringify(fresh.body)) return stored.registering;
  }
  write(profilePath(name), { url, registering: fresh });
  return fresh;
}

/** Deletes a rejected registration. */
export function forgetRegistration(name: string): void {
  if (loadProfile(name) === undefined) rmSync(profilePath(name), { force: true });
}

export function unusedProfile(username: string): string {
  let name = username;
  for (let count = 2; existsSync(profilePath(name)); count++) name = `${username}-${count}`;
  return name;
}

/** Moves an account to a new profile, so that its key is not overwritten. Returns the profile's name. */
export function setAside(name: string, { username }: Profile): string {
  const aside = unusedProfile(username);
  renameSync(profilePath(name), profilePath(aside));
  return aside;
}

/** Returns the path of the file that stores a profile's ping link. */
export function pingPath(name: string): string {
  return profilePath(name).replace(/json$/, "ping");
}

export function profileNames(): readonly string[] {
  const files = existsSync(configFolder()) ? readdirSync(configFolder()) : [];
  return files.filter((file) => file.endsWith(".json")).map((file) => file.slice(0, -".json".length));
}

export async function readSecret(prompt: string): Promise<string> {
  const { stdin, stderr } = process;
  if (!stdin.isTTY) return (await text(stdin)).split("\n", 1)[0] ?? "";
  stderr.write(prompt);
  const nowhere = new Writable({ write: (_, __, done) => done() });
  const reader = createInterface({ input: stdin, output: nowhere, terminal: true });
  reader.on("SIGINT", () => process.exit(EXIT.interrupted));
  const typed = await reader.question("").finally(() => reader.close());
  stderr.write("\n");
  return typed;
}
