// The operations of a house, generated from the contracts.
import type { Services } from "../../http/request/services.ts";
import { endpoint } from "../../http/request/endpoint.ts";
import { endpointListing } from "../shapes.ts";
import { discoveryStep, registrationStep } from "../../http/contract/steps.ts";
import { houseOperations } from "./contract.ts";

export const houseOperationsEndpoint = endpoint(
  houseOperations,
  async (_call, { config, contracts }: Pick<Services, "config" | "contracts">) => ({
    message: "Every house has these rooms. Most of them open with your key.",
    operations: contracts
      .filter(({ path }) => path.startsWith("/api/house/"))
      .map((each) => endpointListing(each, config.rateLimitFactor)),
    next_steps: [registrationStep(), discoveryStep()],
  }),
);
