// What trials do to stored accounts: a run is an account of its own, with a key of its own, that belongs to another account.
import { END_TRIAL, endTrialJob } from "../../store/trials/runs.ts";
import { endTrial, type EndContext } from "./end.ts";
import { tidyTrials } from "./housekeeping.ts";

export { listOpenRuns as openAccountsOf, listRuns as accountsOf } from "../../store/trials/entries.ts";
export { RUN_KEY as KEY } from "./run-key.ts";

export const TASKS = { tidy_trials: { when: "*/10 * * * *", run: tidyTrials } };

export const JOBS = {
  [END_TRIAL]: (context: EndContext, job: unknown): Promise<void> => endTrial(context, endTrialJob.parse(job)),
};
