// Counts living creatures by filter and lists them by danger. Both read the whole list of at most 10,000 short rows, which is
// cached for some seconds.
import { PUBLIC_DEPTH, offsetOf, paginationOf, type PageQuery } from "../../../http/contract/paging.ts";
import type { Needs } from "../../../model/services.ts";
import { cacheForEachApp } from "../../../platform/single-flight.ts";
import type { LivingCounts } from "../../../model/figures/store/living-shapes.ts";
import { listLivingEntries, listLivingKinds, type LivingFilter, type LivingKind } from "../../rollups/store/living.ts";
import { livingEntryView } from "./view.ts";

const lists = cacheForEachApp<readonly LivingKind[]>(10_000);

async function readKinds(services: Needs<"database">, now: number): Promise<readonly LivingKind[]> {
  return lists(services).get("", now, () => listLivingKinds(services.database, { now }));
}

const FACETS = ["family", "stage", "mood", "species"] as const;
type Facet = (typeof FACETS)[number];

function fits(kind: LivingKind, filter: LivingFilter, except?: Facet): boolean {
  return FACETS.every((facet) => facet === except || filter[facet] === undefined || filter[facet] === kind[facet]);
}

/** Counts creatures for each value of a filter, subject to all other filters. */
export async function readLivingCounts(
  services: Needs<"database">,
  filter: LivingFilter,
  now: number,
): Promise<LivingCounts> {
  const kinds = await readKinds(services, now);
  const countBy = (facet: Facet) => {
    const counts = new Map<string, number>();
    for (const kind of kinds) {
      const value = kind[facet];
      if (value !== null && fits(kind, filter, facet)) counts.set(value, (counts.get(value) ?? 0) + 1);
    }
    return Object.fromEntries(counts);
  };
  return {
    listed: kinds.length,
    family: countBy("family"),
    stage: countBy("stage"),
    mood: countBy("mood"),
    species: countBy("species"),
  };
}

/** Sorts by the earliest death without care. Eggs and boarded creatures cannot die, so they come last. */
function byDanger(now: number): (one: LivingKind, other: LivingKind) => number {
  const diesAtOf = ({ diesAt, restingUntil }: LivingKind) => {
    const isBoarded = restingUntil !== null && restingUntil > now;
    return diesAt === null || isBoarded ? Number.MAX_SAFE_INTEGER : diesAt;
  };
  return (one, other) => diesAtOf(one) - diesAtOf(other) || one.creatureId.localeCompare(other.creatureId);
}

/** Reads a page of matching creatures, most endangered first. */
export async function readInDanger(services: Needs<"database">, query: LivingFilter & PageQuery, now: number) {
  const kinds = (await readKinds(services, now)).filter((kind) => fits(kind, query)).toSorted(byDanger(now));
  const offset = offsetOf(query);
  const ids = kinds.slice(offset, offset + query.per_page).map(({ creatureId }) => creatureId);
  const entries = await listLivingEntries(services.database, ids);
  return {
    creatures: entries.map((entry) => livingEntryView(entry, now)),
    pagination: paginationOf(query, kinds.length, PUBLIC_DEPTH),
  };
}
