// Checks this machine: Node, time zones, disk, backups, and the storage for portraits.
import { access, constants, statfs } from "node:fs/promises";
import { isAbsolute } from "node:path";
import { pino } from "pino";
import { iso } from "../../platform/clock.ts";
import { Dependencies } from "../../platform/dependency.ts";
import { pictureStoreFor } from "../../platform/objects/index.ts";
import { fault, isProduction, ok, orOk, warning, type ConfiguredInstallation, type Finding } from "./finding.ts";
import { dumpsIn } from "../health/dumps.ts";
import { reasonOf } from "../../platform/database/database-errors.ts";

const NEEDED_NODE = 26;

export function checkNode(version: string): readonly Finding[] {
  const isNeeded = Number(version.split(".")[0]) === NEEDED_NODE;
  const other = fault(`This is Node ${version}. The service needs Node ${NEEDED_NODE}. Install it (.node-version).`);
  return orOk([!isNeeded && other], `Node ${version}`);
}

/** Zone added in 2022. Older time zone data is wrong about several countries. */
const RECENT_ZONE = "America/Ciudad_Juarez";

export function checkTimeZones(zones: readonly string[], version: string | undefined): readonly Finding[] {
  const outdated = fault(
    `Node's time zones (${version ?? "none"}) lack ${RECENT_ZONE}, so creatures there would sleep at wrong hours. Use an official build of Node.`,
  );
  return orOk([!zones.includes(RECENT_ZONE) && outdated], `time zones ${version}`);
}

export async function checkPortraits(installation: ConfiguredInstallation): Promise<readonly Finding[]> {
  const { portraitsDir, s3, role } = installation.config;
  const place = s3 === undefined ? `the folder ${portraitsDir}` : `the bucket ${s3.bucket}`;
  const setting = s3 === undefined ? "PORTRAITS_DIR" : "S3_BUCKET";
  try {
    if (role === "api" && s3 === undefined) {
      await access(portraitsDir, constants.R_OK);
      return [ok(`${place} is readable, and the API only reads`)];
    }
    const store = await pictureStoreFor(installation.config, new Dependencies(pino({ level: "silent" })));
    await store.probe().finally(() => store.close());
  } catch (thrown) {
    const needed = role === "api" && s3 === undefined ? "read" : "written";
    const remedy =
      s3 === undefined
        ? "Create it, and make the user of this process its owner"
        : "Create it, and let the key get, put and delete objects";
    return [fault(`${setting}: ${place} cannot be ${needed} (${reasonOf(thrown)}). ${remedy}.`)];
  }
  const isRelative = s3 === undefined && isProduction(installation) && !isAbsolute(portraitsDir);
  const relative = `PORTRAITS_DIR is the relative path ${portraitsDir}, which another start may find elsewhere. Set an absolute path on a volume that is backed up.`;
  return orOk([isRelative && warning(relative)], `${place} is writable`);
}

const GIGABYTE = 2 ** 30;

/** `free` is in bytes, or undefined if this process writes to no disk. */
export function judgeDisk(free: number | undefined): readonly Finding[] {
  if (free === undefined) return [ok("portraits are in a bucket")];
  const left = `${(free / GIGABYTE).toFixed(1)} GB`;
  return orOk(
    [
      free < GIGABYTE / 4
        ? fault(`Only ${left} of the disk are free, so writing is about to fail. Free at least 1 GB.`)
        : free < GIGABYTE && warning(`Only ${left} of the disk are free. Free at least 1 GB.`),
    ],
    `${left} free`,
  );
}

export async function checkDisk({ config }: ConfiguredInstallation): Promise<readonly Finding[]> {
  const folder = config.dataDisk ?? (config.s3 === undefined ? config.portraitsDir : undefined);
  if (folder === undefined) return judgeDisk(undefined);
  try {
    const { bavail, bsize } = await statfs(folder);
    return judgeDisk(bavail * bsize);
  } catch {
    return [ok("unknown: the folder cannot be read")];
  }
}

/** Maximum age of the newest backup: one day plus two hours of delay. */
const LATE_MS = 26 * 60 * 60_000;

export function checkBackup({ config: { dataDir }, now }: ConfiguredInstallation): readonly Finding[] {
  if (dataDir === undefined) return [ok("not made by this process")];
  const newest = dumpsIn(dataDir).at(-1);
  if (newest === undefined) return [warning(`${dataDir} has no backup yet. The next start makes one, and each night.`)];
  const made = iso(newest.at).slice(0, 16);
  const late = warning(
    `The newest backup is of ${made} UTC. A running house makes one every night. Its log says why it did not.`,
  );
  return orOk([now() - newest.at > LATE_MS && late], `the newest is of ${made} UTC`);
}
