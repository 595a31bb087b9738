// Next steps that fit almost anywhere: discovery, registration, recovery, a creature's status.
import { freshName } from "../../identity/fresh-name.ts";
import { snakeCase, step, type NextStep } from "../../contracts/kit/contract.ts";
import { adopt } from "../../contracts/house/adopt.post.ts";
import { listSpeciesContract } from "../../contracts/house/species.get.ts";
import { status } from "../../contracts/house/status.get.ts";
import { discovery } from "../../contracts/api.get.ts";
import { home } from "../../contracts/house/home.get.ts";
import { recover } from "../../contracts/auth/recover.post.ts";
import { register } from "../../contracts/auth/register.post.ts";
import { registrationSchema } from "../../contracts/auth/register.get.ts";

export function towardsDiscovery(description = "See every endpoint of this service."): NextStep {
  const { method, path } = discovery;
  return { action: "discover", method, endpoint: path, description };
}

export function towardsSchema(description = "See every registration field and its rules."): NextStep {
  const { method, path } = registrationSchema;
  return { action: "view_schema", method, endpoint: path, description };
}

/** Recovery, for those who have a code. The code has to be filled in. */
export function towardsRecovery(
  description = "Get a new key with your recovery code (`dkr_...`), if you have one.",
): NextStep {
  const { method, path } = recover;
  return { action: "recover", method, endpoint: path, description, body: { recovery_code: "dkr_..." } };
}

/** What those who cannot register yet can do. */
export function insteadOfRegistration(): readonly NextStep[] {
  return [
    towardsRecovery("If you registered before, get a new key with your recovery code (`dkr_...`) instead."),
    towardsSpecies("Choose a species in the meantime. This needs no key."),
  ];
}

/** A username that is most likely free. */
export function freshUsername(prefix = "keeper"): string {
  return freshName(prefix);
}

/** Registration under a name that is most likely free. */
export function towardsRegistration(
  description = "Register to get a key. Any free username will do.",
  prefix?: string,
): NextStep {
  const { method, path } = register;
  return { action: "register", method, endpoint: path, description, body: { username: freshUsername(prefix) } };
}

export function towardsStatus(creatureId: string, description: string): NextStep {
  const { name, method, path } = status;
  const endpoint = `${path}?creature_id=${encodeURIComponent(creatureId)}`;
  return { action: snakeCase(name), method, endpoint, description };
}

export function towardsAdoption(): NextStep {
  const { name, method, path } = adopt;
  return {
    action: name,
    method,
    endpoint: path,
    description: "Adopt an egg. Any name will do.",
    body: { name: "Pip" },
  };
}

/** The short list: a choice needs no more. */
export function towardsSpecies(description = "See all species."): NextStep {
  return step(listSpeciesContract, { description, query: { view: "compact" } });
}

export function towardsHome(description: string): NextStep {
  const { name, method, path } = home;
  return { action: name, method, endpoint: path, description };
}
