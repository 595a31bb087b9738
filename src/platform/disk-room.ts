// Monitors the free space on the database's disk. Below the watermark, no new houses or creatures begin, so that existing ones
// can still be cared for (ROOM-1).
import { statfs } from "node:fs/promises";
import type { Logger } from "pino";

const CHECK_EVERY_MS = 15_000;
/** The watermark is the smaller of 1 GB and a tenth of the disk. Recovery requires a quarter more. */
const LEAST_BYTES = 2 ** 30;
const LEAST_SHARE = 0.1;
const RELIEF = 1.25;
const MEGABYTE = 2 ** 20;

/** `wasLow` adds hysteresis. */
export function isNearlyFull(freeBytes: number, bytes: number, wasLow: boolean): boolean {
  const mark = Math.min(LEAST_BYTES, LEAST_SHARE * bytes);
  return freeBytes < (wasLow ? RELIEF * mark : mark);
}

export class DiskRoom {
  readonly #folder: string | undefined;
  readonly #log: Logger;
  readonly #timer: NodeJS.Timeout | undefined;
  #isLow = false;
  #freeBytes = Infinity;

  /** Without a folder, as with a database on another machine, space is never considered low. */
  constructor(folder: string | undefined, log: Logger) {
    this.#folder = folder;
    this.#log = log;
    if (folder !== undefined) this.#timer = setInterval(() => void this.check(), CHECK_EVERY_MS).unref();
  }

  /** Returns the result of the last check, so that no request waits for the disk. */
  get isLow(): boolean {
    return this.#isLow;
  }

  get freeBytes(): number {
    return this.#freeBytes;
  }

  async check(): Promise<void> {
    if (this.#folder === undefined) return;
    try {
      const { bavail, blocks, bsize } = await statfs(this.#folder);
      this.#found(bavail * bsize, blocks * bsize);
    } catch (thrown) {
      this.#log.warn({ err: thrown }, "checking the disk failed");
    }
  }

  #found(freeBytes: number, bytes: number): void {
    const wasLow = this.#isLow;
    this.#freeBytes = freeBytes;
    this.#isLow = isNearlyFull(freeBytes, bytes, wasLow);
    if (this.#isLow === wasLow) return;
    const freeMb = Math.round(freeBytes / MEGABYTE);
    if (this.#isLow)
      this.#log.error({ freeMb }, "the disk is nearly full: calls that store something new are rejected");
    else this.#log.info({ freeMb }, "the disk has room again");
  }

  close(): void {
    clearInterval(this.#timer);
  }
}
