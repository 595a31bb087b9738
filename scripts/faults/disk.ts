// Fills the disk of a PostgreSQL below the watermark (ROOM-1), where care must be accepted and registrations and adoptions must be
// rejected. Requires permission to mount a tmpfs.
import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, statfsSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { ask, type AbuseResponse } from "./abuse/client.ts";
import { OwnPostgres } from "../../test/processes/own-postgres.ts";
import { startService } from "../house.ts";
import { optionsOf } from "../options.ts";

optionsOf(import.meta.filename, {});

const DISK_MB = 300;
const MEGABYTE = 2 ** 20;
const KEEPERS = 20;
const CARES = 1_000;
/** Below the watermark, which is a tenth of the disk. */
const LEFT_MB = 28;
/** Outlasts the interval at which the service checks the disk. */
const NOTICED_MS = 40_000;

const disk = mkdtempSync(join(tmpdir(), "denkeeper-disk-"));
try {
  execFileSync("mount", ["-t", "tmpfs", "-o", `size=${DISK_MB}m`, "tmpfs", disk], { stdio: "ignore" });
} catch {
  console.log("skipped: this process may not mount a tmpfs");
  process.exit(0);
}
const postgres = await OwnPostgres.make({ max_wal_size: "64MB", shared_buffers: "32MB" }, disk);
await postgres.createDatabase("house");
const { port, stop } = await startService({
  DATABASE_URL: postgres.url("house"),
  DATA_DISK: disk,
  RATE_LIMIT_FACTOR: "100000",
  PORTRAITS_DIR: mkdtempSync(join(tmpdir(), "denkeeper-disk-portraits-")),
});

async function post(path: string, body: object, key?: string): Promise<AbuseResponse> {
  const headers: Record<string, string> = key === undefined ? {} : { authorization: `Bearer ${key}` };
  return ask({ port, from: "127.0.0.1", path, method: "POST", headers, body: JSON.stringify(body) });
}

let registrations = 0;
const register = async (): Promise<AbuseResponse> =>
  post("/api/auth/register", { username: `keeper-${registrations++}` });

/** Registers until an answer has the status. Returns false if none has in time. */
async function registerUntil(status: number): Promise<boolean> {
  for (const end = Date.now() + NOTICED_MS; Date.now() < end; await sleep(500)) {
    if ((await register()).status === status) return true;
  }
  return false;
}

/** Sends care calls. Returns the number of answers by status. */
async function care(keys: readonly string[], count: number): Promise<Readonly<Record<string, number>>> {
  const statuses: Record<string, number> = {};
  await Promise.all(
    keys.map(async (key) => {
      for (let nth = 0; nth < count / keys.length; nth++) {
        const body = { action: "reflect", notes: "A day like any other. ".repeat(20) };
        const { status } = await post("/api/house/care", body, key);
        statuses[status] = (statuses[status] ?? 0) + 1;
      }
    }),
  );
  return statuses;
}

function freeMb(): number {
  const { bavail, bsize } = statfsSync(disk);
  return Math.round((bavail * bsize) / MEGABYTE);
}

const faults: string[] = [];
try {
  const keys: string[] = [];
  for (let nth = 0; nth < KEEPERS; nth++) {
    const { text } = await register();
    const { your_token: key } = JSON.parse(text) as { your_token: string };
    keys.push(key);
    await post("/api/house/adopt", { name: "Pip" }, key);
    await ask({ port, from: "127.0.0.1", path: "/api/house/status", headers: { authorization: `Bearer ${key}` } });
  }
  console.log(`before: ${freeMb()} MB free, care ${JSON.stringify(await care(keys, 300))}`);
  const filling = join(disk, "filling");
  writeFileSync(filling, Buffer.alloc(Math.max(0, freeMb() - LEFT_MB) * MEGABYTE));
  console.log(`filled: ${freeMb()} MB free of ${DISK_MB}`);
  if (!(await registerUntil(503))) faults.push("registration was not rejected below the watermark");
  const during = await care(keys, CARES);
  const [late, adopted] = [await register(), await post("/api/house/adopt", { name: "Moss" }, keys[0])];
  console.log(
    `below the watermark: care ${JSON.stringify(during)}, register ${late.status}, adopt ${adopted.status}, ${freeMb()} MB free`,
  );
  if (during["200"] !== CARES) faults.push("care was rejected");
  if (late.status !== 503 || adopted.status !== 503) faults.push("a registration or an adoption was accepted");
  rmSync(filling);
  const isRelieved = await registerUntil(201);
  console.log(`after relief: ${freeMb()} MB free, register ${isRelieved ? 201 : "rejected"}`);
  if (!isRelieved) faults.push("registration was still rejected after relief");
} finally {
  await stop();
  await postgres.remove();
  execFileSync("umount", [disk]);
  rmSync(disk, { recursive: true });
}
for (const fault of faults) console.log(`FAILED: ${fault}`);
console.log(
  faults.length === 0 ? "all care was accepted, registrations and adoptions were rejected" : `${faults.length} faults`,
);
process.exit(faults.length === 0 ? 0 : 1);
