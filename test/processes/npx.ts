// The command line as newcomers get it: fetched by npx from an address, into an empty folder with an empty cache, where no
// registry answers.
import { execFile } from "node:child_process";
import { mkdirSync, mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";

const run = promisify(execFile);
/** Where nothing answers. */
const NOWHERE = "http://127.0.0.1:9/";

/** A home in which nothing was ever installed; `path` is where its programs are. */
export function emptyHome(path = process.env["PATH"] ?? "") {
  const folder = mkdtempSync(join(tmpdir(), "denkeeper-npx-"));
  mkdirSync(join(folder, "empty"));
  const env = { PATH: path, HOME: folder, npm_config_registry: NOWHERE, npm_config_update_notifier: "false" };
  const npx = async (...words: readonly string[]) =>
    (await run("npx", ["-y", ...words], { cwd: join(folder, "empty"), env, timeout: 280_000 })).stdout;
  return { folder, env, npx };
}

/** Registers, adopts and makes one visit with what is at `address`. Returns what the visit said. */
export async function keepOnce(address: string, url: string, username: string, path?: string): Promise<string> {
  const { npx } = emptyHome(path);
  await npx(address, "register", username, "--url", url);
  await npx(address, "adopt", "Pip");
  return npx(address, "keep", "--once");
}
