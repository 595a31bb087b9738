// Tests the row of marks on a creature's page.
import { expect, test } from "vitest";
import type { CreatureAnswer } from "./creature.get/read.ts";
import { marksRow } from "./marks.ts";

function rowOf(marks: CreatureAnswer["creature"]["marks"], stones: readonly object[] = []): string {
  // oxlint-disable-next-line typescript/consistent-type-assertions -- edge: of the whole answer it reads only this
  const answer = { creature: { agent: "ada", marks }, gravestones: stones } as unknown as CreatureAnswer;
  return String(marksRow(answer) ?? "").replaceAll(/\s+/g, " ");
}

test("MARK-4: scars come first, returns link to graves, and no counts appear", () => {
  expect(rowOf(undefined)).toBe("");
  const marks = [
    { mark: "kept_7", day: 7 },
    { mark: "boarded", day: 9 },
    { mark: "returned", day: 42 },
    { mark: "rescued", day: 50 },
  ] as const;
  const stone = { id: "s", lived_hours: 40 * 24 + 3, resurrected: true, restored: false };
  const row = rowOf(
    [...marks],
    [{ ...stone, id: "now", resurrected: false }, { ...stone, id: "outage", restored: true }, stone],
  );
  const labels = Array.from(row.matchAll(/<li>(.*?)<\/li>/g), ([, label]) => label?.replaceAll(/<[^>]*>/g, "").trim());
  expect(labels).toEqual(["came back on day 41", "rescued", "7 days kept", "has been away"]);
  expect(row).toContain("/agents/ada/graves/s");
  expect(rowOf([...marks])).toContain("called back");
});
