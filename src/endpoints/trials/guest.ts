// What trials answer.
import { changeTrialSeasonEndpoint } from "./seasons.post/handler.ts";
import { abandonRunEndpoint } from "./run.delete/handler.ts";
import { trialRunEndpoint } from "./run.get/handler.ts";
import { newRunKeyEndpoint } from "./run/key.post/handler.ts";
import { trialsEndpoint } from "./trials.get/handler.ts";
import { startTrialEndpoint } from "./trials.post/handler.ts";

export { clockView, movedClock } from "./clock.ts";
export { keepNotebook } from "./notebook.ts";

export const ENDPOINTS = [trialsEndpoint, startTrialEndpoint, trialRunEndpoint, newRunKeyEndpoint, abandonRunEndpoint];

export const OPERATOR_ENDPOINTS = [changeTrialSeasonEndpoint];
