// The sheets of pet packs. Drawing one takes seconds, so a worker draws it and it is stored. It is stored under a name that
// follows from the drawing, so a job that runs twice changes nothing, and a new way to draw a species makes new sheets.
import { drawSheet, sheetKey } from "@denkeeper/portraits/film/sheet.ts";
import { EVOLUTION_PATHS, MOODS, STAGES } from "@denkeeper/rules/creature/creature.ts";
import { FAMILIES } from "@denkeeper/rules/species/species.ts";
import { z } from "zod";
import { LruCache } from "../../platform/lru.ts";
import type { ObjectStore } from "../../providers/objects/store.ts";
import { addPetJob } from "../../store/creatures/pet-jobs.ts";
import type { Db } from "../../store/db/db.ts";

export const petJob = z.object({
  input: z.object({
    id: z.string(),
    prompt: z.string(),
    speciesSlug: z.string(),
    family: z.enum(FAMILIES),
    stage: z.enum(STAGES),
    mood: z.enum(MOODS),
    path: z.enum(EVOLUTION_PATHS).nullable(),
    memorial: z.boolean(),
    words: z.array(z.string()).readonly(),
  }),
  /** Whether the sheet has the two rows for players whose pet follows the pointer. */
  looks: z.boolean(),
});
type PetJob = z.infer<typeof petJob>;

const KEPT_NAMES = 2_000;
const names = new LruCache<string>(KEPT_NAMES);

/** What a sheet is stored under. Unlike that of a portrait, the name is no hash of the file, and /portraits does not serve it. */
export function sheetName({ input, looks }: PetJob): string {
  const asked = JSON.stringify([input, looks]);
  const known = names.get(asked);
  if (known !== undefined) return known;
  const name = `${sheetKey(input, looks)}-pet`;
  names.set(asked, name);
  return name;
}

/** Draws and stores a sheet, unless it is there. */
export async function makePetSheet(pictures: Pick<ObjectStore, "get" | "put">, job: PetJob): Promise<void> {
  const name = sheetName(job);
  if ((await pictures.get(name)) !== undefined) return;
  await pictures.put(name, await drawSheet(job.input, job.looks));
}

/** The stored sheet. If there is none yet, a job is queued; `isQueued` is false if too many others wait. */
export async function requestPetSheet(
  { pictures, directDatabase }: { readonly pictures: ObjectStore; readonly directDatabase: Db },
  job: PetJob,
): Promise<Buffer | { readonly isQueued: boolean }> {
  const name = sheetName(job);
  return (await pictures.get(name)) ?? { isQueued: await addPetJob(directDatabase, name, job) };
}
