// POST /api/house/care, and a part of a visit: care.ts over HTTP.
import { endpoint } from "../../http/request/endpoint.ts";
import type { Needs } from "../../model/services.ts";
import { answerOf, compactAnswerOf, newsOf, type CareCall, type DescribeCare, type AnswerWithSteps } from "./answer.ts";
import { CannotCare } from "./cannot-care.ts";
import { careFor, type CareResponse, type CareReply, type CareServices } from "./care.ts";
import { care } from "./contract.ts";
import { failureOf } from "./failure.ts";

type CareEndpointServices = CareServices & Needs<"rollups">;

export const careEndpoint = endpoint(
  care,
  async (call, services: CareEndpointServices) => {
    const isCompact = call.query.view === "compact";
    const given = await (isCompact ? careBy(call, services, compactAnswerOf) : careBy(call, services, answerOf));
    return given.answer;
  },
  newsOf,
);

/** Care as a call asks for it: by itself, or as a part of a visit. */
export async function careBy<Answer extends AnswerWithSteps>(
  call: CareCall,
  services: CareEndpointServices,
  describe: DescribeCare<Answer>,
  partOfVisit: Pick<CareReply<Answer>, "instead" | "isOver"> = {},
): Promise<CareResponse<Answer>> {
  try {
    return await careFor(call, services, {
      tell: (result) => describe(call, services, result),
      record: (answer) => call.record(answer),
      ...partOfVisit,
    });
  } catch (thrown) {
    throw thrown instanceof CannotCare ? await failureOf(call, services.database, thrown) : thrown;
  }
}
