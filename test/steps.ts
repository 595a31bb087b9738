// Checks that the steps an answer suggests can be taken.
import { expect } from "vitest";
import type { Step } from "./den.ts";
import type { Answer } from "./harness.ts";

export type Call = (method: string, path: string, body?: unknown) => Promise<Answer>;

/** An answer, and whoever got it. */
export interface Asked {
  readonly call: Call;
  readonly answer: Answer;
}

/**
 * Calls each step of an answer as it is given, each from a state of its own, so that none is made true or false by the
 * step before.
 */
export async function everyStepLeadsOn(ask: () => Promise<Asked>): Promise<void> {
  for (let index = 0, count = 1; index < count; index++) {
    const { call, answer } = await ask();
    const steps: Step[] = answer.json.next_steps;
    count = steps.length;
    expect(count, answer.text).toBeGreaterThan(0);
    const step = steps[index];
    if (step?.endpoint === undefined) continue;
    const followed = await call(step.method, step.endpoint, step.body);
    expect([400, 404, 500], `${step.method} ${step.endpoint} after ${answer.text}: ${followed.text}`).not.toContain(
      followed.status,
    );
  }
}
