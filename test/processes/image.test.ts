// Tests that the image starts from exactly its own files, as its unprivileged user, on a read-only tree. Every role must become
// ready, and portraits must be storable.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { chmodSync, chownSync, copyFileSync, globSync, linkSync, mkdirSync, mkdtempSync } from "node:fs";
import { rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { REDIS_URL, SERVER_URL, onServer } from "./databases.ts";
import { freePort } from "./free-port.ts";
import { assembleImage, type Image } from "./image.ts";
import { keepOnce } from "./npx.ts";
import { until } from "./own-redis.ts";

const TIMEOUT_MS = 300_000;
const isRoot = process.getuid?.() === 0;
if (!isRoot) console.log("NOT ROOT: the image is started as the user of this process instead of its own");

const folder = mkdtempSync(join(tmpdir(), "denkeeper-image-"));
chmodSync(folder, 0o755);
const database = `denkeeper_image_${process.pid}`;
const volume = join(folder, "portraits");
const tmp = join(folder, "tmp");
const bin = join(folder, "bin");
let image: Image;

beforeAll(async () => {
  await onServer(`CREATE DATABASE ${database}`);
  image = await assembleImage(folder);
  for (const path of [volume, tmp]) {
    mkdirSync(path, { mode: 0o700 });
    if (isRoot) chownSync(path, image.uid, image.gid);
  }
  // The packages are hard links to the checkout's, so only their folders may change permissions, not the files.
  if (!isRoot) for (const path of globSync("{.,**}", { cwd: image.app })) chmodSync(join(image.app, path), 0o555);
  mkdirSync(bin);
  // The current Node binary may be in a home folder that other users cannot read.
  try {
    linkSync(process.execPath, join(bin, "node"));
  } catch {
    copyFileSync(process.execPath, join(bin, "node"));
  }
}, TIMEOUT_MS);

afterAll(async () => {
  await onServer(`DROP DATABASE IF EXISTS ${database} WITH (FORCE)`);
  await rm(folder, { recursive: true });
}, TIMEOUT_MS);

interface Started {
  readonly ended: Promise<unknown>;
  log(): string;
  stop(): Promise<void>;
}

/** Runs a command of the image as its user, with a container's variables, temporary folder and volume. */
function start([program = "", ...args]: readonly string[], settings: Readonly<Record<string, string>>): Started {
  const env = {
    ...image.env,
    PATH: `${bin}:${process.env["PATH"] ?? ""}`,
    HOME: image.app,
    TMPDIR: tmp,
    PORTRAITS_DIR: volume,
    DATABASE_URL: new URL(`/${database}`, SERVER_URL).href,
    BASE_URL: "https://den.example",
    REDIS_URL,
    REDIS_PREFIX: database,
    ...settings,
  };
  const user = isRoot ? { uid: image.uid, gid: image.gid } : {};
  const child = spawn(program, args, { cwd: image.app, env, ...user });
  let log = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (data: Buffer) => (log += data.toString()));
  const ended = once(child, "close").then(([code]: unknown[]) => code);
  return {
    ended,
    log: () => log,
    async stop() {
      child.kill("SIGTERM");
      await ended;
    },
  };
}

async function probe(url: string): Promise<{ readonly status: number; readonly checks?: Record<string, string> }> {
  try {
    const answer = await fetch(url);
    return { ...((await answer.json()) as object), status: answer.status };
  } catch {
    return { status: 0 };
  }
}

/** Downloads the command line that the image serves and uses it without a registry. */
async function keepFromTheImage(url: string): Promise<void> {
  const skill = await (await fetch(`${url}/skill.md`)).text();
  const address = /npx -y https:\/\/den\.example(\/cli-\S+\.tgz)/.exec(skill)?.[1] ?? "";
  expect(await keepOnce(`${url}${address}`, url, `test-image-${process.pid}`)).toContain("Pip");
}

test("the image's user can write none of its files", async () => {
  expect(image.uid).toBeGreaterThan(0);
  const script = "for (const path of ['x', 'src/x', 'node_modules/x']) require('fs').writeFileSync(path, '')";
  const tried = start(["node", "-e", script], {});
  expect(await tried.ended).toBe(1);
  expect(tried.log()).toContain("EACCES");
});

/** Returns a folder with the program that the image of a standalone house adds. */
function houseBin(): string {
  const place = join(folder, "house-bin");
  mkdirSync(place);
  copyFileSync(
    join(import.meta.dirname, "..", "..", "scripts", "denkeeper-server.sh"),
    join(place, "denkeeper-server"),
  );
  chmodSync(join(place, "denkeeper-server"), 0o755);
  return place;
}

test("without a database or a mounted volume, the images exit with advice", async () => {
  const service = start(image.command, { DATABASE_URL: "" });
  expect(await service.ended).toBe(1);
  expect(service.log()).toMatch(/^DATABASE_URL is not set.+: set it, or use the image whose tag ends in -house\.\n$/);
  const path = `${houseBin()}:${bin}:${process.env["PATH"] ?? ""}`;
  const house = start(image.command, { DATABASE_URL: "", PATH: path });
  expect(await house.ended).toBe(1);
  expect(house.log()).toMatch(/^Nothing is mounted at \/data.+-v den:\/data\.\n.+set DATABASE_URL\.\n$/);
});

test("the image can apply the migrations alone", async () => {
  const migrated = start([...image.command, "node", "scripts/migrate.ts"], {});
  expect(await migrated.ended, migrated.log()).toBe(0);
  expect(migrated.log()).toMatch(/Migrated: 0001/);
});

test(
  "every role starts in the image and becomes ready",
  async () => {
    const roles = await Promise.all(
      ["api", "worker", "all"].map(async (role) => {
        const port = await freePort();
        const settings = { ROLE: role, [role === "worker" ? "WORKER_PORT" : "PORT"]: String(port) };
        return { role, settings, url: `http://127.0.0.1:${port}`, process: start(image.command, settings) };
      }),
    );
    try {
      for (const { role, settings, url, process } of roles) {
        await until(async () => {
          if (process.log().includes("Node.js v")) throw new Error(`${role} ended: ${process.log()}`);
          return (await probe(`${url}/readyz`)).status === 200;
        });
        const { checks } = await probe(`${url}/readyz`);
        if (role === "worker" || role === "all") expect(checks).toMatchObject({ portraits: "ok" });
        // Retries like Docker, because the machine may be too busy right after a start.
        await until(async () => (await start(image.healthcheck, settings).ended) === 0);
        if (role === "api") await keepFromTheImage(url);
      }
    } finally {
      await Promise.all(roles.map(({ process }) => process.stop()));
    }
  },
  TIMEOUT_MS,
);

test(
  "a worker without a portrait folder is not ready and says why",
  async () => {
    const port = await freePort();
    const worker = start(image.command, {
      ROLE: "worker",
      WORKER_PORT: String(port),
      PORTRAITS_DIR: join(image.app, "data"),
    });
    try {
      const url = `http://127.0.0.1:${port}`;
      await until(async () => (await probe(`${url}/readyz`)).status !== 0);
      await until(async () => (await probe(`${url}/readyz`)).checks?.["worker"] === "ok");
      expect(await probe(`${url}/readyz`)).toMatchObject({
        status: 503,
        checks: { portraits: "not writable: EACCES" },
      });
      expect(await (await fetch(`${url}/metrics`)).text()).toContain("denkeeper_portraits_writable 0");
      expect(worker.log()).toContain("portraits cannot be stored");
    } finally {
      await worker.stop();
    }
  },
  TIMEOUT_MS,
);
