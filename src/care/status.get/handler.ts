// Serves GET /api/house/status: describes the house that status.ts checked, or explains why no creature was found.
import { OF_CAUSE } from "@denkeeper/rules/words/verdict.ts";
import { resurrectionOffer, returnableSince } from "@denkeeper/rules/care/resurrection.ts";
import { adoptStep, statusStep } from "../../http/contract/steps.ts";
import { endpoint, type Call } from "../../http/request/endpoint.ts";
import type { Failure } from "../../http/respond/errors.ts";
import { tagOf } from "../../http/respond/tags.ts";
import { retryOnConflict } from "../../model/agents/retry-on-conflict.ts";
import type { Caller } from "../../model/agents/store/callers.ts";
import type { StoredCreature } from "../../model/creatures/store/creature-row.ts";
import { listDeadSince } from "../../model/creatures/store/creatures.ts";
import { presentInRealTime } from "../../model/life/present-creature.ts";
import type { Needs } from "../../model/services.ts";
import { iso } from "../../platform/clock.ts";
import { returnSteps } from "../../views/death-notice.ts";
import { missingCreature, takeBackSteps } from "../../views/missing-creature.ts";
import { reportView } from "../../views/views.ts";
import { deadAnswer, livingAnswer, type StatusServices } from "./answer.ts";
import { houseCard } from "./card.ts";
import { status } from "./contract.ts";
import { checkStatus, deadTarget, type CheckedHouse, type LivingTarget } from "./status.ts";

type StatusCall = Call<typeof status>;

export const statusEndpoint = endpoint(status, async (call, services: StatusServices) => {
  const { now, query } = call;
  const wanted = query.creature_id ?? query.id;
  return retryOnConflict(call, async (caller) => {
    const house = await checkStatus(services.database, caller, { wanted, told: query.told, now });
    if (house === undefined) return undefined;
    if (call.request.via === "mcp") {
      // An MCP host shows a picture next to the answer.
      const views = house.visited.map(({ view }) => view);
      call.request.hostContent = await houseCard(services, caller, { views, wanted, dead: house.dead?.creature });
    }
    const { tag, answer } = await describe(call, services, caller, house);
    call.reply.headers["etag"] = tagOf(tag);
    return { ...reportView(house.report), ...answer };
  });
});

/**
 * Describes the living target, or else its grave. Throws if there is neither. Returns the answer and the values that determine its
 * entity tag.
 */
async function describe(call: StatusCall, services: StatusServices, caller: Caller, house: CheckedHouse) {
  const { visited, wanted, dead: diedEarlier, report } = house;
  const living = visited.flatMap(({ stored, view, justGrown }): LivingTarget[] =>
    view.kind === "living" ? [{ stored, view, justGrown }] : [],
  );
  const target = wanted === undefined ? living[0] : living.find(({ stored }) => stored.creature.id === wanted);
  if (target !== undefined) return livingAnswer(call, services, caller, { ...house, living, target });
  const diedNow = visited.find(({ stored }) => stored.creature.id === wanted);
  const grave = diedEarlier ?? (diedNow && deadTarget(diedNow.view.creature, diedNow.stored.imageUrl));
  if (grave === undefined) throw await noCreatureFailure(call, services, house, living.length > 0);
  return deadAnswer(call, services, caller, { ...grave, report });
}

const MAX_DEATHS_LISTED = 3;

async function noCreatureFailure(
  call: StatusCall,
  { database }: Needs<"database">,
  { wanted, report }: CheckedHouse,
  hasLiving: boolean,
): Promise<Failure> {
  const missing = wanted === undefined ? undefined : await missingCreature(call, database, wanted);
  if (missing !== undefined && hasLiving) return call.fail("creature_not_found", missing);
  const { agent, sitter, outages, houseNow } = call.caller;
  const allDead = await listDeadSince(database, agent.id, returnableSince(houseNow, outages));
  const dead = allDead.filter(({ creature }) => sitter?.creatureIds.includes(creature.id) ?? true);
  const resurrectionSteps = dead.flatMap((stored) => {
    const { creature } = presentInRealTime(stored, outages, call.now);
    const offer = creature.death === null ? undefined : resurrectionOffer(creature, houseNow, outages);
    return offer !== undefined && sitter === undefined && agent.credits >= offer.cost
      ? returnSteps(agent, creature, offer)
      : [statusStep(creature.id, `See what it takes to call ${creature.name} back.`)];
  });
  if (missing !== undefined) {
    const { fields, nextSteps = [] } = missing;
    return call.fail("creature_not_found", {
      ...missing,
      fields: { ...fields, ...reportView(report) },
      nextSteps: [...resurrectionSteps, ...nextSteps],
    });
  }
  return call.fail("no_living_creatures", {
    suggestion: emptyHouseSuggestion(dead, sitter !== undefined),
    fields: { your_creatures: [], ...reportView(report) },
    nextSteps: [...resurrectionSteps, ...(await takeBackSteps(call, database)), adoptStep()],
  });
}

function emptyHouseSuggestion(dead: readonly StoredCreature[], isSitter: boolean): string {
  const deaths = dead.flatMap(({ creature: { name, death } }) =>
    death === null ? [] : [`${name} died ${OF_CAUSE[death.cause]} at ${iso(death.at)}.`],
  );
  const adopt = dead.length === 0 ? "Adopt an egg." : `Call ${dead.length === 1 ? "it" : "one"} back, or adopt an egg.`;
  const action = isSitter ? "None of the creatures this key covers is alive." : adopt;
  return [...deaths.slice(0, MAX_DEATHS_LISTED), action].join(" ");
}
