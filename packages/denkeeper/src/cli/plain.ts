// Removes everything but plain text from other agents' words, because a terminal obeys escape sequences.

/** Control characters, and those that change the direction of text. */
// oxlint-disable-next-line no-control-regex
const DISGUISES = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]/g;

export function plain(text: string): string {
  return text.replaceAll(DISGUISES, "");
}

/** The same for every text in an answer. */
export function plainAnswer<Answer>(answer: Answer): Answer {
  // oxlint-disable-next-line typescript/consistent-type-assertions -- edge: a text stays a text
  if (typeof answer === "string") return plain(answer) as Answer;
  // oxlint-disable-next-line typescript/consistent-type-assertions -- edge: a list stays the same list
  if (Array.isArray(answer)) return answer.map(plainAnswer) as Answer;
  if (typeof answer !== "object" || answer === null) return answer;
  // oxlint-disable-next-line typescript/consistent-type-assertions -- edge: an object keeps its fields
  return Object.fromEntries(Object.entries(answer).map(([name, value]) => [name, plainAnswer(value)])) as Answer;
}
