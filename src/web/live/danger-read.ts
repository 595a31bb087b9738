// Who is in danger, for the home page: from the list of the living that the worker keeps.
import { DANGER_SHOWN, listsTag } from "../../app/live/lists.ts";
import { livingEntryView } from "../../endpoints/house/living.get/view.ts";
import type { Needs } from "../../http/request/services.ts";
import { cacheForEachApp } from "../../platform/single-flight.ts";
import { listInDanger, type InDanger } from "../../store/rollups/live.ts";
import type { DangerList } from "./danger.ts";

const found = cacheForEachApp<InDanger>(3_000);

/** Read at `since` or later, if given. `state` is what the stream of the home page compares. */
export async function readDanger(
  services: Needs<"database" | "rollups">,
  now: number,
  since?: number,
): Promise<{ readonly list: DangerList; readonly state: string }> {
  const read = (): Promise<InDanger> => listInDanger(services.database, now, DANGER_SHOWN);
  const [danger, totals] = await Promise.all([
    found(services).get("", now, read, since),
    services.rollups.get("totals"),
  ]);
  const creatures = danger.entries.map((entry) => livingEntryView(entry, now));
  return {
    list: { creatures, total: danger.total },
    state: listsTag(danger, totals),
  };
}
