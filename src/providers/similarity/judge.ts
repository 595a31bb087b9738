// Judges an item within half a second or not at all (CARE-2, CARE-3, ITEM rules): known dangers first, then whether it
// can be judged, then its similarity to what the species approves and its family shares.
import { categoryOf } from "@denkeeper/rules/creature/items.ts";
import type { Family, ItemAction } from "@denkeeper/rules/species/species.ts";
import type { ItemJudge, ItemQuestion, Judgement, Unjudged } from "../item-judge.ts";
import { UNAVAILABLE } from "../item-judge.ts";
import { dangerIn } from "./danger.ts";
import { isLikenessOfAThing } from "./likeness-of-a-thing.ts";
import { list } from "./list.ts";
import { normaliseItem } from "./normalise.ts";
import { isNotAThing } from "./not-a-thing.ts";
import { itemReader } from "./reading/index.ts";
import { dangerPhrases, sharedItems } from "./shared-items.ts";
import { cosine, greatestCosine } from "./vector.ts";
import type { Vectors } from "./vectors.ts";
import { plainWordsOf } from "./words.ts";

/** The scale of judgements that the danger list made. */
const DANGER_LIST = "danger-list";
/** Below this likeness an item with unknown words is not judged: they may help, never harm. */
const NEUTRAL = 0.42;
/** What the likeness of a thing counts at most. */
const LIKENESS_CAP = 0.41;
/** Danger by meaning: so near to a danger, and so much nearer than to anything kind. */
const LEAST_DANGER = 0.5;
const DANGER_AHEAD = 0.05;
/** With one of these words, nearness to a danger means nothing: "antidote", "toy sword", "no beer". */
const HARMLESS_WORDS = new Set(
  list(
    "antidote, cure, treatment, remedy, protection, safe, free, toy, plush, game, scan, removal, vet, without, no, non",
  ),
);
const LONGEST_QUOTE = 40;

export class SimilarityJudge implements ItemJudge {
  readonly #vectors: Vectors;
  readonly #onFailure: (error: unknown) => void;

  constructor(vectors: Vectors, onFailure: (error: unknown) => void = () => {}) {
    this.#vectors = vectors;
    this.#onFailure = onFailure;
  }

  async judge(question: ItemQuestion): Promise<Judgement | Unjudged> {
    const { item, action, family, approved } = question;
    const { english, texts, unknown } = itemReader().read(item);
    const danger = dangerIn({ texts, action, family, approved });
    if (danger !== undefined) return { category: "harmful", score: 0, model: DANGER_LIST, reason: danger };
    if (isNotAThing(item)) return unreadable("This doesn't name a thing to give; name one in plain English.");
    if (english === "") return couldNotRead(unknown);
    try {
      return await this.#byLikeness(question, english, unknown);
    } catch (error) {
      this.#onFailure(error);
      return UNAVAILABLE;
    }
  }

  async #byLikeness(question: ItemQuestion, text: string, unknown: readonly string[]): Promise<Judgement | Unjudged> {
    const { model } = this.#vectors;
    const near = await this.#compare(question, text);
    if (unknown.length === 0 && near.danger !== undefined && !isMadeHarmless(text)) {
      return { category: "harmful", score: 0, model, reason: `It is close to "${near.danger}", which is dangerous.` };
    }
    const isLikeness = isCareOfABody(question) && isLikenessOfAThing(text);
    const score = Math.min(1, Math.max(0, isLikeness ? Math.min(near.score, LIKENESS_CAP) : near.score));
    if (unknown.length > 0 && score < NEUTRAL) return couldNotRead(unknown);
    return {
      category: categoryOf(score),
      score,
      model,
      ...(near.approved === undefined ? {} : { nearest: near.approved }),
    };
  }

  /** The greatest likeness that counts, and the danger that is nearer than anything kind. */
  async #compare({ action, family, approved, agentId }: ItemQuestion, text: string): Promise<Nearness> {
    const { shared, dangers } = comparisonsFor(family, action);
    const own = approved.map(normaliseItem);
    const compared = [...own, ...shared.flatMap(({ phrases }) => phrases), ...dangers];
    const [item, ...others] = await this.#vectors.of([text, ...compared], agentId);
    if (item === undefined) throw new Error("the model gave no vector");
    let from = own.length;
    const likenesses = others.slice(0, from).map((vector) => cosine(item, vector));
    let nearest = Math.max(-1, ...likenesses);
    const mostLike = approved[likenesses.indexOf(nearest)];
    let score = nearest;
    for (const { phrases, cap } of shared) {
      const likeness = greatestCosine(item, others.slice(from, from + phrases.length));
      from += phrases.length;
      nearest = Math.max(nearest, likeness);
      score = Math.max(score, Math.min(likeness, cap));
    }
    const menaces = others.slice(from).map((vector) => cosine(item, vector));
    const greatest = Math.max(...menaces);
    const isDanger = greatest >= LEAST_DANGER && greatest > nearest + DANGER_AHEAD;
    return { score, approved: mostLike, danger: isDanger ? dangers[menaces.indexOf(greatest)] : undefined };
  }
}

interface Nearness {
  readonly score: number;
  /** The approved item that is nearest. */
  readonly approved: string | undefined;
  readonly danger: string | undefined;
}

interface Comparisons {
  readonly shared: readonly { readonly phrases: readonly string[]; readonly cap: number }[];
  readonly dangers: readonly string[];
}

const comparisons = new Map<string, Comparisons>();

/** The phrases of a family for an action, normalized once. */
function comparisonsFor(family: Family, action: ItemAction): Comparisons {
  const key = `${family} ${action}`;
  const found = comparisons.get(key) ?? {
    shared: sharedItems(family, action).map(({ phrases, cap }) => ({ cap, phrases: phrases.map(normaliseItem) })),
    dangers: dangerPhrases(family, action).map(normaliseItem),
  };
  comparisons.set(key, found);
  return found;
}

/** A mind of data may well feed on poems. */
function isCareOfABody({ family, action }: ItemQuestion): boolean {
  return family !== "ai-native" && (action === "feed" || action === "medicine" || action === "clean");
}

function isMadeHarmless(text: string): boolean {
  return plainWordsOf(text).some((word) => HARMLESS_WORDS.has(word) || word.startsWith("anti"));
}

function couldNotRead(unknown: readonly string[]): Unjudged {
  const quote = unknown.join(" ");
  const what = quote === "" ? "this item" : `"${quote.length > LONGEST_QUOTE ? `${cut(quote)}…` : quote}"`;
  return unreadable(`We couldn't read ${what}; name it in plain English.`);
}

/** Whole characters only. */
function cut(text: string): string {
  return Array.from(text).slice(0, LONGEST_QUOTE).join("");
}

function unreadable(reason: string): Unjudged {
  return { category: null, score: null, cause: "unreadable", reason };
}
