// Tests steps and refusals over random houses. No endpoint has two steps except due care. A refusal, its tip, and its step do
// not repeat each other.
import * as fc from "fast-check";
import { expect, test } from "vitest";
import { adopt } from "@denkeeper/rules/care/adoption.ts";
import { applyCare } from "@denkeeper/rules/care/care.ts";
import { CARE_ACTIONS, type Creature } from "@denkeeper/rules/creature/creature.ts";
import { dueInOrder } from "@denkeeper/rules/foresight/schedule.ts";
import { visibleAt } from "@denkeeper/rules/life/shown.ts";
import { CATALOG } from "@denkeeper/rules/species/catalog/index.ts";
import { refusalTip } from "@denkeeper/rules/words/advice.ts";
import { refusal } from "@denkeeper/rules/words/refusal.ts";
import { speakerOf } from "@denkeeper/rules/words/speaker.ts";
import { arbitraryCreature, arbitraryGapMs } from "../../test/lives/arbitrary-life.ts";
import { repeatedIn, repeatedSentences } from "../../test/steps.ts";
import { oneStepEach } from "../http/respond/one-step-each.ts";
import { compactSteps, houseNowOf, houseSteps, livingSteps, unblockingStep } from "./steps.ts";

const [SPECIES] = CATALOG;
if (SPECIES === undefined) throw new Error("the catalog is empty");
const arbitraryEgg = fc
  .uuid()
  .map((id): Creature => adopt({ id, name: "Shell", species: SPECIES, zone: "UTC", at: 0 }));
const arbitraryHouse = fc
  .tuple(
    fc.uniqueArray(arbitraryCreature, { selector: ({ id }) => id, minLength: 1, maxLength: 5 }),
    fc.array(arbitraryEgg, { maxLength: 2 }),
    arbitraryGapMs,
  )
  .map(([living, eggs, gapMs]) => {
    const now = Math.max(...living.map(({ asOf }) => asOf)) + gapMs;
    const seen = [...living, ...eggs].map((creature, index) => visibleAt({ ...creature, name: `Name${index}` }, now));
    return { now, seen };
  });

test("ADVICE-9, ADVICE-10: no endpoint has two steps, except due care", () => {
  fc.assert(
    fc.property(arbitraryHouse, ({ seen }) => {
      const house = houseNowOf(seen);
      const steps = houseSteps(house);
      expect(repeatedIn(steps)).toEqual([]);
      expect(repeatedIn(compactSteps(house))).toEqual([]);
      for (const each of seen) if (each.kind === "living") expect(repeatedIn(livingSteps(each, house))).toEqual([]);
      const due = dueInOrder(house.residents);
      const cares = steps.filter((each) => "endpoint" in each && each.endpoint === "/api/house/care");
      const advised = due.flatMap((each) => (each.kind === "living" && each.advice !== null ? [each.creature.id] : []));
      if (due.length > 0) {
        expect(cares.map((each) => "body" in each && each.body?.["creature_id"])).toEqual(advised);
      }
    }),
  );
});

test("ADVICE-10: a visit's description names only creatures that it serves", () => {
  fc.assert(
    fc.property(arbitraryHouse, ({ seen }) => {
      const visit = compactSteps(houseNowOf(seen)).find(({ action }) => action === "visit");
      const { description = "", body = {} } = visit ?? {};
      const served = seen.filter(({ creature }) => JSON.stringify(body).includes(creature.id));
      const names = [...description.matchAll(/Name\d+/gu)].map(([name]) => name);
      expect(served.map(({ creature }) => creature.name)).toEqual(expect.arrayContaining(names));
    }),
  );
});

test("CARE-8, ADVICE-9: a refusal gives its reason once and its remedy first", () => {
  fc.assert(
    fc.property(arbitraryCreature, arbitraryGapMs, fc.constantFrom(...CARE_ACTIONS), (creature, gapMs, action) => {
      const now = creature.asOf + gapMs;
      const outcome = applyCare(creature, action, { category: null, isTask: false }, now);
      const seen = visibleAt(creature, now);
      fc.pre(outcome.kind === "refused" && seen.kind === "living");
      if (outcome.kind !== "refused" || seen.kind !== "living") return;
      const lifting = unblockingStep(seen, outcome.reason);
      const steps = oneStepEach(houseSteps(houseNowOf([seen]), { first: lifting }));
      expect(steps[0]).toEqual(lifting);
      expect(repeatedIn(steps)).toEqual([]);
      const message = refusal(speakerOf(seen.creature), outcome.reason, outcome.at);
      const tip = refusalTip(seen, outcome.reason);
      expect(repeatedSentences({ message, suggestion: tip, next_steps: [lifting] })).toEqual([]);
      expect(lifting.description).not.toMatch(/asleep|accepts only|boarded|on leave|until it has been played/);
      const lifts = { resting: undefined, asleep: "reflect", untrusting: "reflect", unplayed: "play" } as const;
      const care = lifts[outcome.reason];
      if (care === undefined) return;
      expect(applyCare(creature, care, { category: null, isTask: true }, now).kind).toBe("done");
    }),
  );
});
