// The texts in a piece of HTML: what stands between tags, and the attributes that are read out.
import type { Literal } from "./literals.ts";

const SPOKEN = /\b(?:alt|aria-label|content|placeholder|title)="([^"]*)"/g;
const UNREAD = /<(script|style|svg)\b.*?<\/\1>/gs;
/** Tags that do not end a sentence. */
const INLINE = /<\/?(?:a|abbr|b|code|em|i|kbd|small|span|strong|sup|time)\b[^>]*>/g;
const TAG = /<[^>]*>/g;
const HAS_WORDS = /\p{L}{2}/u;

const linesOf = (text: string) => "\n".repeat(text.match(/\n/g)?.length ?? 0);

/** Each text with its line, counted from the line on which the markup begins. */
export function textsInMarkup({ text, line }: Pick<Literal, "text" | "line">): { text: string; line: number }[] {
  const spoken = Array.from(text.matchAll(SPOKEN), (match) => ({ text: match[1] ?? "", at: match.index }));
  const read = text
    .replaceAll(UNREAD, (all) => linesOf(all))
    .replaceAll(INLINE, (all) => linesOf(all))
    .replaceAll(TAG, (all) => `\u0000${linesOf(all)}\u0000`);
  let at = 0;
  const between = read.split("\u0000").map((part) => {
    const start = at + (part.length - part.trimStart().length);
    at += part.length + 1;
    return { text: part, line: line + (read.slice(0, start).match(/\n/g)?.length ?? 0) };
  });
  return [
    ...between,
    ...spoken.map((each) => ({ text: each.text, line: line + (text.slice(0, each.at).match(/\n/g)?.length ?? 0) })),
  ]
    .map((each) => ({ text: each.text.replaceAll(/\s+/g, " ").trim(), line: each.line }))
    .filter((each) => HAS_WORDS.test(each.text.replaceAll(/\{[^}]*\}/g, "")));
}
