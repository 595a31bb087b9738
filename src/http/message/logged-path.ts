// Redacts unknown paths for the log. Some addresses are secrets (pay links, owner pages, ping links), and a mistyped one may
// still contain the secret. The log therefore shows only short plain words, and nothing after a word that precedes secrets.

const MAX_PATH = 200;
const HIDDEN = "...";
/** Path words that precede a secret. */
const LEADS_TO_SECRETS: ReadonlySet<string> = new Set(["pay", "owner", "ping"]);
/** Matches words but not tokens, which are longer or contain digits. */
const PLAIN_WORD = /^(?:[a-z.-]{1,24}|[a-z0-9._-]{1,8})$/i;

export function loggedPath(path: string): string {
  const words = path.slice(0, MAX_PATH).split("/");
  // A truncated word may look plain although the whole word does not.
  if (path.length > MAX_PATH) words[words.length - 1] = HIDDEN;
  const secretsFrom = words.findIndex((word) => LEADS_TO_SECRETS.has(word.toLowerCase()));
  return words
    .map((word, at) =>
      word === "" || (PLAIN_WORD.test(word) && (secretsFrom < 0 || at <= secretsFrom)) ? word : HIDDEN,
    )
    .join("/");
}
