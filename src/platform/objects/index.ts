// Opens the configured stores of objects.
import type { Config, S3Options } from "../config/config.ts";
import type { Dependencies } from "../dependency.ts";
import { DiskStore } from "./disk.ts";
import { PICTURES, type ObjectKind, type ObjectStore } from "./store.ts";

export async function pictureStoreFor(
  { portraitsDir, s3 }: Pick<Config, "portraitsDir" | "s3">,
  dependencies: Dependencies,
): Promise<ObjectStore> {
  return s3 === undefined ? new DiskStore(portraitsDir, PICTURES) : inBucket(s3, PICTURES, dependencies);
}

async function inBucket(s3: S3Options, kind: ObjectKind, dependencies: Dependencies): Promise<ObjectStore> {
  // The SDK is large: only those who use it load it.
  const { S3Store } = await import("./s3.ts");
  return new S3Store(s3, kind, dependencies);
}
