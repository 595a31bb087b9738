// A phrasebook: the words in which the facts of a month are told (RELAY-1). A ranked season has one that nobody outside has
// seen. `npm run simulate -- --book FILE` says whether a book has all that it needs.
import { canonical } from "@denkeeper/rules/time/canonical.ts";
import type { Hashes } from "../chance.ts";

export interface Book {
  readonly name: string;
  /** SHA-256 of its canonical form, so that spaces and order do not matter. */
  readonly sha256: string;
  /** Templates by intent, phrases of dates, and the descriptions of each thing. */
  readonly lists: Readonly<Record<string, readonly string[]>>;
}

export function bookIn(value: object, hashes: Hashes): Book {
  const { name, ...lists }: Readonly<Record<string, unknown>> = { ...value };
  const read = Object.entries(lists).map(([key, texts]) => {
    if (!Array.isArray(texts)) throw new Error(`${key} is not a list of texts`);
    return [key, texts.map(String)] as const;
  });
  return { name: String(name), sha256: hashes.sha256(canonical(value)), lists: Object.fromEntries(read) };
}
