// GET /api/house/events returns new events or waits for one. It records due deaths and stages first, since it reports them
// without waiting for the worker.
import { iso } from "../../platform/clock.ts";
import { HOUR_MS } from "@denkeeper/rules/time/durations.ts";
import { eventsSince, nextEventWithin, saveDueChanges, type EventPage } from "../../model/events/events.ts";
import { houseTime } from "../../model/life/time-changes.ts";
import { endpoint, type Call } from "../../http/request/endpoint.ts";
import { step } from "../../http/contract/contract.ts";
import type { Needs } from "../../model/services.ts";
import { aside } from "../../platform/slot.ts";
import type { Caller } from "../../model/agents/store/callers.ts";
import { EVENTS_KEPT_MS } from "../../model/creatures/store/events.ts";
import { eventView } from "../visits/event-views.ts";
import { homeStep } from "../../views/steps.ts";
import { MAX_WAIT_SECONDS, events } from "./contract.ts";

type EventsCall = Call<typeof events>;

type EventsServices = Needs<"config" | "database" | "longPollHub" | "now">;
type EventsStart = Parameters<typeof eventsSince>[2];

const DEFAULT_SPAN_MS = 24 * HOUR_MS;
/** How far a cursor may be ahead of this process's clock, since another process may have written it. */
const SLACK_MS = 60_000;
/** Minimum time between two reads while an event is due but has not occurred. */
const MIN_REST_MS = 1_000;

export const eventsEndpoint = endpoint(events, async (call, services: EventsServices) => {
  const first = await readEvents(call, services, call, startOf(call));
  const waits = call.query.wait > 0 && first.page.events.length === 0;
  const { caller, page } = waits ? await aside(() => waitForEvents(call, services, first)) : first;
  const { agent, creatures } = caller;
  const now = houseTime(agent, services.now());
  const cursor = `${page.cursor.seq}.${page.cursor.at}`;
  return {
    events: page.events.map((event) => eventView(services.config.baseUrl, event)),
    cursor,
    has_more: page.hasMore,
    house_time: iso(now),
    next_steps: [
      step(events, {
        description: `Get the next events. With wait=${MAX_WAIT_SECONDS} the call waits for one.`,
        query: { since: cursor },
      }),
      homeStep(creatures, now),
    ],
  };
});

function startOf(call: EventsCall): EventsStart {
  const { agent, houseNow: now } = call.caller;
  const { since } = call.query;
  if (since === undefined) return { seq: null, at: now - DEFAULT_SPAN_MS };
  const [seq = 0, at = 0] = since.split(".").map(Number);
  if (seq > agent.eventSeq || at > now + SLACK_MS)
    throw call.fail("unknown_cursor", { nextSteps: [step(events, { description: "Call without a cursor." })] });
  // Stored events are deleted after EVENTS_KEPT_MS, so derived events reach back no further.
  return { seq, at: Math.max(at, now - EVENTS_KEPT_MS) };
}

interface EventsRead {
  readonly caller: Caller;
  readonly page: EventPage;
}

async function readEvents(
  call: EventsCall,
  { database }: Needs<"database">,
  { caller: loaded, now }: Pick<EventsCall, "caller" | "now">,
  start: EventsStart,
): Promise<EventsRead> {
  const hasChanged = await saveDueChanges(database, loaded, now);
  const caller = hasChanged ? await call.reload() : loaded;
  return { caller, page: await eventsSince(database, { ...caller, now }, start, { limit: call.query.limit }) };
}

/** Reads again each time the hub reports a possible change, until there is an event or the wait ends. */
async function waitForEvents(call: EventsCall, services: EventsServices, first: EventsRead): Promise<EventsRead> {
  const { longPollHub } = services;
  const until = call.now + 1000 * call.query.wait;
  const token = await longPollHub.enter(first.caller.agent.id);
  let read = first;
  let earliest = 0;
  for (;;) {
    const { agent, creatures } = read.caller;
    const { cursor } = read.page;
    const now = services.now();
    const next = nextEventWithin({ agent, creatures, now }, cursor.at, 1000 * MAX_WAIT_SECONDS);
    const signal = await longPollHub.wait(token, {
      agentId: agent.id,
      seq: agent.eventSeq,
      clockOffsetMs: agent.clockOffsetMs,
      nextAt: Math.max(next, earliest),
      until,
    });
    if (signal === "over") return read;
    read = await longPollHub.runLimited(async () =>
      readEvents(call, services, { caller: await call.reload(), now: services.now() }, cursor),
    );
    if (read.page.events.length > 0) return read;
    earliest = services.now() + MIN_REST_MS;
  }
}
