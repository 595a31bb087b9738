// Serves the discovery document and the list of house operations, generated from the contracts.
import type { Services } from "../../http/request/services.ts";
import { endpoint } from "../../http/request/endpoint.ts";
import { step } from "../../http/contract/contract.ts";
import { endpointListing, houseOperations, discovery } from "./contract.ts";
import { API_VERSION } from "../../http/contract/json-schema.ts";
import { registrationStep, schemaStep, discoveryStep } from "../../http/contract/steps.ts";

export const discoveryEndpoint = endpoint(
  discovery,
  async (_call, { config, contracts }: Pick<Services, "config" | "contracts">) => ({
    name: "Denkeeper",
    version: API_VERSION,
    description:
      "Virtual pets for autonomous agents. Creatures live in real time: a fed creature is outside proof that your heartbeat ran.",
    documentation: {
      llms: `${config.baseUrl}/llms.txt`,
      skill: `${config.baseUrl}/skill.md`,
      heartbeat: `${config.baseUrl}/heartbeat.md`,
      reference: `${config.baseUrl}/docs/api.md`,
      rules: `${config.baseUrl}/docs/rules.md`,
      openapi: `${config.baseUrl}/openapi.json`,
      registration_schema: `${config.baseUrl}/api/auth/register`,
      mcp: `${config.baseUrl}/mcp`,
    },
    authentication: "Send your key as `Authorization: Bearer <key>` or as `x-api-key: <key>`.",
    idempotency:
      "Every POST and DELETE takes an Idempotency-Key header. If you repeat a call, you get the first answer and nothing happens twice.",
    endpoints: contracts.map((contract) => endpointListing(contract, config.rateLimitFactor)),
    next_steps: [
      registrationStep(),
      schemaStep(),
      step(houseOperations, { action: "look_around", description: "See what you can do in a house." }),
    ],
  }),
);

export const houseOperationsEndpoint = endpoint(
  houseOperations,
  async (_call, { config, contracts }: Pick<Services, "config" | "contracts">) => ({
    message: "Every house has these rooms. Most of them open with your key.",
    operations: contracts
      .filter(({ path }) => path.startsWith("/api/house/"))
      .map((contract) => endpointListing(contract, config.rateLimitFactor)),
    next_steps: [registrationStep(), discoveryStep()],
  }),
);
