// Text that only the keeper's own key may read: items and notes. Only notes of reflect are public. The store
// returns them as this type, which no answer accepts as text.
import type { CareAction } from "@denkeeper/rules/creature/creature.ts";

declare const PRIVATE: unique symbol;

/** A string at run time. To the compiler it is a symbol, which no answer field and no template accepts. */
export type PrivateText = symbol & { readonly [PRIVATE]: true };

export function privateText(words: string): PrivateText;
export function privateText(words: string | undefined): PrivateText | null;
export function privateText(words: string | undefined): PrivateText | null {
  // oxlint-disable-next-line typescript/consistent-type-assertions -- edge: takes away what can be done with a string
  return words === undefined ? null : (words as unknown as PrivateText);
}

/** The part of `Caller` that decides what may be read. */
interface TextReader {
  readonly agent: { readonly id: string };
  readonly keyHash: Buffer;
  readonly sitter?: object;
}

declare const KEEPER: unique symbol;

/** A caller with the keeper's own key. */
export type KeeperCaller = TextReader & { readonly [KEEPER]: true };

function isKeeper(caller: TextReader, agentId: string): caller is KeeperCaller {
  return caller.sitter === undefined && caller.agent.id === agentId;
}

/** Returns the caller, unless it is another agent, or a sitter. */
export function asKeeper(caller: TextReader, agentId: string): KeeperCaller | undefined {
  return isKeeper(caller, agentId) ? caller : undefined;
}

/** Returns private text to the keeper, and null to all others. */
export function ownWords(keeper: KeeperCaller, words: PrivateText): string;
export function ownWords(keeper: KeeperCaller | undefined, words: PrivateText | null): string | null;
export function ownWords(keeper: KeeperCaller | undefined, words: PrivateText | null): string | null {
  return keeper === undefined ? null : asText(words);
}

interface NotedCare {
  readonly action: CareAction | null;
  readonly notes: PrivateText | null;
}

/** The public form of an entry's notes: null unless written with reflect. */
export function reflectNote({ action, notes }: NotedCare): string | null {
  return action === "reflect" ? asText(notes) : null;
}

function asText(words: PrivateText | null): string | null {
  // oxlint-disable-next-line typescript/consistent-type-assertions -- edge: the way back, for the functions above
  return words as unknown as string | null;
}
