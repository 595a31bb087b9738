// Tests the Python client: runs its own tests with the installed Python against a real service, and checks its types.
import { execFile, spawnSync } from "node:child_process";
import { globSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { CHILD_ENV } from "./processes/child-env.ts";
import { houseForFile } from "./harness.ts";

const run = promisify(execFile);
const ROOT = join(import.meta.dirname, "..");
const house = await houseForFile({ env: { RATE_LIMIT_FACTOR: "100" } });

test("the Python client's own tests pass against a real service", async () => {
  const env = { ...CHILD_ENV, DENKEEPER_URL: house.url, PYTHONPATH: "packages/python", PYTHONDONTWRITEBYTECODE: "1" };
  const args = ["-W", "error", "-m", "unittest", "discover", "test/python"];
  const { stderr } = await run("python3", args, { cwd: ROOT, env, timeout: 280_000 });
  expect(stderr).toMatch(/\nOK\n$/);
});

test.skipIf(spawnSync("mypy", ["--version"]).error !== undefined)(
  "mypy, where installed, accepts the Python client",
  async () => {
    const files = globSync(["packages/python/*.py", "test/python/*.py", "examples/*.py"], { cwd: ROOT });
    const env = { ...CHILD_ENV, MYPYPATH: "packages/python" };
    const { stdout } = await run("mypy", ["--strict", "--cache-dir=/dev/null", ...files], { cwd: ROOT, env });
    expect(stdout).toMatch(/^Success/);
  },
);
