// The kinds of care, in the order in which help lists them.
import type { CareInput } from "../generated/types.ts";

export const ACTION_HELP: Readonly<Record<CareInput["action"], string>> = {
  feed: "Feed it, best in the second half of its window.",
  play: "Play with it.",
  clean: "Clean it. Once a day is enough.",
  medicine: "Give it medicine.",
  discipline: "Train it.",
  sleep: "Put it to bed.",
  reflect: "Spend a moment with it, even while it sleeps.",
};

export const ACTIONS: readonly CareInput["action"][] = [
  "feed",
  "play",
  "clean",
  "medicine",
  "discipline",
  "sleep",
  "reflect",
];
