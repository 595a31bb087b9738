// Private text: items and notes that only the keeper's own key may read. Only the notes of reflections are public. The store
// returns private text as a type that no answer accepts.
import type { CareAction } from "@denkeeper/rules/creature/creature.ts";

declare const PRIVATE: unique symbol;

/** A string at run time. The compiler sees a symbol, which no answer field and no template accepts. */
export type PrivateText = symbol & { readonly [PRIVATE]: true };

export function privateText(words: string): PrivateText;
export function privateText(words: string | undefined): PrivateText | null;
export function privateText(words: string | undefined): PrivateText | null {
  // oxlint-disable-next-line typescript/consistent-type-assertions -- edge: hides the string, so that no answer accepts it
  return words === undefined ? null : (words as unknown as PrivateText);
}

/** The part of `Caller` that decides which text it may read. */
interface TextReader {
  readonly agent: { readonly id: string };
  readonly keyHash: Buffer;
  readonly sitter?: object;
}

declare const KEEPER: unique symbol;

/** A caller that uses the keeper's own key. */
export type KeeperCaller = TextReader & { readonly [KEEPER]: true };

function isKeeper(caller: TextReader, agentId: string): caller is KeeperCaller {
  return caller.sitter === undefined && caller.agent.id === agentId;
}

/** Returns the caller as the keeper, or undefined for another agent or a sitter. */
export function asKeeper(caller: TextReader, agentId: string): KeeperCaller | undefined {
  return isKeeper(caller, agentId) ? caller : undefined;
}

/** Returns private text for the keeper, and null for any other caller. */
export function ownWords(keeper: KeeperCaller, words: PrivateText): string;
export function ownWords(keeper: KeeperCaller | undefined, words: PrivateText | null): string | null;
export function ownWords(keeper: KeeperCaller | undefined, words: PrivateText | null): string | null {
  return keeper === undefined ? null : asText(words);
}

interface NotedCare {
  readonly action: CareAction | null;
  readonly notes: PrivateText | null;
}

/** Returns the public notes of an entry; null unless the action is reflect. */
export function reflectNote({ action, notes }: NotedCare): string | null {
  return action === "reflect" ? asText(notes) : null;
}

function asText(words: PrivateText | null): string | null {
  // oxlint-disable-next-line typescript/consistent-type-assertions -- edge: restores the string for the functions above
  return words as unknown as string | null;
}
