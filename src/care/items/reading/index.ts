// The reader of a process, created for the first item: it holds 5 MB that a worker does not need.
import { kindPhrases } from "../approved-phrases.ts";
import { ItemReader } from "./read-item.ts";

let reader: ItemReader | undefined;

export function itemReader(): ItemReader {
  reader ??= new ItemReader(kindPhrases());
  return reader;
}
