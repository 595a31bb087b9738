// A pet sheet, as coding agents with pets read it: 8 columns of cells of 192 x 208 pixels on a transparent ground, a row for
// each action. All frames have one scale and one ground, so the creature does not jump when an action begins.
import { createHash } from "node:crypto";
import { renderAsync } from "@resvg/resvg-js";
import sharp from "sharp";
import { cutout, type Drawing, type PortraitInput } from "../portrait.ts";
import { GROUND, MIDDLE } from "../subject/subject.ts";
import { LOOKS, ROWS } from "./rows.ts";
import { drawStill } from "./still.ts";

const CELL = { width: 192, height: 208 } as const;
const COLUMNS = 8;
const MARGIN = 4;
/** No creature is drawn larger than this, however small its movements are. */
const LARGEST = 0.47;
const WEBP = { quality: 80, alphaQuality: 80, effort: 4 } as const;

/** Raise it when frames change for another reason than the drawing of a creature. */
const FILM_VERSION = 1;
/** Together they show everything that a sheet draws of a creature. */
const SHOWN_MOODS = ["content", "happy", "sick", "sleeping"] as const;

/** How many rows a sheet has; with looks there are two more, for players whose pet follows the pointer. */
function rowsOf(looks: boolean): number {
  return ROWS.length + (looks ? LOOKS.length / COLUMNS : 0);
}

/** What a sheet is stored under. It changes with the drawing, so a new way to draw a species makes new sheets. */
export function sheetKey(input: PortraitInput, looks: boolean): string {
  const hash = createHash("sha256").update(`${FILM_VERSION} ${looks ? "looks" : "plain"}`);
  for (const mood of SHOWN_MOODS) {
    const { defs, art } = cutout({ ...input, mood }, { pose: { turns: {} } });
    hash.update(defs).update(art);
  }
  return hash.digest("hex");
}

interface Cell {
  readonly row: number;
  readonly column: number;
  readonly draw: () => Drawing;
}

/** With looks, the frame between them is beside idle. */
function cellsOf(input: PortraitInput, looks: boolean): readonly Cell[] {
  const actions = ROWS.flatMap(({ stills, facing }, row) =>
    stills.map((still, column) => ({ row, column, draw: () => drawStill(input, still, facing) })),
  );
  const [neutral] = actions;
  if (!looks || neutral === undefined) return actions;
  const looking = LOOKS.map((still, index) => ({
    row: ROWS.length + Math.floor(index / COLUMNS),
    column: index % COLUMNS,
    draw: () => drawStill(input, still, "screen"),
  }));
  return [...actions, { ...neutral, column: ROWS[0]?.stills.length ?? 0 }, ...looking];
}

interface View {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

async function pixelsOf({ defs, art }: Drawing, { x, y, width, height }: View, pixelsWide: number) {
  const svg =
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="${x} ${y} ${width} ${height}" width="${width}" ` +
    `height="${height}"><defs>${defs}</defs>${art}</svg>`;
  return renderAsync(svg, { fitTo: { mode: "width", value: pixelsWide }, font: { loadSystemFonts: false } });
}

/** Far more than any frame covers, at a quarter of the size. */
const AROUND: View = { x: -200, y: -200, width: 912, height: 912 };
const UNIT = 4;
/** Fainter pixels are not seen. */
const FAINT = 12;

interface Bounds {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

async function coverOf(drawing: Drawing): Promise<Bounds> {
  const { pixels, width, height } = await pixelsOf(drawing, AROUND, AROUND.width / UNIT);
  let [left, top, right, bottom] = [width, height, 0, 0];
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      if ((pixels[4 * (y * width + x) + 3] ?? 0) <= FAINT) continue;
      left = Math.min(left, x);
      right = Math.max(right, x + 1);
      top = Math.min(top, y);
      bottom = Math.max(bottom, y + 1);
    }
  }
  return {
    left: AROUND.x + left * UNIT,
    right: AROUND.x + right * UNIT,
    top: AROUND.y + top * UNIT,
    bottom: AROUND.y + bottom * UNIT,
  };
}

/** The part of the canvas that a cell shows. Everything fits, and the middle stays in the middle if it can. */
function viewFor(covers: readonly Bounds[]): View {
  const left = Math.min(...covers.map((cover) => cover.left));
  const right = Math.max(...covers.map((cover) => cover.right));
  const top = Math.min(...covers.map((cover) => cover.top));
  const bottom = Math.max(GROUND + 10, ...covers.map((cover) => cover.bottom));
  const [width, height] = [CELL.width - 2 * MARGIN, CELL.height - 2 * MARGIN];
  const centered = Math.min(width / (2 * Math.max(MIDDLE - left, right - MIDDLE)), height / (bottom - top), LARGEST);
  const tight = Math.min(width / (right - left), height / (bottom - top), LARGEST);
  // Off the middle only if it gains much from it.
  const isShifted = tight > centered * 1.04;
  const scale = isShifted ? tight : centered;
  const middle = isShifted ? (left + right) / 2 : MIDDLE;
  return {
    x: middle - CELL.width / 2 / scale,
    y: bottom - (CELL.height - MARGIN) / scale,
    width: CELL.width / scale,
    height: CELL.height / scale,
  };
}

/** Copies a cell into the sheet. Its colors are multiplied with their opacity; those of the sheet are not. */
function copyCell(cell: Uint8Array, sheet: Uint8Array, { row, column }: Cell): void {
  const wide = CELL.width * COLUMNS;
  for (let y = 0; y < CELL.height; y++) {
    let to = 4 * ((row * CELL.height + y) * wide + column * CELL.width);
    for (let from = 4 * y * CELL.width; from < 4 * (y + 1) * CELL.width; from += 4, to += 4) {
      const alpha = cell[from + 3] ?? 0;
      if (alpha === 0) continue;
      for (let channel = 0; channel < 3; channel++) {
        sheet[to + channel] = Math.min(255, Math.round(((cell[from + channel] ?? 0) * 255) / alpha));
      }
      sheet[to + 3] = alpha;
    }
  }
}

/** The sheet of a creature as WebP. It takes seconds, so only a worker draws one, and others get a turn after each frame. */
export async function drawSheet(input: PortraitInput, looks: boolean): Promise<Buffer> {
  const frames: { readonly cell: Cell; readonly drawing: Drawing; readonly cover: Bounds }[] = [];
  for (const cell of cellsOf(input, looks)) {
    const drawing = cell.draw();
    frames.push({ cell, drawing, cover: await coverOf(drawing) });
  }
  const view = viewFor(frames.map(({ cover }) => cover));
  const [width, height] = [CELL.width * COLUMNS, CELL.height * rowsOf(looks)];
  const sheet = new Uint8Array(4 * width * height);
  for (const { cell, drawing } of frames) copyCell((await pixelsOf(drawing, view, CELL.width)).pixels, sheet, cell);
  return sharp(sheet, { raw: { width, height, channels: 4 } })
    .webp(WEBP)
    .toBuffer();
}
