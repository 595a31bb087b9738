// Reads the glyphs of a TrueType font. Letters in a badge or card are shapes, because image proxies load no fonts.

/** A point of an outline. A curve passes through it only if it is `on`. */
export interface Dot {
  readonly x: number;
  readonly y: number;
  readonly on: boolean;
}

export type Contour = readonly Dot[];

/** A letter in the units of its font, y upwards, and how far it moves the pen. */
export interface Glyph {
  readonly contours: readonly Contour[];
  readonly advance: number;
}

export interface Font {
  readonly unitsPerEm: number;
  readonly glyph: (codePoint: number) => Glyph | undefined;
  readonly kerning: (left: number, right: number) => number;
}

function tablesOf(file: Buffer): (name: string) => number | undefined {
  const offsets = new Map<string, number>();
  for (let i = 0; i < file.readUInt16BE(4); i++) {
    const at = 12 + i * 16;
    offsets.set(file.toString("latin1", at, at + 4), file.readUInt32BE(at + 8));
  }
  return (name) => offsets.get(name);
}

export function readFont(file: Buffer): Font {
  const find = tablesOf(file);
  const table = (name: string): number => {
    const offset = find(name);
    if (offset === undefined) throw new Error(`the font has no table ${name}`);
    return offset;
  };
  const [head, loca, glyf, hmtx] = [table("head"), table("loca"), table("glyf"), table("hmtx")];
  const longOffsets = file.readInt16BE(head + 50) === 1;
  const metrics = file.readUInt16BE(table("hhea") + 34);
  const indexOf = readCmap(file, table("cmap"));
  const kern = find("kern");
  const pairs = kern === undefined ? new Map<number, number>() : readKern(file, kern);
  const startOf = (index: number): number =>
    longOffsets ? file.readUInt32BE(loca + index * 4) : file.readUInt16BE(loca + index * 2) * 2;
  const contoursOf = (index: number, depth = 0): readonly Contour[] => {
    const start = startOf(index);
    if (start === startOf(index + 1) || depth > 4) return [];
    const at = glyf + start;
    const count = file.readInt16BE(at);
    return count >= 0
      ? readSimple(file, at + 10, count)
      : readComposite(file, at + 10, (part) => contoursOf(part, depth + 1));
  };
  const read = (codePoint: number): Glyph | undefined => {
    const index = indexOf.get(codePoint) ?? 0;
    if (index === 0) return undefined;
    const advance = file.readUInt16BE(hmtx + Math.min(index, metrics - 1) * 4);
    return { contours: contoursOf(index), advance };
  };
  const known = new Map<number, Glyph | undefined>();
  return {
    unitsPerEm: file.readUInt16BE(head + 18),
    glyph(codePoint) {
      if (!indexOf.has(codePoint)) return undefined;
      if (!known.has(codePoint)) known.set(codePoint, read(codePoint));
      return known.get(codePoint);
    },
    kerning: (left, right) => pairs.get((indexOf.get(left) ?? 0) * 65536 + (indexOf.get(right) ?? 0)) ?? 0,
  };
}

/** Code points to glyphs, from the subtables of formats 4 and 12. */
function readCmap(file: Buffer, cmap: number): ReadonlyMap<number, number> {
  const map = new Map<number, number>();
  for (let i = 0; i < file.readUInt16BE(cmap + 2); i++) {
    const at = cmap + file.readUInt32BE(cmap + 4 + i * 8 + 4);
    const format = file.readUInt16BE(at);
    if (format === 12) addGroups(file, at, map);
    else if (format === 4) addSegments(file, at, map);
  }
  return map;
}

function addGroups(file: Buffer, at: number, map: Map<number, number>): void {
  for (let group = 0; group < file.readUInt32BE(at + 12); group++) {
    const row = at + 16 + group * 12;
    const [from, to, glyph] = [file.readUInt32BE(row), file.readUInt32BE(row + 4), file.readUInt32BE(row + 8)];
    for (let code = from; code <= to; code++) map.set(code, glyph + code - from);
  }
}

function addSegments(file: Buffer, at: number, map: Map<number, number>): void {
  const segments = file.readUInt16BE(at + 6) / 2;
  const [ends, starts] = [at + 14, at + 16 + segments * 2];
  const [deltas, ranges] = [starts + segments * 2, starts + segments * 4];
  for (let segment = 0; segment < segments; segment++) {
    const [start, end] = [file.readUInt16BE(starts + segment * 2), file.readUInt16BE(ends + segment * 2)];
    const [delta, range] = [file.readInt16BE(deltas + segment * 2), file.readUInt16BE(ranges + segment * 2)];
    for (let code = start; code <= end && code < 0xffff; code++) {
      const raw = range === 0 ? code : file.readUInt16BE(ranges + segment * 2 + range + (code - start) * 2);
      if (raw !== 0) map.set(code, (raw + delta) & 0xffff);
    }
  }
}

function readKern(file: Buffer, kern: number): ReadonlyMap<number, number> {
  const pairs = new Map<number, number>();
  for (let i = 0; i < file.readUInt16BE(kern + 10); i++) {
    const at = kern + 18 + i * 6;
    pairs.set(file.readUInt16BE(at) * 65536 + file.readUInt16BE(at + 2), file.readInt16BE(at + 4));
  }
  return pairs;
}

function readSimple(file: Buffer, from: number, count: number): readonly Contour[] {
  let at = from;
  const ends = Array.from({ length: count }, (_, i) => file.readUInt16BE(from + i * 2));
  at += count * 2;
  at += 2 + file.readUInt16BE(at);
  const total = (ends.at(-1) ?? -1) + 1;
  const flags: number[] = [];
  while (flags.length < total) {
    const flag = file.readUInt8(at++);
    const repeat = (flag & 8) === 0 ? 0 : file.readUInt8(at++);
    for (let i = 0; i <= repeat; i++) flags.push(flag);
  }
  const axis = (short: number, same: number): readonly number[] => {
    let value = 0;
    return flags.map((flag) => {
      if ((flag & short) !== 0) value += file.readUInt8(at++) * ((flag & same) === 0 ? -1 : 1);
      else if ((flag & same) === 0) {
        value += file.readInt16BE(at);
        at += 2;
      }
      return value;
    });
  };
  const xs = axis(2, 16);
  const ys = axis(4, 32);
  const dots = flags.map((flag, i) => ({ x: xs[i] ?? 0, y: ys[i] ?? 0, on: (flag & 1) === 1 }));
  return ends.map((end, i) => dots.slice((ends[i - 1] ?? -1) + 1, end + 1));
}

/** A letter made of others, such as one with an accent. */
function readComposite(file: Buffer, from: number, partOf: (index: number) => readonly Contour[]): readonly Contour[] {
  const all: Contour[] = [];
  let at = from;
  const share = (): number => {
    at += 2;
    return file.readInt16BE(at - 2) / 16384;
  };
  for (let more = true; more;) {
    const [flags, index] = [file.readUInt16BE(at), file.readUInt16BE(at + 2)];
    const words = (flags & 1) === 1;
    const dx = words ? file.readInt16BE(at + 4) : file.readInt8(at + 4);
    const dy = words ? file.readInt16BE(at + 6) : file.readInt8(at + 5);
    at += words ? 8 : 6;
    let [a, b, c, d] = [1, 0, 0, 1];
    if ((flags & 8) !== 0) a = d = share();
    else if ((flags & 64) !== 0) [a, d] = [share(), share()];
    else if ((flags & 128) !== 0) [a, b, c, d] = [share(), share(), share(), share()];
    for (const contour of partOf(index))
      all.push(contour.map(({ x, y, on }) => ({ x: a * x + c * y + dx, y: b * x + d * y + dy, on })));
    more = (flags & 32) !== 0;
  }
  return all;
}
