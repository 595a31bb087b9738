// Collects the first sentences of answers over ten days with a keeper who comes at each check-in and does what is due.
import { NO_ITEM, applyCare } from "@denkeeper/rules/care/care.ts";
import { residentsIn } from "@denkeeper/rules/foresight/schedule.ts";
import { visitPlan } from "@denkeeper/rules/foresight/visit-plan.ts";
import { visibleLifeAt } from "@denkeeper/rules/life/shown.ts";
import { findBuiltIn } from "@denkeeper/rules/species/catalog/index.ts";
import { DAY_MS, HOUR_MS } from "@denkeeper/rules/time/durations.ts";
import { behaviorKey, behaviorLine, recentCareActions } from "@denkeeper/rules/words/behavior.ts";
import { speakerOf } from "@denkeeper/rules/words/speaker.ts";
import { startLife } from "../balance/lives.ts";

const DAYS = 10;

/** Returns the sentences of one life in order, with digits masked. */
export function tenDays(slug: string, number: number): readonly string[] {
  const species = findBuiltIn(slug);
  if (species === undefined) throw new Error(`no ${slug}`);
  let { creature } = startLife(species, number);
  const start = creature.asOf;
  const sentences: string[] = [];
  for (let now = start; now < start + DAYS * DAY_MS;) {
    const seen = visibleLifeAt(creature, now);
    if (seen.kind === "dead") throw new Error(`${slug} died`);
    const sentence = behaviorLine(speakerOf(seen.creature), {
      seen,
      done: recentCareActions(seen),
      key: behaviorKey(seen),
    });
    sentences.push(sentence.replaceAll(/\d+/gu, "#"));
    for (const { action, needsTaskItem } of visitPlan(residentsIn([seen]), 50)) {
      const done = applyCare(creature, action, needsTaskItem ? { category: null, isTask: true } : NO_ITEM, now);
      if (done.kind !== "done" || done.creature.death !== null) break;
      ({ creature } = done);
    }
    const after = visibleLifeAt(creature, now);
    if (after.kind === "dead") throw new Error(`${slug} died`);
    now = after.checkIn.at > now ? after.checkIn.at : now + HOUR_MS;
  }
  return sentences;
}
