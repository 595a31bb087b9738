// Pictures in a folder. Each is written under a temporary name and renamed, so no reader gets half a file.
import { randomUUID } from "node:crypto";
import { mkdir, open, readFile, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { PictureStore } from "./store.ts";
import { fileNameOf } from "./store.ts";

/** A folder is named by so many letters of its pictures' names: a folder with millions of files is slow to list and to back up. */
const FOLDER_LETTERS = 2;

export class DiskStore implements PictureStore {
  readonly #folder: string;

  constructor(folder: string) {
    this.#folder = folder;
  }

  async put(name: string, webp: Buffer): Promise<void> {
    const folder = this.#folderOf(name);
    await mkdir(folder, { recursive: true });
    const unfinished = join(folder, `.${randomUUID()}`);
    try {
      const file = await open(unfinished, "wx");
      try {
        await file.writeFile(webp);
        await file.sync();
      } finally {
        await file.close();
      }
      await rename(unfinished, join(folder, fileNameOf(name)));
    } catch (thrown) {
      await rm(unfinished, { force: true });
      throw thrown;
    }
  }

  async get(name: string): Promise<Buffer | undefined> {
    try {
      return await readFile(join(this.#folderOf(name), fileNameOf(name)));
    } catch (thrown) {
      if (thrown instanceof Error && "code" in thrown && thrown.code === "ENOENT") return undefined;
      throw thrown;
    }
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
}
