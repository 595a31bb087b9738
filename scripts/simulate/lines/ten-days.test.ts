// Tests the first sentence of a behavior for every species.
import { expect, test } from "vitest";
import { behavior, behaviorLine } from "@denkeeper/rules/words/behavior.ts";
import { speakerOf } from "@denkeeper/rules/words/speaker.ts";
import { visibleLifeAt } from "@denkeeper/rules/life/shown.ts";
import { CATALOG } from "@denkeeper/rules/species/catalog/index.ts";
import { FULL } from "../../../test/tier.ts";
import { startLife } from "../balance/lives.ts";
import { tenDays } from "./ten-days.ts";

const LIVES = FULL ? 10 : 2;

test("WORDS-27: no sentence said more than twice exceeds 8 % of visits", () => {
  const common = CATALOG.flatMap(({ slug }) =>
    Array.from({ length: LIVES }, (_, number) => {
      const sentences = tenDays(slug, number);
      const most = Math.max(
        ...[...Map.groupBy(sentences, (sentence) => sentence).values()].map(({ length }) => length),
      );
      return { slug, most, share: most / sentences.length };
    }),
  ).filter(({ most, share }) => most > 2 && share > 0.08);
  expect(common).toEqual([]);
});

test("WORDS-27: behaviorLine returns the first sentence of the behavior", () => {
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
