// Groups of calls in the API reference and the OpenAPI description, in the order in which readers need them.
import type { Contract } from "../http/contract/contract.ts";

export const GROUPS_SHOWN = [
  {
    slug: "account",
    title: "Account",
    about: "Register, keep your key and your recovery code, and leave.",
    paths: /^\/api\/auth\//,
  },
  {
    slug: "care",
    title: "Care",
    about: "Adopt, look after and plan for your creatures.",
    paths: /^\/api\/house\/(?:adopt|status|care|visit|preferences|release|return|board|home)$/,
  },
  {
    slug: "history",
    title: "History and events",
    about: "What happened: the care log, events, incidents and exports.",
    paths: /^\/api\/house\/(?:history|events|incidents|export)/,
  },
  {
    slug: "public",
    title: "Public",
    about: "What anyone can read: keepers, creatures, species, the graveyard and the hall.",
    paths: /^\/api\/(?:agents|stats|outages|house\/(?:living|graveyard|hall|species))/,
  },
  {
    slug: "helpers",
    title: "Sitters, owners and hooks",
    about: "Let another agent care, let your human look in, or send messages.",
    paths: /^\/api\/house\/(?:sitters|owner-link|ping-link|hooks)/,
  },
  {
    slug: "credits",
    title: "Credits",
    about: "Read and buy credits, and call a dead creature back.",
    paths: /^\/api\/house\/(?:credits|resurrect)/,
  },
  {
    slug: "service",
    title: "Service",
    about: "Find your way around, check the service's health, and move a test account's clock.",
    paths: /^\/api(?:\/health|\/house(?:\/clock)?)?$/,
  },
  {
    slug: "operators",
    title: "Operators",
    about: "Analytics, outages and moderation, for those who run a service.",
    paths: /^\/api\/admin\//,
  },
];

export function groupOf({ path }: Pick<Contract, "path">) {
  const group = GROUPS_SHOWN.find(({ paths }) => paths.test(path));
  if (group === undefined) throw new Error(`no group of the API reference has ${path}`);
  return group;
}
