// Lists the items that a family approves. Phrases are concrete, because items are judged by similarity of meaning and a broad
// phrase would approve bad gifts.
import { recordOf } from "../../time/record.ts";
import { ITEM_ACTIONS, type ApprovedItems, type Family, type ItemAction } from "../species.ts";

/** Phrases separated by commas. */
export type PhraseLists = Readonly<Record<ItemAction, string>>;

export function phrasesIn(list: string): readonly string[] {
  return list === "" ? [] : list.split(", ");
}

export function itemsIn(lists: PhraseLists): ApprovedItems {
  return recordOf(ITEM_ACTIONS, (action) => phrasesIn(lists[action]));
}

/** Phrases that every species of a family approves, except for the actions in its `sharesNo`. */
export const FAMILY_ITEMS: Readonly<Record<Family, ApprovedItems>> = {
  cat: itemsIn({
    feed: "fresh tuna, poached salmon, shredded chicken, canned sardines, crunchy cat treats, wet cat food",
    play: "feather wand, laser pointer, catnip mouse, cardboard box, crinkle ball, ball of yarn",
    clean: "soft grooming brush, warm damp cloth, fine-toothed comb, fresh litter tray, gentle lukewarm bath",
    medicine: "vitamin drops, prescribed antibiotics, probiotic paste, deworming tablet, catnip tea",
    discipline: "firm quiet voice, short timeout, gentle redirection, clicker and treat, stern look",
    sleep: "fleece blanket, warm lap, soft lullaby, wicker basket with cushion, sunny windowsill",
  }),
  dog: itemsIn({
    feed: "roast beef, boiled chicken, dry kibble, dog biscuits, bone broth, spoonful of peanut butter",
    play: "tennis ball, frisbee, tug rope, squeaky toy, game of fetch",
    clean: "dog shampoo, bristle brush, warm bath, brisk towel rub, paw wipes",
    medicine: "heartworm tablet, daily multivitamin, prescribed antibiotics, probiotic powder, tick drops",
    discipline: "firm voice, short timeout, gentle redirection, sit and stay command, clicker training",
    sleep: "soft dog cushion, fleece blanket, warm crate, rug by the hearth, slow belly rub",
  }),
  // A gecko, an owl, and an axolotl share no food or toys, and cleaning products for one would hurt another.
  exotic: itemsIn({
    feed: "",
    play: "",
    clean: "tidied enclosure, rinsed food dish, fresh water bowl, spot cleaning by hand",
    medicine: "antibiotics, vitamin drops, vet checkup, careful weighing",
    discipline: "calm voice, gentle redirection, quiet timeout, patient repetition, slow hand signal",
    sleep: "quiet room, darkened room, peaceful silence, drawn curtains, soft humming",
  }),
  // Power, data, puzzles, and upkeep in everyday words, because the embedding model must distinguish a meal from a hazard.
  "ai-native": itemsIn({
    feed: "fresh training data, warm electricity, solar power, spare compute cycles, clean text files",
    play: "logic puzzle, chess game, word riddle, coding challenge, maze to solve",
    clean: "compressed air, microfiber cloth, disk cleanup, dusting the cooling fans, sorting old files",
    medicine: "integrity scan, security patch, software update, restored backup, memory diagnostic",
    discipline: "calm explanation, gentle correction, short timeout, code review, clear error message",
    sleep: "sleep mode, low power mode, dimmed screen, quiet server room, slow fan hum",
  }),
};
