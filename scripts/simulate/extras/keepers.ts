// One life after the documented loop (status, the visit that is due, the check-in), by keepers who differ only in what they make
// of the creature's wishes.
import { createHash } from "node:crypto";
import { NO_ITEM, applyCare, type JudgedItem } from "@denkeeper/rules/care/care.ts";
import { check } from "@denkeeper/rules/care/check.ts";
import { rememberCare } from "@denkeeper/rules/care/remember.ts";
import { dayOfLife, type CareAction, type Living } from "@denkeeper/rules/creature/creature.ts";
import type { Memory, Wishes } from "@denkeeper/rules/creature/memory.ts";
import { afterGranting, grants, isGrantedOn, wishOn, wishesFor, type Wish } from "@denkeeper/rules/extras/wishes.ts";
import { MOST_ACTIONS, visitOf } from "@denkeeper/rules/foresight/schedule.ts";
import { isPlanned, visitPlan } from "@denkeeper/rules/foresight/visit-plan.ts";
import { shownLifeAt } from "@denkeeper/rules/life/shown.ts";
import type { BuiltInSpecies } from "@denkeeper/rules/species/species.ts";
import { DAY_MS, MINUTE_MS } from "@denkeeper/rules/time/durations.ts";
import { startLife } from "../balance/lives.ts";

/** `without` knows no extras. The others note them as the service does: `plainly` grants each wish with a neutral item. */
export const KEEPERS = ["without", "ignores", "plainly", "lovingly"] as const;
export type WishKeeper = (typeof KEEPERS)[number];

export interface Kept {
  /** Of every state that was stored, and of every check-in that was advised. */
  readonly digest: string;
  readonly alive: boolean;
  readonly visits: number;
  readonly cares: number;
  readonly late: number;
  /** Days of its life on which a wish was there while it was fed. */
  readonly wished: number;
  readonly granted: number;
}

/** When a check-in is now although nothing could be done: it sleeps. */
const WAIT_MS = 15 * MINUTE_MS;
const TASK: JudgedItem = { category: "neutral", isTask: true };

interface Gift {
  readonly item: string | undefined;
  readonly judged: JudgedItem;
}

/** What a keeper gives with a planned care: the example of the wish with a meal, else what the step says. */
function giftOf(keeper: WishKeeper, action: CareAction, needsTaskItem: boolean, wish: Wish | undefined): Gift {
  if (needsTaskItem) return { item: undefined, judged: TASK };
  const isGranting = keeper === "plainly" || keeper === "lovingly";
  if (!isGranting || action !== "feed" || wish === undefined) return { item: undefined, judged: NO_ITEM };
  return { item: wish.example, judged: { category: keeper === "lovingly" ? "loved" : "neutral", isTask: false } };
}

/** The life of a species with a number, for so many days. */
export function keptBy(keeper: WishKeeper, species: BuiltInSpecies, number: number, days: number): Kept {
  const offered = wishesFor(species.approvedItems.feed);
  const start = startLife(species, number).creature;
  const digest = createHash("sha256");
  const kept: { memory: Memory<string> | null } = { memory: null };
  const wished = new Set<number>();
  let creature: Living = start;
  let [now, visits, cares, late] = [start.asOf, 0, 0, 0];
  const result = (alive: boolean): Kept => {
    const granted = kept.memory?.wishes?.granted ?? 0;
    return { digest: digest.digest("hex"), alive, visits, cares, late, wished: wished.size, granted };
  };
  while (now < start.asOf + days * DAY_MS) {
    visits++;
    const checked = check(creature, now)?.creature ?? creature;
    if (checked.death !== null) return result(false);
    creature = checked;
    const seen = shownLifeAt(creature, now);
    if (seen.kind === "dead") return result(false);
    for (const { action, needsTaskItem } of visitPlan([seen], MOST_ACTIONS)) {
      if (!isPlanned(creature, action, now)) continue;
      const day = dayOfLife(creature, now);
      const open: Wish | undefined =
        keeper === "without" || isGrantedOn(day, kept.memory?.wishes) ? undefined : wishOn(creature.id, day, offered);
      const { item, judged } = giftOf(keeper, action, needsTaskItem, open);
      const done = applyCare(creature, action, judged, now);
      if (done.kind === "died") return result(false);
      if (done.kind === "refused") continue;
      cares++;
      if (done.timing === "late" || done.timing === "missed_window") late++;
      if (action === "feed" && open !== undefined) wished.add(day);
      if (keeper !== "without") {
        const isGranted: boolean = open !== undefined && grants(open, { action, item, category: judged.category });
        const wishes: Wishes | undefined = isGranted ? afterGranting(kept.memory?.wishes, day) : undefined;
        kept.memory = rememberCare<string>(kept.memory, action, done, {
          by: "keeper",
          loved: null,
          note: null,
          wishes,
        });
      }
      digest.update(JSON.stringify(done.creature));
      if (done.creature.death !== null) return result(false);
      ({ creature } = done);
    }
    const after = shownLifeAt(creature, now);
    const next = after.kind === "dead" ? null : visitOf([after]);
    if (next === null) return result(false);
    digest.update(`${next.at}`);
    now = next.at > now ? next.at : now + WAIT_MS;
  }
  return result(true);
}
