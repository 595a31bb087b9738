// Errors of calls about a creature that is not there. Contracts share them; the contract of each says its own text.

/** Nobody lives in the house. */
export function noLivingCreatures<const Text extends string>(error: Text) {
  return {
    status: 404,
    error,
    description:
      "No creature lives in your house. If one died in the last seven days, a step leads to calling it back.",
    suggestion: "Adopt an egg.",
  } as const;
}

/** Another one was meant. */
export function creatureNotFound<const Text extends string>(error: Text) {
  return {
    status: 404,
    error,
    description:
      "None of your creatures has that id, or it no longer lives here. `your_creatures` lists the living ones.",
    suggestion: "Choose one of your_creatures.",
  } as const;
}
