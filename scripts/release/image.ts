// Builds both images of the Dockerfile, limits their sizes, and runs every role, the migrations and a standalone house as an
// operator would. Requires root, buildah, runc and, without a registry, debootstrap.
import { spawnSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import { readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { z } from "zod";
import { REDIS_URL, SERVER_URL, onServer } from "../../test/processes/databases.ts";
import { freePort } from "../../test/processes/free-port.ts";
import { findBases } from "./image/bases.ts";
import { build, buildah } from "./image/buildah.ts";
import { Runner, type Container } from "./image/container.ts";
import { tryWholeHouse } from "./image/whole-house.ts";
import { flag, optionsOf } from "../options.ts";

const values = optionsOf(import.meta.filename, {
  built: flag("runs the images built by the previous call"),
});

const ROOT = join(import.meta.dirname, "..", "..");
/** Size limits by Dockerfile target. The house includes Debian's PostgreSQL with its query compiler (LLVM). */
const MAX_BYTES = { service: 440e6, house: 1_000e6 };
type Target = keyof typeof MAX_BYTES;
const READY_MS = 180_000;
const PORTRAIT_MS = 120_000;
const PORTRAITS = "/var/lib/denkeeper/portraits";
const ROLES = ["api", "worker", "all"] as const;
type ImageRole = (typeof ROLES)[number];

const listed = z.array(z.object({ id: z.string(), names: z.array(z.string()).nullish(), size: z.string() }));
const inspected = z.object({
  Docker: z.object({
    config: z.object({
      Env: z.array(z.string()),
      Entrypoint: z.array(z.string()),
      WorkingDir: z.string(),
      Healthcheck: z.object({ Test: z.array(z.string()) }),
    }),
  }),
});

const UNITS: Readonly<Record<string, number>> = { KB: 1e3, MB: 1e6, GB: 1e9 };

const tagOf = (target: Target) => `localhost/denkeeper-${target}:checked`;

function sizeInBytes(target: Target): number {
  const found = listed.parse(JSON.parse(buildah("images", "--json", tagOf(target))))[0]?.size ?? "";
  const [, figure = "", unit = ""] = /^([\d.]+) ?([KMG]B)$/.exec(found) ?? [];
  return Number(figure) * (UNITS[unit] ?? Number.NaN);
}

async function json(url: string, key?: string, body?: object): Promise<{ status: number; body: unknown }> {
  const headers = {
    "Content-Type": "application/json",
    ...(key === undefined ? {} : { authorization: `Bearer ${key}` }),
  };
  const sent = body === undefined ? {} : { method: "POST", body: JSON.stringify(body) };
  const answer = await fetch(url, { headers, ...sent });
  return { status: answer.status, body: await answer.json() };
}

/** Repeats `ask` until it returns a result. Throws with the container's log if the container exits or the time is up. */
async function until<Found>(
  what: string,
  from: Container,
  ms: number,
  ask: () => Promise<Found | undefined>,
): Promise<Found> {
  for (const end = Date.now() + ms; Date.now() < end && !from.hasEnded();) {
    const found = await ask().catch(() => undefined);
    if (found !== undefined) return found;
    await sleep(250);
  }
  throw new Error(`${what} did not happen in time:\n${from.log().slice(-4000)}`);
}

const database = `denkeeper_image_${randomBytes(6).toString("hex")}`;
const secret = () => randomBytes(24).toString("hex");
const settings = {
  DATABASE_URL: new URL(`/${database}`, SERVER_URL).href,
  REDIS_URL,
  REDIS_PREFIX: database,
  BASE_URL: "https://den.example",
  METRICS_TOKEN: secret(),
  ADMIN_KEY: secret(),
  HOOKS_KEYS: secret(),
};

type Mounts = Readonly<Record<string, string>>;

interface RunningImage {
  readonly role: ImageRole;
  readonly url: string;
  readonly container: Container;
}

/** Checks that the service without a database exits with an error that names the missing setting. */
async function refuseHouse(runner: Runner): Promise<void> {
  const refused = runner.start({}, [], { user: 0 });
  if ((await refused.ended) !== 1 || !refused.log().includes("DATABASE_URL is not set")) throw new Error(refused.log());
  console.log("the service without a database: refused");
}

/** Checks which folders each user may write and that none has capabilities, then runs the migrations. */
async function tryCommands(runner: Runner, mounts: Mounts): Promise<void> {
  const write = (path: string) =>
    `try { fs.writeFileSync("${path}", ""); console.log("wrote"); } catch (e) { console.log(e.code); }`;
  const script = `const fs = require("fs"); ${["/app/x", "/tmp/x", `${PORTRAITS}/x`].map(write).join("\n")}
    console.log(process.getuid(), /CapEff:\\t(\\w+)/.exec(fs.readFileSync("/proc/self/status", "utf8"))[1]);`;
  for (const user of [0, 1000] as const) {
    const tried = runner.start({}, ["node", "-e", script], { user, mounts });
    await tried.ended;
    const lines = tried.log().trim().split("\n");
    if (lines.join() !== "EROFS,wrote,wrote,1000 0000000000000000") throw new Error(`the user could: ${tried.log()}`);
  }
  console.log("user 1000 without capabilities: the root is read-only, /tmp and the volume are writable");
  const migrated = runner.start(settings, ["node", "scripts/migrate.ts"], { mounts });
  if ((await migrated.ended) !== 0) throw new Error(migrated.log());
  console.log(`migrations: ${migrated.log().match(/\d{4}_/g)?.length} applied`);
}

async function startRoles(runner: Runner, mounts: Mounts): Promise<readonly RunningImage[]> {
  const running: RunningImage[] = [];
  for (const role of ROLES) {
    const port = String(await freePort());
    const env = { ...settings, ROLE: role, PORT: port, WORKER_PORT: port };
    const [url, startedAt] = [`http://127.0.0.1:${port}`, performance.now()];
    const container = runner.start(env, [], { mounts });
    await until(`${role} ready`, container, READY_MS, async () =>
      (await json(`${url}/readyz`)).status === 200 ? true : undefined,
    );
    console.log(`${role}: /readyz after ${((performance.now() - startedAt) / 1000).toFixed(1)} s`);
    running.push({ role, url, container });
  }
  return running;
}

const registered = z.object({ your_token: z.string() });
const adopted = z.object({ creature: z.object({ id: z.string() }) });
const seen = z.object({ creature: z.object({ stage: z.string(), image_url: z.string() }) });

/** Hatches a creature through the API, and waits until the API serves the portrait that the worker draws. */
async function drawPortrait({ url, container }: RunningImage, volume: string): Promise<void> {
  const startedAt = performance.now();
  const username = `test-image-${randomBytes(4).toString("hex")}`;
  const { your_token: key } = registered.parse((await json(`${url}/api/auth/register`, undefined, { username })).body);
  const { creature } = adopted.parse((await json(`${url}/api/house/adopt`, key, { name: "Pip" })).body);
  const portrait = await until("a portrait", container, PORTRAIT_MS, async () => {
    const answer = await json(`${url}/api/house/status?creature_id=${creature.id}`, key);
    const { image_url: address, stage } = seen.parse(answer.body).creature;
    const picture = await fetch(address.replace(settings.BASE_URL, url));
    return stage !== "egg" && picture.ok ? { type: picture.headers.get("content-type"), stage } : undefined;
  });
  const files = readdirSync(volume, { recursive: true }).filter((file) => String(file).endsWith(".webp"));
  if (files.length === 0 || portrait.type !== "image/webp") throw new Error("there is no picture in the volume");
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
  console.log(`portrait of a ${portrait.stage}: ${portrait.type}, ${seconds} s after the registration began`);
}

for (const program of ["buildah", "runc"]) {
  if (spawnSync(program, ["--version"]).status === 0) continue;
  console.error(`${program} is missing. Install it: apt-get install --yes buildah runc debootstrap`);
  process.exit(1);
}
if (!values.built) {
  const { from, contexts } = findBases();
  console.log(`base images: ${from}`);
  for (const target of ["service", "house"] as const) {
    const startedAt = performance.now();
    build(ROOT, tagOf(target), { target, contexts });
    console.log(`${target}: built in ${((performance.now() - startedAt) / 1000).toFixed(0)} s`);
  }
}

const mounted: string[] = [];

/** Mounts an image for a runner. Throws if the image is too large. */
function runnerOf(target: Target): Runner {
  const { config } = inspected.parse(JSON.parse(buildah("inspect", "--type", "image", tagOf(target)))).Docker;
  const size = sizeInBytes(target);
  console.log(`${target}: ${(size / 1e6).toFixed(0)} MB, at most ${MAX_BYTES[target] / 1e6}`);
  if (!(size < MAX_BYTES[target])) throw new Error(`the ${target} image is too large`);
  const container = buildah("from", tagOf(target));
  mounted.push(container);
  return new Runner(buildah("mount", container), config);
}

const runner = runnerOf("service");
const house = runnerOf("house");
const volume = runner.makeVolume("portraits");
const mounts = { [PORTRAITS]: volume };
let running: readonly RunningImage[] = [];
await onServer(`CREATE DATABASE ${database}`);
try {
  await refuseHouse(runner);
  await tryWholeHouse(house);
  await tryCommands(runner, mounts);
  running = await startRoles(runner, mounts);
  const api = running.find(({ role }) => role === "api");
  if (api !== undefined) await drawPortrait(api, volume);
  for (const { role, container } of running.toReversed()) {
    const code = await container.stop();
    if (code !== 0) throw new Error(`${role} ended with ${String(code)}:\n${container.log().slice(-2000)}`);
  }
  console.log("every role ended with 0 on SIGTERM");
} finally {
  await Promise.all(running.map(({ container }) => container.stop()));
  buildah("rm", ...mounted);
  for (const { folder } of [runner, house]) rmSync(folder, { recursive: true, force: true });
  await onServer(`DROP DATABASE ${database} WITH (FORCE)`);
}
