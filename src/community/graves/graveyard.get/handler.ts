// GET /api/house/graveyard. With a key, records due deaths and returns the caller's own gravestones; without one, returns the
// cached public list.
import { visibleAt } from "@denkeeper/rules/life/shown.ts";
import { endpoint, type Call } from "../../../http/request/endpoint.ts";
import { step, type NextStep, type QueryOf, type ResponseOf } from "../../../http/contract/contract.ts";
import { PUBLIC_DEPTH, depthFault, paginationOf } from "../../../http/contract/paging.ts";
import type { Needs } from "../../../model/services.ts";
import { registrationStep, statusStep } from "../../../http/contract/steps.ts";
import { deathChange } from "../../../model/life/time-changes.ts";
import { agentIdOf } from "../../../platform/identity/agent-id.ts";
import type { Caller } from "../../../model/agents/store/callers.ts";
import { saveCreature } from "../../../model/creatures/store/creatures.ts";
import { adopt } from "../../../care/adopt.post/contract.ts";
import { hall } from "../../hall/hall.get/contract.ts";
import { status } from "../../../care/status.get/contract.ts";
import { graveyard } from "./contract.ts";
import { stonesOf, allStones, type StonePage } from "./read.ts";
import { gravestoneView } from "../../../views/stone-view.ts";
import { countOf } from "../../../platform/counted.ts";

type GraveyardQuery = QueryOf<typeof graveyard>;

export const graveyardEndpoint = endpoint(graveyard, async (call, services: Needs<"database" | "rollups">) => {
  const { query, caller } = call;
  const agentIds = agentIdsIn(query);
  if (caller !== undefined) {
    await saveDueDeaths(call, caller, services);
    const foreign = agentIds.some((id) => id !== caller.agent.id);
    const own = foreign ? NO_STONES : await stonesOf(services.database, caller.agent.id, true, query);
    return answer(query, own, Infinity, {
      message: ownMessage(own.total),
      next_steps: ownSteps(caller, own),
    });
  }
  const [agentId] = agentIds;
  if (agentId !== undefined) {
    // Shared caches may store only the unfiltered list.
    call.reply.headers["cache-control"] = "no-store";
    const contradiction = agentIds.some((id) => id !== agentId);
    const theirs = contradiction ? NO_STONES : await stonesOf(services.database, agentId, false, query);
    return answer(query, theirs, Infinity, { message: publicMessage(theirs.total), next_steps: publicSteps() });
  }
  const fault = depthFault(query, graveyard);
  if (fault !== undefined) throw call.fail("page_too_deep", fault);
  const stones = await allStones(services, query, call.now);
  return answer(query, stones, PUBLIC_DEPTH, {
    ...services.rollups.computedAtIfOld("totals"),
    message: publicMessage(stones.total),
    next_steps: publicSteps(),
  });
});

const NO_STONES: StonePage = { rows: [], total: 0 };

function agentIdsIn({ agent, user_id }: GraveyardQuery): readonly string[] {
  const ids = [agent === undefined ? undefined : agentIdOf(agent), user_id?.toLowerCase()];
  return ids.filter((id) => id !== undefined);
}

/** Records deaths that the sweep has not yet recorded, so that no gravestone is missing. */
async function saveDueDeaths(
  call: Call<typeof graveyard>,
  { agent, creatures, clockTrusted }: Caller,
  { database }: Needs<"database">,
) {
  if (!clockTrusted) return;
  for (const stored of creatures) {
    const death = deathChange(stored, agent, call.now);
    // On a conflict, another call has already saved the death.
    if (death !== undefined) await saveCreature(database, death);
  }
}

function answer(
  query: GraveyardQuery,
  { rows, total }: StonePage,
  depth: number,
  words: Pick<ResponseOf<typeof graveyard>, "computed_at" | "message" | "next_steps">,
): ResponseOf<typeof graveyard> {
  return { gravestones: rows.map(gravestoneView), pagination: paginationOf(query, total, depth), ...words };
}

function ownMessage(total: number): string {
  if (total === 0) return "You have no gravestones.";
  return `You have ${countOf(total, "gravestone")}.`;
}

function publicMessage(total: number): string {
  if (total === 0) return "No creature is buried here.";
  return `${countOf(total, "gravestone")}. Each post_mortem explains the death.`;
}

/** Status returns 404 in an empty house, so the first step leads to the latest gravestone. */
function ownSteps({ creatures, houseNow: now }: Caller, { rows: [newest] }: StonePage): NextStep[] {
  const inhabited = creatures.some(({ creature }) => visibleAt(creature, now).kind !== "dead");
  const living = step(status, { action: "check_status", description: "See how your creatures are doing." });
  const dead = newest === undefined ? [] : [statusStep(newest.creature_id, `See the gravestone of ${newest.name}.`)];
  return [...(inhabited ? [living] : dead), step(adopt, { description: "Adopt an egg.", body: { name: "Pip" } })];
}

function publicSteps(): NextStep[] {
  return [
    registrationStep("Register to adopt your own creature. Any free username will do."),
    step(hall, { action: "visit_hall", description: "See who has lived longest." }),
  ];
}
