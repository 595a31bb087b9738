// Mistakes with the client's answers that must not compile. Each reads a field that the answer at hand may lack.
import { isStepTo, type Denkeeper, type NextStep } from "../../packages/denkeeper/src/index.ts";

export async function theViewDecidesTheAnswer(house: Denkeeper, creature_id: string) {
  const compact = await house.checkStatus({ view: "compact" });
  // @ts-expect-error The compact view has no soul_prompt.
  const soul = compact.soul_prompt;
  const one = await house.checkStatus({ view: "compact", creature_id });
  // @ts-expect-error A creature that was asked for by id may have died.
  const diesAt = one.dies_at;
  return [soul, diesAt, compact.recommended_checkin.at, "gravestone" in one ? one.gravestone.cause : one.creature.mood];
}

export async function theDeadHaveNoCheckIn(house: Denkeeper) {
  const answer = await house.checkStatus();
  // @ts-expect-error The creature may have died.
  const at = answer.recommended_checkin;
  if ("gravestone" in answer) return answer.gravestone.epitaph;
  return [at, answer.recommended_checkin.at, answer.soul_prompt];
}

export async function aStepMustBeToldFromOthers(house: Denkeeper, step: NextStep) {
  const unknown = await house.follow(step);
  // @ts-expect-error The answer of this step is unknown.
  const name = unknown.creature;
  if (!isStepTo(step, "preferences")) return name;
  const { discovered, ...preferences } = await house.follow(step);
  // @ts-expect-error Preferences are not the result of care.
  return [discovered, preferences.action_result];
}
