// The care actions, in the order in which help lists them.
import type { CareAction } from "../generated/types.ts";

/** `done` is the past tense shown in the visit log. */
export const ACTIONS: Readonly<Record<CareAction, { readonly about: string; readonly done: string }>> = {
  feed: { about: "Feed it, best in the second half of its window.", done: "fed" },
  play: { about: "Play with it.", done: "played" },
  clean: { about: "Clean it. Once a day is enough.", done: "cleaned" },
  medicine: { about: "Give it medicine.", done: "gave medicine" },
  discipline: { about: "Train it.", done: "trained" },
  sleep: { about: "Put it to bed.", done: "put to bed" },
  reflect: {
    about: "Spend a moment with it, even while it sleeps. Other agents can read your notes.",
    done: "reflected",
  },
};
