// Serves POST /api/house/care and each action of a visit, and turns a `CareProblem` into a failure.
import { noteRefusal } from "../../http/message/request-context.ts";
import { endpoint, type Call } from "../../http/request/endpoint.ts";
import type { Needs } from "../../model/services.ts";
import { answerOf, compactAnswerOf, liveFieldsOf, type DescribeCare } from "./answer.ts";
import { careFor, type CareResponse, type CareReply, type CareServices } from "./care.ts";
import { invalidKeyFailure } from "../../http/guard/key-check.ts";
import { spentToday } from "../../http/guard/count-address.ts";
import { step, type NextStep } from "../../http/contract/contract.ts";
import type { Failure } from "../../http/respond/errors.ts";
import type { Caller } from "../../model/agents/store/callers.ts";
import type { PresentCreature } from "../../model/creatures/store/creature-change.ts";
import type { Db } from "../../platform/database/db.ts";
import { deathNotice } from "../../views/death-notice.ts";
import { missingCreature, takeBackSteps } from "../../views/missing-creature.ts";
import { adoptStep, graveyardStep, statusStep } from "../../http/contract/steps.ts";
import { yourCreatureView } from "../../views/views.ts";
import { CannotCare, type CareProblem } from "./target.ts";
import { care } from "./contract.ts";

type CareCall = Call<typeof care>;
type CareEndpointServices = CareServices & Needs<"rollups">;

export const careEndpoint = endpoint(
  care,
  async (call, services: CareEndpointServices) => {
    const isCompact = call.query.view === "compact";
    const { answer } = await (isCompact ? careBy(call, services, compactAnswerOf) : careBy(call, services, answerOf));
    return answer;
  },
  liveFieldsOf,
);

/** Performs care, for a call of its own or as part of a visit. */
export async function careBy<Answer extends { readonly next_steps: NextStep[] }>(
  call: CareCall,
  services: CareEndpointServices,
  describe: DescribeCare<Answer>,
  partOfVisit: Pick<CareReply<Answer>, "endsVisit" | "residents" | "skip"> = {},
): Promise<CareResponse<Answer>> {
  try {
    return await careFor(call, services, {
      describe: (result) => describe(call, services, result),
      record: (answer) => call.idempotency.record(answer),
      warn: (warning) => call.reply.warnings.push(warning),
      noteRefusal: (reason, creatureId) => noteRefusal(call.request, reason, creatureId),
      ...partOfVisit,
    });
  } catch (thrown) {
    throw thrown instanceof CannotCare ? await failureOf(call, services.database, thrown) : thrown;
  }
}

async function failureOf(call: CareCall, db: Db, { problem, caller }: CannotCare): Promise<Failure> {
  switch (problem.kind) {
    case "not_found":
      return call.fail("creature_not_found", await missingCreature({ caller }, db, problem.wanted));
    case "which":
      return call.fail("which_creature", {
        fields: { your_creatures: problem.living.map(yourCreatureView) },
        nextSteps: [...careStep(call, problem.living), statusStep(undefined, "See how they are.")],
      });
    case "egg":
      return call.fail("egg_not_hatched", {
        nextSteps: [statusStep(problem.creatureId, "Call status to hatch the egg.")],
      });
    case "dead":
      return deadFailure(call, caller, problem);
    case "empty_house":
      return call.fail("no_living_creatures", {
        fields: { your_creatures: [] },
        nextSteps: [...(await takeBackSteps({ caller }, db)), adoptStep(), graveyardStep()],
      });
    case "budget_spent":
      return spentToday(call.now);
    case "key_revoked":
      return invalidKeyFailure();
  }
}

/** Suggests repeating the call for the first living creature. */
function careStep(call: CareCall, living: readonly PresentCreature[]): NextStep[] {
  return living.slice(0, 1).map(({ creature: { id, name } }) => {
    const { id: _, ...body } = call.body;
    return step(care, {
      ...(call.query.view === "compact" ? { query: { view: "compact" } } : {}),
      action: body.action,
      description: `Repeat this call for ${name}.`,
      body: { ...body, creature_id: id },
    });
  });
}

function deadFailure(
  call: CareCall,
  caller: Caller,
  { creature, isNamed }: Extract<CareProblem, { kind: "dead" }>,
): Failure {
  const { message, death, nextSteps } = deathNotice(creature, caller, caller.houseNow);
  return call.fail(isNamed ? "creature_dead" : "no_living_creatures", {
    suggestion: message,
    fields: { your_creatures: [], death },
    nextSteps,
  });
}
