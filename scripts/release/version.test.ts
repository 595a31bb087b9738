// Tests that packages, lock file, changelog and deployment files name the same version.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { releases, unreleased, versionFaults, versionOf } from "./version.ts";

const ROOT = join(import.meta.dirname, "..", "..");
const read = (path: string) => readFileSync(join(ROOT, path), "utf8");

test("every file names the version of package.json", () => {
  expect(versionFaults(ROOT)).toEqual([]);
  expect(releases(read("CHANGELOG.md"))[0]?.notes.length).toBeGreaterThan(500);
});

test.each([
  ["package-lock.json", '"version": "'],
  ["packages/rules/package.json", '"version": "'],
  ["packages/portraits/package.json", '"@denkeeper/rules": "'],
  ["server.json", '"version": "'],
  ["deploy/kubernetes/kustomization.yaml", "newTag: "],
  ["deploy/compose.small.yaml", "denkeeper:"],
  ["CHANGELOG.md", "\n## "],
])("versionFaults reports a different version in %s", (changed, before) => {
  const other = (path: string) =>
    path === changed ? read(path).replaceAll(`${before}${versionOf(ROOT)}`, `${before}9.9.9`) : read(path);
  expect(versionFaults(ROOT, other).join()).toContain(changed);
});

test("releases and unreleased split a changelog by version", () => {
  const text =
    "# Changelog\n\n## Unreleased\n\n- new\n\n## 0.2.0 (2026-12-01)\n\n- more\n\n## 0.1.0 (2026-11-16)\n\nOne.\n";
  expect(unreleased(text)).toBe("- new");
  expect(unreleased("## Unreleased\n\n## 0.1.0 (2026-11-16)\n")).toBe("");
  expect(releases(text).map(({ version, notes }) => [version, notes])).toEqual([
    ["0.2.0", "- more"],
    ["0.1.0", "One."],
  ]);
});
