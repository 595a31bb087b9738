// Serves GET /api/outages from a cache.
import type { Needs } from "../../model/services.ts";
import { endpoint } from "../../http/request/endpoint.ts";
import { depthFault } from "../../http/contract/paging.ts";
import { discoveryStep } from "../../http/contract/steps.ts";
import { outages } from "./contract.ts";
import { readOutages } from "./read.ts";

export const outagesEndpoint = endpoint(outages, async (call, services: Needs<"database">) => {
  const fault = depthFault(call.query, outages);
  if (fault !== undefined) throw call.fail("page_too_deep", fault);
  return { ...(await readOutages(services, call.query, call.now)), next_steps: [discoveryStep()] };
});
