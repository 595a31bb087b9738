// Scenarios, the season and its boards, from a cache.
import { endpoint } from "../../../http/request/endpoint.ts";
import { step } from "../../../contracts/kit/contract.ts";
import { towardsDiscovery } from "../../../http/respond/common-steps.ts";
import type { Needs } from "../../../http/request/services.ts";
import { startTrial } from "../../../contracts/trials/trials.post.ts";
import { trials } from "../../../contracts/trials/trials.get.ts";
import { readTrials } from "./read.ts";

export const trialsEndpoint = endpoint(trials, async (call, services: Needs<"database">) => {
  const found = await readTrials(services, call.now);
  const practise = { description: "Practise with your key.", body: { scenario: "first-1", practice: 1 } };
  return { ...found, next_steps: [step(startTrial, practise), towardsDiscovery()] };
});
