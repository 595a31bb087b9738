// What our texts avoid, each with the reason, what to write instead, and a sentence in which the check must find it.
import type { Kind } from "../../texts/catalogue.ts";

export interface Construction {
  readonly name: string;
  readonly pattern: RegExp;
  readonly reason: string;
  readonly instead: string;
  /** A sentence that has it. The check fails if it does not find it there. */
  readonly planted: string;
  /** A sentence that looks like it and is fine. */
  readonly fine?: string;
  /** Kinds of texts where it is right. */
  readonly except?: readonly Kind[];
}

export const CONSTRUCTIONS: readonly Construction[] = [
  {
    name: "whoever",
    pattern: /\b(?:who|whom|whoso)ever\b/gi,
    reason: "a riddle where a role has a name",
    instead: "anyone who, the caller, the operator, you",
    planted: "Whoever has lost it starts anew.",
  },
  {
    name: "nobody",
    pattern: /\b(?:nobody|somebody)\b/gi,
    reason: "processes and callers are not people",
    instead: "no process, no caller, an operator, no one",
    planted: "It wakes somebody at night.",
    // On a page it is a visitor or a creature.
    except: ["page copy"],
  },
  {
    name: "is none",
    pattern: /(?<!\bthere )\b(?:is|are|was|were)\s+none\b/gi,
    reason: "translated",
    instead: "is not one of",
    planted: "The action is none of those that your key is for.",
    fine: "Without a key there is none.",
  },
  {
    name: "is no X",
    pattern: /(?<!\bthere\s)\b(?:is|are|was|were)\s+no\s+(?!longer\b|more\b|less\b|later\b|doubt\b|different\b)/gi,
    reason: "translated",
    instead: "is not a, is not an",
    planted: '"abc" is no number.',
    fine: "There is no such page, and it is no longer linked.",
  },
  {
    name: "of its own",
    pattern:
      /\bof\s+(?:its|their)\s+own\b(?=\s*(?:[^\w\s]|$)|\s+(?:that|which|for|with|in|on|and|or|is|are|was|has|so|to|under|by)\b)/gi,
    reason: "longer than needed",
    instead: "its own X, a separate X",
    planted: "It has a thread of its own.",
    fine: "It may move the clock of its own house.",
  },
  {
    name: "by itself",
    pattern: /\bby\s+(?:itself|themselves|oneself)\b/gi,
    reason: "vague about what does it",
    instead: "automatically, or name what does it",
    planted: "Credits arrive by themselves.",
  },
  {
    name: "also when",
    pattern: /\balso\s+(?:when|if|while|where|after|before|without)\b/gi,
    reason: "translated",
    instead: "even when",
    planted: "It is sent also when nothing changed.",
  },
  {
    name: "shall",
    pattern: /\bshall\b/gi,
    reason: "legal language",
    instead: "must, will, should",
    planted: "It shall not be cached.",
  },
  {
    name: "the own",
    pattern: /\bthe\s+own\b/gi,
    reason: "not English",
    instead: "its own",
    planted: "See the own key.",
  },
  {
    name: "meanwhile at the end",
    pattern: /\bmeanwhile\b(?=\s*(?:[.,;:!?)]|$))/gi,
    reason: "an afterthought that English puts first",
    instead: "in the meantime, or say during what",
    planted: "Your creatures rest meanwhile.",
    fine: "Meanwhile the clocks run on.",
  },
  {
    name: "from before",
    pattern: /\bfrom\s+before\b(?!\s+(?:the|a|an|this|that|it|version)\b)/gi,
    reason: "does not say before what",
    instead: "earlier, previous, old",
    planted: "A code from before is dead.",
  },
  {
    name: "is advised to be",
    pattern: /\badvised\s+to\s+be\b/gi,
    reason: "passive twice",
    instead: "you should, the advice is to",
    planted: "It is advised to be fed.",
  },
  {
    name: "to be had",
    pattern: /\bto\s+be\s+had\b/gi,
    reason: "translated",
    instead: "available",
    planted: "No connection was to be had.",
  },
  {
    name: "lies",
    pattern: /\blies\b/gi,
    reason: "translated; or it says that something is untrue",
    instead: "is, is in, is stored, is buried",
    planted: "The file lies beside it.",
  },
  {
    name: "tells of",
    pattern: /\b(?:tell|tells|telling|told)\s+of\b/gi,
    reason: "fairy-tale tone",
    instead: "reports, describes, says",
    planted: "The header tells of a delay.",
  },
  {
    name: "told",
    pattern: /\btold\b(?!\s+of\b)/gi,
    reason: "programs do not tell",
    instead: "reported, returned, sent",
    planted: "The caller is told the reason.",
  },
  {
    name: "let go of",
    pattern: /\b(?:let|lets|letting)\s+go\s+of\b/gi,
    reason: "the field says it shorter",
    instead: "released",
    planted: "The lock is let go of.",
  },
  {
    name: "borne",
    pattern: /\bborne\b/gi,
    reason: "archaic",
    instead: "tolerated",
    planted: "Two failures are borne.",
  },
  {
    name: "worked off",
    pattern: /\b(?:work|works|worked|working)\s+off\b/gi,
    reason: "translated",
    instead: "drained, processed",
    planted: "The queue is worked off.",
  },
  {
    name: "turned away",
    pattern: /\b(?:turn|turns|turned|turning)\s+away\b/gi,
    reason: "an image where the field has a word",
    instead: "rejected",
    planted: "Calls are turned away.",
  },
  {
    name: "so that, twice",
    pattern: /\bso\s+that\b[^.!?]*\bso\s+that\b/gi,
    reason: "a chain of purposes in one sentence",
    instead: "two sentences",
    planted: "It waits so that writes end, so that none is lost.",
    fine: "It waits so that writes end. It logs so that you notice.",
  },
  {
    name: "1 %",
    pattern: /[\d}]\s%(?!\w)/g,
    reason: "in English the sign follows the number directly",
    instead: "1%",
    planted: "More than 5 % fail.",
    fine: "More than 5% fail.",
  },
];
