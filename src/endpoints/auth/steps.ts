// Steps that several answers about accounts suggest.
import type { NextStep } from "../../http/contract.ts";
import { step } from "../../http/contract.ts";
import { readAccount } from "./account.get/contract.ts";

export function accountStep(description = "See who has keys to your house."): NextStep {
  return step(readAccount, { action: "account", description });
}
