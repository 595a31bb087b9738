// The trail of an agent: what it called and what came of it, for those who ask why a visit was late (INCIDENT rules).
import { MOST_QUEUED } from "../../model/visits/call-trail.ts";
import { isJsonObject } from "../../platform/json.ts";
import type { Body, RequestContext } from "../message/request-context.ts";
import type { PipelineEnding } from "./pipeline-call.ts";

/** Calls with which an account is looked into, not a creature looked after. */
const NOT_VISITS: ReadonlySet<string> = new Set([
  "incidents",
  "moveClock",
  "readClock",
  "createPingLink",
  "readPingLink",
]);

/** Appends the call to its agent's trail. Calls without a good key belong to no one, unless the key was replaced. */
export const noteInTrail: PipelineEnding = ({ contract, request, services, authenticated, body }, status, code) => {
  const { queue } = services.callTrail;
  if (queue.length >= MOST_QUEUED) return;
  const { refusals = [], oldKey, id: requestId, now } = request;
  const seen = { operation: `${contract.method} ${contract.path}`, status, requestId, now };
  if (oldKey !== undefined) queue.push({ ...seen, ...oldKey, creatureId: null, bySitter: false });
  if (authenticated === undefined) return;
  const { agent, sitter, creatures } = authenticated.caller;
  if (code === null && NOT_VISITS.has(contract.name)) return;
  const { id: agentId, clockOffsetMs } = agent;
  const call = { ...seen, agentId, clockOffsetMs, bySitter: sitter !== undefined };
  const reasons = code === null ? refusals : [{ code, creatureId: targetIn(request, body) }];
  if (reasons.length === 0) queue.push({ ...call, code: null, creatureId: null });
  // Only creatures that live here: other ids would make every call a different one.
  const known = (wanted: unknown) => creatures.find(({ creature }) => creature.id === wanted)?.creature.id ?? null;
  for (const reason of reasons) queue.push({ ...call, code: reason.code, creatureId: known(reason.creatureId) });
};

/** What a refused call named as its creature. */
function targetIn({ search }: RequestContext, body: Body): unknown {
  if (body.kind === "json" && isJsonObject(body.value)) return body.value["creature_id"] ?? body.value["id"];
  const query = new URLSearchParams(search);
  return query.get("creature_id") ?? query.get("id");
}
