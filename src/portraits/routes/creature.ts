// A creature's pictures at stable addresses: its latest stored portrait and a drawing of its current looks.
import { z } from "zod";
import { visibleAt } from "@denkeeper/rules/life/shown.ts";
import { creaturePortraitInput, presentPose, wordsOf } from "../portrait-subject.ts";
import { houseTime } from "../../model/life/time-changes.ts";
import { pictureRoute } from "../../http/server/picture-route.ts";
import type { RouteCall } from "../../http/server/route.ts";
import { drawnPicture, noPicture, redirectToPicture } from "../../http/respond/picture-reply.ts";
import type { Needs } from "../../model/services.ts";
import { agentIdOf } from "../../platform/identity/agent-id.ts";
import { LAYERS, layerSvg, portraitSvg } from "@denkeeper/portraits/portrait.ts";
import { findPortraitSubject, type PortraitSubject } from "../../model/creatures/store/portraits.ts";
import { latestOf } from "../../views/portraits.ts";
import { CREATURE_DRAWING_PATH, CREATURE_PATH, pathWith, storedPathOf } from "../../views/picture-addresses.ts";
import { creatureAcrossOutages } from "../../model/life/present-creature.ts";

/** Throws if the creature is unknown or not public. */
async function subjectOf({ params }: RouteCall, { database }: Needs<"database">): Promise<PortraitSubject> {
  const { username = "", id = "" } = params;
  const subject = z.uuid().safeParse(id).success
    ? await findPortraitSubject(database, agentIdOf(username), id)
    : undefined;
  if (subject === undefined || subject.isNonPublic) {
    throw noPicture("This agent has no public creature with that id.");
  }
  return subject;
}

export const creaturePicture = pictureRoute("creaturePicture", CREATURE_PATH, async (call, services) => {
  const { portraits } = await subjectOf(call, services);
  const latest = latestOf(portraits);
  return redirectToPicture(
    latest === undefined ? pathWith(CREATURE_DRAWING_PATH, call.params) : storedPathOf(latest.sha256),
  );
});

export const creatureDrawing = pictureRoute("creatureDrawing", CREATURE_DRAWING_PATH, async (call, services) => {
  const [{ stored, keeper }, outages] = await Promise.all([subjectOf(call, services), services.outages.known()]);
  const houseNow = houseTime(keeper, call.request.now);
  const present = creatureAcrossOutages(stored, keeper.clockOffsetMs === 0 ? outages : [], houseNow);
  const now = visibleAt(present, houseNow);
  const words = await wordsOf(services.database, stored.creature.species.slug);
  const input = creaturePortraitInput(stored, words, presentPose(now, stored));
  const name = new URLSearchParams(call.request.search).get("layer");
  const layer = LAYERS.find((known) => known === name);
  return drawnPicture(call.request, layer === undefined ? portraitSvg(input) : layerSvg(input, layer));
});
