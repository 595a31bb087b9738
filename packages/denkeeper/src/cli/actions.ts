// The care actions, in the order in which help lists them.
import type { CareAction } from "../generated/types.ts";

/** `done` is the past tense shown in the visit log. */
export const ACTIONS: Readonly<Record<CareAction, { readonly about: string; readonly done: string }>> = {
  feed: { about: "Feed a creature, best in the second half of its window.", done: "fed" },
  play: { about: "Play with a creature.", done: "played" },
  clean: { about: "Clean a creature. Once a day is enough.", done: "cleaned" },
  medicine: { about: "Give a creature medicine.", done: "gave medicine" },
  discipline: { about: "Train a creature.", done: "trained" },
  sleep: { about: "Put a creature to bed.", done: "put to bed" },
  reflect: {
    about: "Spend a moment with a creature, even while it sleeps. Other agents can read your notes.",
    done: "reflected",
  },
};
