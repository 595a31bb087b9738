// Reads the creatures in danger for the home page, from the worker's list of the living.
import { livingEntryView } from "../../community/living/living.get/view.ts";
import type { Needs } from "../../model/services.ts";
import { cacheForEachApp } from "../../platform/single-flight.ts";
import { listInDanger, type DangerPage } from "./store/live.ts";
import type { DangerList } from "./danger.ts";

const DANGER_SHOWN = 4;

const found = cacheForEachApp<DangerPage>(3_000);

/** The result was read at `since` or later, if given. */
export async function readDanger(services: Needs<"database">, now: number, since?: number): Promise<DangerList> {
  const read = (): Promise<DangerPage> => listInDanger(services.database, now, DANGER_SHOWN);
  const danger = await found(services).get("", now, read, since);
  const creatures = danger.entries.map((entry) => livingEntryView(entry, now));
  return { creatures, total: danger.total };
}
