// Publishes what `npm run release -- --dry-run --archive` has made: .github/workflows/release.yml makes it in a job without
// rights, and runs this where the rights are. Nothing is installed there, so this imports nothing but Node.
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { buildah } from "./image/buildah.ts";
import { commitHere, stateBlockers } from "./publish/blockers.ts";
import { IMAGE_ARCHIVE, publications, publish } from "./publish/plan.ts";
import { versionOf } from "./version/version.ts";

const ROOT = join(import.meta.dirname, "..", "..");
const out = join(ROOT, "build", "release");
const { RELEASE_IMAGE: image = "ghcr.io/denkeeper/denkeeper" } = process.env;
const version = versionOf(ROOT);

const candidate = { version, commit: commitHere(), image };
const blockers = stateBlockers(candidate);
if (blockers.length > 0) throw new Error(`Nothing was published: ${blockers.join(" ")}`);

const names = readdirSync(out).toSorted();
const packages = ["cli", "server"].map((name) => {
  const file = `denkeeper-${name}-${version}.tgz`;
  if (!names.includes(file))
    throw new Error(`${out} has no ${file}. Make the release anew: npm run release -- --dry-run --archive`);
  return { file: join(out, file), name: `@denkeeper/${name}@${version}` };
});
buildah("pull", `docker-archive:${join(out, IMAGE_ARCHIVE)}`);
const made = {
  packages,
  notes: join(out, "notes.md"),
  files: names.filter((name) => name !== "notes.md" && name !== IMAGE_ARCHIVE).map((name) => join(out, name)),
};
for (const each of publications(candidate, made)) publish(each, out);
