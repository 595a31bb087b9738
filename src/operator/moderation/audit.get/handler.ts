// The audit log, a page at a time, or all of it as JSON Lines.
import { AUDIT_FILE, auditEntryView, auditLines } from "../audit-lines.ts";
import { step } from "../../../http/contract/contract.ts";
import { StreamAnswer, endpoint } from "../../../http/request/endpoint.ts";
import type { Needs } from "../../../model/services.ts";
import { listAuditEntries } from "../../../model/visibility/store/audit.ts";
import { analytics } from "../../analytics.get/contract.ts";
import { auditLog } from "./contract.ts";

export const auditLogEndpoint = endpoint(auditLog, async (call, { database }: Needs<"database">) => {
  const { before, limit, format } = call.query;
  if (format === "jsonl") {
    call.header("content-disposition", AUDIT_FILE);
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
