// Tests the files and the manifest of the packed client.
import { mkdtempSync, readFileSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { stageClient } from "./pack.ts";

test("the packed client has no scripts and no development packages", () => {
  const folder = mkdtempSync(join(tmpdir(), "denkeeper-pack-"));
  try {
    const staged = stageClient(folder);
    const manifest: object = JSON.parse(readFileSync(join(staged, "package.json"), "utf8"));
    expect(manifest).toMatchObject({ name: "@denkeeper/cli", bin: { denkeeper: "dist/cli/main.js" } });
    expect(Object.keys(manifest).filter((name) => /scripts|dependencies/i.test(name))).toEqual([]);
    expect(readdirSync(staged).toSorted()).toEqual(["LICENSE", "README.md", "dist", "package.json"]);
  } finally {
    rmSync(folder, { recursive: true });
  }
});
