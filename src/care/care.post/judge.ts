// Asks the item judge about the item of a care action.
import { NO_ITEM, type JudgedItem } from "@denkeeper/rules/care/care.ts";
import type { CareAction } from "@denkeeper/rules/creature/creature.ts";
import { isTaskItem } from "@denkeeper/rules/creature/mechanics.ts";
import { ITEM_ACTIONS, type ItemAction } from "@denkeeper/rules/species/species.ts";
import type { RealInstant } from "@denkeeper/rules/time/units.ts";
import type { Needs } from "../../model/services.ts";
import type { Caller } from "../../model/agents/store/callers.ts";
import type { PresentCreature } from "../../model/creatures/store/creature-change.ts";
import { UNAVAILABLE, type Judgement, type MissingJudgement } from "../../model/items/item-judge.ts";
import { approvedItemsOf } from "../items/approved-items.ts";
import type { CareBody } from "./contract.ts";

export interface ItemVerdict {
  readonly item: JudgedItem;
  readonly judgement: Judgement | MissingJudgement;
}

/** The verdict for care without an item. */
export const NO_VERDICT: ItemVerdict = { item: NO_ITEM, judgement: UNAVAILABLE };

interface JudgedCall {
  readonly body: CareBody;
  readonly caller: Caller;
  readonly now: RealInstant;
}

/** Waits for the judge at most until the creature's next event, which may be its death. */
export async function judgeCareItem(
  { itemJudge, database }: Needs<"database" | "itemJudge">,
  { body: { action, item }, caller, now }: JudgedCall,
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
