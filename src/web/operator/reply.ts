// How a form or page of the operator's is answered: the limit, a view that is on, where a form came from, and whose it is.
import { countByAddress } from "../../http/guard/count-address.ts";
import { Failure } from "../../http/respond/errors.ts";
import type { RequestContext, Reply } from "../../http/message/request-context.ts";
import type { Needs, Services } from "../../http/request/services.ts";
import type { Route, RouteCall } from "../../http/server/route.ts";
import type { Actor } from "../../store/moderation/audit.ts";
import { isFromOurPage } from "../form.ts";
import type { Session } from "./session.ts";
import { operatorWords } from "./sign-in.ts";

const LIMIT: Route["limit"] = { by: "ip", max: 60, windowSeconds: 60, counter: "operator" };

type Answering = (call: RouteCall, services: Services) => Promise<Reply>;

export function operatorRoute(
  name: string,
  method: Route["method"],
  path: Route["path"],
  answer: Answering,
  limit = LIMIT,
): Route {
  const route: Route = {
    name,
    method,
    path,
    limit,
    countsItself: true,
    answer: (call, services) => operatorReply(route, call, services, answer),
  };
  return route;
}

export function frameOf({ now }: RequestContext, { config }: Needs<"config">) {
  return { baseUrl: config.baseUrl, now };
}

/** What all of them have in common: the limit, an operator's view that is on, and where a form came from. */
async function operatorReply(route: Route, call: RouteCall, services: Services, answer: Answering): Promise<Reply> {
  const { request } = call;
  const frame = frameOf(request, services);
  try {
    await countByAddress(route, request, services);
  } catch (thrown) {
    if (!(thrown instanceof Failure)) throw thrown;
    const { suggestion = "", headers } = thrown.more;
    return operatorWords(frame, thrown.status, "Too many attempts", suggestion, headers);
  }
  if (services.config.operators.length === 0) {
    return operatorWords(frame, 404, "The operator’s view is off", "Set OPERATOR_KEYS to turn it on.");
  }
  if (route.method === "POST" && !isFromOurPage(request, services.config.baseUrl)) {
    const text = `This form did not come from ${services.config.baseUrl}, so nothing was changed. Open the operator’s view at that address.`;
    return operatorWords(frame, 403, "Form refused", text);
  }
  try {
    return await answer(call, services);
  } catch (thrown) {
    services.log.error({ requestId: request.id, err: thrown }, "the operator's view failed");
    const text = `Nothing was changed. Try again in a moment. For details, look for request ${request.id} in the log.`;
    return operatorWords(frame, 500, "Something went wrong", text);
  }
}

export function actorOf({ operator, hash }: Session, { id }: RequestContext): Actor {
  return { operator, requestId: id, session: hash.toString("hex", 0, 4) };
}
