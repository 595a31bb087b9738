// Events: returned immediately if there are any, otherwise waited for. Deaths and stages that are due are recorded on
// the way, so they are reported at their instant and not when the worker finds them; nothing else changes.
import { iso } from "../../platform/clock.ts";
import { HOUR_MS } from "@denkeeper/rules/time/durations.ts";
import {
  eventsSince,
  nextEventWithin,
  saveDueChanges,
  type Cursor,
  type EventPage,
} from "../../model/events/events.ts";
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

const WITHOUT_CURSOR_MS = 24 * HOUR_MS;
/** Clocks of processes differ by less. */
const SLACK_MS = 60_000;
/** A call that was woken for nothing is not woken by the same instant again right away. */
const LEAST_REST_MS = 1_000;

export const eventsEndpoint = endpoint(
  events,
  async (call, services: Needs<"config" | "database" | "longPollHub" | "now">) => {
    const first = await look(call, services, call.caller, sinceOf(call), call.now);
    const isWaiting = call.query.wait > 0 && first.told.events.length === 0;
    const { caller, told } = isWaiting ? await aside(() => waited(call, services, first)) : first;
    const { agent, creatures } = caller;
    const now = houseTime(agent, services.now());
    const cursor = cursorText(told.cursor);
    return {
      events: told.events.map((event) => eventView(services.config.baseUrl, event)),
      cursor,
      has_more: told.hasMore,
      house_time: iso(now),
      next_steps: [
        step(events, {
          description: `Get the next events. With wait=${MAX_WAIT_SECONDS} the call waits for one.`,
          query: { since: cursor },
        }),
        homeStep(creatures, now),
      ],
    };
  },
);

function cursorText({ seq, at }: Cursor): string {
  return `${seq}.${at}`;
}

function sinceOf(call: EventsCall): { readonly seq: number | null; readonly at: number } {
  const { agent, houseNow: now } = call.caller;
  const { since } = call.query;
  if (since === undefined) return { seq: null, at: now - WITHOUT_CURSOR_MS };
  const [seq = 0, at = 0] = since.split(".").map(Number);
  if (seq > agent.eventSeq || at > now + SLACK_MS)
    throw call.fail("unknown_cursor", { nextSteps: [step(events, { description: "Call without a cursor." })] });
  // What lies further back is forgotten; without this an old cursor would have every night since told.
  return { seq, at: Math.max(at, now - EVENTS_KEPT_MS) };
}

interface EventsRead {
  readonly caller: Caller;
  readonly told: EventPage;
}

async function look(
  call: EventsCall,
  { database }: Needs<"database">,
  found: Caller,
  since: { readonly seq: number | null; readonly at: number },
  now: number,
): Promise<EventsRead> {
  const hasChanged = await saveDueChanges(database, found, now);
  const caller = hasChanged ? await call.reload() : found;
  return { caller, told: await eventsSince(database, { ...caller, now }, since, { limit: call.query.limit }) };
}

/** Looks whenever something may have happened, until there is something to tell or no more time. */
async function waited(
  call: EventsCall,
  services: Needs<"database" | "longPollHub" | "now">,
  first: EventsRead,
): Promise<EventsRead> {
  const { longPollHub } = services;
  const until = call.now + 1000 * call.query.wait;
  const token = await longPollHub.enter(first.caller.agent.id);
  let looked = first;
  let earliest = 0;
  for (;;) {
    const { agent, creatures } = looked.caller;
    const { cursor } = looked.told;
    const now = services.now();
    const next = nextEventWithin({ agent, creatures, now }, cursor.at, 1000 * MAX_WAIT_SECONDS);
    const woken = await longPollHub.wait(token, {
      agentId: agent.id,
      seq: agent.eventSeq,
      clockOffsetMs: agent.clockOffsetMs,
      nextAt: Math.max(next, earliest),
      until,
    });
    if (woken === "over") return looked;
    looked = await longPollHub.runLimited(async () =>
      look(call, services, await call.reload(), cursor, services.now()),
    );
    if (looked.told.events.length > 0) return looked;
    earliest = services.now() + LEAST_REST_MS;
  }
}
