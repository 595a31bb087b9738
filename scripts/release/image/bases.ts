// Provides the base images of the Dockerfile, from a registry or, without one, built from Debian packages and npm's copy of Node.
import { execFileSync } from "node:child_process";
import { cpSync, existsSync, globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { runtimeFolder } from "../package/runtimes.ts";
import { build, hasImage, pull } from "./buildah.ts";

const ROOT = join(import.meta.dirname, "..", "..", "..");
const DEBIAN = "localhost/denkeeper-debian";
const SUITE = "trixie";
/** Files that Debian's slim image also omits. */
const LEFT_OUT = [
  "var/lib/apt/lists/*",
  "var/cache/apt/*",
  "var/log/*",
  "usr/share/{man,info,locale,lintian}",
  "usr/share/doc/*/{changelog,NEWS,README,TODO,examples}*",
];

/** Pulls the images that the Dockerfile names, or builds similar ones. `contexts` maps those names to the built images. */
export function findBases() {
  const dockerfile = readFileSync(join(ROOT, "Dockerfile"), "utf8");
  const names = [...new Set([...dockerfile.matchAll(/^FROM (\S+:\S+)/gm)].map(([, name = ""]) => name))];
  if (names.every(pull)) return { from: "a registry" as const, contexts: {} };
  const version = readFileSync(join(ROOT, ".node-version"), "utf8").trim();
  const node = `localhost/denkeeper-node:${version}`;
  if (!hasImage(DEBIAN)) inFolder(makeDebian);
  if (!hasImage(node)) inFolder((folder) => makeNode(folder, node, version));
  const made = (name: string) => `container-image://${name.startsWith("node:") ? node : DEBIAN}`;
  return {
    from: "debootstrap and npm" as const,
    contexts: Object.fromEntries(names.map((name) => [name, made(name)])),
  };
}

function inFolder(make: (folder: string) => void): void {
  const folder = mkdtempSync(join(tmpdir(), "denkeeper-base-"));
  try {
    make(folder);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function makeDebian(folder: string): void {
  const files = join(folder, "files");
  execFileSync("debootstrap", ["--variant=minbase", SUITE, files], { stdio: ["ignore", "ignore", "inherit"] });
  for (const path of globSync(LEFT_OUT, { cwd: files })) rmSync(join(files, path), { recursive: true });
  writeFileSync(join(folder, "Dockerfile"), 'FROM scratch\nCOPY files /\nCMD ["bash"]\n');
  build(folder, DEBIAN);
}

/** Adds this machine's npm settings, so that builds reach its registry. The Dockerfile copies none of them into a final image. */
function makeNode(folder: string, tag: string, version: string): void {
  cpSync(join(runtimeFolder("node", version), "node"), join(folder, "node"));
  const npm = ["install", "--prefix", folder, "--no-save", "--no-audit", "--no-fund", "npm@11"];
  execFileSync("npm", npm, { stdio: ["ignore", "ignore", "inherit"] });
  const settings = execFileSync("npm", ["config", "get", "userconfig"], { encoding: "utf8" }).trim();
  const authority = process.env["NODE_EXTRA_CA_CERTS"] ?? "";
  mkdirSync(join(folder, "outside"));
  if (existsSync(authority)) cpSync(authority, join(folder, "outside", "ca.crt"));
  const own = existsSync(settings) ? readFileSync(settings, "utf8") : "";
  const cafile = existsSync(authority) ? "\ncafile=/outside/ca.crt\n" : "";
  writeFileSync(join(folder, "outside", "npmrc"), own + cafile);
  const lines = [
    `FROM ${DEBIAN}`,
    "RUN apt-get update && apt-get install -y --no-install-recommends ca-certificates libatomic1",
    "COPY node /usr/local/bin/",
    "COPY node_modules/npm /usr/local/lib/node_modules/npm",
    "COPY outside /outside",
    "RUN ln -s ../lib/node_modules/npm/bin/npm-cli.js /usr/local/bin/npm && cp /outside/npmrc /root/.npmrc",
  ];
  writeFileSync(join(folder, "Dockerfile"), `${lines.join("\n")}\n`);
  build(folder, tag);
}
