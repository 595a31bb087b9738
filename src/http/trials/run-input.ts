// What a run may call, and with what input.
import type { Scenario } from "@denkeeper/trials/scenario.ts";
import { isJsonObject } from "../../platform/json.ts";
import type { Contract } from "../../contracts/kit/contract.ts";
import { IN_RUN } from "../../contracts/trials/in-run.ts";
import { Failure } from "../respond/errors.ts";

/** Whether a run's key may make this call. */
export function isOpenIn({ blind }: Scenario, { name }: Pick<Contract, "name">): boolean {
  const run = IN_RUN[name];
  return run === "open" || (run === "guided" && !blind);
}

interface Given {
  readonly query: unknown;
  readonly body: unknown;
}

/**
 * The input with every answer in the form that can be filtered: as JSON, and in a blind run in full. A dry run says
 * when a meal is on time, so it is closed in a blind run.
 */
export function inputInRun<Input extends Given>({ blind }: Scenario, input: Input): Input {
  const { query, body } = input;
  if (blind && isJsonObject(body) && body["dry_run"] === true) throw Failure.general("not_in_a_run");
  if (!isJsonObject(query)) return input;
  const fixed = { format: "json", ...(blind ? { view: "full" } : {}) };
  const known = Object.entries(fixed).filter(([name]) => name in query);
  return { ...input, query: { ...query, ...Object.fromEntries(known) } };
}
