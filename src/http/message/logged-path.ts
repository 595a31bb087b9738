// An unknown path as the log may show it. Some of our addresses are secrets (pay links, owner's pages, ping links), and a mistyped one may
// still contain the secret. So the log shows only short plain words, and nothing after a word that leads to secrets.

const MAX_PATH = 200;
const HIDDEN = "...";
/** What follows one of these is a secret. */
const LEADS_TO_SECRETS: ReadonlySet<string> = new Set(["pay", "owner", "ping"]);
/** Tokens are longer than this, or contain digits. */
const PLAIN_WORD = /^(?:[a-z.-]{1,24}|[a-z0-9._-]{1,8})$/i;

/** The path, cut and without anything that could be a secret. */
export function loggedPath(path: string): string {
  const words = path.slice(0, MAX_PATH).split("/");
  // A word that was cut may look plain although the whole does not.
  if (path.length > MAX_PATH) words[words.length - 1] = HIDDEN;
  const secretsFrom = words.findIndex((word) => LEADS_TO_SECRETS.has(word.toLowerCase()));
  return words
    .map((word, at) =>
      word === "" || (PLAIN_WORD.test(word) && (secretsFrom < 0 || at <= secretsFrom)) ? word : HIDDEN,
    )
    .join("/");
}
