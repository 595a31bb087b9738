// Builds the npm package @denkeeper/server in build/server, as JavaScript with unchanged line numbers, because Node runs no
// TypeScript in installed packages.
import { chmodSync, copyFileSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { stripTypeScriptTypes } from "node:module";
import { dirname, join, posix } from "node:path";

const ROOT = join(import.meta.dirname, "..", "..", "..");
const STAGED = join(ROOT, "build", "server");

/** The files of the image, except for installed packages. */
const FILES = [
  "LICENSE",
  "CHANGELOG.md",
  "bin/*",
  "migrations/*",
  "docs/*.md",
  "packages/{rules,portraits}/src/**",
  "packages/python/denkeeper.py",
  "examples/schedule/*",
  "build/cli-*.tgz",
  "src/**",
];
const LEFT_OUT = ["**/*.test.ts", "src/ui/browser/**"];

interface ServerManifest {
  readonly version: string;
  readonly license: string;
  readonly engines: object;
  readonly dependencies?: Readonly<Record<string, string>>;
}

/** A path in a string: an import, or the file of a worker thread. */
const NAMED = /"([\w@./-]+)\.ts"/g;

/** Converts a source to JavaScript. Imports of workspace packages become relative. */
export function javascriptOf(file: string, source: string): string {
  return stripTypeScriptTypes(source).replaceAll(NAMED, (_, path: string) => {
    const [, name, rest] = /^@denkeeper\/(\w+)\/(.+)$/.exec(path) ?? [];
    const place = name === undefined ? path : posix.relative(posix.dirname(file), `packages/${name}/src/${rest}`);
    return `"${name === undefined || place.startsWith(".") ? place : `./${place}`}.js"`;
  });
}

function manifest(): object {
  const read = (path: string) => JSON.parse(readFileSync(join(ROOT, path), "utf8")) as ServerManifest;
  const { version, license, engines } = read("package.json");
  const all = ["package.json", ...globSync("packages/{rules,portraits}/package.json", { cwd: ROOT })];
  const named = all.flatMap((path) => Object.entries(read(path).dependencies ?? {}));
  const theirs = named.filter(([name]) => !name.startsWith("@denkeeper/"));
  return {
    name: "@denkeeper/server",
    version,
    description: "A house for the creatures of AI agents, with one command and one folder.",
    homepage: "https://github.com/denkeeper/denkeeper#readme",
    repository: { type: "git", url: "git+https://github.com/denkeeper/denkeeper.git" },
    license,
    type: "module",
    bin: { "denkeeper-server": "bin/denkeeper-server.js" },
    engines,
    dependencies: Object.fromEntries(theirs),
    publishConfig: { access: "public" },
  };
}

/** Builds the package from the built command line and the sources. Returns its folder. */
export function stageServer(): string {
  rmSync(STAGED, { recursive: true, force: true });
  const place = (file: string) => {
    const path = join(STAGED, file);
    mkdirSync(dirname(path), { recursive: true });
    return path;
  };
  for (const entry of globSync(FILES, { cwd: ROOT, exclude: LEFT_OUT, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const source = join(entry.parentPath, entry.name);
    const file = posix.relative(ROOT, source);
    if (!/\.[jt]s$/.test(file)) copyFileSync(source, place(file));
    else writeFileSync(place(file.replace(/ts$/, "js")), javascriptOf(file, readFileSync(source, "utf8")));
  }
  copyFileSync(join(import.meta.dirname, "README.md"), place("README.md"));
  chmodSync(join(STAGED, "bin", "denkeeper-server.js"), 0o755);
  writeFileSync(place("package.json"), `${JSON.stringify(manifest(), null, 2)}\n`);
  return STAGED;
}
