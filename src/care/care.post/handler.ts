// POST /api/house/care, and a part of a visit: care.ts over HTTP.
import { endpoint } from "../../http/request/endpoint.ts";
import type { Needs } from "../../http/request/services.ts";
import { answerOf, compactAnswerOf, tidingsOf, type CareCall, type Describe, type Described } from "./answer.ts";
import { CannotCare } from "./cannot-care.ts";
import { careFor, type CareAnswered, type CareReply, type CareServices } from "./care.ts";
import { care } from "./contract.ts";
import { failureOf } from "./failure.ts";

type Services = CareServices & Needs<"rollups">;

export const careEndpoint = endpoint(
  care,
  async (call, services: Services) => {
    const isCompact = call.query.view === "compact";
    const given = await (isCompact ? careBy(call, services, compactAnswerOf) : careBy(call, services, answerOf));
    return given.answer;
  },
  tidingsOf,
);

/** Care as a call asks for it: by itself, or as a part of a visit. */
export async function careBy<Answer extends Described>(
  call: CareCall,
  services: Services,
  describe: Describe<Answer>,
  partOfVisit?: Pick<CareReply<Answer>, "instead">,
): Promise<CareAnswered<Answer>> {
  try {
    return await careFor(call, services, {
      tell: (result) => describe(call, services, result),
      record: (answer) => call.record(answer),
      isVisit: partOfVisit === undefined,
      ...partOfVisit,
    });
  } catch (thrown) {
    throw thrown instanceof CannotCare ? await failureOf(call, services.database, thrown) : thrown;
  }
}
