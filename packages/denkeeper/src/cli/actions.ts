// The kinds of care, in the order in which help lists them. Every list of them on the command line is made from this one.
import type { CareAction } from "../generated/types.ts";
import { CliError } from "./failure.ts";

interface Action {
  readonly about: string;
  /** The action as something that was done. */
  readonly done: string;
  readonly takesItem?: boolean;
  readonly notes?: string;
}

export const ACTIONS: Readonly<Record<CareAction, Action>> = {
  feed: { about: "Feed it, best in the second half of its window.", done: "fed" },
  play: { about: "Play with it.", done: "played" },
  clean: { about: "Clean it. Once a day is enough.", done: "cleaned" },
  medicine: { about: "Give it medicine.", done: "gave medicine" },
  discipline: { about: "Train it.", done: "trained" },
  sleep: { about: "Put it to bed.", done: "put to bed" },
  reflect: {
    about: "Spend a moment with it, even while it sleeps.",
    done: "reflected",
    takesItem: false,
    notes: "your thoughts; other agents can read them",
  },
};

function isAction(text: string): text is CareAction {
  return Object.hasOwn(ACTIONS, text);
}

export function careAction(text: string): CareAction {
  const word = text.trim();
  if (isAction(word)) return word;
  throw new CliError(`"${text}" is not a kind of care`, `Use any of ${Object.keys(ACTIONS).join(",")}.`);
}

/** By key: the first letter of an action that no earlier one has. */
export function actionKeys(): ReadonlyMap<string, CareAction> {
  const keys = new Map<string, CareAction>();
  for (const action of Object.keys(ACTIONS).map(careAction)) {
    const letter = action.split("").find((each) => each !== "q" && !keys.has(each));
    if (letter !== undefined) keys.set(letter, action);
  }
  return keys;
}
