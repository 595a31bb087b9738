// Checks that the steps an answer suggests can be called.
import { ENDPOINTS } from "../src/endpoints.ts";
import { bodyFields } from "../src/http/contract/body-fields.ts";
import type { Contract, NextStep } from "../src/http/contract/contract.ts";
import { targetOf } from "../src/http/respond/one-step-each.ts";

const contracts = ENDPOINTS.map(({ contract }) => ({
  contract,
  address: new RegExp(`^${contract.path.replaceAll(/\{\w+\}/g, "[^/]+")}$`),
}));

export function contractAt(method: string, path: string): Contract | undefined {
  const [bare = ""] = path.split("?", 1);
  return contracts.find(({ contract, address }) => contract.method === method && address.test(bare))?.contract;
}

/** Returns why a step would be rejected: an unknown address, or input that its contract does not accept. */
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

/** Returns the calls that several steps of one answer repeat. */
export function repeatedIn(steps: readonly NextStep[]): readonly string[] {
  const called = steps.map(targetOf);
  return called.filter((each, index) => called.indexOf(each) < index);
}

/** Fields of an answer that contain sentences, besides the steps. */
const SAID: ReadonlySet<string> = new Set(["error", "details", "suggestion", "reason", "message"]);

/** Returns sentences of several words that an answer repeats, in its own texts or in those of its steps. */
export function repeatedSentences(answer: {
  readonly next_steps: readonly NextStep[];
  readonly [field: string]: unknown;
}): readonly string[] {
  const own = Object.entries(answer).flatMap(([field, text]) =>
    SAID.has(field) && typeof text === "string" ? [text] : [],
  );
  const said = [...own, ...answer.next_steps.map(({ description }) => description)]
    .flatMap((text) => text.toLowerCase().split(/[.!?:]+(?:\s+|$)/))
    .filter((sentence) => sentence.includes(" "));
  return said.filter((each, index) => said.indexOf(each) < index);
}

/** ADVICE-7: at most one step is due, and it is a visit that skips what is already done. */
export function faultsOfDue(steps: readonly NextStep[]): readonly string[] {
  const due = steps.filter((step) => "due" in step && step.due === true);
  const isVisit = (step: NextStep) =>
    "endpoint" in step && step.endpoint === "/api/house/visit" && step.body?.["only_due"] === true;
  return [
    ...(due.length > 1 ? [`${due.length} steps are due`] : []),
    ...due.filter((step) => !isVisit(step)).map((step) => `${step.action} is due and no visit with only_due`),
  ];
}
