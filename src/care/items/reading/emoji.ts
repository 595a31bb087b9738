// Reads emoji as the names of things. Our own names replace the official ones where a keeper means something else.
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { z } from "zod";
import type { Lexicon } from "./lexicon.ts";

const require = createRequire(import.meta.url);

/** Unicode groups whose emoji do not name a thing. */
const SILENT = new Set(["Smileys & Emotion", "People & Body", "Symbols", "Flags"]);
const official = z.record(z.string(), z.object({ name: z.string(), group: z.string() }));

const EMOJI = /\p{RGI_Emoji}|\p{Extended_Pictographic}\uFE0F?/gv;
/** Keyboard characters that Unicode counts as emoji if a variation selector follows. */
const KEYBOARD_SIGN = /^[\p{N}#*]$/u;
const SKIN_TONE = /\p{Emoji_Modifier}/gu;
const GENDER = /\u200D[♀♂]\uFE0F?/gu;

export interface EmojiNames {
  /** Returns the text with each emoji replaced by a space, and the names of emoji that name a thing. */
  takeOut(text: string): { readonly rest: string; readonly names: readonly string[] };
}

export function emojiNames({ emoji: ours }: Pick<Lexicon, "emoji">): EmojiNames {
  const file = require.resolve("unicode-emoji-json");
  const names = new Map<string, string>();
  for (const [emoji, { name, group }] of Object.entries(official.parse(JSON.parse(readFileSync(file, "utf8"))))) {
    if (!SILENT.has(group)) names.set(withoutVariants(emoji), name.toLowerCase());
  }
  for (const [emoji, name] of Object.entries(ours)) names.set(withoutVariants(emoji), name);
  return {
    takeOut(text) {
      const named = new Set<string>();
      const rest = text.normalize("NFC").replaceAll(EMOJI, (emoji) => {
        if (KEYBOARD_SIGN.test(emoji)) return emoji;
        const name = names.get(withoutVariants(emoji));
        if (name !== undefined) named.add(name);
        return " ";
      });
      return { rest, names: [...named] };
    },
  };
}

/** Removes skin tones, genders and variation selectors. */
function withoutVariants(emoji: string): string {
  return emoji.replaceAll(SKIN_TONE, "").replaceAll(GENDER, "").replaceAll("\uFE0F", "");
}
