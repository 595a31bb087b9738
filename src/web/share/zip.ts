// Writes a ZIP file without compression: what it holds is compressed already. The same files give the same bytes.
import { crc32 } from "node:zlib";

export interface ZipEntry {
  /** In ASCII. */
  readonly path: string;
  readonly bytes: Uint8Array;
}

/** 1 January 1980, the first day that the format knows. */
const DATE = 0x21;
const VERSION = 20;
const LOCAL = 0x04034b50;
const CENTRAL = 0x02014b50;
const END = 0x06054b50;

/** The part that both headers of a file share: version, flags, method, time, date, sum, sizes, lengths. */
function described({ path, bytes }: ZipEntry): Buffer {
  const part = Buffer.alloc(26);
  part.writeUInt16LE(VERSION, 0);
  part.writeUInt16LE(DATE, 8);
  part.writeUInt32LE(crc32(bytes), 10);
  part.writeUInt32LE(bytes.length, 14);
  part.writeUInt32LE(bytes.length, 18);
  part.writeUInt16LE(path.length, 22);
  return part;
}

function words(...values: readonly number[]): Buffer {
  const bytes = Buffer.alloc(4 * values.length);
  for (const [index, value] of values.entries()) bytes.writeUInt32LE(value, 4 * index);
  return bytes;
}

export function zipOf(entries: readonly ZipEntry[]): Buffer {
  const files: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const entry of entries) {
    const [head, name] = [described(entry), Buffer.from(entry.path, "ascii")];
    const file = Buffer.concat([words(LOCAL), head, name, entry.bytes]);
    const [signature, madeBy, attributes] = [words(CENTRAL), Buffer.from([VERSION, 0]), Buffer.alloc(10)];
    directory.push(signature, madeBy, head, attributes, words(offset), name);
    files.push(file);
    offset += file.length;
  }
  const list = Buffer.concat(directory);
  const end = Buffer.alloc(22);
  end.writeUInt32LE(END, 0);
  end.writeUInt16LE(entries.length, 8);
  end.writeUInt16LE(entries.length, 10);
  end.writeUInt32LE(list.length, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...files, list, end]);
}
