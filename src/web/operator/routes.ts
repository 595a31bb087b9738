// /admin: the operator's view. GET shows the sign-in page or the view; POST opens and ends a session and moderates.
// Every POST must come from one of our pages, and no response is cached.
import { countByAddress } from "../../http/guard/count-address.ts";
import { Failure } from "../../http/respond/errors.ts";
import type { RequestContext, Reply } from "../../http/message/request-context.ts";
import { StreamAnswer } from "../../http/request/endpoint.ts";
import { streamOf } from "../../http/request/respond.ts";
import type { Needs, Services } from "../../http/request/services.ts";
import type { Route, RouteCall } from "../../http/server/route.ts";
import { AUDIT_FILE, auditLines } from "../../app/moderation/audit-lines.ts";
import { REASON_MOST, SUBJECT_MOST, moderate } from "../../app/moderation/moderate.ts";
import { changeSeason } from "../../app/trials/season.ts";
import { instantOf } from "../../platform/clock.ts";
import { usernameTyped } from "../../identity/username.ts";
import { operatorWithKey } from "../../http/guard/operator-key.ts";
import type { Act, Actor } from "../../store/moderation/audit.ts";
import { ACTS } from "../../store/moderation/audit.ts";
import {
  ACTS_PATH,
  AUDIT_PATH,
  OPERATOR_PATH,
  SEASONS_PATH,
  SESSION_END_PATH,
  SESSION_PATH,
  UNCACHED,
  towardsView,
} from "./answer.ts";
import { operatorWords, signInPage } from "./sign-in.ts";
import type { Notice } from "./view.ts";
import { isNotice, operatorView } from "./view.ts";
import { readOperatorView } from "./read.ts";
import type { Session } from "./session.ts";
import { SESSION_MINUTES, closeSession, isFromOurPage, openSession, sessionOf } from "./session.ts";

const LIMIT = { by: "ip", max: 60, windowSeconds: 60, counter: "operator" } as const;
/** Every attempt counts, right or wrong: a correct guess must not get through either. */
const SIGN_IN_LIMIT = { by: "ip", max: 10, windowSeconds: 600, counter: "operatorKey" } as const;
const ENTRY_ID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

export const showOperatorView: Route = {
  name: "showOperatorView",
  method: "GET",
  path: OPERATOR_PATH,
  limit: LIMIT,
  countsItself: true,
  answer: (call, services) => operatorReply(showOperatorView, call, services, show),
};

export const openOperatorSession: Route = {
  name: "openOperatorSession",
  method: "POST",
  path: SESSION_PATH,
  limit: SIGN_IN_LIMIT,
  countsItself: true,
  answer: (call, services) => operatorReply(openOperatorSession, call, services, signIn),
};

export const endOperatorSession: Route = {
  name: "endOperatorSession",
  method: "POST",
  path: SESSION_END_PATH,
  limit: LIMIT,
  countsItself: true,
  answer: (call, services) => operatorReply(endOperatorSession, call, services, leave),
};

export const moderateByForm: Route = {
  name: "moderateByForm",
  method: "POST",
  path: ACTS_PATH,
  limit: LIMIT,
  countsItself: true,
  answer: (call, services) => operatorReply(moderateByForm, call, services, act),
};

export const exportAuditLog: Route = {
  name: "exportAuditLog",
  method: "GET",
  path: AUDIT_PATH,
  limit: LIMIT,
  countsItself: true,
  answer: (call, services) => operatorReply(exportAuditLog, call, services, exported),
};

export const changeSeasonByForm: Route = {
  name: "changeSeasonByForm",
  method: "POST",
  path: SEASONS_PATH,
  limit: LIMIT,
  countsItself: true,
  answer: (call, services) => operatorReply(changeSeasonByForm, call, services, season),
};

function frameOf({ now }: RequestContext, { config }: Needs<"config">) {
  return { baseUrl: config.baseUrl, now };
}

/** What all of them have in common: the limit, an operator's view that is on, and where a form came from. */
async function operatorReply(
  route: Route,
  call: RouteCall,
  services: Services,
  answer: (call: RouteCall, services: Services) => Promise<Reply>,
): Promise<Reply> {
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

async function show(
  { request }: RouteCall,
  services: Needs<
    "budgets" | "coldLog" | "concurrency" | "config" | "database" | "directDatabase" | "limiter" | "log" | "rollups"
  >,
): Promise<Reply> {
  const frame = frameOf(request, services);
  const query = new URLSearchParams(request.search);
  const session = await sessionOf(request, services);
  if (session === undefined) {
    const notice = query.get("door");
    return signInPage(frame, notice === "ended" || notice === "left" ? notice : "none", SESSION_MINUTES);
  }
  const agent = usernameTyped(query.get("agent")) ?? "";
  const outcome = query.get("done") ?? "";
  const before = query.get("before") ?? "";
  const auditBefore = ENTRY_ID.test(before) ? before : null;
  return operatorView(
    await readOperatorView(services, { agent, auditBefore }, request.now),
    {
      agent,
      prefilled: { act: query.get("act") ?? "", subject: (query.get("subject") ?? "").slice(0, SUBJECT_MOST) },
      notice: isNotice(outcome) ? outcome : undefined,
      operator: session.operator,
      sessionEndsAt: session.expiresAt,
    },
    frame,
  );
}

async function signIn({ request, bytes }: RouteCall, services: Needs<"config" | "database" | "log">): Promise<Reply> {
  const form = await formOf(bytes);
  const operator = operatorWithKey(form.get("key") ?? "", services.config.operators);
  if (operator === undefined) {
    services.log.warn({ requestId: request.id }, "a wrong operator key was shown");
    return signInPage(frameOf(request, services), "wrong", SESSION_MINUTES);
  }
  services.log.info({ requestId: request.id, operator: operator.name }, "an operator signed in");
  return towardsView("", { "set-cookie": await openSession(services, operator, request.now) });
}

async function leave({ request }: RouteCall, services: Needs<"config" | "database">): Promise<Reply> {
  const session = await sessionOf(request, services);
  return session === undefined
    ? towardsView("?door=ended")
    : towardsView("?door=left", { "set-cookie": await closeSession(services, session) });
}

async function act(
  { request, bytes }: RouteCall,
  services: Needs<"coldLog" | "config" | "database" | "log" | "outages">,
): Promise<Reply> {
  const session = await sessionOf(request, services);
  const form = await formOf(bytes);
  if (session === undefined) return towardsView("?door=ended");
  const agent = usernameTyped(form.get("agent")) ?? "";
  const outcome = await moderateAsAsked(form, actorOf(session, request), request.now, services);
  const query = new URLSearchParams({ ...(agent === "" ? {} : { agent }), done: outcome });
  return towardsView(`?${query.toString()}`);
}

async function moderateAsAsked(
  form: URLSearchParams,
  by: Actor,
  now: RequestContext["now"],
  { coldLog, database, log, outages }: Needs<"coldLog" | "database" | "log" | "outages">,
): Promise<Notice> {
  const wanted = ACTS.find((each): each is Act => each === form.get("act"));
  const subject = (form.get("subject") ?? "").trim();
  const reason = (form.get("reason") ?? "").trim();
  const complete = subject !== "" && subject.length <= SUBJECT_MOST && reason !== "" && reason.length <= REASON_MOST;
  if (wanted === undefined || !complete) return "reason";
  const asked = { act: wanted, subject, reason };
  await outages.beat();
  const moment = { at: now, outages: await outages.known(), coldLog };
  const outcome = await database.withTransaction((tx) => moderate(tx, by, asked, moment));
  log.info({ ...by, ...asked, outcome }, "an operator moderated");
  return outcome;
}

function actorOf({ operator, hash }: Session, { id }: RequestContext): Actor {
  return { operator, requestId: id, session: hash.toString("hex", 0, 4) };
}

async function exported({ request }: RouteCall, services: Needs<"config" | "database">): Promise<Reply> {
  if ((await sessionOf(request, services)) === undefined) return towardsView("?door=ended");
  const text = streamOf(new StreamAnswer(auditLines(services.database)));
  const headers = { "content-type": "application/x-ndjson; charset=utf-8", "content-disposition": AUDIT_FILE };
  return { status: 200, text, headers: { ...UNCACHED, ...headers } };
}

async function season({ request, bytes }: RouteCall, services: Needs<"config" | "database" | "log">): Promise<Reply> {
  const session = await sessionOf(request, services);
  const form = await formOf(bytes);
  if (session === undefined) return towardsView("?door=ended");
  const wanted = form.get("act") === "close-season" ? "close-season" : "open-season";
  const name = (form.get("name") ?? "").trim();
  // The form's time has no zone: it is in UTC.
  const closesAt = instantOf(`${form.get("closes_at") ?? ""}Z`);
  const asked = { act: wanted, name, closesAt } as const;
  const by = actorOf(session, request);
  const outcome = await services.database.withTransaction((tx) => changeSeason(tx, by, asked, request.now));
  services.log.info({ ...by, ...asked, outcome }, "an operator changed a season");
  return towardsView(`?done=${outcome}#trials`);
}

async function formOf(bytes: RouteCall["bytes"]): Promise<URLSearchParams> {
  return new URLSearchParams((await bytes())?.toString("utf8") ?? "");
}
