// GET /api/house/home visits all creatures, as status does, and adds everything that an agent without memory needs.
import { iso } from "../../platform/clock.ts";
import { resurrectionOffer, returnableSince } from "@denkeeper/rules/care/resurrection.ts";
import type { Dead } from "@denkeeper/rules/creature/creature.ts";
import type { VisibleLiving } from "@denkeeper/rules/life/shown.ts";
import type { Database } from "../../platform/database/db.ts";
import { approvedItemsOf } from "../items/approved-items.ts";
import { marksView } from "../../model/life/marks.ts";
import { eventsSinceLastVisit, reportAfter, visitAll, type VisitedCreature } from "../visits/visit.ts";
import { endpoint, type Call } from "../../http/request/endpoint.ts";
import { step, type NextStep } from "../../http/contract/contract.ts";
import type { Needs } from "../../model/services.ts";
import type { Caller } from "../../model/agents/store/callers.ts";
import type { PresentCreature } from "../../model/creatures/store/creature-change.ts";
import { asKeeper, type KeeperCaller } from "../../model/creatures/store/private-text.ts";
import type { StoredCreature } from "../../model/creatures/store/creature-row.ts";
import { listDeadSince } from "../../model/creatures/store/creatures.ts";
import { creatureAcrossOutages } from "../../model/life/present-creature.ts";
import { retryOnConflict } from "../../model/agents/retry-on-conflict.ts";
import { returnSteps } from "../../views/death-notice.ts";
import { awayView } from "../visits/event-views.ts";
import { events } from "../events.get/contract.ts";
import { adultSteps, houseNowOf, houseSteps } from "../../views/steps.ts";
import { briefView, reportView, speciesView, nextVisit } from "../../views/views.ts";
import { recentCareView, soulLineOf } from "../../views/memories.ts";
import { home } from "./contract.ts";

type HomeCall = Call<typeof home>;

type LivingStored = VisitedCreature & { readonly view: VisibleLiving };

export const homeEndpoint = endpoint(home, async (call, services: Needs<"database" | "visitBuffer">) => {
  return retryOnConflict(call, async (caller) => {
    const visited = await visitAll(services.database, caller, { now: call.now, shows: "none", checks: true });
    return visited === undefined ? undefined : answer(call, services, caller, visited);
  });
});

async function answer(
  call: HomeCall,
  services: Needs<"database" | "visitBuffer">,
  caller: Caller,
  visited: readonly VisitedCreature[],
) {
  const { database } = services;
  const { agent, houseNow: now } = caller;
  const living = visited.filter((creature): creature is LivingStored => creature.view.kind === "living");
  const creatures = living.map(({ stored }) => stored);
  const views = living.map(({ view }) => view);
  const [dead, away, report] = await Promise.all([
    listDeadSince(database, agent.id, returnableSince(now, caller.outages)),
    eventsSinceLastVisit(services, caller, creatures, call.now),
    reportAfter(database, caller, visited, { now: call.now, told: call.query.told }),
  ]);
  const lost = dead.map(({ creature: { id, name, death } }) => ({ id, name, died_at: iso(death.at) }));
  const house = houseNowOf(views);
  const describe = async ({ stored, view }: (typeof living)[number]) => ({
    ...briefView(view),
    ...speciesView(view.creature.species),
    check_in_at: iso(view.checkIn.at),
    dies_at: iso(view.deathClock.diesAt),
    ...marksView(view, stored),
    advice: view.advice?.action ?? null,
    likes: await likesOf(database, view),
    soul_line: soulLineOf(view, { memory: stored.memory, caller, house: creatures }),
  });
  return {
    ...reportView(report),
    you: {
      username: agent.username,
      display_name: agent.displayName,
      timezone: agent.timezone,
      credits: agent.credits,
      keeper_since: iso(agent.createdAt),
    },
    house_time: iso(now),
    creatures: await Promise.all(living.map(describe)),
    lost: lost.length === 0 ? undefined : lost,
    ...(away === undefined ? {} : awayView(away, now)),
    ...nextVisit(house),
    you_last_did: latestCare([...creatures, ...dead], now, asKeeper(caller, agent.id)),
    next_steps: [
      ...houseSteps(house),
      ...resurrectionSteps(caller, dead[0]),
      step(events, { description: "See what happened in the last day." }),
      ...adultSteps(views, caller.lastVisit?.at ?? null, now),
    ],
  };
}

const LIKES_LISTED = 3;

/** Returns a few approved items for the advised care. They rotate with each meal. */
async function likesOf(database: Database, { advice, creature }: VisibleLiving): Promise<string[] | undefined> {
  if (advice === null || advice.action === "reflect") return undefined;
  const items = (await approvedItemsOf(database, creature.species))[advice.action];
  const first = (creature.feedings * LIKES_LISTED) % items.length;
  return [...items.slice(first), ...items.slice(0, first)].slice(0, LIKES_LISTED);
}

const LATEST_CARE_LISTED = 5;

function latestCare(
  house: readonly (Pick<PresentCreature, "recentCare"> & { readonly creature: { readonly name: string } })[],
  now: number,
  keeper: KeeperCaller | undefined,
) {
  return house
    .flatMap(({ creature, recentCare }) => recentCare.map((care) => ({ care, creature: creature.name })))
    .toSorted((one, other) => other.care.at - one.care.at)
    .slice(0, LATEST_CARE_LISTED)
    .map(({ creature, care }) => Object.assign({ creature, at: iso(care.at) }, recentCareView(care, now, keeper)));
}

function resurrectionSteps(caller: Caller, last: StoredCreature<Dead> | undefined): readonly NextStep[] {
  if (last === undefined) return [];
  const { agent, outages, houseNow } = caller;
  const creature = creatureAcrossOutages(last, outages, houseNow);
  return returnSteps(agent, creature, resurrectionOffer(creature, houseNow, caller.outages));
}
