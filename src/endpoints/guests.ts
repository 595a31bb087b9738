// Parts of the service that could be left out, and what they answer: endpoints, those of operators, and the clock of houses
// that have one of another kind. Deleting the folder of one and its line here leaves all other endpoints whole.
import type { Instant } from "@denkeeper/rules/time/units.ts";
import type { readClock } from "../contracts/house/clock.get.ts";
import type { moveClock } from "../contracts/house/clock.post.ts";
import type { visit } from "../contracts/house/visit.post.ts";
import type { ResponseOf } from "../contracts/kit/contract.ts";
import type { Call, Endpoint } from "../http/request/endpoint.ts";
import type { Needs } from "../http/request/services.ts";
import type { Caller } from "../store/accounts/callers.ts";

export * as trials from "./trials/guest.ts";

type ClockAnswer = ResponseOf<typeof readClock>;
type ClockCall = Call<typeof moveClock>;

export interface Guest {
  readonly ENDPOINTS: readonly Endpoint[];
  readonly OPERATOR_ENDPOINTS: readonly Endpoint[];
  /** Both undefined for a house whose clock is an ordinary one. */
  clockView(caller: Caller): ClockAnswer | undefined;
  /** What a keeper writes with a visit for its next waking, where a house keeps that. */
  keepNotebook(call: Call<typeof visit>, services: Needs<"database">): Promise<void>;
  movedClock(call: ClockCall, wantedOf: (call: ClockCall, now: Instant) => Instant): Promise<ClockAnswer> | undefined;
}
