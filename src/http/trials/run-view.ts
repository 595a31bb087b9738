// An answer or an error as a run gets it (TRIAL-5): it follows from the seed and the calls alone, its steps lead only to
// what is open in the run, and it says where the run stands. A blind run is shown less (blind-view.ts).
import { lettersOf } from "@denkeeper/trials/notices.ts";
import { HASHES } from "../../app/trials/hashes.ts";
import { instantOf, iso } from "../../platform/clock.ts";
import { isJsonObject, type JsonObject } from "../../platform/json.ts";
import { pageOf } from "../../app/trials/letters.ts";
import type { CallerRun } from "../../store/trials/caller-run.ts";
import { step, type Contract, type NextStep, type WrittenAnswer } from "../../contracts/kit/contract.ts";
import { openSteps, pathOf } from "../../contracts/kit/open-steps.ts";
import { home } from "../../contracts/house/home.get.ts";
import { visit } from "../../contracts/house/visit.post.ts";
import { status } from "../../contracts/house/status.get.ts";
import { moveClock } from "../../contracts/house/clock.post.ts";
import { readClock } from "../../contracts/house/clock.get.ts";
import { WITH_LETTERS } from "../../contracts/trials/in-run.ts";
import { readTrialRun } from "../../contracts/trials/run.get.ts";
import type { Body } from "../message/request-context.ts";
import type { Failure } from "../respond/errors.ts";
import { blindAnswer, blindFailure } from "./blind-view.ts";
import { strangersIn } from "./faults.ts";
import { isOpenIn } from "./run-input.ts";

/** A call with a run's key, as far as its answer depends on it. */
export interface RunCall {
  readonly run: CallerRun;
  readonly contract: Contract;
  /** Every contract. */
  readonly contracts: readonly Contract[];
  /** Strangers who are quoted in this answer, and who are wrong (TRIAL-10). */
  readonly strangers: readonly JsonObject[];
}

/** Undefined for the one call that is about the run, and not made in it. */
export function runCall(
  run: CallerRun,
  contract: Contract,
  body: Body,
  contracts: readonly Contract[],
): RunCall | undefined {
  if (contract.name === readTrialRun.name) return undefined;
  return { run, contract, contracts, strangers: strangersIn(contract, run, body) };
}

/** The text of an answer, new or repeated. */
export function answerForRun(given: Pick<WrittenAnswer, "next_steps">, call: RunCall): string {
  const { run, contract, strangers } = call;
  const answer: WrittenAnswer = { ...given };
  const { next_steps = [], others: _, ...said } = answer;
  const standing = { ...standingOf(run, answer), ...lettersIn(call) };
  const page = contract.name === home.name ? pageOf(run) : undefined;
  const seen = { ...said, page, run: standing, ...(strangers.length === 0 ? {} : { others: strangers }) };
  const over = standing.over === true;
  const whole = { ...seen, next_steps: over ? next_steps : stepsForRun(answer, call) };
  const shown = run.scenario.blind ? blindAnswer(contract, whole, over) : whole;
  const fixed = fixedFields(run);
  return JSON.stringify(shown, (name, value: unknown) => (fixed.has(name) ? fixed.get(name)?.(value) : value));
}

export function failureForRun(failure: Failure, call: RunCall): Failure {
  const { run, contract } = call;
  if (run.over) return failure.with({ nextSteps: [readClockStep()] });
  if (run.scenario.blind) return blindFailure(failure, contract);
  const open = openSteps(failure.more.nextSteps ?? [], openIn(call));
  const others = [lookStep(), readClockStep()].filter((each) => !isTo(contract, each));
  return failure.with({ nextSteps: open.length === 0 ? others : open });
}

/** Where the run stands. What the answer says of it is newer than the run that made the call: it may have moved the clock. */
function standingOf({ scenario, clockAt, visitsLeft, endsAt, over }: CallerRun, answer: WrittenAnswer) {
  return {
    scenario: scenario.name,
    house_time: answer["house_time"] ?? iso(clockAt),
    visits_left: answer["visits_left"] ?? visitsLeft,
    ends_at: iso(endsAt),
    over: answer["over"] ?? over,
  };
}

/** Letters of the house and of strangers, in the answers of those who look or care. Nobody can turn them off. */
function lettersIn({ run, contract }: RunCall) {
  const { scenario, shut, call: number, clockAt: at } = run;
  if (shut === undefined || !WITH_LETTERS.has(contract.name)) return {};
  const letters = lettersOf(scenario, run, { number, at }, HASHES);
  return { word: shut.word, letters: letters.map((text) => ({ text, untrusted: true })) };
}

const NO_ACTIVITY = {
  creatures_born: 0,
  creatures_died: 0,
  care_actions: 0,
  feedings: 0,
  reflections: 0,
  active_agents: 0,
  window: "24h",
};

/** Fields that would otherwise depend on real time, on other keepers or on the account, by their names. */
function fixedFields({ scenario, startsAt }: CallerRun): ReadonlyMap<string, (value: unknown) => unknown> {
  const left = () => undefined;
  const you = { username: scenario.name, display_name: scenario.name, credits: 0, keeper_since: iso(startsAt) };
  return new Map<string, (value: unknown) => unknown>([
    ["house_activity", () => NO_ACTIVITY],
    ["you", (value) => (isJsonObject(value) ? { ...value, ...you } : value)],
    ["caretaker", () => scenario.name],
    ["care_log_entry_id", () => null],
    ["image_url", () => null],
    ["portraits", left],
    ["portrait_note", left],
    ["calendar_url", left],
  ]);
}

function openIn({ contracts, run }: RunCall): readonly Contract[] {
  return contracts.filter((contract) => isOpenIn(run.scenario, contract));
}

/** The open steps. When nothing is due, the first one moves the clock to the house's check-in. */
function stepsForRun(answer: WrittenAnswer, call: RunCall): NextStep[] {
  if (call.run.letters !== undefined) return lettersSteps(call.contract);
  const open = openSteps(answer.next_steps ?? [], openIn(call));
  const checkIn = checkInOf(answer);
  const isDue = open.some((each) => "due" in each && each.due === true);
  if (!isDue && checkIn !== undefined && instantOf(checkIn) > call.run.clockAt) {
    return [moveClockStep(checkIn), ...open.filter((each) => !isTo(status, each))];
  }
  return open.length === 0 ? [readClockStep()] : open;
}

/** When the answer says to come next, for the whole house. */
function checkInOf(answer: WrittenAnswer): string | undefined {
  const checkIn = answer["house_checkin"] ?? answer["recommended_checkin"];
  const at = isJsonObject(checkIn) ? checkIn["at"] : undefined;
  return typeof at === "string" ? at : undefined;
}

/** What a keeper does on a morning with letters. What is due by the clock does not matter there. */
function lettersSteps({ name }: Contract): NextStep[] {
  const serve = { description: "Serve: a feed with an item from the shelf for each creature.", body: { actions: [] } };
  const read = { description: "Read this morning's page.", action: "home" };
  const leave = { description: "Leave until the next noon.", body: { advance_hours: 24 } };
  return [name === home.name ? step(visit, serve) : step(home, read), step(moveClock, leave)];
}

function isTo({ method, path }: Pick<Contract, "method" | "path">, each: NextStep): boolean {
  return "endpoint" in each && each.method === method && pathOf(each) === path;
}

function moveClockStep(until: string): NextStep {
  const description = "Nothing is due. Move the clock to the recommended check-in.";
  return step(moveClock, { description, body: { until } });
}

const readClockStep = () => step(readClock, { description: "See where the clock of your run stands." });
const lookStep = () => step(status, { description: "See how your creatures are." });
