// Next steps shared by answers about accounts.
import { step, type NextStep } from "../http/contract/contract.ts";
import { SIGNPOSTS } from "../http/contract/signposts.ts";
import { readAccount } from "./account/contract.ts";

/** Where a keeper with a fresh key goes on: it may remember nothing. */
export function homeStep(description = "See your house and what is due."): NextStep {
  return step(SIGNPOSTS.home, { action: "home", description });
}

export function accountStep(description = "See who has keys to your house."): NextStep {
  return step(readAccount, { action: "account", description });
}
