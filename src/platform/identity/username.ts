// Defines the format of a username for all addresses and forms.
const USERNAME = /^[a-z0-9_-]{2,50}$/i;

export function isUsername(text: string): boolean {
  return USERNAME.test(text);
}

/** Normalizes typed text, with or without an @. Returns undefined if it cannot be a username. */
export function usernameTyped(text: string | null): string | undefined {
  const bare = (text ?? "").trim().replace(/^@/, "");
  return isUsername(bare) ? bare.toLowerCase() : undefined;
}
