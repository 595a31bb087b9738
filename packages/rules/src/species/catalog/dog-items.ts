// What nearly every dog accepts, written once. Phrases are concrete on purpose: items are judged by closeness in
// meaning, and a broad phrase would make bad gifts look good.

import type { ApprovedItems } from "../species.ts";

export const DOG_ITEMS: ApprovedItems = {
  feed: ["roast beef", "boiled chicken", "dry kibble", "dog biscuits", "bone broth", "spoonful of peanut butter"],
  play: ["tennis ball", "frisbee", "tug rope", "squeaky toy", "game of fetch"],
  clean: ["dog shampoo", "bristle brush", "warm bath", "brisk towel rub", "paw wipes"],
  medicine: ["heartworm tablet", "daily multivitamin", "prescribed antibiotics", "probiotic powder", "tick drops"],
  discipline: ["firm voice", "short timeout", "gentle redirection", "sit and stay command", "clicker training"],
  sleep: ["soft dog cushion", "fleece blanket", "warm crate", "rug by the hearth", "slow belly rub"],
};
