// The registration schema, generated from the contract.
import { endpoint } from "../../http/request/endpoint.ts";
import { jsonSchemaOf } from "../../http/contract/json-schema.ts";
import type { Needs } from "../../model/services.ts";
import { isRegistrationOpen } from "../../model/visibility/store/audit.ts";
import { discoveryStep, registrationStep } from "../../http/contract/steps.ts";
import { register } from "../register.post/contract.ts";
import { registrationSchema } from "./contract.ts";

const SCHEMA = jsonSchemaOf(register.body, "input");

export const registrationSchemaEndpoint = endpoint(
  registrationSchema,
  async (_call, { database }: Needs<"database">) => {
    const isOpen = await isRegistrationOpen(database);
    return {
      description: register.description,
      registration_open: isOpen,
      method: register.method,
      endpoint: register.path,
      schema: SCHEMA,
      example: register.example.body,
      next_steps: [...(isOpen ? [registrationStep()] : []), discoveryStep()],
    };
  },
);
