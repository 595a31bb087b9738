// Reads the latest reflections, for pages.
import { iso } from "../../platform/clock.ts";
import { type Reflection, listReflections } from "./store/reflections.ts";
import type { ReflectionView } from "../../http/contract/shapes/reflection.ts";
import { DAY_MS } from "@denkeeper/rules/time/durations.ts";
import type { Needs } from "../../model/services.ts";
import { cacheForEachApp } from "../../platform/single-flight.ts";

function reflectionView({ at, agent, sitter, ...reflection }: Reflection): ReflectionView {
  return { at: iso(at), ...writtenBy(agent, sitter), ...reflection, untrusted: true };
}

export function writtenBy(agent: string, sitter: string | null | undefined): Pick<ReflectionView, "agent" | "sitter"> {
  return sitter === null || sitter === undefined ? { agent } : { agent, sitter };
}

const MAX_AGE_MS = 30 * DAY_MS;

const newest = cacheForEachApp<readonly ReflectionView[]>(3_000);

export async function readReflections(
  services: Needs<"database">,
  limit: number,
  now: number,
): Promise<readonly ReflectionView[]> {
  return newest(services).get(String(limit), now, async () => {
    const rows = await listReflections(services.database, { since: now - MAX_AGE_MS, limit });
    return rows.map(reflectionView);
  });
}
