// The wish of a creature today (WISH rules): from the approved meals of its species, its id and the day of its life.
import type { CareDone } from "@denkeeper/rules/care/care.ts";
import { dayOfLife, type Living } from "@denkeeper/rules/creature/creature.ts";
import type { Memory, Wishes } from "@denkeeper/rules/creature/memory.ts";
import {
  afterGranting,
  grants,
  isGrantedOn,
  wishOn,
  wishesFor,
  type Offering,
  type Wish,
} from "@denkeeper/rules/extras/wishes.ts";
import type { ShownOf } from "@denkeeper/rules/creature/visibility.ts";
import type { Database } from "../../store/db/db.ts";
import { approvedItemsOf } from "./approved-items.ts";

export interface WishNow {
  readonly wish: Wish;
  readonly isGranted: boolean;
}

type Remembering = Pick<Memory<unknown>, "wishes"> | null;

/** Undefined where its species approves no meal that we have a wish for. */
export async function wishNow(
  database: Database,
  creature: ShownOf<Living>,
  memory: Remembering,
  at: number,
): Promise<WishNow | undefined> {
  const { feed } = await approvedItemsOf(database, creature.species);
  const day = dayOfLife(creature, at);
  const wish = wishOn(creature.id, day, wishesFor(feed));
  return wish && { wish, isGranted: isGrantedOn(day, memory?.wishes) };
}

/** What memory keeps if this care grants the wish of the day; undefined if it does not. */
export async function wishesGranted(
  database: Database,
  { before, at }: CareDone,
  memory: Remembering,
  given: Offering,
): Promise<Wishes | undefined> {
  if (given.action !== "feed" || given.item === undefined) return undefined;
  const now = await wishNow(database, before, memory, at);
  if (now === undefined || now.isGranted || !grants(now.wish, given)) return undefined;
  return afterGranting(memory?.wishes, dayOfLife(before, at));
}
