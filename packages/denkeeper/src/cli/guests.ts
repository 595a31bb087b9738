// Commands of parts of the service that could be left out, with how their answers look and which values their options take.
// Deleting the folder of one and its line here leaves all other commands whole.
export * as trials from "./trials/guest.ts";
