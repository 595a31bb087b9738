// Stores objects in an S3-compatible bucket, for processes without a shared disk.
import { randomUUID } from "node:crypto";
import { DeleteObjectCommand, GetObjectCommand, NoSuchKey, PutObjectCommand, S3Client } from "@aws-sdk/client-s3";
import type { S3Options } from "../config/config.ts";
import type { Dependencies, Dependency } from "../dependency.ts";
import { fileNameOf, type ObjectStore } from "./store.ts";

const ATTEMPTS = 3;
const CONNECT_TIMEOUT_MS = 3_000;
const REQUEST_TIMEOUT_MS = 10_000;
/** Limits for reads. Writes, which run in the worker, may take longer. */
const LIMITS = { concurrency: 16, queue: 64, deadlineMs: 3_000, dropsAbandoned: true };
const WRITE_MS = 30_000;

export class S3Store implements ObjectStore {
  readonly #client: S3Client;
  readonly #bucket: string;
  readonly #dependency: Dependency;

  constructor({ bucket, region, endpoint, credentials }: S3Options, dependencies: Dependencies) {
    this.#dependency = dependencies.add({ name: "picture store", ...LIMITS });
    this.#bucket = bucket;
    this.#client = new S3Client({
      region,
      maxAttempts: ATTEMPTS,
      requestHandler: { connectionTimeout: CONNECT_TIMEOUT_MS, requestTimeout: REQUEST_TIMEOUT_MS },
      // Services other than Amazon S3 may not support its newer checksums.
      requestChecksumCalculation: "WHEN_REQUIRED",
      responseChecksumValidation: "WHEN_REQUIRED",
      // Puts the bucket into the path, so that no wildcard DNS name is needed.
      ...(endpoint === undefined ? {} : { endpoint, forcePathStyle: true }),
      ...(credentials === undefined ? {} : { credentials }),
    });
  }

  async put(name: string, bytes: Buffer): Promise<void> {
    const command = new PutObjectCommand({
      ...this.#placeOf(name),
      Body: bytes,
      ContentType: "image/webp",
      CacheControl: "public, max-age=31536000, immutable",
    });
    await this.#dependency.ask((abortSignal) => this.#client.send(command, { abortSignal }), { deadlineMs: WRITE_MS });
  }

  async get(name: string): Promise<Buffer | undefined> {
    return this.#dependency.ask((signal) => this.#read(name, signal));
  }

  async #read(name: string, abortSignal: AbortSignal): Promise<Buffer | undefined> {
    try {
      const command = new GetObjectCommand(this.#placeOf(name));
      const found = await this.#client.send(command, { abortSignal });
      return found.Body === undefined ? undefined : Buffer.from(await found.Body.transformToByteArray());
    } catch (thrown) {
      if (thrown instanceof NoSuchKey) return undefined;
      throw thrown;
    }
  }

  async remove(name: string): Promise<void> {
    const command = new DeleteObjectCommand(this.#placeOf(name));
    await this.#dependency.ask((abortSignal) => this.#client.send(command, { abortSignal }), { deadlineMs: WRITE_MS });
  }

  async probe(): Promise<void> {
    const place = { Bucket: this.#bucket, Key: `.probe-${randomUUID()}` };
    await this.#client.send(new PutObjectCommand({ ...place, Body: "probe" }));
    await this.#client.send(new DeleteObjectCommand(place));
  }

  close(): void {
    this.#client.destroy();
  }

  #placeOf(name: string) {
    return { Bucket: this.#bucket, Key: fileNameOf(name) };
  }
}
