// Tests @denkeeper/server as packed and installed into an empty folder, as an unprivileged user with the installed PostgreSQL.
import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { chmodSync, chownSync, copyFileSync, mkdirSync, mkdtempSync } from "node:fs";
import { rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { freePort } from "../../../test/processes/free-port.ts";
import { until } from "../../../test/processes/own-redis.ts";
import { stageServer } from "./stage.ts";

const TIMEOUT_MS = 600_000;
/** A user with a name, which PostgreSQL requires, and without privileges. Every system has it. */
const NOBODY = 65_534;
const isRoot = process.getuid?.() === 0;

const folder = mkdtempSync(join(tmpdir(), "server-"));
const home = join(folder, "home");
const bin = join(folder, "bin");
chmodSync(folder, 0o755);

beforeAll(() => {
  for (const path of [home, bin]) mkdirSync(path);
  if (isRoot) chownSync(home, NOBODY, NOBODY);
  // The current Node binary may be in a home folder that other users cannot read.
  copyFileSync(process.execPath, join(bin, "node"));
  const npm = (cwd: string, ...args: readonly string[]) =>
    execFileSync("npm", [...args, "--no-audit", "--no-fund", "--loglevel=error"], { cwd, encoding: "utf8" });
  const tarball = npm(stageServer(), "pack", "--pack-destination", folder).trim();
  npm(folder, "install", join(folder, tarball));
}, TIMEOUT_MS);

afterAll(() => rm(folder, { recursive: true }), TIMEOUT_MS);

function run(...args: readonly string[]) {
  const program = join(folder, "node_modules", ".bin", "denkeeper-server");
  const env = { HOME: home, PATH: `${bin}:/usr/bin:/bin` };
  const user = isRoot ? { uid: NOBODY, gid: NOBODY } : {};
  const child = spawn(program, args, { cwd: home, env, ...user });
  let log = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (data: Buffer) => (log += data.toString()));
  const ended = once(child, "close").then(([code]: unknown[]) => code);
  const stop = () => {
    child.kill("SIGTERM");
    return ended;
  };
  return { ended, stop, log: () => log, hasEnded: () => child.exitCode !== null };
}

async function openedOn(port: number) {
  const house = run("--data", "den", "--port", String(port));
  await until(() => house.hasEnded() || house.log().includes("Try it:"), TIMEOUT_MS);
  expect(house.hasEnded(), house.log()).toBe(false);
  return house;
}

interface Answer {
  readonly your_token: string;
  readonly creature: { readonly id: string; readonly name: string; readonly stage: string };
}

test(
  "@denkeeper/server runs from a folder, and a creature survives a restart",
  async () => {
    const port = await freePort();
    const call = async (path: string, key = "", body?: object): Promise<Answer> => {
      const headers = { "Content-Type": "application/json", ...(key && { Authorization: `Bearer ${key}` }) };
      const sent = body === undefined ? {} : { method: "POST", body: JSON.stringify(body) };
      const answer = await fetch(`http://127.0.0.1:${port}/api/${path}`, { headers, ...sent });
      const text = await answer.text();
      expect(answer.ok, text).toBe(true);
      return JSON.parse(text) as Answer;
    };
    const first = await openedOn(port);
    const { your_token: key } = await call("auth/register", "", { username: "test-newcomer" });
    const { creature } = await call("house/adopt", key, { name: "Pip" });
    const status = () => call(`house/status?creature_id=${creature.id}`, key);
    await until(async () => (await status()).creature.stage !== "egg", TIMEOUT_MS);
    await call("house/care", key, { creature_id: creature.id, action: "feed", item: "pumpkin soup" });
    expect(first.log()).toContain("To read it: denkeeper-server key");
    const shown = run("key", "--data", "den");
    expect([await shown.ended, shown.log()]).toEqual([0, expect.stringMatching(/^[0-9a-f]{64}\n$/)]);
    expect(first.log()).not.toContain(shown.log().trim());
    expect(await first.stop(), first.log()).toBe(0);
    const second = await openedOn(port);
    expect((await status()).creature).toMatchObject({ name: "Pip", stage: "baby" });
    expect(await second.stop(), second.log()).toBe(0);
  },
  TIMEOUT_MS,
);
