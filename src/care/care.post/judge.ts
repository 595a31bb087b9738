// Has the item of a care action judged for its creature.
import { NO_ITEM, type JudgedItem } from "@denkeeper/rules/care/care.ts";
import type { CareAction } from "@denkeeper/rules/creature/creature.ts";
import { isTaskItem } from "@denkeeper/rules/creature/mechanics.ts";
import { ITEM_ACTIONS, type ItemAction } from "@denkeeper/rules/species/species.ts";
import type { Needs } from "../../model/services.ts";
import type { PresentCreature } from "../../model/creatures/store/creature-change.ts";
import { UNAVAILABLE, type Judgement, type MissingJudgement } from "../../model/items/item-judge.ts";
import { approvedItemsOf } from "../items/approved-items.ts";
import type { CareRequest } from "./care.ts";

export interface ItemVerdict {
  readonly item: JudgedItem;
  readonly judgement: Judgement | MissingJudgement;
}

/** Care without an item. */
export const NO_VERDICT: ItemVerdict = { item: NO_ITEM, judgement: UNAVAILABLE };

/** Judges the item of a request; gives up when the creature's next event is due. */
export async function judgeCareItem(
  { itemJudge, database }: Needs<"database" | "itemJudge">,
  { body: { action, item }, caller, now }: CareRequest,
  { creature: { species }, nextEventAt }: PresentCreature,
): Promise<ItemVerdict> {
  if (item === undefined || !isItemAction(action)) return NO_VERDICT;
  const approved = (await approvedItemsOf(database, species))[action];
  const patienceMs = (nextEventAt ?? Infinity) - now;
  const question = { item, action, family: species.family, approved, agentId: caller.agent.id, patienceMs };
  const judgement = await itemJudge.judge(question);
  return { item: { category: judgement.category, isTask: isTaskItem(item) }, judgement };
}

function isItemAction(action: CareAction): action is ItemAction {
  return ITEM_ACTIONS.some((candidate) => candidate === action);
}
