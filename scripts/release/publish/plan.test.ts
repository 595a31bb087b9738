// What a release publishes, and what it refuses to publish.
import { execFileSync, spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test, vi } from "vitest";
import { publications } from "./plan.ts";

const ROOT = join(import.meta.dirname, "..", "..", "..");
const candidate = { version: "1.2.3", commit: "c0ffee", image: "registry.example/den/keeper" };
const artifacts = {
  packages: [
    { file: "/out/cli.tgz", name: "@denkeeper/cli@1.2.3", contents: [] },
    { file: "/out/server.tgz", name: "@denkeeper/server@1.2.3", contents: [] },
  ],
  notes: "/out/notes.md",
  files: ["/out/cli.tgz", "/out/sbom.cdx.json"],
};

test("the image and the packages come first, the page with the tag last", () => {
  const lines = publications(candidate, artifacts).map(({ command }) => command.join(" "));
  expect(lines).toEqual([
    "buildah push registry.example/den/keeper:1.2.3 docker://registry.example/den/keeper:1.2.3",
    "npm publish /out/cli.tgz --access public",
    "npm publish /out/server.tgz --access public",
    "gh release create v1.2.3 --target c0ffee --title Denkeeper 1.2.3 --notes-file /out/notes.md /out/cli.tgz /out/sbom.cdx.json",
  ]);
});

test("in GitHub's workflow the packages get a provenance statement", () => {
  vi.stubEnv("ACTIONS_ID_TOKEN_REQUEST_URL", "https://token.example");
  try {
    for (const { command } of publications(candidate, artifacts).slice(1, 3)) expect(command).toContain("--provenance");
  } finally {
    vi.unstubAllEnvs();
  }
});

/** What blocks a release of a repository with one commit, after a change. */
function blockersIn(change: (folder: string, git: (...args: string[]) => void) => void): string {
  const folder = mkdtempSync(join(tmpdir(), "denkeeper-release-"));
  const identity = ["-c", "user.name=x", "-c", "user.email=x@den.example"];
  const git = (...args: string[]) => void execFileSync("git", [...identity, ...args], { cwd: folder, stdio: "ignore" });
  try {
    writeFileSync(join(folder, "CHANGELOG.md"), "## Unreleased\n\n## 1.2.3 (2026-01-01)\n\nFirst.\n");
    git("init");
    git("add", ".");
    git("commit", "-m", "First");
    change(folder, git);
    const code = `import { commitHere, stateBlockers } from "${ROOT}/scripts/release/publish/blockers.ts";
      console.log(stateBlockers({ version: "1.2.3", commit: commitHere(), image: "" }).join("\\n"));`;
    return spawnSync(process.execPath, ["--input-type=module-typescript", "-e", code], {
      cwd: folder,
      encoding: "utf8",
    }).stdout;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

test.each<[string, string, (folder: string, git: (...args: string[]) => void) => void]>([
  ["nothing", "", (_, git) => git("tag", "v1.2.3")],
  ["a changed file", "not committed", (folder) => writeFileSync(join(folder, "new"), "")],
  [
    "entries under Unreleased",
    "under Unreleased",
    (folder) => writeFileSync(join(folder, "CHANGELOG.md"), "## Unreleased\n\n- new\n"),
  ],
  [
    "a tag elsewhere",
    "The tag v1.2.3 is at",
    (_, git) => {
      git("tag", "v1.2.3");
      git("commit", "--allow-empty", "-m", "Second");
    },
  ],
])("what blocks a release is said: %s", (_, expected, change) => {
  const said = blockersIn(change).trim();
  if (expected === "") expect(said).toBe("");
  else expect(said).toContain(expected);
});
