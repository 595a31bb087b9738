// `denkeeper pet install`: it waits for a pack, checks it, and writes two files into the pet's own folder and nowhere else.
import { spawnSync } from "node:child_process";
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import sharp from "sharp";
import { afterAll, describe, expect, test } from "vitest";
import { zipOf, type ZipEntry } from "../../../../../src/web/share/zip.ts";
import { buildProgram } from "../program.ts";
import { installPack, petsFolder } from "../commands/pet.ts";
import { readPack } from "./unpack.ts";

const folder = mkdtempSync(join(tmpdir(), "denkeeper-pets-"));
afterAll(() => rmSync(folder, { recursive: true }));

async function sheetOf(width: number, height: number): Promise<Buffer> {
  const clear = { width, height, channels: 4, background: "#ff000080" } as const;
  return sharp({ create: clear }).webp({ quality: 1 }).toBuffer();
}
const sheet = await sheetOf(1536, 1872);
const small = await sheetOf(192, 208);
const MANIFEST = {
  id: "denkeeper-pip-01234567",
  displayName: "Pip",
  description: "Pip, a Tabby kept by @ada on Denkeeper.",
  spritesheetPath: "spritesheet.webp",
};

function packed(change: object = {}, webp = sheet, more: readonly ZipEntry[] = []): Buffer {
  const manifest = { ...MANIFEST, ...change };
  return zipOf([
    { path: `${manifest.id}/pet.json`, bytes: Buffer.from(JSON.stringify(manifest)) },
    { path: `${manifest.id}/spritesheet.webp`, bytes: webp },
    ...more,
  ]);
}

test("a pack is unpacked by this program and by others", () => {
  const zip = packed();
  expect(readPack(zip)).toMatchObject({ id: MANIFEST.id, displayName: "Pip" });
  const file = join(folder, "pack.zip");
  writeFileSync(file, zip);
  const script = "import zipfile,sys; z=zipfile.ZipFile(sys.argv[1]); print(z.testzip(), *z.namelist())";
  const { stdout } = spawnSync("python3", ["-c", script, file], { encoding: "utf8" });
  expect(stdout.trim()).toBe(`None ${MANIFEST.id}/pet.json ${MANIFEST.id}/spritesheet.webp`);
  expect(zipOf([])).toHaveLength(22);
});

const evil: ZipEntry = { path: "../../.bashrc", bytes: Buffer.from("x") };
const renamed = (path: string) =>
  zipOf([
    { path, bytes: Buffer.from(JSON.stringify(MANIFEST)) },
    { path: `${MANIFEST.id}/spritesheet.webp`, bytes: sheet },
  ]);
const broken = (at: number, value: number) => {
  const zip = packed();
  zip[at < 0 ? zip.length + at : at] = value;
  return zip;
};

describe("a pack is refused", () => {
  test.each<[string, Buffer, RegExp]>([
    ["that is not a ZIP file", Buffer.from("<html>"), /not a ZIP/],
    ["that is empty", Buffer.alloc(0), /not a ZIP/],
    ["with a third file", packed({}, sheet, [evil]), /exactly two/],
    ["whose folder leads elsewhere", packed({ id: "../evil" }), /its id/],
    ["whose folder is hidden", packed({ id: ".denkeeper" }), /its id/],
    ["whose folder is that of another pet", packed({ id: "my-own-pet" }), /its id/],
    ["whose folder is too long", packed({ id: `denkeeper${"-abcdefgh".repeat(9)}` }), /its id/],
    ["whose file leads elsewhere", renamed("../../pet.json"), /other names/],
    ["whose file is in another folder", renamed("denkeeper-other/pet.json"), /other names/],
    ["whose manifest is not JSON", zipOf([{ path: "a/pet.json", bytes: Buffer.from("{") }, evil]), /its id/],
    ["whose manifest is huge", packed({ description: "x".repeat(5000) }), /pet\.json is too large/],
    ["without a name", packed({ displayName: 7 }), /incomplete/],
    ["whose sheet is no WebP", packed({}, Buffer.alloc(100)), /0 x 0/],
    ["whose sheet is cut off", packed({}, sheet.subarray(0, sheet.length - 10)), /0 x 0/],
    ["whose sheet has another size", packed({}, small), /192 x 208/],
    ["whose sheet has too few rows for looks", packed({ spriteVersionNumber: 2 }), /1872 pixels, not 1536 x 2288/],
    ["that is damaged", broken(200, 0), /damaged/],
    ["that claims compression", broken(-22 - 2 * 46 - 2 * MANIFEST.id.length - 26 + 10, 8), /compressed/],
    ["whose list lies behind its end", broken(-5, 255), /list is broken/],
    ["that is larger than any pack", Buffer.alloc((4 << 20) + 1), /too large/],
  ])("%s", (_, zip, why) => {
    expect(() => readPack(zip)).toThrow(why);
  });
});

test("a pet is installed whole, replaces its earlier self, and nothing else", () => {
  const pets = join(folder, "pets");
  const place = installPack(readPack(packed()), pets);
  expect(place).toBe(join(pets, MANIFEST.id));
  expect(readdirSync(place).toSorted()).toEqual(["pet.json", "spritesheet.webp"]);
  expect(readFileSync(join(place, "spritesheet.webp")).equals(sheet)).toBe(true);
  installPack(readPack(packed({ description: "Grown." })), pets);
  expect(JSON.parse(readFileSync(join(place, "pet.json"), "utf8"))).toEqual({ ...MANIFEST, description: "Grown." });
  expect(readdirSync(pets)).toEqual([MANIFEST.id]);

  const linked = join(folder, "linked");
  const target = join(folder, "target");
  mkdirSync(linked);
  mkdirSync(target);
  symlinkSync(target, join(linked, MANIFEST.id));
  expect(() => installPack(readPack(packed()), linked)).toThrow(/is not a folder/);
  expect(readdirSync(target)).toEqual([]);
});

test("pets are where Codex looks for them", () => {
  expect(petsFolder({ CODEX_HOME: "/somewhere" })).toBe("/somewhere/pets");
  expect(petsFolder({})).toMatch(/\/\.codex\/pets$/);
});

test("the command waits while a pack is drawn, and says why there is none", async () => {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    asked.push(request.url ?? "");
    if (request.url?.startsWith("/species/tabby/") !== true)
      response.writeHead(404).end(JSON.stringify({ error: "No such picture", suggestion: "See the list." }));
    else if (asked.length === 1) response.writeHead(202, { "retry-after": "1" }).end("{}");
    else response.end(packed());
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  try {
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const dir = join(folder, "waited");
    const run = async (...words: readonly string[]) =>
      buildProgram("0").parseAsync([...words, "--dir", dir, "--url", url, "--profile", "none-at-all", "--json"], {
        from: "user",
      });
    await run("pet", "install", "tabby", "--looks");
    expect(asked).toEqual(["/species/tabby/pet.zip?looks=1", "/species/tabby/pet.zip?looks=1"]);
    expect(existsSync(join(dir, MANIFEST.id, "pet.json"))).toBe(true);
    await expect(run("pet", "install", "nobody")).rejects.toThrow("No such picture");
    await expect(run("pet", "install")).rejects.toThrow("Whose creature?");
  } finally {
    server.close();
  }
});
