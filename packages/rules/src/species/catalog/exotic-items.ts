// What every exotic accepts. A gecko, an owl and an axolotl share no food and no toys, and what cleans one would hurt
// another, so only a tidy home, common medicine, patience and quiet are shared.

import type { ApprovedItems } from "../species.ts";

export const EXOTIC_ITEMS: ApprovedItems = {
  feed: [],
  play: [],
  clean: ["tidied enclosure", "rinsed food dish", "fresh water bowl", "spot cleaning by hand"],
  medicine: ["antibiotics", "vitamin drops", "vet checkup", "careful weighing"],
  discipline: ["calm voice", "gentle redirection", "quiet timeout", "patient repetition", "slow hand signal"],
  sleep: ["quiet room", "darkened room", "peaceful silence", "drawn curtains", "soft humming"],
};
