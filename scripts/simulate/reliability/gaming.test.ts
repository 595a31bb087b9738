// Tests a few houses of each gamer and honest keeper; `npm run simulate -- --gaming --count 100` plays 100.
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { GAMERS } from "./gamers.ts";
import { gamersOver, honestOver, isSpared } from "./gaming.ts";

/** Tolerance in percentage points. Two houses vary more than those of the full run. */
const CHANCE = 4;

test("RECORD-1, RECORD-6, RECORD-7, RECORD-8: no undocumented gamer beats its honest twin", () => {
  const text = readFileSync(new URL("../../../docs/track-record.md", import.meta.url), "utf8");
  for (const { name, share, twin, isOpen } of gamersOver(2)) {
    if (!isOpen) expect(share, name).toBeLessThanOrEqual(twin + CHANCE);
  }
  for (const { open } of GAMERS) if (open !== undefined) expect(text).toContain(`**${open}**`);
});

test("RECORD-1, RECORD-6, RECORD-7: no honest keeper loses more than a point", () => {
  for (const keeper of honestOver(1)) expect(isSpared(keeper), JSON.stringify(keeper)).toBe(true);
});
