// The portrait of a creature right now, in pixels. The same look is drawn once and cached.
import type { Needs } from "../../../http/request/services.ts";
import type { Mood } from "@denkeeper/rules/creature/creature.ts";
import { shownAt, type ShownNow } from "@denkeeper/rules/life/shown.ts";
import { findBuiltIn } from "@denkeeper/rules/species/catalog/index.ts";
import { marksView } from "../../../app/life/marks.ts";
import { houseTime } from "../../../app/life/time-changes.ts";
import { endpoint } from "../../../http/request/endpoint.ts";
import { miniatureOf } from "@denkeeper/portraits/miniature.ts";
import { portraitSvg, type PortraitInput } from "@denkeeper/portraits/portrait.ts";
import { LruCache } from "../../../platform/lru.ts";
import type { StoredCreature } from "../../../store/creatures/creature-row.ts";
import { findCreature } from "../../../store/creatures/creatures.ts";
import type { Database } from "../../../store/db/db.ts";
import { findSpecies } from "../../../store/creatures/species.ts";
import { missingCreature } from "../../shared/missing-creature.ts";
import { adoptStep, historyStep, statusStep } from "../../shared/steps.ts";
import { speciesView } from "../../shared/views.ts";
import { miniature } from "../../../contracts/house/miniature.get.ts";
import { presentCreature } from "../../../app/life/amnesty.ts";

/** About six kilobytes each. */
const drawn = new LruCache<string>(1000);

export const miniatureEndpoint = endpoint(miniature, async (call, { database }: Needs<"database">) => {
  const { agent, creatures, outages } = call.caller;
  const now = houseTime(agent, call.now);
  const wanted = call.query.creature_id ?? call.query.id;
  const found =
    wanted === undefined
      ? creatures.find(({ creature }) => shownAt(creature, now).kind !== "dead")
      : await findCreature(database, agent.id, wanted);
  if (found === undefined) {
    if (wanted !== undefined) throw call.fail("creature_not_found", await missingCreature(call, database, wanted));
    throw call.fail("no_living_creatures", { fields: { your_creatures: [] }, nextSteps: [adoptStep()] });
  }
  const seen = shownAt(presentCreature(found, outages, now), now);
  const { id, name, species, stage } = seen.creature;
  const alive = seen.kind === "living" || seen.kind === "egg";
  const mood = moodOf(seen);
  const { size } = call.query;
  const { marks: had = [] } = marksView(seen, found);
  const marks = had.map(({ mark }) => mark);
  return {
    creature: { id, name, ...speciesView(species), stage, mood, alive },
    width: size,
    height: size,
    pixels: await pixelsOf({ ...(await sitting(database, found, seen, mood)), marks }, size),
    next_steps: alive ? [statusStep(id, `See how ${name} is.`, "compact")] : [historyStep(id)],
  };
});

/** An egg has none of its own, and the dead rest. */
function moodOf(seen: ShownNow): Mood {
  if (seen.kind === "living") return seen.mood;
  return seen.kind === "dead" ? "sleeping" : "content";
}

async function sitting(
  database: Database,
  { imagePrompt }: StoredCreature,
  seen: ShownNow,
  mood: Mood,
): Promise<PortraitInput> {
  const { id, species, stage, path, personality } = seen.creature;
  const designed =
    findBuiltIn(species.slug) === undefined ? await findSpecies(database, { slug: species.slug }) : undefined;
  const words = designed === undefined ? [] : [designed.name, designed.personality, designed.image_prompt ?? ""];
  return {
    id,
    prompt: imagePrompt ?? "",
    speciesSlug: species.slug,
    family: species.family,
    stage,
    mood,
    path,
    memorial: seen.kind === "dead",
    words: designed === undefined ? words : [...words, ...personality],
  };
}

async function pixelsOf(input: PortraitInput, size: number): Promise<string> {
  const key = JSON.stringify([input, size]);
  const known = drawn.get(key);
  if (known !== undefined) return known;
  const pixels = (await miniatureOf(portraitSvg(input), size)).toString("base64");
  drawn.set(key, pixels);
  return pixels;
}
