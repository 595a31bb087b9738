// Runs the command line as newcomers get it: npx downloads it from an address into an empty folder with an empty cache and
// without a registry.
import { execFile } from "node:child_process";
import { mkdirSync, mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";

const run = promisify(execFile);
/** Address without a listener, which keeps npm from using a registry. */
const NOWHERE = "http://127.0.0.1:9/";

/** Creates a home folder without any installation; `path` becomes its PATH. */
export function emptyHome(path = process.env["PATH"] ?? "") {
  const folder = mkdtempSync(join(tmpdir(), "denkeeper-npx-"));
  mkdirSync(join(folder, "empty"));
  const env = { PATH: path, HOME: folder, npm_config_registry: NOWHERE, npm_config_update_notifier: "false" };
  const npx = async (...words: readonly string[]) =>
    (await run("npx", ["-y", ...words], { cwd: join(folder, "empty"), env, timeout: 280_000 })).stdout;
  return { folder, env, npx };
}

/** Registers, adopts and makes one visit with the package at `address`. Returns the output of the visit. */
export async function keepOnce(address: string, url: string, username: string, path?: string): Promise<string> {
  const { npx } = emptyHome(path);
  await npx(address, "register", username, "--url", url);
  await npx(address, "adopt", "Pip");
  return npx(address, "keep", "--once");
}
