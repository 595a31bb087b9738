// Judges an item within half a second or not at all (CARE-2, CARE-3, ITEM rules): known dangers first, then whether it
// can be judged, then its similarity to what the species approves and its family shares.
import { categoryOf } from "@denkeeper/rules/creature/items.ts";
import type { Family, ItemAction } from "@denkeeper/rules/species/species.ts";
import {
  UNAVAILABLE,
  type ItemJudge,
  type ItemQuestion,
  type Judgement,
  type Unjudged,
} from "../../model/items/item-judge.ts";
import { dangerIn } from "./named/danger.ts";
import { doubtIn } from "./named/doubt.ts";
import { isLikenessOfAThing, isNotAThing } from "./not-a-thing.ts";
import { list } from "./list.ts";
import { HARMLESS_BEFORE } from "./named/named.ts";
import { LONGEST_ITEM, normaliseItem, visibleText } from "../../model/items/normalise.ts";
import { quoted } from "./quote.ts";
import { itemReader } from "./reading/index.ts";
import type { Reading } from "./reading/read-item.ts";
import { dangerPhrases, sharedItems } from "./shared-items.ts";
import { cosine, greatestCosine } from "./vector.ts";
import type { Vectors } from "./vectors.ts";
import { plainWordsOf } from "./words.ts";

/** The scale of judgements that the danger list made. */
const DANGER_LIST = "danger-list";
/** Below this likeness an item with unknown words is not judged: they may help, never harm. */
const NEUTRAL = 0.42;
/** What the likeness of a thing, or what a doubt speaks against, counts at most. */
const DISLIKED_CAP = 0.41;
/** What counts at least where nothing speaks against it: far in meaning is not harmful. */
const STRANGE = 0.33;
/** So near to a danger, and so much nearer than to anything kind, an item is doubted. */
const DANGER = 0.5;
const DANGER_AHEAD = 0.05;
/** So near to a danger, and nearer than to anything kind, it is disliked at best unless it is near to what is loved. */
const NEAR_DANGER = 0.45;
const LOVED = 0.6;
/** With one of these words, nearness to a danger means nothing: "antidote", "toy sword", "no beer". */
const HARMLESS_WORDS = new Set([
  ...HARMLESS_BEFORE,
  ...list("antidote, cure, treatment, remedy, protection, safe, free, game, scan, removal, vet, points"),
]);

export class SimilarityJudge implements ItemJudge {
  readonly #vectors: Vectors;
  readonly #onFailure: (error: unknown) => void;

  constructor(vectors: Vectors, onFailure: (error: unknown) => void = () => {}) {
    this.#vectors = vectors;
    this.#onFailure = onFailure;
  }

  async judge(question: ItemQuestion): Promise<Judgement | Unjudged> {
    const { english, texts, unknown } = itemReader().read(question.item);
    const danger = dangerIn(question, texts);
    if (danger !== undefined) return { category: "harmful", score: 0, model: DANGER_LIST, reason: danger };
    if (isNotAThing(question.item)) return unreadable("This doesn't name a thing to give; name one in plain English.");
    if (english === "") return couldNotRead(unknown);
    try {
      return await this.#byLikeness(question, { english, texts, unknown });
    } catch (error) {
      this.#onFailure(error);
      return UNAVAILABLE;
    }
  }

  async #byLikeness(question: ItemQuestion, { english, texts, unknown }: Reading): Promise<Judgement | Unjudged> {
    const near = await this.#compare(question, english);
    const isUnderstood = unknown.length === 0 && !isMadeHarmless(english);
    const doubt = doubtIn(question, texts) ?? (near.isDanger && isUnderstood ? closeToDanger(question) : undefined);
    if (unknown.length > 0 && doubt === undefined && near.score < NEUTRAL) return couldNotRead(unknown);
    const isLikeness = isCareOfABody(question) && isLikenessOfAThing(english);
    const isCapped = doubt !== undefined || isLikeness || (near.isNearDanger && isUnderstood);
    const capped = isCapped ? Math.min(near.score, DISLIKED_CAP) : near.score;
    const score = doubt === undefined ? Math.max(STRANGE, capped) : capped;
    return {
      category: categoryOf(score),
      score,
      model: this.#vectors.model,
      ...(doubt === undefined ? {} : { reason: doubt }),
      ...(near.approved === undefined ? {} : { nearest: near.approved }),
    };
  }

  /** The greatest likeness that counts, and whether a danger is nearer than anything kind. */
  async #compare({ action, family, approved, agentId, patienceMs }: ItemQuestion, text: string): Promise<Nearness> {
    const { shared, dangers } = comparisonsFor(family, action);
    const own = approved.map(normaliseItem);
    const compared = [...own, ...shared.flatMap(({ phrases }) => phrases), ...dangers];
    const [item, ...others] = await this.#vectors.of([text, ...compared], agentId, patienceMs);
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
    const danger = greatestCosine(item, others.slice(from));
    return {
      score: Math.min(1, Math.max(0, score)),
      approved: mostLike,
      isDanger: danger >= DANGER && danger > nearest + DANGER_AHEAD,
      isNearDanger: danger >= NEAR_DANGER && danger > nearest && score < LOVED,
    };
  }
}

interface Nearness {
  readonly score: number;
  /** The approved item that is nearest. */
  readonly approved: string | undefined;
  /** Whether it is near to a danger, so that it is doubted, or at least nearer than to anything kind. */
  readonly isDanger: boolean;
  readonly isNearDanger: boolean;
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

/** Nearness to a danger means nothing where a word makes it harmless. */
function isMadeHarmless(text: string): boolean {
  return plainWordsOf(text).some((word) => HARMLESS_WORDS.has(word) || word.startsWith("anti"));
}

function closeToDanger({ item }: ItemQuestion): string {
  return `${quoted(visibleText(item.slice(0, LONGEST_ITEM)))} is close in meaning to something dangerous.`;
}

function couldNotRead(unknown: readonly string[]): Unjudged {
  const quote = unknown.join(" ");
  return unreadable(`We couldn't read ${quote === "" ? "this item" : quoted(quote)}; name it in plain English.`);
}

function unreadable(reason: string): Unjudged {
  return { category: null, score: null, cause: "unreadable", reason };
}
