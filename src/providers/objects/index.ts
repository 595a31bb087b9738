// Opens the configured stores of objects.
import type { Config, S3Options } from "../../config/config.ts";
import type { Dependencies } from "../../platform/dependency.ts";
import { DiskStore } from "./disk.ts";
import { LOG_ARCHIVE, PICTURES, type ObjectKind, type ObjectStore } from "./store.ts";

export async function pictureStoreFor(
  { portraitsDir, s3 }: Pick<Config, "portraitsDir" | "s3">,
  dependencies: Dependencies,
): Promise<ObjectStore> {
  return s3 === undefined ? new DiskStore(portraitsDir, PICTURES) : inBucket(s3, PICTURES, dependencies);
}

/** Undefined when nothing is archived. */
export async function logArchiveFor(
  { logArchive, s3 }: Pick<Config, "logArchive" | "s3">,
  dependencies: Dependencies,
): Promise<ObjectStore | undefined> {
  if (logArchive === undefined) return undefined;
  if (logArchive !== "s3") return new DiskStore(logArchive, LOG_ARCHIVE);
  if (s3 === undefined) throw new Error("LOG_ARCHIVE_DIR=s3 needs S3_BUCKET");
  return inBucket(s3, LOG_ARCHIVE, dependencies);
}

async function inBucket(s3: S3Options, kind: ObjectKind, dependencies: Dependencies): Promise<ObjectStore> {
  // The SDK is large: only those who use it load it.
  const { S3Store } = await import("./s3.ts");
  return new S3Store(s3, kind, dependencies);
}
