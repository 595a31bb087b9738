// Computes local time. Caches each zone's offsets, because a simulation asks for them millions of times.
import { DAY_MS, HOUR_MS } from "./durations.ts";
import type { Instant, Millis } from "./units.ts";

/** The time between two changes of a zone's offset. */
interface OffsetStretch {
  readonly offsetMs: Millis;
  readonly from: Instant;
  readonly until: Instant;
}

const stretchesByZone = new Map<string, readonly OffsetStretch[]>();

function readStretch(zone: string, at: Instant): OffsetStretch {
  const local = Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(zone);
  const after = local.getTimeZoneTransition("next");
  // Adding a millisecond makes a change at `at` itself the start of this stretch.
  const before = local.add({ milliseconds: 1 }).getTimeZoneTransition("previous");
  return {
    offsetMs: local.offsetNanoseconds / 1e6,
    from: before === null ? -Infinity : before.epochMilliseconds,
    until: after === null ? Infinity : after.epochMilliseconds,
  };
}

function stretchAt(zone: string, at: Instant): OffsetStretch {
  const stretches = stretchesByZone.get(zone) ?? [];
  for (const stretch of stretches) if (stretch.from <= at && at < stretch.until) return stretch;
  const stretch = readStretch(zone, at);
  stretchesByZone.set(zone, [...stretches, stretch]);
  return stretch;
}

/** An hour of the local clock. It starts on the hour, or at an offset change within the hour. */
interface LocalHour {
  /** The hour of the local day, from 0 to 23. */
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

/** Returns when the local clock next reaches `hour`, or when the offset changes, if that is earlier. */
export function nextLocalHour(zone: string, at: Instant, hour: number): Instant {
  const { offsetMs, until } = stretchAt(zone, at);
  const local = at + offsetMs;
  const today = Math.floor(local / DAY_MS) * DAY_MS + hour * HOUR_MS;
  return Math.min((today > local ? today : today + DAY_MS) - offsetMs, until);
}

/** Checks that Temporal knows the zone. */
export function isZone(zone: string): boolean {
  try {
    Temporal.Instant.fromEpochMilliseconds(0).toZonedDateTimeISO(zone);
    return true;
  } catch {
    return false;
  }
}

const ZONE_NAME = /^[a-z][a-z0-9_+/-]*$/i;

/** Returns the IANA name in its canonical letter case. Temporal also accepts offsets and instants, which are not names. */
export function zoneNamed(name: string): string | undefined {
  if (name.length > 100 || !ZONE_NAME.test(name) || !isZone(name)) return undefined;
  return Temporal.Instant.fromEpochMilliseconds(0).toZonedDateTimeISO(name).timeZoneId;
}
