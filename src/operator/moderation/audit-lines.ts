// The audit log as it leaves the service: an entry as JSON, and all of it as JSON Lines, read page by page as fast as the
// reader takes it.
import { iso } from "../../platform/clock.ts";
import type { Db } from "../../platform/database/db.ts";
import { listAuditEntriesAfter, type AuditEntry } from "../../model/visibility/store/audit.ts";

const BEFORE_ALL = "00000000-0000-0000-0000-000000000000";
const PAGE = 500;
export const AUDIT_FILE = 'attachment; filename="audit.jsonl"';

export function auditEntryView({ id, at, operator, act, subject, reason, requestId }: AuditEntry) {
  return { id, at: iso(at), operator, act, subject, reason, request_id: requestId };
}

/** The oldest first. */
export async function* auditLines(db: Db): AsyncGenerator<string> {
  let after = BEFORE_ALL;
  for (;;) {
    const entries = await listAuditEntriesAfter(db, { after, limit: PAGE });
    if (entries.length > 0) yield entries.map((entry) => `${JSON.stringify(auditEntryView(entry))}\n`).join("");
    const last = entries.at(-1);
    if (last === undefined || entries.length < PAGE) return;
    after = last.id;
  }
}
