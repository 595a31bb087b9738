// Boards creatures and ends boardings early. After a conflict, both handlers reload the house and decide again.
import type { Needs } from "../../model/services.ts";
import { iso } from "../../platform/clock.ts";
import { board as boardCreature, type BoardingOutcome, returnFromBoarding } from "@denkeeper/rules/care/boarding.ts";
import { HOUR_MS } from "@denkeeper/rules/time/durations.ts";
import { visibleLifeAt, visibleAt, type VisibleNow } from "@denkeeper/rules/life/shown.ts";
import { deathChange, nextEventAt } from "../../model/life/time-changes.ts";
import { endpoint, type Call } from "../../http/request/endpoint.ts";
import type { Failure } from "../../http/respond/errors.ts";
import type { PresentCreature } from "../../model/creatures/store/creature-change.ts";
import { saveCreature } from "../../model/creatures/store/creatures.ts";
import { missingCreature } from "../../views/missing-creature.ts";
import { retryOnConflict } from "../../model/agents/retry-on-conflict.ts";
import { houseNowAfter, livingSteps, type HouseNow } from "../../views/steps.ts";
import { graveyardStep, statusStep } from "../../http/contract/steps.ts";
import { boardingView, checkInView, visitView, wholeHundredths, nextVisit } from "../../views/views.ts";
import { board, endBoarding } from "./contract.ts";
import { countOf } from "../../platform/counted.ts";
import { isLiving } from "@denkeeper/rules/creature/creature.ts";
import type { ResponseOf } from "../../http/contract/contract.ts";

export const boardEndpoint = endpoint(board, async (call, { database }: Needs<"database">) => {
  const wanted = call.body.creature_id ?? call.body.id ?? "";
  const forMs = Math.round(call.body.hours * HOUR_MS);
  return retryOnConflict(call, async ({ agent, creatures, houseNow, clockTrusted }) => {
    const stored = creatures.find(({ creature }) => creature.id === wanted);
    if (stored === undefined) throw call.fail("creature_not_found", await missingCreature(call, database, wanted));
    const outcome = boardCreature(stored.creature, houseNow, forMs);
    if (outcome.kind === "died") {
      const death = clockTrusted ? deathChange(stored, agent, call.now) : undefined;
      if (death !== undefined) await saveCreature(database, death);
    }
    if (outcome.kind !== "boarded") throw failureOf(call, stored, outcome);
    const { creature, pause } = outcome;
    const now = visibleLifeAt(creature, houseNow);
    if (now.kind === "dead") throw failureOf(call, stored, { kind: "died" });
    const house = houseNowAfter(creatures, houseNow, now);
    const answer = {
      success: true as const,
      message: `${creature.name} is being boarded until ${iso(pause.until)}. All its clocks are paused.`,
      creature_id: creature.id,
      boarding: boardingView(now),
      recommended_checkin: house.visit === null ? checkInView(now) : visitView(house.visit),
      next_steps: livingSteps(now, house, "compact"),
    };
    const { lastCheckedAt: uncheckedSince } = stored.creature;
    const saved = await saveCreature(database, {
      from: stored,
      to: { ...stored, creature, nextEventAt: nextEventAt(creature, agent.clockOffsetMs) },
      log: [{ kind: "board", recordedAt: call.now, at: pause.from, until: pause.until, uncheckedSince }],
      record: call.idempotency.record(answer),
    });
    return saved === undefined ? undefined : answer;
  });
});

const FAILURES = {
  egg: "egg_not_boardable",
  resting: "already_boarded",
  critical: "health_too_low",
  near_death: "too_close_to_death",
} as const;

function failureOf(
  call: Call<typeof board>,
  { creature: { id, name } }: PresentCreature,
  outcome: Exclude<BoardingOutcome, { kind: "boarded" }>,
): Failure {
  const nextSteps = [statusStep(id, `See how ${name} is.`, "compact")];
  if (outcome.kind === "died") return call.fail("died_first", { nextSteps: [...nextSteps, graveyardStep()] });
  if (outcome.reason !== "too_much") return call.fail(FAILURES[outcome.reason], { nextSteps });
  const hours = wholeHundredths(outcome.availableMs / HOUR_MS);
  const suggestion =
    hours < 1
      ? "Less than an hour of its allowance is left. Try again in a few days."
      : `Board it for at most ${countOf(hours, "hour")}, or try again later.`;
  return call.fail("boarded_too_much", { suggestion, fields: { hours_available: hours }, nextSteps });
}

export const endBoardingEndpoint = endpoint(endBoarding, async (call, { database }: Needs<"database">) => {
  const wanted = call.body.creature_id ?? call.body.id ?? "";
  return retryOnConflict(call, async ({ agent, creatures, houseNow }) => {
    const stored = creatures.find(({ creature }) => creature.id === wanted);
    if (stored === undefined) throw call.fail("creature_not_found", await missingCreature(call, database, wanted));
    const creature = isLiving(stored.creature) ? returnFromBoarding(stored.creature, houseNow) : null;
    const now = visibleAt(creature ?? stored.creature, houseNow);
    if (now.kind === "dead")
      throw call.fail("creature_not_found", { nextSteps: [statusStep(wanted, "See its gravestone.")] });
    const answer = endAnswer(now, houseNowAfter(creatures, houseNow, now), creature !== null);
    if (creature === null) return answer;
    const saved = await saveCreature(database, {
      from: stored,
      to: { ...stored, creature, nextEventAt: nextEventAt(creature, agent.clockOffsetMs) },
      log: [{ kind: "return", recordedAt: call.now, at: creature.asOf }],
      record: call.idempotency.record(answer),
    });
    return saved === undefined ? undefined : answer;
  });
});

function endAnswer(now: VisibleNow, house: HouseNow, wasResting: boolean): ResponseOf<typeof endBoarding> {
  const { id, name } = now.creature;
  return {
    success: true,
    was_resting: wasResting,
    message: wasResting
      ? `${name} is back. Its clocks continue from where they stopped.`
      : `${name} is not being boarded.`,
    creature_id: id,
    ...(now.kind === "living"
      ? { boarding: boardingView(now), ...nextVisit(house), next_steps: livingSteps(now, house, "compact") }
      : { next_steps: [statusStep(id, `See how ${name} is.`, "compact")] }),
  };
}
