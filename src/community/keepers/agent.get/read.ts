// Reads a keeper's public profile, for the endpoint and its page. Due deaths are left to the sweep to record.
import { iso } from "../../../platform/clock.ts";
import { HOUR_MS } from "@denkeeper/rules/time/durations.ts";
import { visibleAt } from "@denkeeper/rules/life/shown.ts";
import type { Needs } from "../../../model/services.ts";
import { cacheForEachApp } from "../../../platform/single-flight.ts";
import { agentIdOf } from "../../../platform/identity/agent-id.ts";
import { isUsername } from "../../../platform/identity/username.ts";
import { livingEntryOf } from "../../../model/figures/store/living-shapes.ts";
import { findPublicAgent } from "../../../model/agents/store/agents.ts";
import { listVisits, type LoggedVisit } from "../../../model/creatures/store/care-log.ts";
import { listLiving } from "../../../model/creatures/store/creatures.ts";
import { listGravestonesOf } from "../../../model/creatures/store/gravestones.ts";
import { withPublicSpecies } from "../../../model/visibility/store/public-visibility.ts";
import { listSpeciesOf } from "../../../model/creatures/store/species.ts";
import { gravestoneView } from "../../../views/stone-view.ts";
import { livingEntryView } from "../../living/living.get/view.ts";
import type { ReflectionView } from "../../../http/contract/shapes/reflection.ts";
import { writtenBy } from "../../reflections/read.ts";
import { entryView } from "../../species/species.get/view.ts";
import type { ResponseOf } from "../../../http/contract/contract.ts";
import type { publicAgent } from "./contract.ts";
import { keeperHistoryOf } from "./keeper-history.ts";
import { keeperView } from "./view.ts";
import { creatureAcrossOutages } from "../../../model/life/present-creature.ts";
import { houseWithVerdict } from "../../../views/house-with-verdict.ts";

export type AgentAnswer = Omit<ResponseOf<typeof publicAgent>, "next_steps">;

const SHOWN = 12;
const VISITS_BACK_MS = 14 * 24 * HOUR_MS;
const VISITS_READ = 1_000;
const REFLECTIONS_SHOWN = 4;

const agents = cacheForEachApp<AgentAnswer | undefined>(2_000);

export async function readAgent(
  services: Needs<"config" | "database" | "outages">,
  username: string,
  now: number,
): Promise<AgentAnswer | undefined> {
  if (!isUsername(username)) return undefined;
  const name = username.toLowerCase();
  return agents(services).get(name, now, () => read(services, name, now));
}

async function read(
  { database, config, outages: service }: Needs<"config" | "database" | "outages">,
  username: string,
  now: number,
): Promise<AgentAnswer | undefined> {
  const id = agentIdOf(username);
  const [agent, all, stones, designs, visits, outages] = await Promise.all([
    findPublicAgent(database, { agentId: id }),
    listLiving(database, id),
    listGravestonesOf(database, id, false, { limit: SHOWN, offset: 0 }),
    listSpeciesOf(database, id, SHOWN),
    listVisits(database, { agentId: id, since: now - VISITS_BACK_MS, limit: VISITS_READ }),
    service.known(),
  ]);
  if (agent === undefined) return undefined;
  const stored = await withPublicSpecies(database, all, ({ creature }) => creature.species.slug);
  const creatures = stored.map((each) => visibleAt(creatureAcrossOutages(each, outages, now), now));
  const { house, verdict } = houseWithVerdict(creatures, stones, outages, now);
  return {
    agent: keeperView(agent, await keeperHistoryOf(database, id, creatures), config.baseUrl, now),
    verdict: { ...verdict, untrusted: true as const },
    creatures: house.flatMap((each) => {
      const entry = livingEntryOf(each, username);
      return entry === undefined ? [] : [livingEntryView(entry, now)];
    }),
    gravestones: stones.map(gravestoneView),
    species: designs.map(entryView),
    visits: visitsView(visits),
    reflections: reflectionsIn(
      visits,
      username,
      stored.map(({ creature }) => creature),
    ),
  };
}

function visitsView(visits: readonly LoggedVisit[]): AgentAnswer["visits"] {
  return visits.map(({ at, timing }) => ({ at: iso(at), late: timing === "late" || timing === "missed_window" }));
}

interface NamedCreature {
  readonly id: string;
  readonly name: string;
  readonly species: { readonly name: string; readonly slug: string };
}

/** Lists the latest reflections on living creatures. */
function reflectionsIn(
  visits: readonly LoggedVisit[],
  agent: string,
  creatures: readonly NamedCreature[],
): ReflectionView[] {
  const creaturesById = new Map(creatures.map((creature) => [creature.id, creature]));
  const reflections = visits.flatMap(({ at, creatureId, notes, sitter }): ReflectionView[] => {
    const creature = creaturesById.get(creatureId);
    if (notes === null || notes === "" || creature === undefined) return [];
    const { name, species } = creature;
    const about = { creature_id: creatureId, creature: name, species: species.name, species_key: species.slug };
    return [{ at: iso(at), ...writtenBy(agent, sitter), ...about, notes, untrusted: true }];
  });
  return reflections.slice(0, REFLECTIONS_SHOWN);
}
