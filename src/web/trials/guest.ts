// What trials show people.
import type { RealInstant } from "@denkeeper/rules/time/units.ts";
import { readTrials } from "../../endpoints/trials/trials.get/read.ts";
import type { Services } from "../../http/request/services.ts";
import { isUnavailable } from "../../store/db/database-errors.ts";
import type { Html } from "../html.ts";
import { keeperTrials } from "./keeper-trials.ts";
import { trialRunPage } from "./run-page.ts";
import { trialsPage } from "./trials-page.ts";

export { NOTICES, PANEL, ROUTES } from "./operator.ts";

export const PAGES = [trialsPage, trialRunPage];

/** What a keeper's page says of it. */
export async function keeperSection(services: Services, username: string, now: RealInstant): Promise<Html | null> {
  // Boards are of all agents: while those of one worker are away, the page of another agent goes without.
  const trials = await readTrials(services, now).catch((thrown: unknown) => {
    if (isUnavailable(thrown)) return undefined;
    throw thrown;
  });
  return trials === undefined ? null : keeperTrials(trials, username);
}
