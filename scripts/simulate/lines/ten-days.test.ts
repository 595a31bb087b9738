// WORDS-27 over ten days of a keeper who comes at the check-in, of every species.
import { expect, test } from "vitest";
import { behavior, behaviorLine } from "@denkeeper/rules/words/behavior.ts";
import { speakerOf } from "@denkeeper/rules/words/speaker.ts";
import { visibleLifeAt } from "@denkeeper/rules/life/shown.ts";
import { CATALOG } from "@denkeeper/rules/species/catalog/index.ts";
import { FULL } from "../../../test/tier.ts";
import { startLife } from "../balance/lives.ts";
import { tenDays } from "./ten-days.ts";

const LIVES = FULL ? 10 : 2;

test("WORDS-27 in ten days a first sentence that comes more than twice is at most 8 % of them", () => {
  const common = CATALOG.flatMap(({ slug }) =>
    Array.from({ length: LIVES }, (_, number) => {
      const said = tenDays(slug, number).filter(({ kind }) => kind === "behavior");
      const most = Math.max(...[...Map.groupBy(said, ({ text }) => text).values()].map(({ length }) => length));
      return { slug, most, share: most / said.length };
    }),
  ).filter(({ most, share }) => most > 2 && share > 0.08);
  expect(common).toEqual([]);
});

test("WORDS-27 a compact look has the first sentence alone", () => {
  for (const species of CATALOG) {
    const { creature } = startLife(species, 1);
    const seen = visibleLifeAt(creature, creature.asOf);
    if (seen.kind === "dead") throw new Error(`${species.slug} died`);
    const speaker = speakerOf(seen.creature);
    for (let key = 0; key < 20; key++) {
      const line = behaviorLine(speaker, { seen, key });
      expect(behavior(speaker, { seen, key }).startsWith(line)).toBe(true);
      expect(line.split(/(?<=[.]) (?=\p{Lu})/u), line).toHaveLength(1);
    }
  }
});
