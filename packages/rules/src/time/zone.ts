// Local time, needed millions of times: the offset of a zone is read from Temporal once per period between two changes
// and cached. Offsets are facts, so the functions stay pure.
import { HOUR_MS } from "./durations.ts";
import type { Instant, Millis } from "./units.ts";

/** A stretch of time in which a zone's offset does not change. `from` is its first millisecond, `until` its end. */
interface OffsetStretch {
  readonly offsetMs: Millis;
  readonly from: Instant;
  readonly until: Instant;
}

const stretchesByZone = new Map<string, OffsetStretch[]>();

function readStretch(zone: string, at: Instant): OffsetStretch {
  const local = Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(zone);
  const after = local.getTimeZoneTransition("next");
  // Asking one millisecond later counts a change that falls on `at` itself as the start of this stretch.
  const before = local.add({ milliseconds: 1 }).getTimeZoneTransition("previous");
  return {
    offsetMs: local.offsetNanoseconds / 1e6,
    from: before === null ? -Infinity : before.epochMilliseconds,
    until: after === null ? Infinity : after.epochMilliseconds,
  };
}

function stretchAt(zone: string, at: Instant): OffsetStretch {
  let stretches = stretchesByZone.get(zone);
  if (stretches === undefined) {
    stretches = [];
    stretchesByZone.set(zone, stretches);
  }
  for (const stretch of stretches) if (stretch.from <= at && at < stretch.until) return stretch;
  const read = readStretch(zone, at);
  stretches.push(read);
  return read;
}

/** A local clock hour: it starts on the hour or at a change of the zone's offset, whichever is later. */
export interface LocalHour {
  /** 0 to 23. */
  readonly hour: number;
  readonly startsAt: Instant;
  readonly endsAt: Instant;
}

export function localHourAt(zone: string, at: Instant): LocalHour {
  const { offsetMs, from, until } = stretchAt(zone, at);
  const hourCount = Math.floor((at + offsetMs) / HOUR_MS);
  const onTheHour = hourCount * HOUR_MS - offsetMs;
  return {
    hour: ((hourCount % 24) + 24) % 24,
    startsAt: Math.max(onTheHour, from),
    endsAt: Math.min(onTheHour + HOUR_MS, until),
  };
}

/** The instant at which the local clock next shows `hour` o'clock, or the offset changes if that comes first. */
export function nextLocalHour(zone: string, at: Instant, hour: number): Instant {
  const { offsetMs, until } = stretchAt(zone, at);
  const dayMs = 24 * HOUR_MS;
  const local = at + offsetMs;
  const startOfDay = Math.floor(local / dayMs) * dayMs;
  const today = startOfDay + hour * HOUR_MS;
  return Math.min((today > local ? today : today + dayMs) - offsetMs, until);
}

/** Whether the name is one that Temporal knows. */
export function isZone(zone: string): boolean {
  try {
    Temporal.Instant.fromEpochMilliseconds(0).toZonedDateTimeISO(zone);
    return true;
  } catch {
    return false;
  }
}

const ZONE_NAME = /^[a-z][a-z0-9_+/-]*$/i;

/** The IANA name that is meant, in its own letter case. Temporal also takes offsets and instants, which are not names. */
export function zoneNamed(name: string): string | undefined {
  if (name.length > 100 || !ZONE_NAME.test(name) || !isZone(name)) return undefined;
  return Temporal.Instant.fromEpochMilliseconds(0).toZonedDateTimeISO(name).timeZoneId;
}
