// Tests that a creature's need reads the same on lists, home, its page, badge, and card, and in messages to its owner.
import * as fc from "fast-check";
import { expect, test } from "vitest";
import { MOST_ACTIONS } from "@denkeeper/rules/foresight/schedule.ts";
import { visitPlan } from "@denkeeper/rules/foresight/visit-plan.ts";
import { visibleAt } from "@denkeeper/rules/life/shown.ts";
import { HOUR_MS } from "@denkeeper/rules/time/durations.ts";
import { NEEDS, needOf, verdictOf } from "@denkeeper/rules/words/verdict.ts";
import { arbitraryHistory } from "../../../test/lives/arbitrary-life.ts";
import { statesOf } from "../../../test/lives/states.ts";
import { livingEntryOf } from "../../model/figures/store/living-shapes.ts";
import { dangerLead } from "../../site/home/danger.ts";
import { livingState } from "../keepers/states.ts";
import { livingEntryView } from "../living/living.get/view.ts";
import { waiting } from "./creature-card.ts";
import { needed } from "./need.ts";

test("WORDS-23: a need reads the same everywhere, in every state", () => {
  const met = new Set<string>();
  fc.assert(
    fc.property(arbitraryHistory, fc.integer({ min: 0, max: 40 }), (history, hours) => {
      for (const [at, creature] of statesOf(history)) {
        const now = at + hours * HOUR_MS;
        const seen = visibleAt(creature, now);
        const entry = livingEntryOf(seen, "ada");
        if (seen.kind !== "living" || entry === undefined) continue;
        const view = livingEntryView(entry, now);
        const { resting, mood, asleep, deathClock, visibility, feedingWindowStatus } = seen;
        const { state, needs, text } = needOf(seen);
        const { health } = visibility.stats;
        const isLow =
          mood === "critical" ||
          (health !== null && health < 20) ||
          ["critical", "imminent"].includes(deathClock.urgency);
        const isLate = resting === null && feedingWindowStatus === "past_window";
        met.add(`${state}${asleep ? " asleep" : ""}`);

        expect(view.need).toBe(state);
        expect(state === "danger").toBe(resting === null && isLow);
        expect(state === "late").toBe(isLate && !isLow);
        if (state === "well") expect(resting !== null || (mood !== "sick" && mood !== "critical")).toBe(true);
        expect(/Meal .* late/.test(text)).toBe(isLate);

        const words = needed(view) ?? "";
        if (words !== "") expect(words.split(/, | and /u)).toEqual(needs);
        expect(words === "").toBe(state === "well" || needs.length === 0);
        if (state !== "well") {
          const planned = visitPlan([seen], MOST_ACTIONS).map(({ action }) => action);
          if (!asleep && planned.length > 0 && !planned.includes("reflect")) {
            // A plan that must give medicine again ends there, before the meal.
            if (planned.at(-1) !== "medicine")
              expect(words.includes("a meal"), planned.join()).toBe(planned.includes("feed"));
            // A meal after a missed window costs up to 3 health, which can make medicine necessary.
            if (health !== null && !visibility.hidden.includes("health") && (health < 60 || health >= 63))
              expect(words.includes("medicine"), `at ${health}`).toBe(planned.includes("medicine"));
          }
        }

        const card = String(waiting(view, now));
        expect(/Dies in/.test(card)).toBe(state === "danger");
        expect(/Meal (missed|overdue)/.test(card)).toBe(state === "late");
        expect(["critical", "waiting"].includes(livingState(seen))).toBe(state === "danger");
        expect(livingState(seen) === "overdue").toBe(state === "late");
        if (resting === null && ["danger", "late"].includes(state))
          expect(verdictOf({ house: [seen], lost: [], lived: true, now }).state).toBe(state);
        if (state === "danger" && asleep)
          expect(String(dangerLead({ creatures: [view], total: 1 }, now))).toContain("It is asleep");
      }
    }),
    { numRuns: 150 },
  );
  const expected = NEEDS.flatMap((need) => [need, `${need} asleep`]);
  expect([...met].toSorted()).toEqual(expect.arrayContaining(expected.filter((each) => each !== "due asleep")));
});
