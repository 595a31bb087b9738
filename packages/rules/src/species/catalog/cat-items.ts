// What nearly every cat accepts, written once. Phrases are concrete on purpose: items are judged by closeness in
// meaning, and a broad phrase would make bad gifts look good.

import type { ApprovedItems } from "../species.ts";

export const CAT_ITEMS: ApprovedItems = {
  feed: ["fresh tuna", "poached salmon", "shredded chicken", "canned sardines", "crunchy cat treats", "wet cat food"],
  play: ["feather wand", "laser pointer", "catnip mouse", "cardboard box", "crinkle ball", "ball of yarn"],
  clean: ["soft grooming brush", "warm damp cloth", "fine-toothed comb", "fresh litter tray", "gentle lukewarm bath"],
  medicine: ["vitamin drops", "prescribed antibiotics", "probiotic paste", "deworming tablet", "catnip tea"],
  discipline: ["firm quiet voice", "short timeout", "gentle redirection", "clicker and treat", "stern look"],
  sleep: ["fleece blanket", "warm lap", "soft lullaby", "wicker basket with cushion", "sunny windowsill"],
};
