// Serves moderation acts and the audit log, as one page or as a stream of JSON Lines.
import { moderate } from "./moderate.ts";
import { step } from "../../http/contract/contract.ts";
import { endpoint, StreamAnswer } from "../../http/request/endpoint.ts";
import type { Needs } from "../../model/services.ts";
import { auditLog, moderateByApi } from "./contract.ts";
import { iso } from "../../platform/clock.ts";
import type { Db } from "../../platform/database/db.ts";
import { listAuditEntriesAfter, type AuditEntry, listAuditEntries } from "../../model/visibility/store/audit.ts";
import { analytics } from "../analytics.get/contract.ts";

const MESSAGES = { done: "Done.", already: "Nothing changed: that was already the case." } as const;

export const moderateByApiEndpoint = endpoint(
  moderateByApi,
  async (call, { log, outages }: Needs<"log" | "outages">) => {
    const nextSteps = [step(auditLog, { description: "See what operators did." })];
    // Records a silence before this call, so that it is among the known outages.
    await outages.beat();
    const moment = { at: call.now, outages: await outages.known() };
    const answer = await call.commit(async (tx) => {
      const outcome = await moderate(tx, call.caller, call.body, moment);
      if (outcome === "unknown") throw call.fail("unknown_subject", { nextSteps });
      if (outcome === "unrecoverable") throw call.fail("no_recovery_code", { nextSteps });
      return { outcome, message: MESSAGES[outcome], next_steps: nextSteps };
    });
    log.info({ ...call.caller, ...call.body, outcome: answer.outcome }, "an operator took a moderation action");
    return answer;
  },
);

const BEFORE_ALL = "00000000-0000-0000-0000-000000000000";
const PAGE = 500;
const AUDIT_FILE = 'attachment; filename="audit.jsonl"';

function auditEntryView({ id, at, operator, act, subject, reason, requestId }: AuditEntry) {
  return { id, at: iso(at), operator, act, subject, reason, request_id: requestId };
}

/** Streams all entries, oldest first. */
async function* auditLines(db: Db): AsyncGenerator<string> {
  let after = BEFORE_ALL;
  for (;;) {
    const entries = await listAuditEntriesAfter(db, { after, limit: PAGE });
    if (entries.length > 0) yield entries.map((entry) => `${JSON.stringify(auditEntryView(entry))}\n`).join("");
    const last = entries.at(-1);
    if (last === undefined || entries.length < PAGE) return;
    after = last.id;
  }
}

export const auditLogEndpoint = endpoint(auditLog, async (call, { database }: Needs<"database">) => {
  const { before, limit, format } = call.query;
  if (format === "jsonl") {
    call.reply.headers["content-disposition"] = AUDIT_FILE;
    return new StreamAnswer(auditLines(database));
  }
  const found = await listAuditEntries(database, { before: before ?? null, limit: limit + 1 });
  const entries = found.slice(0, limit);
  const next = found.length > limit ? (entries.at(-1)?.id ?? null) : null;
  return {
    entries: entries.map(auditEntryView),
    next_before: next,
    next_steps: [
      ...(next === null
        ? []
        : [step(auditLog, { description: "See earlier entries.", query: { before: next, limit: String(limit) } })]),
      step(analytics, { description: "See how the service is used." }),
    ],
  };
});
