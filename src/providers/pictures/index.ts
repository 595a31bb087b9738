// Opens the configured picture store.
import type { Config } from "../../config/config.ts";
import type { Dependencies } from "../../platform/dependency.ts";
import { DiskStore } from "./disk.ts";
import type { PictureStore } from "./store.ts";

export async function pictureStoreFor(
  { portraitsDir, s3 }: Pick<Config, "portraitsDir" | "s3">,
  dependencies: Dependencies,
): Promise<PictureStore> {
  if (s3 === undefined) return new DiskStore(portraitsDir);
  // The SDK is large: only those who use it load it.
  const { S3Store } = await import("./s3.ts");
  return new S3Store(s3, dependencies);
}
