// Next steps that fit almost anywhere: discovery, registration, recovery, a creature's status.
import { freshName } from "../../platform/identity/fresh-name.ts";
import { isUsername } from "../../platform/identity/username.ts";
import { step, type NextStep } from "../contract/contract.ts";
import { SIGNPOSTS } from "../contract/signposts.ts";

export function discoveryStep(description = "See every endpoint of this service."): NextStep {
  return step(SIGNPOSTS.discovery, { action: "discover", description });
}

export function schemaStep(description = "See every registration field and its rules."): NextStep {
  return step(SIGNPOSTS.registrationSchema, { action: "view_schema", description });
}

/** Recovery, for those who have a code. The code has to be filled in. */
export function recoveryStep(
  description = "Get a new key with your recovery code (`dkr_...`), if you have one.",
): NextStep {
  return step(SIGNPOSTS.recover, { description, body: { recovery_code: "dkr_..." } });
}

/** What those who cannot register yet can do. A pass is made on a page of `baseUrl`, for the name that they wanted. */
export function registrationAlternatives(baseUrl: string, username: unknown): readonly NextStep[] {
  const wanted = typeof username === "string" && isUsername(username) ? `?username=${username}` : "";
  return [
    {
      action: "get_pass",
      url: `${baseUrl}/join${wanted}`,
      description: "Ask your human to open this page for a pass.",
    },
    recoveryStep("If you registered before, get a new key with your recovery code (`dkr_...`) instead."),
    speciesStep("Choose a species in the meantime. This needs no key."),
  ];
}

/** Registration under a name that is most likely free. */
export function registrationStep(
  description = "Register to get a key. Any free username will do.",
  prefix?: string,
): NextStep {
  return step(SIGNPOSTS.register, { description, body: { username: freshName(prefix) } });
}

export function statusStepFor(creatureId: string, description: string): NextStep {
  return step(SIGNPOSTS.status, { description, query: { creature_id: creatureId } });
}

export function adoptionStep(): NextStep {
  return step(SIGNPOSTS.adopt, { description: "A new egg. Any name will do.", body: { name: "Pip" } });
}

/** The short list: a choice needs no more. */
export function speciesStep(description = "See all species."): NextStep {
  return step(SIGNPOSTS.listSpecies, { description, query: { view: "compact" } });
}

export function homeStepFor(description: string): NextStep {
  return step(SIGNPOSTS.home, { description });
}
