// Asks the judge about an item once per call, even if the state has to be read again.
import { NO_ITEM, type JudgedItem } from "@denkeeper/rules/care/care.ts";
import type { CareAction } from "@denkeeper/rules/creature/creature.ts";
import { isTaskItem } from "@denkeeper/rules/creature/mechanics.ts";
import { ITEM_ACTIONS, type ItemAction, type SpeciesNature } from "@denkeeper/rules/species/species.ts";
import { approvedItemsOf } from "../items/approved-items.ts";
import type { Needs } from "../../http/request/services.ts";
import type { Caller } from "../../model/agents/store/callers.ts";
import { UNAVAILABLE, type Judgement, type Unjudged } from "../../model/items/item-judge.ts";

export interface Judged {
  readonly item: JudgedItem;
  readonly judgement: Judgement | Unjudged;
}

/** Care without an item. */
export const UNJUDGED: Judged = { item: NO_ITEM, judgement: UNAVAILABLE };

export async function judge(
  { itemJudge, database }: Needs<"database" | "itemJudge">,
  { agent }: Pick<Caller, "agent">,
  species: SpeciesNature,
  action: CareAction,
  item: string | undefined,
  patienceMs: number,
): Promise<Judged> {
  if (item === undefined || !isItemAction(action)) return UNJUDGED;
  const approved = (await approvedItemsOf(database, species))[action];
  const judgement = await itemJudge.judge({
    item,
    action,
    family: species.family,
    approved,
    agentId: agent.id,
    patienceMs,
  });
  return { item: { category: judgement.category, isTask: isTaskItem(item) }, judgement };
}

function isItemAction(action: CareAction): action is ItemAction {
  return ITEM_ACTIONS.some((candidate) => candidate === action);
}
