// Builds a release from this checkout in build/release: npm packages, API description, SBOM, licenses, notes, checksums and images.
// .github/workflows/release.yml publishes these files for every tag.
import { execFileSync, spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { flag, optionsOf, textOption } from "../options.ts";
import { stageClient } from "../pack.ts";
import { findBases } from "./image/bases.ts";
import { build, buildah } from "./image/buildah.ts";
import { stageServer } from "./server/stage.ts";
import { releases, unreleased, versionFaults, versionOf } from "./version.ts";

const values = optionsOf(import.meta.filename, {
  draft: flag("builds even with uncommitted files, changes under Unreleased, or a tag of this version elsewhere"),
  image: textOption("NAME", "also builds both images under this name and writes them to service.tar and house.tar"),
});

const ROOT = join(import.meta.dirname, "..", "..");
const OUT = join(ROOT, "build", "release");
/** Dockerfile targets, each with its tag suffix. */
const IMAGES = [
  { target: "service", suffix: "" },
  { target: "house", suffix: "-house" },
] as const;
process.chdir(ROOT);
const version = versionOf(ROOT);
const changelog = readFileSync("CHANGELOG.md", "utf8");

function git(...args: readonly string[]): string {
  const { status, stdout } = spawnSync("git", args, { encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] });
  return status === 0 ? stdout.trim() : "";
}

/** Returns the reasons that forbid a release but not a draft, such as uncommitted files. */
function blockers(): readonly string[] {
  const tagged = git("rev-parse", "--verify", "--quiet", `v${version}^{commit}`);
  return [
    ...(git("status", "--porcelain") === "" ? [] : ["Files are not committed. Commit or remove them."]),
    ...(unreleased(changelog) === "" ? [] : [`CHANGELOG.md has entries under Unreleased. Move them under ${version}.`]),
    ...(["", git("rev-parse", "HEAD")].includes(tagged)
      ? []
      : [`The tag v${version} is elsewhere. Raise the version.`]),
  ];
}

const generated = spawnSync(process.execPath, ["scripts/generate/generate.ts", "--check"], { encoding: "utf8" });
const differing = generated.status === 0 ? [] : (generated.stdout.match(/^.+ differs.*$/gm) ?? [generated.stderr]);
const faults = [...versionFaults(ROOT), ...differing, ...(values.draft ? [] : blockers())];
if (faults.length > 0) {
  console.error(`Denkeeper ${version} cannot be released:\n${faults.map((fault) => `  ${fault}`).join("\n")}`);
  process.exit(1);
}

rmSync(OUT, { recursive: true, force: true });
mkdirSync(OUT, { recursive: true });
// Builds the client first, because the server contains it.
execFileSync(process.execPath, ["build.ts"], { cwd: join("packages", "denkeeper"), stdio: "inherit" });
const staged = mkdtempSync(join("build", "release-"));
for (const cwd of [stageClient(staged), stageServer()])
  execFileSync("npm", ["pack", "--pack-destination", OUT], { cwd, stdio: ["ignore", "inherit", "inherit"] });
rmSync(staged, { recursive: true });
copyFileSync(join("build", "openapi.json"), join(OUT, "openapi.json"));
execFileSync(process.execPath, ["scripts/release/inventory.ts", OUT], { stdio: "inherit" });
const sums = readdirSync(OUT)
  .toSorted()
  .map(
    (name) =>
      `${createHash("sha256")
        .update(readFileSync(join(OUT, name)))
        .digest("hex")}  ${name}\n`,
  );
writeFileSync(join(OUT, "SHA256SUMS"), sums.join(""));
writeFileSync(join(OUT, "notes.md"), `${releases(changelog).find((each) => each.version === version)?.notes ?? ""}\n`);

if (values.image !== undefined) {
  const { from, contexts } = findBases();
  if (!values.draft && from !== "a registry") throw new Error("The base images could not be pulled.");
  const args = { BUILD_VERSION: version, BUILD_COMMIT: git("rev-parse", "HEAD") };
  for (const { target, suffix } of IMAGES) {
    const name = `${values.image}:${version}${suffix}`;
    build(ROOT, name, { target, args, contexts });
    buildah("push", name, `docker-archive:${join(OUT, `${target}.tar`)}:${name}`);
  }
}
console.log(
  `Denkeeper ${version} in build/release:\n${readdirSync(OUT)
    .map((name) => `  ${name}`)
    .join("\n")}`,
);
