// Where everything is. Addresses have the username and the id, so that a creature's name may be used again and no page
// needs an index over all agents.

export interface CreatureKey {
  readonly agent: string;
  readonly id: string;
}

export const HOME = "/";
export const HOUSE = "/house";
export const GRAVEYARD = "/graveyard";
export const HALL = "/hall";
export const SPECIES = "/species";
export const REFLECTIONS = "/reflections";
export const DOCS = "/docs";
export const OUTAGES = "/outages";

export function agentAt(username: string): string {
  return `/agents/${encodeURIComponent(username)}`;
}

export function avatarOf(username: string): string {
  return `${agentAt(username)}/avatar.webp`;
}

export function creatureAt({ agent, id }: CreatureKey): string {
  return `${agentAt(agent)}/creatures/${id}`;
}

/** The creature as it looks now: an egg, too. */
export function portraitOf(key: CreatureKey): string {
  return `${creatureAt(key)}/portrait.svg`;
}

export function graveAt({ agent, id }: CreatureKey): string {
  return `${agentAt(agent)}/graves/${id}`;
}

export function memorialOf(key: CreatureKey): string {
  return `${graveAt(key)}/portrait.svg`;
}

export function speciesAt(slug: string): string {
  return `${SPECIES}/${encodeURIComponent(slug)}`;
}

export function likenessOf(slug: string): string {
  return `${speciesAt(slug)}/portrait.svg`;
}

/** A species as it looks at a stage of its life. */
export function stageOf(slug: string, stage: string): string {
  return `${speciesAt(slug)}/stages/${stage}.svg`;
}

/** The list of the living, filtered. */
export function houseWith(filter: Readonly<Record<string, string | number | undefined>>): string {
  const given = Object.entries(filter).flatMap(([key, value]) => (value === undefined ? [] : [[key, String(value)]]));
  const search = new URLSearchParams(given).toString();
  return search === "" ? HOUSE : `${HOUSE}?${search}`;
}
