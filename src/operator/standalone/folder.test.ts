// The data folder of a standalone house: its lock, the folders that are refused, and files that never change.
import { spawnSync } from "node:child_process";
import { chownSync, copyFileSync, mkdirSync, mkdtempSync } from "node:fs";
import { readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { lastDueAt, refuseEmptyHouse } from "./backup.ts";
import {
  foldersIn,
  lockFolder,
  makeSecrets,
  ownerFor,
  refuseUnsafeDisk,
  settingsIn,
  UNSAFE_FILE_SYSTEMS,
} from "./folder.ts";
import { standaloneGreeting } from "./greeting.ts";
import { hostIn } from "./hosts.ts";
import { programsFor } from "./postgres.ts";
import { dumpName, dumpsIn } from "../health/dumps.ts";

const parent = mkdtempSync(join(tmpdir(), "denkeeper-folder-"));
afterAll(() => rmSync(parent, { recursive: true, force: true }));
const folder = foldersIn(join(parent, "house"));

test("secrets are created once, in a private file, without other changes", () => {
  writeFileSync(folder.settings, "# mine\nADMIN_KEY=chosen by the operator\nOPERATOR_CONTACT=me@den.example", {
    mode: 0o644,
  });
  expect(makeSecrets(folder)).toEqual(["METRICS_TOKEN", "HOOKS_KEYS", "MPP_SECRET"]);
  const text = readFileSync(folder.settings, "utf8");
  const { ADMIN_KEY: key, OPERATOR_CONTACT: contact, ...made } = settingsIn(folder);
  expect([key, contact, text.startsWith("# mine\n")]).toEqual(["chosen by the operator", "me@den.example", true]);
  expect(new Set(Object.values(made)).size).toBe(3);
  for (const secret of Object.values(made)) expect(secret).toMatch(/^[0-9a-f]{64}$/);
  expect(statSync(folder.settings).mode & 0o777).toBe(0o600);
  expect(makeSecrets(folder)).toEqual([]);
  expect(readFileSync(folder.settings, "utf8")).toBe(text);
});

test("another process cannot lock a folder that this one holds", () => {
  expect(lockFolder(folder)).toBe(true);
  const script = `import { foldersIn, mustLockFolder } from ${JSON.stringify(join(import.meta.dirname, "folder.ts"))};
    mustLockFolder(foldersIn(${JSON.stringify(folder.path)}));`;
  const other = spawnSync(process.execPath, ["--input-type=module", "--eval", script], { encoding: "utf8" });
  expect(other.status).toBe(1);
  expect(other.stderr).toContain(`Another process runs on ${folder.path}. Stop it first`);
});

test("a root process takes the folder's owner and group", () => {
  expect(ownerFor("/data", { uid: 101, gid: 103 })).toEqual({ uid: 101, gid: 103 });
  for (const found of [{ uid: 101, gid: 0 }, { uid: 0, gid: 103 }, undefined]) {
    expect(() => ownerFor("/data", found)).toThrow("`install -d -o USER -g GROUP /data`");
  }
});

test.skipIf(process.getuid?.() !== 0)("a root process names a program that the owner cannot read", () => {
  const [program, data] = [join(parent, "folder.ts"), join(parent, "of-another")];
  copyFileSync(join(import.meta.dirname, "folder.ts"), program);
  mkdirSync(data);
  chownSync(data, 65_534, 65_534);
  const script = `import { openFolder } from ${JSON.stringify(program)}; openFolder(${JSON.stringify(data)});`;
  const { stderr } = spawnSync(process.execPath, ["--input-type=module", "--eval", script], { encoding: "utf8" });
  expect(stderr).toContain(`The account 65534, which owns ${data}, cannot read the program in ${parent}. Move`);
});

test("a network folder, /proc, long path, or other PostgreSQL is rejected", () => {
  expect([0x6969, 0xff534d42, 0x01021997, 0x65735546].map((type) => UNSAFE_FILE_SYSTEMS.get(type))).toEqual([
    "NFS",
    "SMB",
    "9P",
    "FUSE",
  ]);
  // Local file systems: ext4, XFS, Btrfs, ZFS, overlay, and tmpfs.
  for (const type of [0xef53, 0x58465342, 0x9123683e, 0x2fc12fc1, 0x794c7630, 0x01021994]) {
    expect(UNSAFE_FILE_SYSTEMS.get(type)).toBeUndefined();
  }
  if (process.platform === "linux") expect(() => refuseUnsafeDisk("/proc/house")).toThrow("of the kind proc");
  refuseUnsafeDisk(join(folder.path, "not", "there"));
  const longest = join("/tmp", "x".repeat(99 - "/tmp/".length - "/run/.s.PGSQL.5432".length));
  expect(() => foldersIn(`${longest}x`)).toThrow(/too long for the socket of PostgreSQL: 81 bytes is the most/);
  rmSync(foldersIn(longest).path, { recursive: true });
  mkdirSync(join(folder.postgres, "16"));
  const installed = [{ folder: "/usr/lib/postgresql/17/bin", major: "17" }];
  expect(() => programsFor(folder, installed)).toThrow(/created by PostgreSQL 16, but the installed versions are 17/);
  rmSync(join(folder.postgres, "16"), { recursive: true });
  expect(programsFor(folder, installed).major).toBe("17");
  expect(() => programsFor(folder, [])).toThrow(/There is no PostgreSQL 15 or newer/);
});

test("a folder with backups but no database is not opened", () => {
  refuseEmptyHouse(folder, "denkeeper-server");
  const at = Date.UTC(2026, 10, 18, 3, 0, 7);
  writeFileSync(join(folder.backups, dumpName(at)), "");
  writeFileSync(join(folder.backups, `${dumpName(at)}.7.part`), "");
  expect(dumpsIn(folder.path)).toEqual([{ file: join(folder.backups, "denkeeper-2026-11-18T030007Z.dump"), at }]);
  expect(() => refuseEmptyHouse(folder, "denkeeper-server")).toThrow("Restore a backup: denkeeper-server restore FILE");
});

test("the dump of a night is due at 03:00 UTC", () => {
  const due = Date.UTC(2026, 10, 18, 3);
  expect([due, due + 1, due + 86_399_999].map(lastDueAt)).toEqual([due, due, due]);
  expect(lastDueAt(due - 1)).toBe(due - 86_400_000);
});

test("a host's environment reveals its address and number of proxies", () => {
  expect(hostIn({ RAILWAY_PUBLIC_DOMAIN: "den.up.railway.app" })?.url).toBe("https://den.up.railway.app");
  expect(hostIn({ RENDER_EXTERNAL_URL: "https://den.onrender.com" })?.url).toBe("https://den.onrender.com");
  expect(hostIn({ FLY_APP_NAME: "den" })).toEqual({ url: "https://den.fly.dev", proxies: "2" });
  expect(hostIn({ RAILWAY_PUBLIC_DOMAIN: "" })).toBeUndefined();
});

test("the greeting shows a new key only to a terminal", () => {
  const about = { command: "denkeeper-server", url: "https://den.example", folder: "/data", dumps: 2 };
  expect(standaloneGreeting({ ...about, newAdminKey: "secret", isTerminal: true })).toContain("\n  secret\n");
  const logged = standaloneGreeting({ ...about, newAdminKey: "secret", isTerminal: false });
  expect(logged).not.toContain("secret");
  expect(logged).toContain("denkeeper-server key --data /data");
  expect(standaloneGreeting({ ...about, newAdminKey: undefined, isTerminal: true })).not.toContain("key");
});
