// The data folder of a standalone house. Its lock ends with its process, and excludes other containers on the volume.
import { randomBytes } from "node:crypto";
import { chmodSync, closeSync, existsSync, fsyncSync, mkdirSync, openSync } from "node:fs";
import { readFileSync, renameSync, statSync, statfsSync, writeFileSync, type Stats } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { parseEnv } from "node:util";

export interface DataFolder {
  readonly path: string;
  readonly postgres: string;
  readonly socket: string;
  readonly backups: string;
  readonly portraits: string;
  readonly settings: string;
}

/** Thrown with a message for the operator about what is wrong and what would be right. */
export class FolderRefusal extends Error {}

/** File name of PostgreSQL's socket. Linux accepts paths of 107 bytes, macOS of 103. */
const SOCKET = ".s.PGSQL.5432";
const MOST_SOCKET_BYTES = 99;

/** File systems by Linux's magic number on which neither locks nor PostgreSQL's writes are reliable. */
export const UNSAFE_FILE_SYSTEMS: ReadonlyMap<number, string> = new Map([
  [0x6969, "NFS"],
  [0x51_7b, "SMB"],
  [0xfe_53_4d_42, "SMB"],
  [0xff_53_4d_42, "SMB"],
  [0x01_02_19_97, "9P"],
  [0x00_c3_64_00, "Ceph"],
  [0x53_46_41_4f, "AFS"],
  [0x73_75_72_45, "Coda"],
  [0x0b_d0_0b_d0, "Lustre"],
  [0x47_50_46_53, "GPFS"],
  [0x19_83_03_26, "BeeGFS"],
  [0x78_6f_42_56, "VirtualBox"],
  [0x65_73_55_46, "FUSE"],
  [0x9f_a0, "proc"],
]);

/** Checks the file system on which a folder is or would be. Below /proc, `mkdirSync` with `recursive` never returns. */
export function refuseUnsafeDisk(path: string): void {
  let existing = path;
  while (!existsSync(existing)) existing = dirname(existing);
  const unsafe = process.platform === "linux" ? UNSAFE_FILE_SYSTEMS.get(statfsSync(existing).type) : undefined;
  if (unsafe === undefined) return;
  throw new FolderRefusal(
    `${path} is on a file system of the kind ${unsafe}, where a database is not safe. Name a folder on a disk of this machine, or a named volume of Docker.`,
  );
}

/** Opens a folder and creates what is missing. A root process switches to the folder's owner and group. */
export function openFolder(folder: string): DataFolder {
  const path = resolve(folder);
  dropRootFor(path);
  process.umask(0o077);
  refuseUnsafeDisk(path);
  mkdirSync(path, { recursive: true });
  return foldersIn(path);
}

/** Creates the subfolders of a data folder and returns its layout. Throws if the path is too long for the socket. */
export function foldersIn(path: string): DataFolder {
  const [postgres, socket] = [join(path, "postgres"), join(path, "run")];
  const [backups, portraits] = [join(path, "backups"), join(path, "portraits")];
  if (Buffer.byteLength(join(socket, SOCKET)) > MOST_SOCKET_BYTES) {
    throw new FolderRefusal(
      `The path ${path} is too long for the socket of PostgreSQL: ${MOST_SOCKET_BYTES - join("/run", SOCKET).length} bytes is the most. Name a shorter folder.`,
    );
  }
  for (const each of [postgres, socket, backups, portraits]) mkdirSync(each, { recursive: true, mode: 0o700 });
  return { path, postgres, socket, backups, portraits, settings: join(path, "settings.env") };
}

/** PostgreSQL refuses to run as root, and files written by root would lock the owner out. */
function dropRootFor(path: string): void {
  if (process.getuid?.() !== 0) return;
  const { uid, gid } = ownerFor(path, statSync(path, { throwIfNoEntry: false }));
  process.setgroups?.([gid]);
  process.setgid?.(gid);
  process.setuid?.(uid);
  if (existsSync(import.meta.filename)) return;
  throw new FolderRefusal(
    `The account ${uid}, which owns ${path}, cannot read the program in ${import.meta.dirname}. Move the program to a folder that this account can read, such as /opt/denkeeper.`,
  );
}

/** Returns the unprivileged account to which root switches. */
export function ownerFor(
  path: string,
  { uid, gid }: Pick<Stats, "uid" | "gid"> = { uid: 0, gid: 0 },
): Pick<Stats, "uid" | "gid"> {
  if (uid !== 0 && gid !== 0) return { uid, gid };
  throw new FolderRefusal(
    `You are root, and a house does not run as root or in its group. Give the folder to another account and group, as with \`install -d -o USER -g GROUP ${path}\`: this command then runs as them.`,
  );
}

/** SQLite database in the lock file. Stays open while the process lives, because closing it releases the lock. */
let held: DatabaseSync | undefined;
const BUSY = 5;

/** Returns true if this process now holds the folder's only lock. */
export function lockFolder({ path }: Pick<DataFolder, "path">): boolean {
  const lock = new DatabaseSync(join(path, "lock"));
  try {
    lock.exec("PRAGMA locking_mode = EXCLUSIVE; PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE");
    held = lock;
    return held.isTransaction;
  } catch (thrown) {
    lock.close();
    if (thrown instanceof Error && "errcode" in thrown && thrown.errcode === BUSY) return false;
    throw thrown;
  }
}

export function mustLockFolder(folder: DataFolder): void {
  if (lockFolder(folder)) return;
  throw new FolderRefusal(`Another process runs on ${folder.path}. Stop it first, or name another folder.`);
}

const SECRETS = ["ADMIN_KEY", "METRICS_TOKEN", "HOOKS_KEYS", "MPP_SECRET"] as const;
const HEADING = `# Settings of this house. The secrets were made at the first start: keep a copy elsewhere.
# Every setting of docs/settings.md can be added. The environment wins over this file.
`;

export type FolderSettings = Readonly<Partial<Record<string, string>>>;

export function settingsIn({ settings }: Pick<DataFolder, "settings">): FolderSettings {
  return existsSync(settings) ? parseEnv(readFileSync(settings, "utf8")) : {};
}

/** Creates missing secrets without changing others, and returns the names of the new ones. */
export function makeSecrets(folder: DataFolder): readonly string[] {
  const found = settingsIn(folder);
  const missing = SECRETS.filter((name) => (found[name] ?? "") === "");
  if (missing.length > 0) {
    const text = existsSync(folder.settings) ? readFileSync(folder.settings, "utf8") : HEADING;
    const lines = missing.map((name) => `${name}=${randomBytes(32).toString("hex")}\n`);
    const part = `${folder.settings}.part`;
    writeFileSync(part, [text.replace(/\n*$/, "\n"), ...lines].join(""), { mode: 0o600, flush: true });
    renameSync(part, folder.settings);
    // Syncs the folder too, because hooks sealed with keys lost in a power failure could never be read.
    const directory = openSync(folder.path, "r");
    fsyncSync(directory);
    closeSync(directory);
  }
  chmodSync(folder.settings, 0o600);
  return missing;
}
