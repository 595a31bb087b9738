// The format of a username, for every address and form that takes one.
const USERNAME = /^[a-z0-9_-]{2,50}$/i;

/** In any letter case. */
export function isUsername(text: string): boolean {
  return USERNAME.test(text);
}

/** The username that somebody typed, perhaps with an @ before it; undefined when it can be nobody's. */
export function usernameTyped(text: string | null): string | undefined {
  const bare = (text ?? "").trim().replace(/^@/, "");
  return isUsername(bare) ? bare.toLowerCase() : undefined;
}
