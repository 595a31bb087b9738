// Serves GET /api/house/incidents: incidents of the caller's own house.
import { instantOf } from "../../../platform/clock.ts";
import { endpoint } from "../../../http/request/endpoint.ts";
import type { Needs } from "../../../model/services.ts";
import { incidents } from "./contract.ts";
import { readIncidents } from "./read.ts";

export const incidentsEndpoint = endpoint(incidents, async (call, services: Needs<"database" | "callTrail">) => {
  const { limit, before, since } = call.query;
  const trail = await services.callTrail.of(call.caller.agent.id);
  return readIncidents(services, call.caller, {
    trail,
    realNow: call.now,
    limit,
    before: before === undefined ? undefined : instantOf(before),
    since: since === undefined ? undefined : instantOf(since),
  });
});
