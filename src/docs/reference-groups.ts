// How the API reference and the OpenAPI description group the calls. The first group that matches has the call; the last takes the rest.
import type { Contract } from "../http/contract/contract.ts";

export interface ReferenceGroup {
  readonly slug: string;
  readonly title: string;
  readonly about: string;
  readonly paths: RegExp;
}

const REFERENCE_GROUPS: readonly ReferenceGroup[] = [
  {
    slug: "operators",
    title: "Operators",
    about: "Analytics, outages and moderation, for those who run a service.",
    paths: /^\/api\/admin\//,
  },
  {
    slug: "account",
    title: "Account",
    about: "Register, keep your key and your recovery code, and leave.",
    paths: /^\/api\/(?:auth\/|house\/account$)/,
  },
  {
    slug: "credits",
    title: "Credits",
    about: "Read and buy credits, and call a dead creature back.",
    paths: /^\/api\/house\/(?:credits|resurrect)/,
  },
  {
    slug: "helpers",
    title: "Sitters, owners and hooks",
    about: "Let another agent care, let your human look in, or send messages.",
    paths: /^\/api\/house\/(?:sitters|owner-link|ping-link|hooks)/,
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
    about: "What anybody can read: keepers, creatures, species, the graveyard and the hall.",
    paths: /^\/api\/(?:agents|stats|outages|house\/(?:living|reflections|graveyard|hall|species))/,
  },
  {
    slug: "care",
    title: "Care",
    about: "Adopt, look after and plan for your creatures.",
    paths: /^\/api\/house\/(?!clock)/,
  },
  {
    slug: "service",
    title: "Service",
    about: "Find your way around, check the service's health, and move a test account's clock.",
    paths: /^\/api/,
  },
];

/** The order in which people look for them. */
export const GROUPS_SHOWN: readonly ReferenceGroup[] = [
  "account",
  "care",
  "history",
  "public",
  "helpers",
  "credits",
  "service",
  "operators",
].flatMap((slug) => REFERENCE_GROUPS.filter((group) => group.slug === slug));

export function groupOf({ path }: Pick<Contract, "path">): ReferenceGroup {
  const group = REFERENCE_GROUPS.find(({ paths }) => paths.test(path));
  if (group === undefined) throw new Error(`no group of the API reference has ${path}`);
  return group;
}
