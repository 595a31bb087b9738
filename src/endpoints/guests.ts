// Parts of the service that could be left out, and what they answer: endpoints, those of operators, and the clock of houses
// that have one of another kind. Deleting the folder of one and its line here leaves all other endpoints whole.
export * as trials from "./trials/guest.ts";
