// Pet sheets have exactly the size and the frames that players expect, and no frame is cut off.
import sharp from "sharp";
import { describe, expect, test } from "vitest";
import type { Stage } from "@denkeeper/rules/creature/creature.ts";
import { CATALOG } from "@denkeeper/rules/species/catalog/index.ts";
import { drawn } from "../../../../test/tier.ts";
import { miniatureOf } from "../miniature.ts";
import { cutout, type Drawing, type PortraitInput } from "../portrait.ts";
import { LOOKS, ROWS } from "./rows.ts";
import { drawSheet, sheetKey } from "./sheet.ts";
import { drawStill } from "./still.ts";
import { warped } from "./warp.ts";

const FRAMES = [6, 8, 8, 4, 5, 8, 6, 6, 6];
const [CELL_WIDTH, CELL_HEIGHT, COLUMNS] = [192, 208, 8];
/** Fewer pixels are no creature. */
const FEWEST_PIXELS = 800;

function adult(slug: string, stage: Stage = "adult"): PortraitInput {
  const family = CATALOG.find((species) => species.slug === slug)?.family ?? "cat";
  return {
    id: slug,
    prompt: "",
    speciesSlug: slug,
    family,
    stage,
    mood: "content",
    path: null,
    memorial: false,
    words: [],
  };
}

/** What is wrong with a sheet whose rows have so many frames. */
async function faultsOf(webp: Buffer, frames: readonly number[]): Promise<readonly string[]> {
  const { data, info } = await sharp(webp).raw().toBuffer({ resolveWithObject: true });
  const [width, height] = [CELL_WIDTH * COLUMNS, CELL_HEIGHT * frames.length];
  expect([info.width, info.height, info.channels]).toEqual([width, height, 4]);
  const faults: string[] = [];
  for (const [row, used] of frames.entries()) {
    for (let column = 0; column < COLUMNS; column++) {
      let [seen, edge] = [0, 0];
      for (let y = 0; y < CELL_HEIGHT; y++) {
        for (let x = 0; x < CELL_WIDTH; x++) {
          const at = (row * CELL_HEIGHT + y) * width + column * CELL_WIDTH + x;
          if ((data[4 * at + 3] ?? 0) === 0) continue;
          seen++;
          if (x === 0 || y === 0 || x === CELL_WIDTH - 1 || y === CELL_HEIGHT - 1) edge++;
        }
      }
      const cell = `row ${row}, column ${column}`;
      if (column < used && seen < FEWEST_PIXELS) faults.push(`${cell} is empty`);
      if (column >= used && seen > 0) faults.push(`${cell} is not empty`);
      if (edge > 0) faults.push(`${cell} touches its edge`);
    }
  }
  return faults;
}

const [IDLE = 0, ...OTHERS] = FRAMES;
const WITH_LOOKS = [IDLE + 1, ...OTHERS, 8, 8];

test("rows have the frames and times that players expect", () => {
  expect(ROWS.map(({ stills }) => stills.length)).toEqual(FRAMES);
  for (const { name, times, stills } of ROWS) expect(times, name).toHaveLength(stills.length);
  expect(LOOKS).toHaveLength(16);
});

describe("a sheet", () => {
  test.each(
    drawn(
      CATALOG.map(({ slug }) => slug),
      (slug) => slug === "owl",
    ),
  )("of the %s has every frame, and none touches its edge", { timeout: 60_000 }, async (slug) => {
    expect(await faultsOf(await drawSheet(adult(slug), true), WITH_LOOKS)).toEqual([]);
  });

  test.each(drawn(["egg", "baby", "child", "teen"] as const, (stage) => stage === "egg"))(
    "of the %s of a tabby has nine rows without looks",
    { timeout: 60_000 },
    async (stage) => {
      expect(await faultsOf(await drawSheet(adult("tabby", stage), false), FRAMES)).toEqual([]);
    },
  );
});

test("a sheet has another key for another drawing, and the same for the same", () => {
  const tabby = adult("tabby");
  const keys = [
    sheetKey(tabby, false),
    sheetKey(tabby, true),
    sheetKey({ ...tabby, id: "another" }, false),
    sheetKey({ ...tabby, path: "low_care" }, false),
    sheetKey({ ...tabby, stage: "teen" }, false),
  ];
  expect(new Set(keys).size).toBe(keys.length);
  expect(sheetKey({ ...tabby, prompt: "" }, false)).toBe(keys[0]);
});

/** How far two drawings differ, in shades of 255. */
async function distance(one: Drawing, other: Drawing): Promise<number> {
  const pixels = async ({ defs, art }: Drawing) =>
    miniatureOf(
      `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 512 512"><defs>${defs}</defs>` +
        `<rect width="512" height="512" fill="#fff"/>${art}</svg>`,
      64,
    );
  const [a, b] = [await pixels(one), await pixels(other)];
  return a.reduce((sum, value, at) => sum + Math.abs(value - (b[at] ?? 0)), 0) / a.length;
}

test.each(
  drawn(
    CATALOG.map(({ slug }) => slug),
    (_, index) => index % 12 === 0,
  ),
)("bending a %s by nothing changes next to nothing", async (slug) => {
  const drawing = cutout(adult(slug));
  const same = warped(drawing, (point) => point);
  const moved = drawStill(adult(slug), { mood: "content", motion: { bend: 40 }, turns: {} });
  expect(await distance(drawing, same)).toBeLessThan((await distance(drawing, moved)) / 10);
});
