// The card of a house: what hosts of the MCP server show their people beside the answer of check_status. It is for eyes
// alone: no model reads it, and nothing is decided by it. A run has none.
import { dayOfLife } from "@denkeeper/rules/creature/creature.ts";
import { visitOf, type ResidentNow } from "@denkeeper/rules/foresight/schedule.ts";
import { FORMS } from "@denkeeper/rules/life/evolution.ts";
import type { VisibleDead, VisibleNow } from "@denkeeper/rules/life/shown.ts";
import { OF_CAUSE, needOf, type HouseVerdict } from "@denkeeper/rules/words/verdict.ts";
import { gravestoneRowOf } from "../../model/life/gravestone-row.ts";
import type { Needs } from "../../model/services.ts";
import { iso } from "../../platform/clock.ts";
import type { Caller } from "../../model/agents/store/callers.ts";
import { listGravestonesOf, type GravestoneRow } from "../../model/creatures/store/gravestones.ts";
import { listNonPublicAgents } from "../../model/visibility/store/public-visibility.ts";
import { houseWithVerdict, lostCreatures } from "../../views/house-with-verdict.ts";
import {
  CREATURE_DRAWING_PATH,
  GRAVE_DRAWING_PATH,
  STAGE_DRAWING_PATH,
  pathWith,
} from "../../views/picture-addresses.ts";
import { statsView } from "../../views/views.ts";
import { gravestoneView } from "../../views/stone-view.ts";

const GRAVES_READ = 6;

interface CardHouse {
  readonly seen: readonly VisibleNow[];
  readonly wanted: string | undefined;
  /** The wanted creature, when it was dead before. */
  readonly dead: VisibleDead["creature"] | undefined;
}

/** Pictured is a dead creature that was asked for; else whoever needs somebody most; in an empty house, the last to die. */
export async function houseCard(
  { database, config }: Needs<"config" | "database">,
  { agent, sitter, outages, houseNow: now }: Caller,
  { seen, wanted, dead }: CardHouse,
) {
  const [stones, unseen] = await Promise.all([
    listGravestonesOf(database, agent.id, true, { limit: GRAVES_READ, offset: 0 }),
    listNonPublicAgents(database, [agent.id]),
  ]);
  const known = stones.filter(({ creature_id }) => sitter?.creatureIds.includes(creature_id) ?? true);
  const { house, verdict } = houseWithVerdict(seen, known, outages, now);
  // Not buried yet only where this process may not write deaths; and the stone of one asked for may be an old one.
  const died = [...seen.flatMap((each) => (each.kind === "dead" ? [each.creature] : [])), ...(dead ? [dead] : [])];
  const unknown = died.filter(({ id }) => !known.some(({ creature_id }) => creature_id === id));
  const graves = [...unknown.map((creature) => gravestoneRowOf(agent, creature, creature)), ...known];
  const [first] = house;
  const returnable = (row: GravestoneRow) => lostCreatures(row, outages)[0]?.returnableUntil ?? null;
  const isWanted = wanted !== undefined && !house.some(({ creature }) => creature.id === wanted);
  const asked = graves.find(({ creature_id }) => isWanted && creature_id === wanted);
  const grave = asked ?? (first === undefined ? graves.find((row) => returnable(row) !== null) : undefined);
  const pictured = grave?.creature_id ?? first?.creature.id;
  const place = { ...config, isPublic: !unseen.has(agent.id), username: agent.username };
  const others: { name: string; state: HouseVerdict["state"] }[] = [
    ...house
      .filter(({ creature }) => creature.id !== pictured)
      .map((each) => ({ name: each.creature.name, state: needOf(each).state })),
    ...graves
      .filter((row) => row.creature_id !== pictured && (returnable(row) ?? 0) > now)
      .map(({ name }) => ({ name, state: "died" as const })),
  ];
  const visit = visitOf(house);
  return {
    now: iso(now),
    ahead_ms: agent.clockOffsetMs,
    verdict,
    ...(visit === null ? {} : { next_visit: iso(visit.at) }),
    ...(grave !== undefined
      ? { creature: graveOn(grave, returnable(grave), place) }
      : first !== undefined
        ? { creature: inhabitantOn(first, place) }
        : {}),
    others,
  };
}

interface CardPlace {
  readonly baseUrl: string;
  readonly isPublic: boolean;
  readonly username: string;
}

function inhabitantOn(each: ResidentNow, place: CardPlace) {
  const { id, name, species, stage, path } = each.creature;
  const look = picturesOf(CREATURE_DRAWING_PATH, { id, slug: species.slug, stage }, place);
  const { state } = needOf(each);
  if (each.kind === "egg") return { name, about: [species.name], mood: "egg", state, ...look };
  const { resting, mood, deathClock, visibility, now } = each;
  const form = path === null ? stage : FORMS[species.family][path];
  const { hidden_stats: _, ...stats } = statsView(visibility);
  return {
    name,
    about: [species.name, form, `day ${dayOfLife(each.creature, now)}`],
    mood: resting === null ? mood : "boarded",
    state,
    stats,
    dies_at: iso(deathClock.diesAt),
    ...(resting === null ? {} : { boarded_until: iso(resting.until) }),
    ...look,
  };
}

function graveOn(row: GravestoneRow, returnableUntil: number | null, place: CardPlace) {
  const { name, species, stage_reached, lived, died_at, epitaph_short } = gravestoneView(row);
  const { creature_id: id, species_slug: slug, cause, is_public } = row;
  return {
    name,
    about: [species, stage_reached, `lived ${lived}`],
    mood: "dead",
    state: "died",
    cause: OF_CAUSE[cause],
    died_at,
    epitaph: epitaph_short,
    ...(returnableUntil === null ? {} : { returnable_until: iso(returnableUntil) }),
    ...picturesOf(
      GRAVE_DRAWING_PATH,
      { id, slug, stage: stage_reached },
      {
        ...place,
        isPublic: place.isPublic && is_public,
      },
    ),
  };
}

/** As everybody may see it; one of a house that is not public is pictured by its species, and has no page. */
function picturesOf(path: string, of: Readonly<Record<"id" | "slug" | "stage", string>>, place: CardPlace) {
  const { baseUrl, isPublic, username } = place;
  if (!isPublic) return { image: baseUrl + pathWith(STAGE_DRAWING_PATH, of) };
  const image = baseUrl + pathWith(path, { ...of, username });
  return { image, page: image.slice(0, image.lastIndexOf("/")) };
}
