// Reads a pet pack without trust: a ZIP file with exactly two uncompressed files in one folder, a manifest and a sheet of
// the right size. Everything else is refused, so nothing can be written outside of the pet's own folder.
import { crc32 } from "node:zlib";
import { CliError, EXIT } from "../failure.ts";
import { fieldsOf, parsed } from "../json.ts";
import { plain } from "../plain.ts";

export interface Pack {
  /** The name of its folder. */
  readonly id: string;
  readonly displayName: string;
  readonly manifest: string;
  readonly sheet: Uint8Array;
}

export const LARGEST_PACK = 4 << 20;
const LARGEST_MANIFEST = 4096;
const ID = /^denkeeper(?:-[a-z0-9]{1,40}){1,20}$/;
const LONGEST_ID = 64;
/** Eight cells of 192 pixels, in nine rows of 208, or eleven with the looks after the pointer. */
const WIDTH = 1536;
const HEIGHTS = { 1: 1872, 2: 2288 } as const;

const END = { signature: 0x06054b50, size: 22 } as const;
const CENTRAL = { signature: 0x02014b50, size: 46 } as const;
const LOCAL = { signature: 0x04034b50, size: 30 } as const;

function refused(why: string): CliError {
  return new CliError(
    `This is not a pet pack: ${why}`,
    "Nothing was installed. Check the address of the service, or report it to its operator.",
    EXIT.refusedByService,
  );
}

interface Entry {
  readonly path: string;
  readonly bytes: Buffer;
}

function entryAt(zip: Buffer, at: number): Entry & { readonly next: number } {
  if (at + CENTRAL.size > zip.length || zip.readUInt32LE(at) !== CENTRAL.signature) throw refused("its list is broken");
  const [flags, method] = [zip.readUInt16LE(at + 8), zip.readUInt16LE(at + 10)];
  const [sum, packed, size] = [zip.readUInt32LE(at + 16), zip.readUInt32LE(at + 20), zip.readUInt32LE(at + 24)];
  const [named, extra, comment] = [at + 28, at + 30, at + 32].map((place) => zip.readUInt16LE(place));
  const offset = zip.readUInt32LE(at + 42);
  if (flags !== 0 || method !== 0 || packed !== size || extra !== 0 || comment !== 0)
    throw refused("a file in it is compressed or encrypted");
  const next = at + CENTRAL.size + (named ?? 0);
  const path = zip.toString("latin1", at + CENTRAL.size, next);
  const start = offset + LOCAL.size + path.length;
  if (start + size > zip.length || zip.readUInt32LE(offset) !== LOCAL.signature)
    throw refused("a file in it is cut off");
  const bytes = zip.subarray(start, start + size);
  if (crc32(bytes) !== sum) throw refused("a file in it is damaged");
  return { path, bytes, next };
}

function entriesOf(zip: Buffer): readonly [Entry, Entry] {
  const end = zip.length - END.size;
  if (end < 0 || zip.readUInt32LE(end) !== END.signature) throw refused("it is not a ZIP file");
  if (zip.readUInt16LE(end + 10) !== 2) throw refused("it does not hold exactly two files");
  const first = entryAt(zip, zip.readUInt32LE(end + 16));
  return [first, entryAt(zip, first.next)];
}

/** The width and height of a WebP file with transparency. */
function sizeOf(webp: Buffer): readonly [number, number] {
  const isWebp =
    webp.length > 30 &&
    webp.toString("latin1", 0, 4) === "RIFF" &&
    webp.readUInt32LE(4) + 8 === webp.length &&
    webp.toString("latin1", 8, 16) === "WEBPVP8X";
  return isWebp ? [webp.readUIntLE(24, 3) + 1, webp.readUIntLE(27, 3) + 1] : [0, 0];
}

export function readPack(bytes: Uint8Array): Pack {
  if (bytes.length > LARGEST_PACK) throw refused("it is too large");
  const [text, sheet] = entriesOf(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length));
  if (text.bytes.length > LARGEST_MANIFEST) throw refused("pet.json is too large");
  const { id, displayName, description, spriteVersionNumber } = fieldsOf(parsed(text.bytes.toString("utf8")));
  if (typeof id !== "string" || id.length > LONGEST_ID || !ID.test(id)) throw refused("its id is not that of a pet");
  if (text.path !== `${id}/pet.json` || sheet.path !== `${id}/spritesheet.webp`)
    throw refused("its files have other names than pet.json and spritesheet.webp");
  if (typeof displayName !== "string" || typeof description !== "string") throw refused("pet.json is incomplete");
  const version = spriteVersionNumber === undefined ? 1 : 2;
  const [width, height] = sizeOf(sheet.bytes);
  if (width !== WIDTH || height !== HEIGHTS[version])
    throw refused(`its sheet is ${width} x ${height} pixels, not ${WIDTH} x ${HEIGHTS[version]}`);
  const fields = {
    id,
    displayName: plain(displayName),
    description: plain(description),
    ...(version === 1 ? {} : { spriteVersionNumber: version }),
    spritesheetPath: "spritesheet.webp",
  };
  return {
    id,
    displayName: fields.displayName,
    manifest: `${JSON.stringify(fields, null, 2)}\n`,
    sheet: sheet.bytes,
  };
}
