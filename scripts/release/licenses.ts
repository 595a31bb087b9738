// Checks that the license of every installed package is allowed.
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";

const PERMISSIVE =
  "0BSD Apache-2.0 BSD-2-Clause BSD-3-Clause BlueOak-1.0.0 CC-BY-4.0 CC0-1.0 ISC MIT MIT-0 Python-2.0 Unlicense".split(
    " ",
  );
/** The LGPL is that of libvips, a separate library that sharp loads. The MPL covers only its own files. */
const WEAK_COPYLEFT = ["LGPL-3.0-or-later", "MPL-2.0"];
const ALLOWED = new Set([...PERMISSIVE, ...WEAK_COPYLEFT]);

interface Lock {
  readonly packages: Readonly<Record<string, { readonly dev?: true }>>;
}

interface LicensedManifest {
  readonly version?: string;
  readonly license?: string;
  /** Older form of the license field. */
  readonly licenses?: readonly { readonly type: string }[];
}

/** Packages that state their license only in their README. Only tests use them. */
const README_LICENSES: Readonly<Record<string, string>> = { "humanize-number": "MIT", only: "MIT" };

/** Allows licenses joined by OR if one is allowed, and licenses joined by AND if all are. */
function isAllowed(license: string): boolean {
  const bare = license.replaceAll(/[()]/g, "");
  if (bare.includes(" OR ")) return bare.split(" OR ").some(isAllowed);
  return bare.split(" AND ").every((part) => ALLOWED.has(part));
}

const { packages } = JSON.parse(readFileSync("package-lock.json", "utf8")) as Lock;
/** Installed packages. The lock file also lists binaries for other platforms. */
const listed = Object.entries(packages).filter(([path]) => path !== "" && existsSync(join(path, "package.json")));
const refused: string[] = [];
for (const [path] of listed) {
  const manifest = JSON.parse(readFileSync(join(path, "package.json"), "utf8")) as LicensedManifest;
  const name = path.replace("node_modules/", "");
  const old = manifest.licenses?.map(({ type }) => type).join(" OR ");
  const license = manifest.license ?? old ?? README_LICENSES[name] ?? "none";
  if (!isAllowed(license)) refused.push(`${name} ${manifest.version ?? ""}: ${license}`);
}
const shipped = listed.filter(([, { dev }]) => dev !== true).length;
console.log(`${listed.length} packages, ${shipped} of them shipped`);
for (const line of refused)
  console.log(`not allowed: ${line}. Replace the package, or add its license to this script.`);
if (refused.length > 0) process.exitCode = 1;
