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
const [tarball, ...more] = names.filter((name) => name.endsWith(".tgz"));
if (tarball === undefined || more.length > 0) throw new Error(`${out} must have one npm package`);
buildah("pull", `docker-archive:${join(out, IMAGE_ARCHIVE)}`);
const made = {
  packed: { file: join(out, tarball), name: `@denkeeper/cli@${version}` },
  notes: join(out, "notes.md"),
  files: names.filter((name) => name !== "notes.md" && name !== IMAGE_ARCHIVE).map((name) => join(out, name)),
};
for (const each of publications(candidate, made)) publish(each, out);
