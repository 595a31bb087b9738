// The allow-lists of blind runs.
import { expect, test } from "vitest";
import { ENDPOINTS } from "../../endpoints/index.ts";
import recorded from "../../served-docs/recorded-answers.json" with { type: "json" };
import { answerIn } from "../../contracts/kit/contract.ts";
import { Failure } from "../respond/errors.ts";
import { IN_RUN } from "../../contracts/trials/in-run.ts";
import { blindAnswer, blindFailure, blindShapeOf } from "./blind-view.ts";

const contracts = ENDPOINTS.map(({ contract }) => contract);
const REVEALING =
  /species|feeding_|hours_since|check_?in|dies_at|death_clock|rhythm|advice|soul|behavior|due|forecast|evolution|missed|consistency|tip"|warning"|boarding|sleep_info|image|others"/;
const AT = "2027-01-01T00:00:00.000Z";
/** What only the answers of a run have. */
const STANDING = { scenario: "blind-1", house_time: AT, ends_at: AT, visits_left: 1, over: false };

test("TRIAL-4: what is open in runs are calls that there are", () => {
  const names = new Set(contracts.map(({ name }) => name));
  expect(Object.keys(IN_RUN).filter((name) => !names.has(name))).toEqual([]);
});

test("TRIAL-9: every endpoint that is open in a blind run has an allow-list, and no other has one", () => {
  for (const contract of contracts) {
    expect(blindShapeOf(contract) !== undefined, contract.name).toBe(
      IN_RUN[contract.name] === "open" && contract.name !== "trialRun",
    );
  }
});

test("TRIAL-9: no recorded answer keeps a field that reveals when to come", () => {
  const answers = Object.entries(recorded).filter(([name]) => blindShapeOf({ name }) !== undefined);
  expect(answers.length).toBeGreaterThan(6);
  for (const [name, answer] of answers) {
    const { next_steps, ...shown } = blindAnswer({ name }, answerIn(JSON.stringify({ ...STANDING, ...answer })));
    expect(next_steps).toHaveLength(2);
    expect(JSON.stringify(Object.keys(shown)), name).not.toMatch(REVEALING);
    expect(keysIn(shown).join(" "), name).not.toMatch(REVEALING);
  }
});

function keysIn(value: unknown): readonly string[] {
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) => [`${key}"`].concat(keysIn(inner)));
}

test("TRIAL-9: an error keeps its text and the names of creatures, and drops all else", () => {
  const failure = Failure.general("invalid_input", {
    faults: [{ field: "creature_id", message: "is wrong" }],
    fields: {
      your_creatures: [{ id: crypto.randomUUID(), name: "Alder", species: "Foundling", stage: "baby", alive: true }],
      death: { died_at: "2027-01-01T00:00:00.000Z" },
    },
    nextSteps: [],
  });
  const { more, code } = blindFailure(failure, { path: "/api/house/status" });
  expect([code, more.faults]).toEqual(["invalid_input", [{ field: "creature_id", message: "is wrong" }]]);
  expect(more.fields).toEqual({
    your_creatures: [{ id: expect.any(String), name: "Alder", stage: "baby", alive: true }],
  });
  expect(more.nextSteps?.map((step) => step.action)).toEqual(["move_clock"]);
});

test("an answer of a closed endpoint is not shown at all", () => {
  expect(() => blindAnswer({ name: "schedule" }, { next_steps: [] })).toThrow("closed");
});
