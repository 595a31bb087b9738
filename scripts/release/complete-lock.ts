// Adds the binaries of all platforms to package-lock.json. A registry that carries only one platform leaves the others
// out, and `npm ci` then rejects the file everywhere. Run it after `npm install`.
import { readFileSync, writeFileSync } from "node:fs";

interface LockEntry {
  version?: string;
  dev?: boolean;
  optional?: boolean;
  os?: string[];
  cpu?: string[];
  libc?: string[];
  optionalDependencies?: Record<string, string>;
}

const SYSTEMS = ["android", "darwin", "freebsd", "linux", "openharmony", "sunos", "aix", "win32", "netbsd", "openbsd"];
/** Names that some packages use for a system of the list above. */
const OTHER_NAMES: readonly (readonly [string, string])[] = [
  ["windows", "win32"],
  ["fsevents", "darwin"],
];
const PROCESSORS: readonly (readonly [RegExp, string])[] = [
  [/arm64|aarch64/, "arm64"],
  [/arm/, "arm"],
  [/x64/, "x64"],
  [/ia32/, "ia32"],
  [/ppc64/, "ppc64"],
  [/riscv64/, "riscv64"],
  [/s390x/, "s390x"],
  [/loong64/, "loong64"],
  [/mips64el/, "mips64el"],
  [/wasm32/, "wasm32"],
];

/** For which platform a binary is, read off its name. */
function platformOf(name: string): Pick<LockEntry, "os" | "cpu" | "libc"> {
  const os =
    SYSTEMS.find((system) => name.includes(system)) ?? OTHER_NAMES.find(([other]) => name.includes(other))?.[1];
  const cpu = PROCESSORS.find(([pattern]) => pattern.test(name))?.[1];
  const libc = name.includes("musl") ? "musl" : name.includes("gnu") ? "glibc" : undefined;
  return {
    ...(os === undefined ? {} : { os: [os] }),
    ...(cpu === undefined ? {} : { cpu: [cpu] }),
    ...(libc === undefined ? {} : { libc: [libc] }),
  };
}

const file = "package-lock.json";
const lock = JSON.parse(readFileSync(file, "utf8")) as { packages: Record<string, LockEntry> };
let added = 0;
for (const [place, parent] of Object.entries(lock.packages)) {
  for (const [name, version] of Object.entries(parent.optionalDependencies ?? {})) {
    const nested = `${place}/node_modules/${name}`;
    const hoisted = `node_modules/${name}`;
    if (lock.packages[nested] !== undefined || lock.packages[hoisted] !== undefined) continue;
    const exact = version.replace(/^[\^~]/, "");
    const dev = parent.dev === true ? { dev: true } : {};
    lock.packages[hoisted] = { version: exact, ...platformOf(name), ...dev, optional: true };
    added++;
  }
}
const sorted = Object.entries(lock.packages).toSorted(([a], [b]) => a.localeCompare(b, "en"));
lock.packages = Object.fromEntries(sorted);
writeFileSync(file, `${JSON.stringify(lock, null, 2)}\n`);
console.log(`${added} entries added`);
