// Nobody gains by gaming a record, and no honest keeper loses: two houses of each here, 100 with
// `npm run simulate -- --gaming --count 100`. And the document names whom the rules leave alone.
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { GAMERS } from "./gamers.ts";
import { gamersOver, honestOver, isSpared } from "./gaming.ts";

/** So few houses differ from each other by more than those of the full run. */
const CHANCE = 4;

test("RECORD-1, RECORD-6, RECORD-7, RECORD-8: no gamer ends above its honest twin, unless the document names it", () => {
  const text = readFileSync(new URL("../../../docs/track-record.md", import.meta.url), "utf8");
  for (const { name, share, twin, isOpen } of gamersOver(2)) {
    if (!isOpen) expect(share, name).toBeLessThanOrEqual(twin + CHANCE);
  }
  for (const { open } of GAMERS) if (open !== undefined) expect(text).toContain(`**${open}**`);
});

test("RECORD-1, RECORD-6, RECORD-7: the rules against gaming cost no honest keeper more than a point", () => {
  for (const keeper of honestOver(1)) expect(isSpared(keeper), JSON.stringify(keeper)).toBe(true);
});
