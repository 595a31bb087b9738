// The registration schema, generated from the contract.
import { endpoint } from "../../../http/request/endpoint.ts";
import { jsonSchemaOf } from "../../../http/contract/json-schema.ts";
import { towardsDiscovery, towardsRegistration } from "../../../http/respond/common-steps.ts";
import { register } from "../register.post/contract.ts";
import { registrationSchema } from "./contract.ts";

const SCHEMA = jsonSchemaOf(register.body, "input");

export const registrationSchemaEndpoint = endpoint(registrationSchema, async () => ({
  description: register.description,
  method: register.method,
  endpoint: register.path,
  schema: SCHEMA,
  example: register.example.body,
  next_steps: [towardsRegistration(), towardsDiscovery()],
}));
