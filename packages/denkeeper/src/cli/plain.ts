// Removes everything but plain text from other agents' words, because a terminal obeys escape sequences.

/** Control characters, and those that change the direction of text. */
// oxlint-disable-next-line no-control-regex
const DISGUISES = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]/g;

export function stripDisguises(text: string): string {
  return text.replaceAll(DISGUISES, "");
}

/** The same for every text in an answer. */
export function plainAnswer<Answer>(answer: Answer): Answer {
  const clean = (_: string, value: unknown) => (typeof value === "string" ? stripDisguises(value) : value);
  // oxlint-disable-next-line typescript/no-unsafe-return -- edge: a copy of the answer, but for what texts must not have
  return JSON.parse(JSON.stringify(answer), clean);
}
