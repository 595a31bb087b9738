// Wishes: one meal a day of its life that a creature would like, and the keepsakes that granted ones leave behind (WISH rules).
// No rule of life reads them: a wish changes nothing, the meal does what that meal does.
import type { CareAction, ItemCategory } from "../creature/creature.ts";
import type { Wishes } from "../creature/memory.ts";
import type { Family } from "../species/species.ts";
import { chance, seedOf } from "../time/hash.ts";
import KEEPSAKES from "./keepsakes.json" with { type: "json" };
import WISHES from "./wishes.json" with { type: "json" };

export interface Wish {
  readonly id: string;
  /** What its keeper reads. It names a thing, and never a time. */
  readonly text: string;
  /** One of these words, or its plural, in the item of a meal grants it. */
  readonly words: readonly string[];
  /** An approved meal of its species that grants it, so that no keeper has to guess. */
  readonly example: string;
}

/** Something that the creature has kept, and how it is drawn. */
export interface Keepsake {
  readonly name: string;
  readonly shape: string;
}

/** So many granted wishes leave a keepsake. */
const KEEPSAKE_EVERY = 7;

const UNKIND: ReadonlySet<ItemCategory | null> = new Set<ItemCategory | null>(["disliked", "harmful"]);

function stem(word: string): string {
  if (word.length > 4 && word.endsWith("ies")) return `${word.slice(0, -3)}y`;
  return word.length > 3 && word.endsWith("s") && !word.endsWith("ss") ? word.slice(0, -1) : word;
}

function hasWord(item: string, words: readonly string[]): boolean {
  const said =
    item
      .toLowerCase()
      .normalize("NFKD")
      .match(/[a-z]+/gu) ?? [];
  const stems = new Set(said.map(stem));
  return words.some((word) => stems.has(stem(word)));
}

/** Which wishes a list of approved meals allows. There is one list for each species, and it is looked through once. */
const offered = new WeakMap<readonly string[], readonly Wish[]>();

/** WISH-2: those that one of the approved meals of the species grants. */
export function wishesFor(approvedMeals: readonly string[]): readonly Wish[] {
  const known = offered.get(approvedMeals);
  if (known !== undefined) return known;
  const wishes = WISHES.flatMap((wish) => {
    const example = approvedMeals.find((meal) => hasWord(meal, wish.words));
    return example === undefined ? [] : [{ ...wish, example }];
  });
  offered.set(approvedMeals, wishes);
  return wishes;
}

/** A list in an order that the seed chooses. */
function shuffled<Item>(list: readonly Item[], seed: number): readonly Item[] {
  return list
    .map((item, index) => ({ item, place: chance(seed, index) }))
    .toSorted((one, other) => one.place - other.place)
    .map(({ item }) => item);
}

/** WISH-1: the wish of a day of its life, if its species has any. Each one comes once before any comes again. */
export function wishOn(creatureId: string, day: number, wishes: readonly Wish[]): Wish | undefined {
  const round = Math.floor((day - 1) / wishes.length);
  return shuffled(wishes, seedOf(`${creatureId}:wish:${round}`))[(day - 1) % wishes.length];
}

/** What a care was given with, as the judge took it. */
export interface Offering {
  readonly action: CareAction;
  readonly item: string | undefined;
  readonly category: ItemCategory | null;
}

/** WISH-3. */
export function grants({ words }: Pick<Wish, "words">, { action, item = "", category }: Offering): boolean {
  return action === "feed" && !UNKIND.has(category) && hasWord(item, words);
}

/** Whether the wish of that day of its life is granted already (WISH-4). */
export function isGrantedOn(day: number, wishes: Wishes | undefined): boolean {
  return wishes !== undefined && wishes.day >= day;
}

/** WISH-4: at most one a day. */
export function afterGranting(wishes: Wishes | undefined, day: number): Wishes {
  if (wishes !== undefined && isGrantedOn(day, wishes)) return wishes;
  return { granted: (wishes?.granted ?? 0) + 1, day };
}

/** What it has on its shelf, the newest last: as many as its family has, in an order of its own. */
export function keepsakesOf(creatureId: string, family: Family, wishes: Wishes | undefined): readonly Keepsake[] {
  const count = Math.floor((wishes?.granted ?? 0) / KEEPSAKE_EVERY);
  return count === 0 ? [] : shuffled(KEEPSAKES[family], seedOf(`${creatureId}:keepsakes`)).slice(0, count);
}
