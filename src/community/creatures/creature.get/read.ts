// Reads a creature's public view, for the endpoint and its page. Reading changes nothing, so an egg stays an egg.
import { iso } from "../../../platform/clock.ts";
import { FORMS } from "@denkeeper/rules/life/evolution.ts";
import { lowStatTimes, visibleAt, type VisibleNow } from "@denkeeper/rules/life/shown.ts";
import { needOf } from "@denkeeper/rules/words/verdict.ts";
import type { ResponseOf } from "../../../http/contract/contract.ts";
import type { Needs } from "../../../model/services.ts";
import { cacheForEachApp } from "../../../platform/single-flight.ts";
import { agentIdOf, isUuid } from "../../../platform/identity/agent-id.ts";
import { isUsername } from "../../../platform/identity/username.ts";
import { findPublicAgent } from "../../../model/agents/store/agents.ts";
import { findCreature, listLiving } from "../../../model/creatures/store/creatures.ts";
import { listGravestonesOfCreature } from "../../../model/creatures/store/gravestones.ts";
import { listPortraits } from "../../../model/creatures/store/portraits.ts";
import { listHiddenSpecies } from "../../../model/visibility/store/public-visibility.ts";
import { keeperHistoryOf } from "../../keepers/agent.get/keeper-history.ts";
import { keeperView } from "../../keepers/agent.get/view.ts";
import { gravestoneView } from "../../../views/stone-view.ts";
import { albumOf, imageUrlOf } from "../../../views/portraits.ts";
import { ageHoursOf, forecastView, livingView, oneDecimal } from "../../../views/views.ts";
import type { publicCreature } from "./contract.ts";
import { missedMealsOf } from "./drama.ts";
import { eventsOf, intervalsOf, lifeOf } from "./life.ts";
import { timelineOf } from "./timeline.ts";
import { marksView } from "../../../model/life/marks.ts";
import { creatureAcrossOutages } from "../../../model/life/present-creature.ts";
import type { StoredCreature } from "../../../model/creatures/store/creature-row.ts";

export type CreatureAnswer = Omit<ResponseOf<typeof publicCreature>, "next_steps">;

/** Hours of forecast; no creature survives longer without care. */
const FORECAST_HOURS = 48;

const creatures = cacheForEachApp<CreatureAnswer | undefined>(2_000);

/** Returns a cached answer only if it was read at `since` or later. */
export async function readCreature(
  services: Needs<"config" | "database" | "outages">,
  { username, id }: { readonly username: string; readonly id: string },
  now: number,
  since?: number,
): Promise<CreatureAnswer | undefined> {
  const key = id.toLowerCase();
  if (!isUsername(username) || !isUuid(key)) return undefined;
  const keeper = username.toLowerCase();
  return creatures(services).get(`${keeper}/${key}`, now, () => read(services, keeper, key, now), since);
}

async function read(
  services: Needs<"config" | "database" | "outages">,
  username: string,
  creatureId: string,
  now: number,
): Promise<CreatureAnswer | undefined> {
  const { config, database } = services;
  const agentId = agentIdOf(username);
  const [agent, stored] = await Promise.all([
    findPublicAgent(database, { agentId }),
    findCreature(database, agentId, creatureId),
  ]);
  if (agent === undefined || stored === undefined) return undefined;
  const [newestFirst, siblings, stones, portraits, outages, hidden] = await Promise.all([
    eventsOf({ database }, agentId, stored.creature, now),
    listLiving(database, agentId),
    listGravestonesOfCreature(database, agentId, creatureId),
    listPortraits(database, { agentId, creatureId }),
    services.outages.known(),
    listHiddenSpecies(database, [stored.creature.species.slug]),
  ]);
  if (hidden.size > 0) return undefined;
  const rows = newestFirst.toReversed();
  const viewOf = (row: StoredCreature): VisibleNow => visibleAt(creatureAcrossOutages(row, outages, now), now);
  const view = viewOf(stored);
  const others = siblings.map((sibling) => (sibling.creature.id === creatureId ? view : viewOf(sibling)));
  const whole = rows.some(({ kind }) => kind === "adopt");
  return {
    creature: { ...creatureView(view, username), ...marksView(view, stored) },
    now:
      view.kind === "living"
        ? { ...livingView(view, imageUrlOf(config.baseUrl, portraits, stored.imageUrl)), untrusted: true as const }
        : null,
    next_visit: view.kind === "living" ? iso(view.checkIn.at) : null,
    ...needView(view),
    forecast: view.kind === "living" ? forecastView(view, FORECAST_HOURS) : [],
    intervals: intervalsOf(rows),
    life: lifeOf(view, rows),
    ...albumOf(config.baseUrl, portraits),
    timeline: timelineOf(view.creature, rows, {
      whole,
      now,
      misses: missedMealsOf(view, rows),
      lows: lowStatTimes(view),
      causes: new Map(stones.map(({ died_at, cause }) => [died_at, cause])),
    }),
    gravestones: stones.map(gravestoneView),
    keeper: keeperView(agent, await keeperHistoryOf(database, agentId, others), config.baseUrl, now),
  };
}

function needView(view: VisibleNow): Pick<CreatureAnswer, "need" | "needs"> {
  if (view.kind !== "living" && view.kind !== "egg") return { need: null };
  const { state, needs } = needOf(view);
  return { need: state, needs: [...needs] };
}

function creatureView(view: VisibleNow, agent: string): CreatureAnswer["creature"] {
  const { creature } = view;
  const { species, stageInstants, path, death, releasedAt } = creature;
  const instant = (at: number | null) => (at === null ? null : iso(at));
  return {
    id: creature.id,
    agent,
    name: creature.name,
    species: species.name,
    species_key: species.slug,
    tier: species.tier,
    family: species.family,
    status: view.kind,
    stage: creature.stage,
    path,
    form: path === null ? null : FORMS[species.family][path],
    age_hours: ageHoursOf(view),
    personality_traits: [...creature.personality],
    feeding_window_hours: species.feedingWindowHours,
    total_feedings: creature.feedings,
    streak: creature.streak,
    missed_feedings: creature.missedFeedings,
    total_care_actions: creature.careActions,
    consistency_score: oneDecimal(creature.consistency),
    resurrections: creature.resurrections,
    adopted_at: iso(creature.adoptedAt),
    became_baby: instant(stageInstants.baby),
    became_child: instant(stageInstants.child),
    became_teen: instant(stageInstants.teen),
    became_adult: instant(stageInstants.adult),
    last_care_at: creature.rhythmSince !== null ? iso(creature.lastCareAt) : null,
    died_at: instant(death?.at ?? null),
    released_at: instant(releasedAt),
    untrusted: true,
  };
}
