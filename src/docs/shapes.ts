// How discovery shows an endpoint.
import { z } from "zod";
import { scaledMax, snakeCase, type Contract } from "../http/contract/contract.ts";
import { namedObject } from "../http/contract/json-schema.ts";

export const listedEndpoint = namedObject("Endpoint", {
  name: z.string(),
  method: z.enum(["GET", "POST", "DELETE"]),
  path: z.string(),
  auth: z.enum(["none", "optional", "required", "admin"]),
  summary: z.string(),
  limit: namedObject("EndpointLimit", { by: z.enum(["ip", "agent"]), max: z.int(), window_seconds: z.int() }),
});

/** `factor` is what the installation multiplies every limit with. */
export function endpointListing(contract: Contract, factor: number): z.output<typeof listedEndpoint> {
  const { name, method, path, auth, summary, limit } = contract;
  return {
    name: snakeCase(name),
    method,
    path,
    auth,
    summary,
    limit: { by: limit.by, max: scaledMax(limit.max, factor), window_seconds: limit.windowSeconds },
  };
}
