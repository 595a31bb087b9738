// Makes a release from this checkout: checks that versions, changelog and generated files agree, writes the npm packages, SBOM
// and licenses, builds the image, and publishes all of it. It asks nothing, and refuses without a clean tree, a finished
// changelog and all logins. .github/workflows/release.yml runs it for every tag.
import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { findBases } from "./image/bases.ts";
import { build, buildah } from "./image/buildah.ts";
import { makeArtifacts } from "./publish/artifacts.ts";
import { commitHere, loginBlockers, stateBlockers } from "./publish/blockers.ts";
import { IMAGE_ARCHIVE, publications, publish } from "./publish/plan.ts";
import { versionFaults, versionOf } from "./version/version.ts";
import { flag, optionsOf, textOption } from "../options.ts";

const values = optionsOf(import.meta.filename, {
  "dry-run": flag("makes everything, publishes nothing, and prints what it would publish"),
  out: textOption("FOLDER", "where the files go", "build/release"),
  image: textOption(
    "NAME",
    "where the image goes; otherwise RELEASE_IMAGE",
    process.env["RELEASE_IMAGE"] ?? "ghcr.io/denkeeper/denkeeper",
  ),
  archive: flag("also writes the image to a file, for scripts/release/publish.ts"),
  "skip-image": flag("makes no image; only in a dry run"),
});

const ROOT = join(import.meta.dirname, "..", "..");
process.chdir(ROOT);
const isDry = values["dry-run"];
const out = join(ROOT, values.out);
const candidate = { version: versionOf(ROOT), commit: commitHere(), image: values.image };
const { version, commit, image } = candidate;
console.log(`Denkeeper ${version} at ${commit}${isDry ? ", dry run" : ""}`);

function refuse(title: string, faults: readonly string[]): void {
  if (faults.length === 0) return;
  console.error(`${title}\n${faults.map((fault) => `  ${fault}`).join("\n")}`);
  process.exit(1);
}

const generated = spawnSync(process.execPath, ["scripts/generate/generate.ts", "--check"], { encoding: "utf8" });
const differing = generated.status === 0 ? [] : (generated.stdout.match(/^.+ differs.*$/gm) ?? [generated.stderr]);
refuse("Versions and generated files must agree:", [...versionFaults(ROOT), ...differing]);
console.log("versions agree, generated files are up to date");

const blockers = [...stateBlockers(candidate), ...loginBlockers(candidate)];
if (!isDry) refuse("Nothing was published:", blockers);
if (!isDry && values["skip-image"]) refuse("Nothing was published:", ["--skip-image is for dry runs."]);

const artifacts = makeArtifacts(out, version);
const [client, server] = artifacts.packages;
console.log(`${client?.name}:\n${client?.contents.map((line) => `  ${line}`).join("\n")}`);
console.log(`${server?.name}: ${server?.contents.length} files`);

const hasBuildah = spawnSync("buildah", ["--version"]).status === 0;
if (hasBuildah && !values["skip-image"]) {
  const bases = findBases();
  if ((!isDry || values.archive) && bases.from !== "a registry")
    refuse("Nothing was published:", ["The base images could not be pulled."]);
  build(ROOT, `${image}:${version}`, { ...bases.args, BUILD_VERSION: version, BUILD_COMMIT: commit });
  console.log(`image ${image}:${version}, from ${bases.from}`);
  if (values.archive)
    buildah("push", `${image}:${version}`, `docker-archive:${join(out, IMAGE_ARCHIVE)}:${image}:${version}`);
} else if (values.archive) refuse("There is no image to archive:", ["Install buildah, and leave out --skip-image."]);
else console.log(`the image was NOT built: ${hasBuildah ? "--skip-image" : "this machine has no buildah"}`);

console.log(`in ${values.out}:\n${artifacts.files.map((file) => `  ${file.slice(out.length + 1)}`).join("\n")}`);

const plan = publications(candidate, artifacts);
if (isDry) {
  console.log("would publish:");
  for (const { what, command } of plan) console.log(`  ${what}\n    ${command.join(" ").replaceAll(`${ROOT}/`, "")}`);
  if (blockers.length > 0) console.log(`before that:\n${blockers.map((line) => `  ${line}`).join("\n")}`);
} else for (const publication of plan) publish(publication, out);
