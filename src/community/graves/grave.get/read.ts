// Reads a gravestone with its post-mortem, for the endpoint and its page.
import { iso } from "../../../platform/clock.ts";
import { HOUR_MS } from "@denkeeper/rules/time/durations.ts";
import { visibleAt } from "@denkeeper/rules/life/shown.ts";
import { resurrectionOffer } from "@denkeeper/rules/care/resurrection.ts";
import type { ResponseOf } from "../../../http/contract/contract.ts";
import type { Needs } from "../../../model/services.ts";
import { cacheForEachApp } from "../../../platform/single-flight.ts";
import { agentIdOf, isUuid } from "../../../platform/identity/agent-id.ts";
import { isUsername } from "../../../platform/identity/username.ts";
import { livingEntryOf } from "../../../model/figures/store/living-shapes.ts";
import { findCreature, listLiving } from "../../../model/creatures/store/creatures.ts";
import { findGravestoneById } from "../../../model/creatures/store/gravestones.ts";
import { withPublicSpecies } from "../../../model/visibility/store/public-visibility.ts";
import { gravestoneView } from "../../../views/stone-view.ts";
import { livingEntryView } from "../../living/living.get/view.ts";
import { eventsOf, lifeOf } from "../../creatures/creature.get/life.ts";
import type { publicGrave } from "./contract.ts";
import { creatureAcrossOutages } from "../../../model/life/present-creature.ts";

export type GraveAnswer = Omit<ResponseOf<typeof publicGrave>, "next_steps">;

/** Period before the death that the chart shows. */
const CHART_MS = 60 * HOUR_MS;

const graves = cacheForEachApp<GraveAnswer | undefined>(2_000);

/** Returns a cached answer only if it was read at `since` or later. */
export async function readGrave(
  services: Needs<"database" | "outages">,
  { username, id }: { readonly username: string; readonly id: string },
  now: number,
  since?: number,
): Promise<GraveAnswer | undefined> {
  const key = id.toLowerCase();
  if (!isUsername(username) || !isUuid(key)) return undefined;
  const keeper = username.toLowerCase();
  return graves(services).get(`${keeper}/${key}`, now, () => read(services, keeper, key, now), since);
}

async function read(
  { database, outages: service }: Needs<"database" | "outages">,
  username: string,
  id: string,
  now: number,
): Promise<GraveAnswer | undefined> {
  const agentId = agentIdOf(username);
  const stone = await findGravestoneById(database, agentId, id);
  if (stone === undefined) return undefined;
  const [stored, living, outages] = await Promise.all([
    findCreature(database, agentId, stone.creature_id),
    listLiving(database, agentId),
    service.known(),
  ]);
  const creature = stored?.creature;
  const hatchedAt = creature?.hatchedAt ?? null;
  const isLast = creature?.death?.at === stone.died_at;
  const rows = creature === undefined || !isLast ? [] : await eventsOf({ database }, agentId, creature, now);
  const chartRows = rows.filter(({ at }) => at > stone.died_at - CHART_MS).toReversed();
  const present = stored === undefined ? undefined : creatureAcrossOutages(stored, outages, now);
  const offer = isLast && present?.death ? resurrectionOffer(present, now, outages) : null;
  const later = living.filter((resident) => resident.creature.adoptedAt >= stone.died_at);
  const publicLater = await withPublicSpecies(database, later, (resident) => resident.creature.species.slug);
  const next = publicLater.toSorted((a, b) => a.creature.adoptedAt - b.creature.adoptedAt)[0];
  const entry =
    next === undefined ? undefined : livingEntryOf(visibleAt(creatureAcrossOutages(next, outages, now), now), username);
  return {
    gravestone: gravestoneView(stone),
    family: stone.family,
    hatched_at: hatchedAt === null ? null : iso(hatchedAt),
    resurrected_at: stone.resurrected_at === null ? null : iso(stone.resurrected_at),
    resurrection:
      offer === null ? null : { possible: offer.possible, cost: offer.cost, closes_at: iso(offer.closesAt) },
    life: present === undefined || chartRows.length === 0 ? null : lifeOf(visibleAt(present, now), chartRows),
    afterwards: entry === undefined ? null : livingEntryView(entry, now),
  };
}
