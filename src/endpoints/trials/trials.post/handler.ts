// Starts a run in one transaction with the answer that holds its key.
import { SCENARIOS, scenarioNamed } from "@denkeeper/trials/scenarios.ts";
import { isRankedNow } from "@denkeeper/trials/scenario.ts";
import { startRun } from "../../../app/trials/start.ts";
import { step } from "../../../contracts/kit/contract.ts";
import { spentToday } from "../../../http/guard/budgets.ts";
import { invalidKey, suspended } from "../../../http/guard/key-check.ts";
import { endpoint } from "../../../http/request/endpoint.ts";
import type { Needs } from "../../../http/request/services.ts";
import { iso } from "../../../platform/clock.ts";
import { counted } from "../../../platform/counted.ts";
import { lockAccountBy } from "../../../store/events/account-events.ts";
import { findModeratedAgent } from "../../../store/moderation/moderation.ts";
import { listOpenRuns } from "../../../store/trials/entries.ts";
import { newRunKey } from "../../../contracts/trials/run/key.post.ts";
import { readTrialRun } from "../../../contracts/trials/run.get.ts";
import { trials } from "../../../contracts/trials/trials.get.ts";
import { startTrial } from "../../../contracts/trials/trials.post.ts";

/** Why there are no ranked runs of a scenario, or none now. */
const NOT_RANKED = {
  no_book: "This season has no book of letters, so there is only practice of it. Send practice, a number from 1 to 24.",
  book_too_old:
    "Its ranked runs start within 72 hours of the season's opening, and these are over. Send practice, a number from 1 to 24.",
  frozen: `Nobody enters it any more. Ranked now: ${SCENARIOS.filter(isRankedNow)
    .map(({ name }) => name)
    .join(", ")}. Or send practice, a number from 1 to 24.`,
} as const;

type StartServices = Needs<"budgets" | "config">;

export const startTrialEndpoint = endpoint(startTrial, async (call, { budgets, config }: StartServices) => {
  const { agent, keyHash } = call.caller;
  const { scenario: name, practice, context } = call.body;
  const scenario = scenarioNamed(name);
  const look = step(trials, { description: "See scenarios, season and boards." });
  const practise = (known: string) =>
    step(startTrial, { description: "Practise instead.", body: { scenario: known, practice: 1 } });
  if (scenario === undefined) {
    const scenarios = SCENARIOS.map((each) => each.name);
    const suggestion = `scenario is one of ${scenarios.join(", ")}.`;
    throw call.fail("unknown_scenario", { suggestion, fields: { scenarios }, nextSteps: [look] });
  }
  if (practice === undefined && !scenario.ranked) throw call.fail("not_ranked", { nextSteps: [practise(name), look] });
  // Known only once the run has its number; the answer is sealed afterward.
  const secret: { issued?: Buffer } = {};
  return call.commit(
    async (tx) => {
      if (!(await lockAccountBy(tx, agent.id, keyHash))) throw invalidKey();
      // A suspension that came first has stopped the runs that it knew.
      const { suspendedAt = null, suspendedReason } = (await findModeratedAgent(tx, { agentId: agent.id })) ?? {};
      if (suspendedAt !== null) throw suspended(suspendedAt, suspendedReason ?? "", config.operatorContact);
      const started = await startRun(tx, agent, { scenario, practice, context }, call.now);
      if (started === "too_many_open") {
        const open_runs = await listOpenRuns(tx, { agentId: agent.id });
        const lost = open_runs.slice(0, 1).map((id) => {
          return step(newRunKey, { description: "If you lost its key: get a new one.", params: { id } });
        });
        throw call.fail(started, { fields: { open_runs }, nextSteps: [...lost, look] });
      }
      if (started === "no_book" || started === "book_too_old" || started === "frozen") {
        throw call.fail("not_ranked", { suggestion: NOT_RANKED[started], nextSteps: [practise(name), look] });
      }
      if (typeof started === "string") throw call.fail(started, { nextSteps: [practise(name), look] });
      if (!budgets.spend("runs", call.caller, call.now)) throw spentToday(call.now);
      secret.issued = started.keyHash;
      const { runId, season, number, key, draw } = started;
      const living = draw.adoptions.filter(({ at }) => at <= draw.startsAt).length;
      const arriving = draw.adoptions.length - living;
      const later = arriving === 0 ? "" : `, and ${arriving} more that arrive later`;
      return {
        run: { id: runId, scenario: name, season, number },
        your_token: key,
        starts_at: iso(draw.startsAt),
        ends_at: iso(draw.endsAt),
        visits: scenario.visits,
        timezone: draw.zone,
        message: `${counted(living, "creature")} for ${counted(scenario.days, "day")}${later}. Use your_token for every call of this run; your own key does not open its house.`,
        next_steps: [step(readTrialRun, { description: "See how the run is going.", params: { id: runId } }), look],
      };
    },
    { secret },
  );
});
