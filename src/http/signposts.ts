// Where somebody who is lost can always go.
import { discovery } from "../endpoints/api.get/contract.ts";
import { registrationSchema } from "../endpoints/auth/register.get/contract.ts";
import { register } from "../endpoints/auth/register.post/contract.ts";
import { freshName } from "../identity/fresh-name.ts";
import type { NextStep } from "./contract.ts";
import { step } from "./contract.ts";

export function towardsDiscovery(): NextStep {
  return step(discovery, { action: "discover", description: "See every endpoint of this service." });
}

export function towardsSchema(): NextStep {
  return step(registrationSchema, {
    action: "view_schema",
    description: "See every field of a registration, with its rules.",
  });
}

/** Registration under a name that is most likely free. */
export function towardsRegistration(description = "Register to get a key. Any free username will do."): NextStep {
  return step(register, { action: "register", description, body: { username: freshName("keeper") } });
}
