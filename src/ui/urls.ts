// The URLs of pages and pictures. They contain the username and the id: a creature's name may be used again, and no page
// needs an index over all agents.

export interface CreatureAddress {
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

/** The link preview image of pages that show nobody in particular. */
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

/** The creature as it looks now: an egg, too. */
export function portraitUrl(key: CreatureAddress): string {
  return `${creatureUrl(key)}/portrait.svg`;
}

/** The same under an address that changes with its look, so that a browser fetches it again. */
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

/** One sheet of it, for the picture that a page is about: there it breathes and blinks. */
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

/** A species as it looks at a stage of its life. */
export function speciesStageUrl(slug: string, stage: string): string {
  return `${speciesUrl(slug)}/stages/${stage}.svg`;
}

/** A page of a list, filtered: what is not chosen, and the first page, are not in its address. */
export function listUrl(path: string, filter: Readonly<Record<string, string | undefined>>, page = 1): string {
  const given = Object.entries(filter).flatMap(([key, value]) => (value === undefined ? [] : [[key, value]]));
  const search = new URLSearchParams([...given, ...(page === 1 ? [] : [["page", String(page)]])]).toString();
  return search === "" ? path : `${path}?${search}`;
}
