// GET /api/house/status: status.ts over HTTP.
import type { VisibleLiving } from "@denkeeper/rules/life/shown.ts";
import type { Living } from "@denkeeper/rules/creature/creature.ts";
import type { Visible } from "@denkeeper/rules/creature/visibility.ts";
import { resurrectionOffer, returnableSince } from "@denkeeper/rules/care/resurrection.ts";
import type { Report } from "@denkeeper/rules/words/report.ts";
import { stageMessage } from "@denkeeper/rules/words/milestone.ts";
import { speakerOf } from "@denkeeper/rules/words/speaker.ts";
import { iso } from "../../platform/clock.ts";
import { gravestoneRowOf } from "../../model/life/gravestone-row.ts";
import { marksView } from "../../model/life/marks.ts";
import { tagOf } from "../../http/respond/tags.ts";
import { eventsSinceLastVisit } from "../visits/visit.ts";
import type { NextStep } from "../../http/contract/contract.ts";
import { endpoint, type Call } from "../../http/request/endpoint.ts";
import type { Failure } from "../../http/respond/errors.ts";
import type { Needs } from "../../model/services.ts";
import type { Agent } from "../../model/agents/store/agents.ts";
import type { Caller } from "../../model/agents/store/callers.ts";
import type { PresentCreature } from "../../model/creatures/store/creature-change.ts";
import { listDeadSince } from "../../model/creatures/store/creatures.ts";
import { findGravestone } from "../../model/creatures/store/gravestones.ts";
import { listPortraits, type PortraitRow } from "../../model/creatures/store/portraits.ts";
import { houseCard } from "./card.ts";
import { missingCreature, takeBackSteps } from "../../views/missing-creature.ts";
import { retryOnConflict } from "../../model/agents/retry-on-conflict.ts";
import { returnSteps, resurrectionSentence } from "../../views/death-notice.ts";
import { awayView, compactAwayView } from "../visits/event-views.ts";
import { gravestoneView } from "../../views/stone-view.ts";
import { albumOf, imageUrlOf } from "../../views/portraits.ts";
import {
  readMoreSteps,
  compactSteps,
  adultSteps,
  houseNowOf,
  houseSteps,
  livingSteps,
  dueCareIn,
  type HouseNow,
} from "../../views/steps.ts";
import { adoptStep, exportStep, graveyardStep, historyStep, statusStep } from "../../http/contract/steps.ts";
import {
  activityView,
  ageHoursOf,
  checkInView,
  compactLookView,
  compactView,
  forecastView,
  livingView,
  othersView,
  reportTag,
  reportView,
  soulPromptOf,
  speciesView,
  visitView,
  compactTag,
} from "../../views/views.ts";
import { status } from "./contract.ts";
import { checkStatus, deadOf, type CheckedHouse, type GraveTarget } from "./status.ts";
import { presentInRealTime } from "../../model/life/present-creature.ts";

type StatusCall = Call<typeof status>;

export const statusEndpoint = endpoint(
  status,
  async (call, services: Needs<"config" | "database" | "rollups" | "visitBuffer">) => {
    const { now, query } = call;
    const wanted = query.creature_id ?? query.id;
    return retryOnConflict(call, async (caller) => {
      const house = await checkStatus(services.database, caller, { wanted, told: query.told, now });
      if (house === undefined) return undefined;
      const seen = house.visited.map(({ view }) => view);
      if (call.request.via === "mcp") {
        call.request.hostContent = await houseCard(services, caller, { seen, wanted, dead: house.dead?.creature });
      }
      return { ...reportView(house.report), ...(await answer(call, services, caller, house)) };
    });
  },
);

async function answer(
  call: StatusCall,
  services: Needs<"config" | "database" | "rollups" | "visitBuffer">,
  caller: Caller,
  { visited, wanted, dead, report }: CheckedHouse,
) {
  const { agent, houseNow: now } = caller;
  const living = visited.flatMap(({ stored, view, justGrown }) =>
    view.kind === "living" ? [{ stored, view, justGrown }] : [],
  );
  const [newest] = living;
  const target = wanted === undefined ? newest : living.find(({ stored }) => stored.creature.id === wanted);
  if (target === undefined) {
    const died = visited.find(({ stored }) => stored.creature.id === wanted);
    const found = dead ?? (died === undefined ? undefined : deadOf(died.view.creature, died.stored.imageUrl));
    if (found === undefined) throw await noCreatureAnswer(call, services, agent, { living, wanted, report });
    return deathAnswer(call, services, caller, found, report);
  }
  const others = living.filter((each) => each !== target);
  const { creature } = target.view;
  const { forecast_hours, view: size } = call.query;
  const stays = visited.map(({ stored }) => stored).filter((each) => each.creature.death === null);
  const [away, album] = await Promise.all([
    eventsSinceLastVisit(services, caller, stays, call.now),
    size === "compact" ? [] : listPortraits(services.database, { agentId: agent.id, creatureId: creature.id }),
  ]);
  const house = houseNowOf(visited.map(({ view }) => view));
  const planned = size === "compact" ? dueCareIn(house.residents) : undefined;
  const shown = [target, ...others].map((each) => compactTag(each.view));
  const look = [size, forecast_hours, shown, target.justGrown, album.map(({ sha256 }) => sha256)];
  call.reply.headers["etag"] = tagOf([look, away, reportTag(report)]);
  const isTargeted = wanted !== undefined || house.visit === null;
  const checkIns = checkInsOf(house, target.view, wanted);
  if (size === "compact") {
    return {
      creature: compactLookView(target.view),
      ...(target.justGrown ? { milestone: stageReached(creature) } : {}),
      dies_at: iso(target.view.deathClock.diesAt),
      ...othersView(others.map(({ view }) => view)),
      ...checkIns,
      ...(away === undefined ? {} : compactAwayView(away, now)),
      next_steps: compactSteps(house, undefined, planned),
    };
  }
  return {
    creature: { ...targetView(target, imageUrlOf(services.config.baseUrl, album, target.stored.imageUrl)) },
    ...(target.justGrown ? milestoneOf(creature, album) : {}),
    ...albumOf(services.config.baseUrl, album),
    ...(others.length === 0 ? {} : { other_creatures: others.map(({ view }) => compactView(view)) }),
    ...(away === undefined ? {} : awayView(away, now)),
    ...checkIns,
    ...(forecast_hours === undefined ? {} : { forecast: forecastView(target.view, forecast_hours) }),
    soul_prompt: soulPromptOf(target.view, { memory: target.stored.memory, caller, house: stays }),
    house_activity: await activityView(services.rollups),
    next_steps: [
      ...stepsFor(target.view, house, isTargeted),
      ...adultSteps([target.view], caller.lastVisit?.at ?? null, now),
    ],
  };
}

interface StatusTarget {
  readonly stored: PresentCreature;
  readonly view: VisibleLiving;
}

/** The creature that is asked for, with what its life has left on it. */
function targetView({ stored, view }: StatusTarget, imageUrl: string | null) {
  return { ...livingView(view, imageUrl), ...marksView(view, stored) };
}

function checkInsOf({ visit }: HouseNow, now: VisibleLiving, wanted: string | undefined) {
  if (visit === null) return { recommended_checkin: checkInView(now) };
  if (wanted === undefined) return { recommended_checkin: visitView(visit) };
  return { recommended_checkin: checkInView(now), house_checkin: visitView(visit) };
}

function stepsFor(now: VisibleLiving, house: HouseNow, isTargeted: boolean): NextStep[] {
  return isTargeted ? livingSteps(now, house) : [...houseSteps(house), ...readMoreSteps(now.creature)];
}

function stageReached(creature: Visible<Living>) {
  const { stage, path, asOf } = creature;
  return { stage, message: stageMessage(speakerOf(creature), stage, path, asOf) };
}

/** The stage that its keeper is told of, and whether its portrait is still to come. */
function milestoneOf(creature: Visible<Living>, album: readonly PortraitRow[]) {
  const { stage, name } = creature;
  const isThere = album.some((portrait) => portrait.stage === stage);
  const note = `A portrait of ${name} as ${stage === "adult" ? "an" : "a"} ${stage} is being made. It will appear at image_url soon.`;
  return { milestone: { ...stageReached(creature), ...(isThere ? {} : { portrait_note: note }) } };
}

async function deathAnswer(
  call: StatusCall,
  { database, rollups, config }: Needs<"config" | "database" | "rollups">,
  caller: Caller,
  { creature, imageUrl }: GraveTarget,
  report: Report | null | undefined,
) {
  const { agent, sitter, houseNow: now } = caller;
  const { death } = creature;
  const offer = resurrectionOffer(creature, now, caller.outages);
  // A sitter is shown no credits, nor that they have changed.
  call.reply.headers["etag"] = tagOf([
    creature.id,
    death,
    sitter === undefined ? agent.credits : null,
    offer,
    call.query.view,
    reportTag(report),
  ]);
  // Not buried yet only where this process may not write deaths.
  const stone =
    (await findGravestone(database, { agentId: agent.id, creatureId: creature.id })) ??
    gravestoneRowOf(agent, creature, creature);
  const { possible, cost, closesAt } = offer;
  const album = await listPortraits(database, { agentId: agent.id, creatureId: creature.id });
  return {
    creature: {
      id: creature.id,
      name: creature.name,
      ...speciesView(creature.species),
      species_key: creature.species.slug,
      stage: creature.stage,
      age_hours: ageHoursOf({ kind: "dead", creature, now }),
      alive: false as const,
      image_url: imageUrlOf(config.baseUrl, album, imageUrl),
    },
    ...albumOf(config.baseUrl, album),
    gravestone: gravestoneView(stone),
    resurrection: { possible, cost, closes_at: iso(closesAt) },
    message: `${creature.name} is dead.${resurrectionSentence(offer, caller)}`,
    house_activity: await activityView(rollups),
    next_steps: [
      ...returnSteps(agent, creature, offer),
      graveyardStep(),
      historyStep(creature.id),
      exportStep(creature.id),
      adoptStep("Adopt another egg."),
    ],
  };
}

const MOST_LOST_TOLD = 3;

interface NobodyFound {
  readonly living: readonly { readonly stored: PresentCreature; readonly view: VisibleLiving }[];
  readonly wanted: string | undefined;
  readonly report: Report | null | undefined;
}

/** Why there is nobody to tell of, and what can be done. */
async function noCreatureAnswer(
  call: StatusCall,
  { database }: Needs<"database">,
  agent: Agent,
  { living, wanted, report }: NobodyFound,
): Promise<Failure> {
  const missing = wanted === undefined ? undefined : await missingCreature(call, database, wanted);
  if (missing !== undefined && living.length > 0) return call.fail("creature_not_found", missing);
  const { sitter } = call.caller;
  const now = call.caller.houseNow;
  const allDead = await listDeadSince(database, agent.id, returnableSince(now, call.caller.outages));
  const dead = allDead.filter(({ creature }) => sitter?.creatureIds.includes(creature.id) ?? true);
  const canReturn = dead.flatMap((stored) => {
    const { creature } = presentInRealTime(stored, call.caller.outages, call.now);
    const offer = creature.death === null ? undefined : resurrectionOffer(creature, now, call.caller.outages);
    return offer !== undefined && sitter === undefined && agent.credits >= offer.cost
      ? returnSteps(agent, creature, offer)
      : [statusStep(creature.id, `See what it takes to call ${creature.name} back.`)];
  });
  const lost = dead.flatMap(({ creature: { name, death } }) =>
    death === null ? [] : [`${name} died of ${death.cause} at ${iso(death.at)}.`],
  );
  const adopt = dead.length === 0 ? "Adopt an egg." : `Call ${dead.length === 1 ? "it" : "one"} back, or adopt an egg.`;
  const forSitter = "None of the creatures this key covers is alive.";
  const suggestion = [...lost.slice(0, MOST_LOST_TOLD), sitter === undefined ? adopt : forSitter].join(" ");
  const back = missing === undefined ? await takeBackSteps(call, database) : [];
  const none = { suggestion, fields: { your_creatures: [] }, nextSteps: [...back, adoptStep()] };
  const { nextSteps = [], fields, ...more } = missing ?? none;
  const code = missing === undefined ? "no_living_creatures" : "creature_not_found";
  return call.fail(code, {
    ...more,
    fields: { ...fields, ...reportView(report) },
    nextSteps: [...canReturn, ...nextSteps],
  });
}
