// Checks that the steps an answer suggests can be taken.
import { expect } from "vitest";
import { ENDPOINTS } from "../src/endpoints/index.ts";
import { bodyFields } from "../src/http/contract/body-fields.ts";
import type { Contract, NextStep } from "../src/http/contract/contract.ts";
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

const contracts = ENDPOINTS.map(({ contract }) => ({
  contract,
  address: new RegExp(`^${contract.path.replaceAll(/\{\w+\}/g, "[^/]+")}$`),
}));

export function contractAt(method: string, path: string): Contract | undefined {
  const [bare = ""] = path.split("?", 1);
  return contracts.find(({ contract, address }) => contract.method === method && address.test(bare))?.contract;
}

/** What would be refused of a step if it were called: an unknown address, or input that its contract does not take. */
export function faultsOfStep(step: NextStep): readonly string[] {
  if (!("endpoint" in step)) return [];
  const { method, endpoint, body } = step;
  const contract = contractAt(method, endpoint);
  if (contract === undefined) return [`there is no ${method} ${endpoint}`];
  const query = Object.fromEntries(new URL(endpoint, "http://localhost").searchParams);
  const unknown = [
    ...Object.keys(query).filter((name) => !Object.hasOwn(contract.query?.shape ?? {}, name)),
    ...(contract.body === undefined
      ? Object.keys(body ?? {})
      : bodyFields(contract.body, body).warnings.map(({ field }) => field)),
  ];
  const issues = [contract.query?.safeParse(query), contract.body?.safeParse(body)].flatMap(
    (checked) => checked?.error?.issues.map(({ path, message }) => `${path.join(".")}: ${message}`) ?? [],
  );
  return [...unknown.map((name) => `${name} is unknown`), ...issues];
}
