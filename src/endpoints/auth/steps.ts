// Next steps shared by answers about accounts.
import { step, type NextStep } from "../../contracts/kit/contract.ts";
import { home } from "../../contracts/house/home.get.ts";
import { readAccount } from "../../contracts/auth/account.get.ts";

/** Where a keeper with a fresh key goes on: it may remember nothing. */
export function homeStep(description = "See your house and what is due."): NextStep {
  return step(home, { action: "home", description });
}

export function accountStep(description = "See who has keys to your house."): NextStep {
  return step(readAccount, { action: "account", description });
}
