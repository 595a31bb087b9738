// Next steps that several answers about accounts share.
import { step, type NextStep } from "../http/contract/contract.ts";
import { SIGNPOSTS } from "../http/contract/signposts.ts";
import { readAccount } from "./account/contract.ts";

/** The step after a new key, for a keeper that may remember nothing. */
export function homeStep(description = "See your house and what is due."): NextStep {
  return step(SIGNPOSTS.home, { action: "home", description });
}

export function accountStep(description = "See who has keys to your house."): NextStep {
  return step(readAccount, { action: "account", description });
}
