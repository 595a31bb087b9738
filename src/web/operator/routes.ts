// /admin: the operator's view. GET shows the sign-in page or the view; POST opens and ends a session and moderates.
// Every POST must come from one of our pages, and no response is cached.
import type { RequestContext, Reply } from "../../http/message/request-context.ts";
import { StreamAnswer } from "../../http/request/endpoint.ts";
import { streamOf } from "../../http/request/respond.ts";
import type { Needs } from "../../http/request/services.ts";
import type { Route, RouteCall } from "../../http/server/route.ts";
import { AUDIT_FILE, auditLines } from "../../app/moderation/audit-lines.ts";
import { REASON_MOST, SUBJECT_MOST, moderate } from "../../app/moderation/moderate.ts";
import { usernameTyped } from "../../identity/username.ts";
import { operatorWithKey } from "../../http/guard/operator-key.ts";
import { ACTS, type Act, type Actor } from "../../store/moderation/audit.ts";
import {
  ACTS_PATH,
  AUDIT_PATH,
  OPERATOR_PATH,
  SESSION_END_PATH,
  SESSION_PATH,
  UNCACHED,
  towardsView,
} from "./answer.ts";
import { formOf } from "../form.ts";
import { actorOf, frameOf, operatorRoute } from "./reply.ts";
import { openPoints } from "./open-points.ts";
import { signInPage } from "./sign-in.ts";
import { noticeOf, operatorView, type Notice } from "./view.ts";
import { readOperatorView } from "./read.ts";
import { SESSION_MINUTES, closeSession, openSession, sessionOf } from "./session.ts";

/** Every attempt counts, right or wrong: a correct guess must not get through either. */
const SIGN_IN_LIMIT = { by: "ip", max: 10, windowSeconds: 600, counter: "operatorKey" } as const;
const ENTRY_ID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

export const OPERATOR_ROUTES: readonly Route[] = [
  operatorRoute("showOperatorView", "GET", OPERATOR_PATH, show),
  operatorRoute("openOperatorSession", "POST", SESSION_PATH, signIn, SIGN_IN_LIMIT),
  operatorRoute("endOperatorSession", "POST", SESSION_END_PATH, leave),
  operatorRoute("moderateByForm", "POST", ACTS_PATH, act),
  operatorRoute("exportAuditLog", "GET", AUDIT_PATH, exported),
];

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
      notice: noticeOf(outcome),
      open: openPoints(request, services.config),
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

async function exported({ request }: RouteCall, services: Needs<"config" | "database">): Promise<Reply> {
  if ((await sessionOf(request, services)) === undefined) return towardsView("?door=ended");
  const text = streamOf(new StreamAnswer(auditLines(services.database)));
  const headers = { "content-type": "application/x-ndjson; charset=utf-8", "content-disposition": AUDIT_FILE };
  return { status: 200, text, headers: { ...UNCACHED, ...headers } };
}
