// Pictures in an S3-compatible bucket, for processes without a shared disk.
import { randomUUID } from "node:crypto";
import { DeleteObjectCommand, GetObjectCommand, NoSuchKey, PutObjectCommand, S3Client } from "@aws-sdk/client-s3";
import type { S3Options } from "../../config/config.ts";
import type { Dependencies, Dependency } from "../../platform/dependency.ts";
import type { PictureStore } from "./store.ts";
import { fileNameOf } from "./store.ts";

const CACHE_FOR_GOOD = "public, max-age=31536000, immutable";
const ATTEMPTS = 3;
const CONNECT_TIMEOUT_MS = 3_000;
const REQUEST_TIMEOUT_MS = 10_000;
/** Reads; the worker may take longer to write. */
const LIMITS = { name: "picture store", concurrency: 16, queue: 64, deadlineMs: 3_000, dropsAbandoned: true };
const WRITE_MS = 30_000;

export class S3Store implements PictureStore {
  readonly #client: S3Client;
  readonly #bucket: string;
  readonly #dependency: Dependency;

  constructor({ bucket, region, endpoint, credentials }: S3Options, dependencies: Dependencies) {
    this.#dependency = dependencies.add(LIMITS);
    this.#bucket = bucket;
    this.#client = new S3Client({
      region,
      maxAttempts: ATTEMPTS,
      requestHandler: { connectionTimeout: CONNECT_TIMEOUT_MS, requestTimeout: REQUEST_TIMEOUT_MS },
      // Services other than Amazon's do not all know its newer checksums.
      requestChecksumCalculation: "WHEN_REQUIRED",
      responseChecksumValidation: "WHEN_REQUIRED",
      // A bucket as a part of the path needs no wildcard name in DNS.
      ...(endpoint === undefined ? {} : { endpoint, forcePathStyle: true }),
      ...(credentials === undefined ? {} : { credentials }),
    });
  }

  async put(name: string, webp: Buffer): Promise<void> {
    const command = new PutObjectCommand({
      Bucket: this.#bucket,
      Key: fileNameOf(name),
      Body: webp,
      ContentType: "image/webp",
      CacheControl: CACHE_FOR_GOOD,
    });
    await this.#dependency.ask((abortSignal) => this.#client.send(command, { abortSignal }), { deadlineMs: WRITE_MS });
  }

  async get(name: string): Promise<Buffer | undefined> {
    return this.#dependency.ask((signal) => this.#read(name, signal));
  }

  async #read(name: string, abortSignal: AbortSignal): Promise<Buffer | undefined> {
    try {
      const command = new GetObjectCommand({ Bucket: this.#bucket, Key: fileNameOf(name) });
      const found = await this.#client.send(command, { abortSignal });
      return found.Body === undefined ? undefined : Buffer.from(await found.Body.transformToByteArray());
    } catch (thrown) {
      if (thrown instanceof NoSuchKey) return undefined;
      throw thrown;
    }
  }

  async probe(): Promise<void> {
    const place = { Bucket: this.#bucket, Key: `.probe-${randomUUID()}` };
    await this.#client.send(new PutObjectCommand({ ...place, Body: "probe" }));
    await this.#client.send(new DeleteObjectCommand(place));
  }

  close(): void {
    this.#client.destroy();
  }
}
