// The schedule as a calendar, and its signed address. The signature uses the hash of the agent's key, so nothing is
// stored for it, and rotating the key invalidates the old address.
import { createHmac, timingSafeEqual } from "node:crypto";
import ical from "ical-generator";
import { dateOf } from "../../platform/clock.ts";
import { HOUR_MS } from "@denkeeper/rules/time/durations.ts";
import { presentInRealTime } from "../../model/life/present-creature.ts";
import { Failure } from "../../http/respond/errors.ts";
import type { Route } from "../../http/server/route.ts";
import { matchesTag, tagOf } from "../../http/respond/tags.ts";
import type { Agent } from "../../model/agents/store/agents.ts";
import { findCalendarOwner } from "./store/calendars.ts";
import { pathWith } from "../views/picture-addresses.ts";
import { planOf, type SchedulePlan } from "./plan.ts";

const CALENDAR_PATH = "/calendars/{agent}/{file}";
const AGENT_ID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/;
const FILE = /^([\w-]{43})\.ics$/;
/** How long the entries of instants are, and how often a calendar should come. */
const SHORT_MS = HOUR_MS / 4;
const REFRESH_SECONDS = 900;

function signatureOf(agentId: string, keyHash: Buffer): string {
  return createHmac("sha256", keyHash).update(`calendar of ${agentId}`).digest("base64url");
}

export function calendarUrl(baseUrl: string, agentId: string, keyHash: Buffer): string {
  return baseUrl + pathWith(CALENDAR_PATH, { agent: agentId, file: `${signatureOf(agentId, keyHash)}.ics` });
}

/** The plan in real time, which is what calendars show. */
export function calendarOf(
  { username, clockOffsetMs }: Pick<Agent, "username" | "clockOffsetMs">,
  plan: SchedulePlan,
): string {
  const calendar = ical({ name: `Denkeeper: ${username}`, ttl: REFRESH_SECONDS, prodId: "//Denkeeper//Schedule//EN" });
  const real = (at: string | number) => dateOf(dateOf(at).getTime() - clockOffsetMs);
  const stamp = real(plan.now);
  const enter = (
    id: string,
    summary: string,
    description: string,
    start: ReturnType<typeof dateOf>,
    end: ReturnType<typeof dateOf>,
  ) => {
    calendar.createEvent({ id, stamp, start, end, summary, description });
  };
  if (plan.bestTime !== null) {
    const start = real(plan.bestTime.at);
    const names = plan.creatures.filter(({ creature }) => plan.bestTime?.creature_ids.includes(creature.id) === true);
    const whom = names.map(({ creature }) => creature.name).join(", ");
    enter("best-time", `Visit ${whom}`, "The best time for all of them.", start, dateOf(start.getTime() + SHORT_MS));
  }
  for (const { creature, on_time: band, dies_at: diesAt, check_in: checkIn } of plan.creatures) {
    if (band === null || diesAt === null) continue;
    const [start, end] = [real(band.opens_at), real(band.ends_at)];
    enter(`${creature.id}-feeding`, `Feed ${creature.name}`, checkIn.reason, start, end);
    const death = real(diesAt);
    const warning = `Without care before this time, ${creature.name} dies.`;
    enter(`${creature.id}-death`, `${creature.name} dies`, warning, death, dateOf(death.getTime() + SHORT_MS));
  }
  return calendar.toString();
}

/** The calendar behind its signed address. Nobody learns whether the agent exists. */
export const calendarFeed: Route = {
  name: "calendar",
  method: "GET",
  path: CALENDAR_PATH,
  limit: { by: "ip", max: 60, windowSeconds: 60 },
  async answer({ params, request }, { database, outages }) {
    const { agent: agentId = "", file = "" } = params;
    const given = FILE.exec(file)?.[1];
    const owner =
      given === undefined || !AGENT_ID.test(agentId)
        ? undefined
        : await findCalendarOwner(database, agentId, request.now);
    const isSigned = owner?.keyHashes.some((keyHash) =>
      timingSafeEqual(Buffer.from(signatureOf(agentId, keyHash)), Buffer.from(given ?? "")),
    );
    if (owner === undefined || isSigned !== true) throw Failure.general("calendar_not_found");
    const spans = owner.agent.clockMoved ? [] : await outages.known();
    const creatures = owner.creatures.map((stored) => presentInRealTime(stored, spans, request.now));
    const plan = planOf(owner.agent, creatures, request.now);
    const etag = tagOf(plan.creatures.map(({ creature, on_time, dies_at }) => [creature, on_time, dies_at]));
    const headers = {
      "cache-control": "private, max-age=300",
      "content-type": "text/calendar; charset=utf-8",
      etag,
    };
    if (matchesTag(request, etag)) return { status: 304, text: "", headers };
    return { status: 200, text: calendarOf(owner.agent, plan), headers };
  },
};
