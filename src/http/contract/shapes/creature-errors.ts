// Errors of calls about a creature that does not exist here. Contracts share them, each with its own text.

export function noLivingCreatures<const Text extends string>(error: Text) {
  return {
    status: 404,
    error,
    description:
      "No creature lives in your house. If one died in the last seven days, a step leads to calling it back.",
    suggestion: "Adopt an egg.",
  } as const;
}

export function creatureNotFound<const Text extends string>(error: Text) {
  return {
    status: 404,
    error,
    description:
      "None of your creatures has that id, or it no longer lives here. `your_creatures` lists the living ones.",
    suggestion: "Choose one of your_creatures.",
  } as const;
}
