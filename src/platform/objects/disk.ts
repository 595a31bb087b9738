// Stores objects in a folder. Each object is written under a temporary name and renamed, so no reader sees a partial file.
import { randomUUID } from "node:crypto";
import { mkdir, open, readFile, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileNameOf, type ObjectStore } from "./store.ts";

/** Subfolders are named after the first characters of their objects, because a folder with millions of files is slow to list. */
const FOLDER_LETTERS = 2;

export class DiskStore implements ObjectStore {
  readonly #folder: string;

  constructor(folder: string) {
    this.#folder = folder;
  }

  async put(name: string, bytes: Buffer): Promise<void> {
    const folder = this.#folderOf(name);
    await mkdir(folder, { recursive: true });
    const unfinished = join(folder, `.${randomUUID()}`);
    try {
      const file = await open(unfinished, "wx");
      try {
        await file.writeFile(bytes);
        await file.sync();
      } finally {
        await file.close();
      }
      await rename(unfinished, this.#pathOf(name));
    } catch (thrown) {
      await rm(unfinished, { force: true });
      throw thrown;
    }
  }

  async get(name: string): Promise<Buffer | undefined> {
    try {
      return await readFile(this.#pathOf(name));
    } catch (thrown) {
      if (thrown instanceof Error && "code" in thrown && thrown.code === "ENOENT") return undefined;
      throw thrown;
    }
  }

  async remove(name: string): Promise<void> {
    await rm(this.#pathOf(name), { force: true });
  }

  async probe(): Promise<void> {
    await mkdir(this.#folder, { recursive: true });
    const file = join(this.#folder, `.probe-${randomUUID()}`);
    await writeFile(file, "", { flag: "wx" });
    await rm(file);
  }

  close(): void {}

  #folderOf(name: string): string {
    return join(this.#folder, name.slice(0, FOLDER_LETTERS));
  }

  #pathOf(name: string): string {
    return join(this.#folderOf(name), fileNameOf(name));
  }
}
