// Checks the licenses of dependencies and, if the registry answers, known vulnerabilities. The gate checks only licenses, without
// a network.
import { spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { flag, optionsOf } from "../options.ts";

const values = optionsOf(import.meta.filename, { licences: flag("checks only the licenses") });

/** LGPL covers libvips, a separate library that sharp loads. MPL covers only its own files. */
const ALLOWED = new Set([
  "0BSD",
  "Apache-2.0",
  "BSD-2-Clause",
  "BSD-3-Clause",
  "BlueOak-1.0.0",
  "CC-BY-4.0",
  "CC0-1.0",
  "ISC",
  "LGPL-3.0-or-later",
  "MIT",
  "MIT-0",
  "MPL-2.0",
  "Python-2.0",
  "Unlicense",
]);

interface Lock {
  readonly packages: Readonly<Record<string, { readonly dev?: true }>>;
}

interface AuditedManifest {
  readonly version?: string;
  readonly license?: string;
  /** Older form of the license field. */
  readonly licenses?: readonly { readonly type: string }[];
}

/** Packages that state their license only in their README. Only tests use them. */
const README_LICENSES: Readonly<Record<string, string>> = { "humanize-number": "MIT", only: "MIT" };

/** "(MIT OR GPL-3.0)" is allowed if one choice is; "(MIT AND ISC)" only if both are. */
function isAllowed(licence: string): boolean {
  const bare = licence.replaceAll(/[()]/g, "");
  if (bare.includes(" OR ")) return bare.split(" OR ").some(isAllowed);
  return bare.split(" AND ").every((part) => ALLOWED.has(part));
}

const { packages } = JSON.parse(readFileSync("package-lock.json", "utf8")) as Lock;
/** Skips packages that are not installed, because the lock file also lists binaries for other platforms. */
const listed = Object.entries(packages).filter(([path]) => path !== "" && existsSync(join(path, "package.json")));
const counts = new Map<string, number>();
const refused: string[] = [];
for (const [path] of listed) {
  const manifest = JSON.parse(readFileSync(join(path, "package.json"), "utf8")) as AuditedManifest;
  const name = path.replace("node_modules/", "");
  const old = manifest.licenses?.map(({ type }) => type).join(" OR ");
  const license = manifest.license ?? old ?? README_LICENSES[name] ?? "none";
  counts.set(license, (counts.get(license) ?? 0) + 1);
  if (!isAllowed(license)) refused.push(`${name} ${manifest.version ?? ""}: ${license}`);
}
const shipped = listed.filter(([, { dev }]) => dev !== true).length;
console.log(`${listed.length} packages, ${shipped} of them shipped`);
console.log(
  [...counts]
    .toSorted(([, a], [, b]) => b - a)
    .map(([licence, count]) => `  ${count} ${licence}`)
    .join("\n"),
);
for (const line of refused) console.log(`not allowed: ${line}`);
if (refused.length > 0) process.exitCode = 1;

if (!values.licences) {
  const { status, stdout } = spawnSync("npm", ["audit", "--omit=dev", "--json"], { encoding: "utf8" });
  const answer = JSON.parse(stdout || "{}") as { metadata?: { vulnerabilities?: Record<string, number> } };
  const known = answer.metadata?.vulnerabilities;
  if (known === undefined) console.log("the registry did not answer the audit: known vulnerabilities are NOT checked");
  else {
    console.log(`known vulnerabilities: ${JSON.stringify(known)}`);
    if (status !== 0) process.exitCode = 1;
  }
}
