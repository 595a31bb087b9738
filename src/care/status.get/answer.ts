// Builds the answer of a status call for the house that it checked: a living creature in full or compact form, or a dead one.
import { resurrectionOffer } from "@denkeeper/rules/care/resurrection.ts";
import type { Living } from "@denkeeper/rules/creature/creature.ts";
import type { RealInstant } from "@denkeeper/rules/time/units.ts";
import type { Visible } from "@denkeeper/rules/creature/visibility.ts";
import type { VisibleLiving } from "@denkeeper/rules/life/shown.ts";
import { stageMessage } from "@denkeeper/rules/words/milestone.ts";
import type { Report } from "@denkeeper/rules/words/report.ts";
import { speakerOf } from "@denkeeper/rules/words/speaker.ts";
import { adoptStep, exportStep, graveyardStep, historyStep } from "../../http/contract/steps.ts";
import type { Caller } from "../../model/agents/store/callers.ts";
import { findGravestone } from "../../model/creatures/store/gravestones.ts";
import { listPortraits, type PortraitRow } from "../../model/creatures/store/portraits.ts";
import { gravestoneRowOf } from "../../model/life/gravestone-row.ts";
import { marksView } from "../../model/life/marks.ts";
import type { Needs } from "../../model/services.ts";
import { iso } from "../../platform/clock.ts";
import { resurrectionSentence, returnSteps } from "../../views/death-notice.ts";
import { soulPromptOf } from "../../views/memories.ts";
import { albumOf, imageUrlOf } from "../../views/portraits.ts";
import * as steps from "../../views/steps.ts";
import { gravestoneView } from "../../views/stone-view.ts";
import * as views from "../../views/views.ts";
import { awayView, compactAwayView } from "../visits/event-views.ts";
import { eventsSinceLastVisit } from "../visits/visit.ts";
import type { CheckedHouse, GraveTarget, LivingTarget } from "./status.ts";

export interface StatusQuestion {
  readonly now: RealInstant;
  readonly query: { readonly view: "full" | "compact"; readonly forecast_hours?: number | undefined };
}

export type StatusServices = Needs<"config" | "database" | "rollups" | "visitBuffer">;

interface LivingHouse extends CheckedHouse {
  readonly living: readonly LivingTarget[];
  readonly target: LivingTarget;
}

export async function livingAnswer(
  { now, query }: StatusQuestion,
  services: StatusServices,
  caller: Caller,
  { visited, living, target, wanted, report }: LivingHouse,
) {
  const { houseNow, lastVisit } = caller;
  const { forecast_hours: forecastHours, view: size } = query;
  const { view, stored, justGrown } = target;
  const { creature } = view;
  const others = living.filter((resident) => resident !== target).map((resident) => resident.view);
  const residents = visited.map((resident) => resident.stored).filter((resident) => resident.creature.death === null);
  const [away, album] = await Promise.all([
    eventsSinceLastVisit(services, caller, residents, now),
    size === "compact" ? [] : albumFor(services, caller, creature.id),
  ]);
  const house = steps.houseNowOf(visited.map((resident) => resident.view));
  const dueCare = size === "compact" ? steps.dueCareIn(house.residents) : undefined;
  const tags = [view, ...others].map(views.compactTag);
  const content = [size, forecastHours, tags, justGrown, album.map(({ sha256 }) => sha256)];
  const tag = [content, away, views.reportTag(report)];
  const houseCheckIn = house.visit === null ? undefined : views.visitView(house.visit);
  const checkIns =
    wanted === undefined && houseCheckIn !== undefined
      ? { recommended_checkin: houseCheckIn }
      : { recommended_checkin: views.checkInView(view), house_checkin: houseCheckIn };
  if (size === "compact") {
    const answer = {
      creature: views.compactLookView(view),
      milestone: justGrown ? stageMilestone(creature) : undefined,
      dies_at: iso(view.deathClock.diesAt),
      ...views.othersView(others),
      ...checkIns,
      ...(away === undefined ? {} : compactAwayView(away, houseNow)),
      next_steps: steps.compactSteps(house, undefined, dueCare),
    };
    return { tag, answer };
  }
  const imageUrl = imageUrlOf(services.config.baseUrl, album, stored.imageUrl);
  const isTargeted = wanted !== undefined || house.visit === null;
  const answer = {
    creature: { ...views.livingView(view, imageUrl), ...marksView(view, stored) },
    milestone: justGrown ? milestoneWithPortrait(creature, album) : undefined,
    ...albumOf(services.config.baseUrl, album),
    other_creatures: others.length === 0 ? undefined : others.map(views.compactView),
    ...(away === undefined ? {} : awayView(away, houseNow)),
    ...checkIns,
    forecast: forecastHours === undefined ? undefined : views.forecastView(view, forecastHours),
    soul_prompt: soulPromptOf(view, { memory: stored.memory, caller, house: residents }),
    house_activity: await views.activityView(services.rollups),
    next_steps: [
      ...(isTargeted
        ? steps.livingSteps(view, house)
        : [...steps.houseSteps(house), ...steps.readMoreSteps(creature, view.advice)]),
      ...steps.adultSteps([view], lastVisit?.at ?? null, houseNow),
    ],
  };
  return { tag, answer };
}

/** Returns a creature's portraits, which the key check has usually loaded. */
async function albumFor({ database }: StatusServices, { agent, album }: Caller, creatureId: string) {
  return album?.creatureId === creatureId
    ? album.portraits
    : listPortraits(database, { agentId: agent.id, creatureId });
}

function stageMilestone(creature: VisibleLiving["creature"]) {
  const { stage, path, asOf } = creature;
  return { stage, message: stageMessage(speakerOf(creature), stage, path, asOf) };
}

/** Describes a new stage, and mentions its portrait if that is still being drawn. */
function milestoneWithPortrait(creature: Visible<Living>, album: readonly PortraitRow[]) {
  const { stage, name } = creature;
  const hasPortrait = album.some((portrait) => portrait.stage === stage);
  const note = `A portrait of ${name} as ${stage === "adult" ? "an" : "a"} ${stage} is being made. It will appear at image_url soon.`;
  return { ...stageMilestone(creature), portrait_note: hasPortrait ? undefined : note };
}

export async function deadAnswer(
  { query }: StatusQuestion,
  { database, rollups, config }: StatusServices,
  caller: Caller,
  { creature, imageUrl, report }: GraveTarget & { readonly report: Report | null | undefined },
) {
  const { agent, sitter, outages, houseNow } = caller;
  const { id, name, species, stage, death } = creature;
  const offer = resurrectionOffer(creature, houseNow, outages);
  // Omits credits for a sitter, because the tag must not reveal when they change.
  const credits = sitter === undefined ? agent.credits : null;
  const tag = [id, death, credits, offer, query.view, views.reportTag(report)];
  const key = { agentId: agent.id, creatureId: id };
  // While this process's clock may be wrong, it records no death, so the gravestone is built here.
  const gravestone = (await findGravestone(database, key)) ?? gravestoneRowOf(agent, creature, creature);
  const album = await listPortraits(database, key);
  const { possible, cost, closesAt } = offer;
  const answer = {
    creature: {
      id,
      name,
      ...views.speciesView(species),
      species_key: species.slug,
      stage,
      age_hours: views.ageHoursOf({ kind: "dead", creature, now: houseNow }),
      alive: false as const,
      image_url: imageUrlOf(config.baseUrl, album, imageUrl),
    },
    ...albumOf(config.baseUrl, album),
    gravestone: gravestoneView(gravestone),
    resurrection: { possible, cost, closes_at: iso(closesAt) },
    message: `${name} is dead.${resurrectionSentence(offer, caller)}`,
    house_activity: await views.activityView(rollups),
    next_steps: [
      ...returnSteps(agent, creature, offer),
      graveyardStep(),
      historyStep(id),
      exportStep(id),
      adoptStep("Adopt another egg."),
    ],
  };
  return { tag, answer };
}
