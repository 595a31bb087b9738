// What goes wrong in a hard run (TRIAL-10). It follows from the seed and the number of the call, so a run repeats it.
import { isAway } from "@denkeeper/trials/draw.ts";
import { faultOf, lieOf } from "@denkeeper/trials/faults.ts";
import { mostCalls } from "@denkeeper/trials/scenario.ts";
import { HASHES } from "../../app/trials/hashes.ts";
import { isJsonObject, type JsonObject } from "../../platform/json.ts";
import type { CallerRun } from "../../store/trials/caller-run.ts";
import type { Contract } from "../../contracts/kit/contract.ts";
import { moveClock } from "../../contracts/house/clock.post.ts";
import type { Body } from "../message/request-context.ts";
import { Failure } from "../respond/errors.ts";

const WAIT_SECONDS = 1;
const SHUT = "The house is shut, and this time counts. Nothing has changed. Move the clock and try again.";

interface Met {
  readonly contract: Pick<Contract, "path">;
  readonly run: CallerRun;
}

/** Throws when the call does not get through; otherwise returns whether its answer will be lost. */
export function meetFaults({ contract, run }: Met): { readonly isAnswerLost: boolean } {
  const { scenario, seed, call, clockAt, shut } = run;
  const isClock = contract.path === moveClock.path;
  if (!isClock && call > mostCalls(scenario)) throw Failure.general("no_calls_left");
  if (!isClock && isAway(run, clockAt)) {
    const isShut = shut !== undefined && isAway({ outages: shut.spans }, clockAt);
    throw Failure.general("outage", isShut ? { suggestion: SHUT } : {});
  }
  switch (faultOf(scenario, seed, call, HASHES)) {
    case "busy":
      throw Failure.general("busy", { suggestion: "Nothing has changed. Send the call again." });
    case "throttled":
      throw waiting();
    case "lost":
      return { isAnswerLost: true };
    case null:
      return { isAnswerLost: false };
  }
}

function waiting(): Failure {
  return Failure.general("rate_limited", {
    suggestion: `Wait ${WAIT_SECONDS} second and send the call again.`,
    headers: { "retry-after": String(WAIT_SECONDS) },
    retryAfterSeconds: WAIT_SECONDS,
  });
}

/** A stranger as `others` quotes one in hard-1, where the care of this call does. Callers can leave all of them out. */
export function strangersIn({ name }: Pick<Contract, "name">, run: CallerRun, body: Body): readonly JsonObject[] {
  const given = body.kind === "json" && isJsonObject(body.value) ? body.value : {};
  if (name !== "care" || given["others"] === false) return [];
  const lie = lieOf(run.scenario, run.seed, run.call, HASHES);
  if (lie === null) return [];
  const { action } = given;
  return [{ ...STRANGER, action, notes: lie, untrusted: true }];
}

const STRANGER = { agent: "hearsay", creature: "Moss", species: "Housecat", ago: "2 hours ago" };
