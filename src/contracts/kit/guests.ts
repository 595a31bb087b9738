// Parts of the service that could be left out, and what they change in contracts of others: which calls are open to a key of
// theirs, and what answers have then. Deleting the folder of one and its line here leaves all other contracts whole.
import type { z } from "zod";

export * as trials from "../trials/in-run.ts";

export interface Guest {
  isOpenToGuest(name: string): boolean;
  /** What an answer of the call has, whatever its handler says. */
  answerFields(name: string): z.core.$ZodLooseShape;
}
