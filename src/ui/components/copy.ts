// Blocks of code with a copy button, and buttons that copy or share an address. The buttons are hidden until a script shows them,
// so a page that uses them must list COPY_SCRIPT among its scripts.
import { html, type Html } from "../html.ts";

const QUOTED = /"(?:[^"\\]|\\.)*"/.source;

/** The parts of each language that get a class, named by their regex groups. */
const TOKENS: Readonly<Record<string, RegExp>> = {
  json: new RegExp(`(?<k>${QUOTED})(?=\\s*:)|(?<s>${QUOTED})|(?<n>-?\\b\\d[\\d.]*\\b|\\b(?:true|false|null)\\b)`, "g"),
  // The last alternative matches whole words, so that a dash or # inside a word starts no option or comment.
  sh: new RegExp(
    `(?<o>#.*$)|(?<s>'[^']*'|${QUOTED})|(?<k>--?[a-zA-Z][\\w-]*)|(?<n>\\$\\w+)|[^\\s'"$#-][^\\s'"$]*`,
    "gm",
  ),
};
const SAME_AS: Readonly<Record<string, string>> = { bash: "sh", shell: "sh", console: "sh", jsonc: "json" };

/** Colors code with spans, which do not change the copied text. */
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

/** Renders a command or snippet. `what` completes the button's name for screen readers: "Copy" plus "the badge". */
export function copyBlock(what: string, text: string): Html {
  return html`<div class="copy">
    <pre class="copy__text" tabindex="0" role="region" aria-label="${what}"><code>${text}</code></pre>
    <button class="copy__button" type="button" data-copy hidden>
      <span aria-live="polite">Copy</span><span class="visually-hidden"> ${what}</span>
    </button>
  </div>`;
}

/** Renders a document's code, colored by its language and named for screen readers. */
export function codeBlock(text: string, language: string): Html {
  const label = language === "" ? "Code" : `Code, ${language}`;
  return html`<div class="copy codeblock">
    <pre
      class="terminal"
      tabindex="0"
      role="region"
      aria-label="${label}"
    ><code>${highlighted(text, language)}</code></pre>
    <button class="copy__button" type="button" data-copy hidden>
      <span aria-live="polite">Copy</span><span class="visually-hidden"> this code</span>
    </button>
  </div>`;
}

/** Renders a button whose label names what it copies. */
export function copyButton(word: string, text: string): Html {
  return html`<button class="copy__button" type="button" data-copy="${text}" hidden>
    <span aria-live="polite">${word}</span>
  </button>`;
}

/** Renders a button that opens the device's share dialog, if the browser has one. */
export function shareButton(title: string, url: string): Html {
  return html`<button class="copy__button" type="button" data-share="${url}" data-title="${title}" hidden>
    Share<span class="visually-hidden"> ${title}</span>
  </button>`;
}
