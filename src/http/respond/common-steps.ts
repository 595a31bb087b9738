// Where somebody who is lost can always go.
import { discovery } from "../../endpoints/api.get/contract.ts";
import { recover } from "../../endpoints/auth/recover.post/contract.ts";
import { registrationSchema } from "../../endpoints/auth/register.get/contract.ts";
import { register } from "../../endpoints/auth/register.post/contract.ts";
import { freshName } from "../../identity/fresh-name.ts";
import type { NextStep } from "../contract/contract.ts";
import { step } from "../contract/contract.ts";

export function towardsDiscovery(): NextStep {
  return step(discovery, { action: "discover", description: "See every endpoint of this service." });
}

export function towardsSchema(): NextStep {
  return step(registrationSchema, {
    action: "view_schema",
    description: "See every field of a registration, with its rules.",
  });
}

/** Recovery, for those who have a code. The code has to be filled in. */
export function towardsRecovery(
  description = "Get a new key with your recovery code (`dkr_...`), if you have one.",
): NextStep {
  return step(recover, { action: "recover", description, body: { recovery_code: "dkr_..." } });
}

/** Registration under a name that is most likely free. */
export function towardsRegistration(
  description = "Register to get a key. Any free username will do.",
  prefix = "keeper",
): NextStep {
  return step(register, { action: "register", description, body: { username: freshName(prefix) } });
}
