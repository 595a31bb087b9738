// What trials show people.
import type { RealInstant } from "@denkeeper/rules/time/units.ts";
import { readTrials } from "../../endpoints/trials/trials.get/read.ts";
import type { Services } from "../../http/request/services.ts";
import type { Html } from "../html.ts";
import { keeperTrials } from "./keeper-trials.ts";
import { trialRunPage } from "./run-page.ts";
import { trialsPage } from "./trials-page.ts";

export { NOTICES, PANEL, ROUTES } from "./operator.ts";

export const PAGES = [trialsPage, trialRunPage];

/** What a keeper's page says of it. */
export async function keeperSection(services: Services, username: string, now: RealInstant): Promise<Html | null> {
  return keeperTrials(await readTrials(services, now), username);
}
