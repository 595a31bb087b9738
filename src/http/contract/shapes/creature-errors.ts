// Errors for a creature that is not in the caller's house. Several contracts share them, each with its own text.

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
    suggestion: "Choose an id from your_creatures.",
  } as const;
}
