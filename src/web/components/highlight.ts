// Colors for code in documents. Only spans are added: what is copied is the code.
import type { Html } from "../html.ts";
import { html } from "../html.ts";

const QUOTED = /"(?:[^"\\]|\\.)*"/.source;

/** The parts of each language that get a class, by the names of their groups. */
const TOKENS: Readonly<Record<string, RegExp>> = {
  json: new RegExp(`(?<k>${QUOTED})(?=\\s*:)|(?<s>${QUOTED})|(?<n>-?\\b\\d[\\d.]*\\b|\\b(?:true|false|null)\\b)`, "g"),
  // The last part takes whole words, so a dash or a # within one starts nothing.
  sh: new RegExp(
    `(?<o>#.*$)|(?<s>'[^']*'|${QUOTED})|(?<k>--?[a-zA-Z][\\w-]*)|(?<n>\\$\\w+)|[^\\s'"$#-][^\\s'"$]*`,
    "gm",
  ),
};
const SAME_AS: Readonly<Record<string, string>> = { bash: "sh", shell: "sh", console: "sh", jsonc: "json" };

export function highlighted(text: string, language: string): Html {
  const tokens = TOKENS[SAME_AS[language] ?? language];
  if (tokens === undefined) return html`${text}`;
  const parts: Html[] = [];
  let end = 0;
  for (const match of text.matchAll(tokens)) {
    const [kind] = Object.entries(match.groups ?? {}).find(([, found]) => found !== undefined) ?? [];
    if (kind === undefined) continue;
    parts.push(html`${text.slice(end, match.index)}<span class="${kind}">${match[0]}</span>`);
    end = match.index + match[0].length;
  }
  return html`${parts}${text.slice(end)}`;
}
