// Opens the configured picture store.
import type { Config } from "../config/config.ts";
import type { Dependencies } from "../dependency.ts";
import { DiskStore } from "./disk.ts";
import type { ObjectStore } from "./store.ts";

export async function pictureStoreFor(
  { portraitsDir, s3 }: Pick<Config, "portraitsDir" | "s3">,
  dependencies: Dependencies,
): Promise<ObjectStore> {
  if (s3 === undefined) return new DiskStore(portraitsDir);
  // The SDK is large, so it is loaded only where it is used.
  const { S3Store } = await import("./s3.ts");
  return new S3Store(s3, dependencies);
}
