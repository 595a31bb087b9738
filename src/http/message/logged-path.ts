// The form in which an unknown path is logged. Some addresses are secrets (pay links, owner pages, ping links), and a mistyped
// one may still contain the secret. So the log shows only short plain words, and nothing after a word that leads to secrets.

const MAX_PATH = 200;
const HIDDEN = "...";
/** Words that are followed by a secret. */
const LEADS_TO_SECRETS: ReadonlySet<string> = new Set(["pay", "owner", "ping"]);
/** Tokens are longer than this, or contain digits. */
const PLAIN_WORD = /^(?:[a-z.-]{1,24}|[a-z0-9._-]{1,8})$/i;

export function loggedPath(path: string): string {
  const words = path.slice(0, MAX_PATH).split("/");
  // A word that was cut may look plain although the whole word does not.
  if (path.length > MAX_PATH) words[words.length - 1] = HIDDEN;
  const secretsFrom = words.findIndex((word) => LEADS_TO_SECRETS.has(word.toLowerCase()));
  return words
    .map((word, at) =>
      word === "" || (PLAIN_WORD.test(word) && (secretsFrom < 0 || at <= secretsFrom)) ? word : HIDDEN,
    )
    .join("/");
}
