// The newest reflections.
import type { Needs } from "../../../http/request/services.ts";
import { endpoint } from "../../../http/request/endpoint.ts";
import { step } from "../../../http/contract/contract.ts";
import { registrationStep } from "../../../http/respond/common-steps.ts";
import { living } from "../../living/living.get/contract.ts";
import { reflections } from "./contract.ts";
import { readReflections } from "./read.ts";

export const reflectionsEndpoint = endpoint(reflections, async (call, services: Needs<"database">) => ({
  ...(await readReflections(services, call.query, call.now)),
  next_steps: [
    step(living, { action: "living", description: "See the creatures they wrote about." }),
    registrationStep("Register to adopt a creature and write about it. Any free username will do."),
  ],
}));
