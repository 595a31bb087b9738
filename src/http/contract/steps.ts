// Next steps that answers of any room may include.
import { freshName } from "../../platform/identity/fresh-name.ts";
import { isUsername } from "../../platform/identity/username.ts";
import { step, type NextStep } from "./contract.ts";
import { SIGNPOSTS } from "./signposts.ts";

export function discoveryStep(description = "See every endpoint of this service."): NextStep {
  return step(SIGNPOSTS.discovery, { action: "discover", description });
}

export function schemaStep(description = "See every registration field and its rules."): NextStep {
  return step(SIGNPOSTS.registrationSchema, { action: "view_schema", description });
}

/** Creates a step whose recovery code the caller has to fill in. */
export function recoveryStep(
  description = "Get a new key with your recovery code (`dkr_...`), if you have one.",
): NextStep {
  return step(SIGNPOSTS.recover, { description, body: { recovery_code: "dkr_..." } });
}

/** Returns steps for a caller that cannot register yet. The page at `baseUrl` issues passes for the requested username. */
export function registrationAlternatives(baseUrl: string, username: unknown): readonly NextStep[] {
  const query = typeof username === "string" && isUsername(username) ? `?username=${username}` : "";
  return [
    {
      action: "get_pass",
      url: `${baseUrl}/join${query}`,
      description: "Ask your human to open this page for a pass.",
    },
    recoveryStep("If you registered before, get a new key with your recovery code (`dkr_...`) instead."),
    speciesStep("Choose a species while you wait. This needs no key."),
  ];
}

/** Creates a step to register under a username that is probably free. */
export function registrationStep(
  description = "Register to get a key. Any free username will do.",
  prefix?: string,
): NextStep {
  return step(SIGNPOSTS.register, { description, body: { username: freshName(prefix) } });
}

/** Creates a step to the compact species list, which is sufficient for choosing. */
export function speciesStep(description = "See all species."): NextStep {
  return step(SIGNPOSTS.listSpecies, { description, query: { view: "compact" } });
}

export function homeStepFor(description: string): NextStep {
  return step(SIGNPOSTS.home, { description });
}

/** Pass `compact` for a check after another call. Omit `view` if the answer must describe resurrection. */
export function statusStep(creatureId: string | undefined, description: string, view?: "compact"): NextStep {
  const target = creatureId === undefined ? {} : { creature_id: creatureId };
  return step(SIGNPOSTS.status, { description, query: { ...target, ...(view === undefined ? {} : { view }) } });
}

export function adoptStep(description = "A new egg. Any name will do."): NextStep {
  return step(SIGNPOSTS.adopt, { action: "adopt", description, body: { name: "Pip" } });
}

export function graveyardStep(description = "Visit your gravestones."): NextStep {
  return step(SIGNPOSTS.graveyard, { action: "graveyard", description });
}

export function historyStep(creatureId: string): NextStep {
  return step(SIGNPOSTS.history, { description: "Read its care history.", query: { creature_id: creatureId } });
}

export function exportStep(creatureId: string): NextStep {
  return step(SIGNPOSTS.exportLife, { description: "Export its whole life.", query: { creature_id: creatureId } });
}

export function creditsStep(description = "See your credits and how to get more."): NextStep {
  return step(SIGNPOSTS.readCredits, { action: "credits", description });
}

export function buyStep(description = "Buy credits: get a link for your human, who pays by card."): NextStep {
  return step(SIGNPOSTS.buyCredits, { description, body: { pack: "100" } });
}

export function takeBackStep(creatureId: string, description: string): NextStep {
  return step(SIGNPOSTS.takeBack, { action: "take_back", description, body: { creature_id: creatureId } });
}

export function resurrectStep(creatureId: string, description: string): NextStep {
  return step(SIGNPOSTS.resurrect, { description, body: { creature_id: creatureId } });
}
