// The registration schema, generated from the contract.
import { endpoint } from "../../../http/request/endpoint.ts";
import { jsonSchemaOf } from "../../../contracts/kit/json-schema.ts";
import type { Needs } from "../../../http/request/services.ts";
import { isRegistrationOpen } from "../../../store/moderation/audit.ts";
import { towardsDiscovery, towardsRegistration } from "../../../http/respond/common-steps.ts";
import { register } from "../../../contracts/auth/register.post.ts";
import { registrationSchema } from "../../../contracts/auth/register.get.ts";

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
      next_steps: [...(isOpen ? [towardsRegistration()] : []), towardsDiscovery()],
    };
  },
);
