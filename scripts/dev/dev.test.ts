// Tests npm run dev on a machine without a database, Redis or data.
import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { chmodSync, existsSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { freePort } from "../../test/processes/free-port.ts";
import { PLAYER } from "../seed/crowd.ts";

const SCRIPT = join(import.meta.dirname, "dev.ts");
const START_TIMEOUT_MS = 100_000;

const parent = mkdtempSync(join(tmpdir(), "denkeeper-dev-"));
// When tests run as root, PostgreSQL runs as another user, who must be able to enter the folder.
chmodSync(parent, 0o755);
const folder = join(parent, "db");
const children: ChildProcess[] = [];

afterAll(async () => {
  for (const child of children) await stop(child);
  rmSync(parent, { recursive: true, force: true });
});

interface Started {
  readonly child: ChildProcess;
  readonly url: string;
  readonly output: string;
}

/** Runs npm run dev until it prints its greeting or exits. */
async function dev(port: number, ...args: readonly string[]): Promise<Started> {
  // Removes the BASE_URL that Vitest sets.
  const { DATABASE_URL: _database, REDIS_URL: _redis, BASE_URL: _base, ...rest } = process.env;
  const env = { ...rest, PORT: String(port), NODE_ENV: "development" };
  const child = spawn(process.execPath, [SCRIPT, "--data", folder, ...args], { env });
  children.push(child);
  let output = "";
  const { promise: settled, resolve } = Promise.withResolvers<void>();
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding("utf8").on("data", (text: string) => {
      output += text;
      if (output.includes("Ctrl-C stops everything")) resolve();
    });
  }
  child.once("exit", () => resolve());
  await settled;
  return { child, url: `http://localhost:${port}`, output };
}

async function stop(child: ChildProcess): Promise<number | null> {
  if (child.exitCode !== null || child.signalCode !== null) return child.exitCode;
  const exited = once(child, "exit");
  child.kill("SIGINT");
  await exited;
  return child.exitCode;
}

function keyIn(output: string): string {
  return /KEY=(dk_\w{20,})/.exec(output)?.[1] ?? "";
}

async function statusOf(url: string, key: string): Promise<Response> {
  return fetch(`${url}/api/house/status`, { headers: { authorization: `Bearer ${key}` } });
}

/** Buys credits through the local Stripe stand-in, as a developer would. Returns the balances before and after. */
async function buyCredits(url: string, key: string): Promise<readonly [before: number, after: number]> {
  const headers = { authorization: `Bearer ${key}` };
  const balance = async (): Promise<number> => {
    const answer = await fetch(`${url}/api/house/credits`, { headers });
    return ((await answer.json()) as { credits: number }).credits;
  };
  const before = await balance();
  const bought = await fetch(`${url}/api/house/credits`, { method: "POST", headers, body: '{"pack":"500"}' });
  const { checkout_url: link } = (await bought.json()) as { checkout_url: string };
  const pressed = await fetch(link, { method: "POST", redirect: "manual" });
  await fetch(pressed.headers.get("location") ?? "", { method: "POST" });
  return [before, await balance()];
}

test(
  "npm run dev seeds a database, keeps its data, and stops every process",
  async () => {
    const first = await dev(await freePort());
    expect(first.output).toContain(`Denkeeper runs on ${first.url}`);
    expect(first.output).toContain("Seeding");
    const key = keyIn(first.output);
    expect((await statusOf(first.url, key)).status).toBe(200);
    expect((await fetch(`${first.url}/api`)).status).toBe(200);

    const adminKey = /operator key +(\w{32})/.exec(first.output)?.[1] ?? "";
    const summary = await fetch(`${first.url}/api/admin/analytics`, { headers: { "x-admin-key": adminKey } });
    expect(summary.status, "the key that it printed opens the operator's view").toBe(200);

    const [before, after] = await buyCredits(first.url, key);
    expect(after).toBe(before + 500);
    const inbox = /are in the inbox: (\S+)/.exec(first.output)?.[1] ?? "";
    const body = JSON.stringify({ kind: "webhook", url: "https://localhost/inbox" });
    const added = await fetch(`${first.url}/api/house/hooks`, {
      method: "POST",
      headers: { authorization: `Bearer ${key}` },
      body,
    });
    expect(added.status, await added.clone().text()).toBe(201);
    await expect.poll(async () => (await fetch(inbox)).text()).toMatch(/hook\.code[^]*"code": "\w{6}"/);

    const standIn = /play money +(\S+)/.exec(first.output)?.[1] ?? "";
    expect((await fetch(standIn)).status).toBe(200);

    const beside = await dev(await freePort());
    expect(beside.output).toContain("is in use. Does npm run dev run already?");
    expect(await stop(beside.child)).toBe(1);
    const samePort = await dev(Number(new URL(first.url).port));
    expect(samePort.output).toContain("is taken");

    expect(await stop(first.child)).toBe(0);
    const [major = ""] = readdirSync(join(folder, "postgres"));
    expect(existsSync(join(folder, "postgres", major, "PG_VERSION"))).toBe(true);
    expect(existsSync(join(folder, "postgres", major, "postmaster.pid"))).toBe(false);
    for (const gone of [`${first.url}/api`, standIn, inbox]) await expect(fetch(gone)).rejects.toThrow();

    const second = await dev(await freePort());
    expect(second.output).not.toContain("Seeding");
    expect(second.output).toContain(`are in the inbox: ${inbox}`);
    expect((await statusOf(second.url, key)).status).toBe(200);
    expect(await stop(second.child)).toBe(0);

    const fresh = await dev(await freePort(), "--fresh", "--no-seed");
    expect(fresh.output).not.toContain(PLAYER);
    expect((await statusOf(fresh.url, key)).status).toBe(401);
    expect(await stop(fresh.child)).toBe(0);
  },
  START_TIMEOUT_MS,
);
