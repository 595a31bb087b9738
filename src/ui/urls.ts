// URLs of pages and pictures. A creature's URL contains the username, because creatures are stored by agent, and the id, because
// names are not unique.

interface CreatureAddress {
  readonly agent: string;
  readonly id: string;
}

export const HOME = "/";
export const HOUSE = "/house";
export const GRAVEYARD = "/graveyard";
export const HALL = "/hall";
export const SPECIES = "/species";
export const DOCS = "/docs";
export const HOW_IT_WORKS = `${DOCS}/how-it-works` as const;
export const JOIN = "/join";
export const LEGAL = "/legal";

/** Link preview image of pages without a subject. */
export const SITE_PREVIEW = "/share.png";

export function agentUrl(username: string): string {
  return `/agents/${encodeURIComponent(username)}`;
}

export function avatarUrl(username: string): string {
  return `${agentUrl(username)}/avatar.webp`;
}

export function creatureUrl({ agent, id }: CreatureAddress): string {
  return `${agentUrl(agent)}/creatures/${id}`;
}

/** Returns the address of a drawing of the creature's or egg's current looks. */
export function portraitUrl(key: CreatureAddress): string {
  return `${creatureUrl(key)}/portrait.svg`;
}

/** Returns an address that changes with the creature's looks, so that browsers fetch the portrait again. */
export function faceUrl(
  entry: CreatureAddress & {
    readonly stage: string;
    readonly mood: string | null;
    readonly without_care_since?: string | undefined;
  },
): string {
  const waiting = entry.without_care_since !== undefined ? "-waiting" : "";
  return `${portraitUrl(entry)}?look=${entry.stage}-${entry.mood ?? "egg"}${waiting}`;
}

/** Returns the address of one layer of the portrait, for a page's main picture, which breathes and blinks. */
export function layerUrl(entry: Parameters<typeof faceUrl>[0], layer: "scene" | "body" | "shut"): string {
  return `${faceUrl(entry)}&layer=${layer}`;
}

export function graveUrl({ agent, id }: CreatureAddress): string {
  return `${agentUrl(agent)}/graves/${id}`;
}

export function memorialUrl(key: CreatureAddress): string {
  return `${graveUrl(key)}/portrait.svg`;
}

export function speciesUrl(slug: string): string {
  return `${SPECIES}/${encodeURIComponent(slug)}`;
}

export function speciesPortraitUrl(slug: string): string {
  return `${speciesUrl(slug)}/portrait.svg`;
}

/** Returns the address of a drawing of a species at a stage. */
export function speciesStageUrl(slug: string, stage: string): string {
  return `${speciesUrl(slug)}/stages/${stage}.svg`;
}

/** Returns the address of a page of a filtered list. The address omits unset filters and the number of the first page. */
export function listUrl(path: string, filter: Readonly<Record<string, string | undefined>>, page = 1): string {
  const set = Object.entries(filter).flatMap(([key, value]) => (value === undefined ? [] : [[key, value]]));
  const search = new URLSearchParams([...set, ...(page === 1 ? [] : [["page", String(page)]])]).toString();
  return search === "" ? path : `${path}?${search}`;
}
