// The keeper in plain Python, written only from the served documents: it raises a creature.
import { execFile } from "node:child_process";
import { mkdtemp, readFile, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, onTestFinished, test } from "vitest";
import { zoneAt } from "./den.ts";
import { freshUsername, houseForFile } from "./harness.ts";

const run = promisify(execFile);
const house = await houseForFile({ env: { RATE_LIMIT_FACTOR: "100" } });
const KEEPER = join(import.meta.dirname, "..", "examples", "keeper.py");

test("it registers, adopts and raises a creature to adulthood, and keeps its key to itself", async () => {
  const keys = await mkdtemp(join(tmpdir(), "denkeeper-keys-"));
  onTestFinished(() => rm(keys, { recursive: true }));
  const username = freshUsername("test");
  const args = [KEEPER, house.url, "--username", username, "--timezone", zoneAt(9), "--keys", keys];
  const { stdout } = await run("python3", args, { timeout: 55_000 });
  expect(stdout).toContain("It has grown up: high_care.");
  const file = join(keys, `${username}.key`);
  expect((await stat(file)).mode & 0o777).toBe(0o600);
  expect(stdout).not.toContain(await readFile(file, "utf8"));

  const again = await run("python3", args, { timeout: 55_000 });
  expect(again.stdout).toContain("adult");
});
