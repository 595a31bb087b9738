// Distinguishes a picture, a poem or the smell of a thing from the thing: a painting of a fish does not feed a cat.
import { list } from "./list.ts";
import { wordsOf } from "./words.ts";

const LIKENESSES = new Set(
  list(
    "poem, haiku, song, story, picture, photo, photograph, drawing, painting, image, video, idea, concept, thought",
    "memory, dream, word, essay, description, smell, scent, hologram, statue, emoji",
  ),
);
const OF = new Set(list("about, of, on, for"));

export function isLikenessOfAThing(text: string): boolean {
  const words = wordsOf(text);
  return words.some((word, at) => LIKENESSES.has(word) && OF.has(words[at + 1] ?? ""));
}
