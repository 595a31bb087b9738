// Builds the card of a house that MCP hosts show to their users along with the answer of check_status. No model reads the card.
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
  readonly views: readonly VisibleNow[];
  readonly wanted: string | undefined;
  /** The requested creature, if it had died before the call. */
  readonly dead: VisibleDead["creature"] | undefined;
}

/**
 * Shows the requested creature if it is dead, otherwise the resident most in need. In an empty house, it shows the last death
 * that can be undone.
 */
export async function houseCard(
  { database, config }: Needs<"config" | "database">,
  { agent, sitter, outages, houseNow: now }: Caller,
  { views, wanted, dead }: CardHouse,
) {
  const [allStones, nonPublic] = await Promise.all([
    listGravestonesOf(database, agent.id, true, { limit: GRAVES_READ, offset: 0 }),
    listNonPublicAgents(database, [agent.id]),
  ]);
  const stones = allStones.filter(({ creature_id }) => sitter?.creatureIds.includes(creature_id) ?? true);
  const { house, verdict } = houseWithVerdict(views, stones, outages, now);
  // A death is missing among these gravestones if this process may not record deaths, or if it is older than all of them.
  const died = [...views.flatMap((view) => (view.kind === "dead" ? [view.creature] : [])), ...(dead ? [dead] : [])];
  const withoutStone = died.filter(({ id }) => !stones.some(({ creature_id }) => creature_id === id));
  const graves = [...withoutStone.map((creature) => gravestoneRowOf(agent, creature, creature)), ...stones];
  const [neediest] = house;
  const returnUntil = (row: GravestoneRow) => lostCreatures(row, outages)[0]?.returnableUntil ?? null;
  const isResident = house.some(({ creature }) => creature.id === wanted);
  const wantedGrave = isResident ? undefined : graves.find(({ creature_id }) => creature_id === wanted);
  const grave = wantedGrave ?? (neediest === undefined ? graves.find((row) => returnUntil(row) !== null) : undefined);
  const shownId = grave?.creature_id ?? neediest?.creature.id;
  const place = { ...config, isPublic: !nonPublic.has(agent.id), username: agent.username };
  const others: { name: string; state: HouseVerdict["state"] }[] = [
    ...house
      .filter(({ creature }) => creature.id !== shownId)
      .map((resident) => ({ name: resident.creature.name, state: needOf(resident).state })),
    ...graves
      .filter((row) => row.creature_id !== shownId && (returnUntil(row) ?? 0) > now)
      .map(({ name }) => ({ name, state: "died" as const })),
  ];
  const visit = visitOf(house);
  const creature =
    grave === undefined ? neediest && residentView(neediest, place) : graveView(grave, returnUntil(grave), place);
  return {
    now: iso(now),
    ahead_ms: agent.clockOffsetMs,
    verdict,
    ...(visit === null ? {} : { next_visit: iso(visit.at) }),
    ...(creature === undefined ? {} : { creature }),
    others,
  };
}

interface CardPlace {
  readonly baseUrl: string;
  readonly isPublic: boolean;
  readonly username: string;
}

function residentView(resident: ResidentNow, place: CardPlace) {
  const { id, name, species, stage, path } = resident.creature;
  const links = linksOf(CREATURE_DRAWING_PATH, { id, slug: species.slug, stage }, place);
  const { state } = needOf(resident);
  if (resident.kind === "egg") return { name, about: [species.name], mood: "egg", state, ...links };
  const { resting, mood, deathClock, visibility, now } = resident;
  const form = path === null ? stage : FORMS[species.family][path];
  const { hidden_stats: _, ...stats } = statsView(visibility);
  return {
    name,
    about: [species.name, form, `day ${dayOfLife(resident.creature, now)}`],
    mood: resting === null ? mood : "boarded",
    state,
    stats,
    dies_at: iso(deathClock.diesAt),
    ...(resting === null ? {} : { boarded_until: iso(resting.until) }),
    ...links,
  };
}

function graveView(row: GravestoneRow, returnableUntil: number | null, place: CardPlace) {
  const { name, species, stage_reached, lived, died_at, epitaph_short } = gravestoneView(row);
  const { creature_id: id, species_slug: slug, cause } = row;
  const isPublic = place.isPublic && row.is_public;
  return {
    name,
    about: [species, stage_reached, `lived ${lived}`],
    mood: "dead",
    state: "died",
    cause: OF_CAUSE[cause],
    died_at,
    epitaph: epitaph_short,
    ...(returnableUntil === null ? {} : { returnable_until: iso(returnableUntil) }),
    ...linksOf(GRAVE_DRAWING_PATH, { id, slug, stage: stage_reached }, { ...place, isPublic }),
  };
}

/** Returns the links of a creature. If it is not public, it has no page, and a drawing of its species is shown. */
function linksOf(path: string, of: Readonly<Record<"id" | "slug" | "stage", string>>, place: CardPlace) {
  const { baseUrl, isPublic, username } = place;
  if (!isPublic) return { image: baseUrl + pathWith(STAGE_DRAWING_PATH, of) };
  const image = baseUrl + pathWith(path, { ...of, username });
  return { image, page: image.slice(0, image.lastIndexOf("/")) };
}
