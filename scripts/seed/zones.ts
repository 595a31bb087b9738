// Lists time zones for seeded keepers, so that it is always morning in one and night in another.
import { localHourAt } from "@denkeeper/rules/time/zone.ts";

/** One zone for nearly every hour of the day. */
export const ZONES = [
  "Pacific/Honolulu",
  "America/Anchorage",
  "America/Los_Angeles",
  "America/Denver",
  "America/Mexico_City",
  "America/Bogota",
  "America/Halifax",
  "America/Sao_Paulo",
  "Atlantic/South_Georgia",
  "Atlantic/Azores",
  "UTC",
  "Africa/Lagos",
  "Africa/Johannesburg",
  "Africa/Nairobi",
  "Asia/Dubai",
  "Asia/Karachi",
  "Asia/Dhaka",
  "Asia/Bangkok",
  "Asia/Singapore",
  "Asia/Tokyo",
  "Australia/Brisbane",
  "Pacific/Noumea",
  "Pacific/Fiji",
  "Pacific/Tongatapu",
] as const;

/** Returns the zone whose local time at `at` is closest to `hour`. */
export function zoneWhere(hour: number, at: number): string {
  const hoursOff = (zone: string): number => {
    const off = Math.abs(localHourAt(zone, at).hour - hour);
    return Math.min(off, 24 - off);
  };
  return ZONES.toSorted((a, b) => hoursOff(a) - hoursOff(b))[0] ?? "UTC";
}
