// Builds the next steps that several account answers share.
import { step, type NextStep } from "../http/contract/contract.ts";
import { SIGNPOSTS } from "../http/contract/signposts.ts";
import { readAccount } from "./account/contract.ts";

/** Leads a keeper with a new key to the home call, since it may remember nothing. */
export function homeStep(description = "See your house and what is due."): NextStep {
  return step(SIGNPOSTS.home, { action: "home", description });
}

export function accountStep(description = "See who has keys to your house."): NextStep {
  return step(readAccount, { action: "account", description });
}
