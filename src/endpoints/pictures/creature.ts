// A creature under an address that stays: its latest stored portrait, and a drawing of how it looks at this moment.
import { z } from "zod";
import type { CreatureNow } from "@denkeeper/rules/life/life.ts";
import { creatureAt } from "@denkeeper/rules/life/life.ts";
import { creatureLikeness, wordsOf } from "../../app/portraits/portrait-subject.ts";
import { houseTime } from "../../app/life/time-changes.ts";
import type { Picture, PictureCall } from "../../http/respond/picture-reply.ts";
import { PICTURE_LIMIT, drawnPicture, noPicture, towardsPicture } from "../../http/respond/picture-reply.ts";
import type { Parts } from "../../http/request/services.ts";
import { agentIdOf } from "../../identity/agent-id.ts";
import { portraitSvg } from "@denkeeper/portraits/portrait.ts";
import type { FoundSitter } from "../../store/creatures/portraits.ts";
import { findSitter } from "../../store/creatures/portraits.ts";
import { latestOf } from "../shared/portraits.ts";
import { CREATURE_DRAWING_PATH, CREATURE_PATH, pathWith, storedPathOf } from "../shared/picture-addresses.ts";
import { presentCreature } from "../../app/life/amnesty.ts";

/** Throws if the creature is unknown, released or not public. */
async function sitterOf({ params }: PictureCall, { database }: Parts): Promise<FoundSitter> {
  const { username = "", id = "" } = params;
  const sitter = z.uuid().safeParse(id).success ? await findSitter(database, agentIdOf(username), id) : undefined;
  if (sitter === undefined || sitter.isNonPublic || sitter.stored.creature.releasedAt !== null) {
    throw noPicture("No creature of this agent can be seen under that id.");
  }
  return sitter;
}

export const creaturePicture: Picture = {
  name: "creaturePicture",
  path: CREATURE_PATH,
  limit: PICTURE_LIMIT,
  async answer(call, parts) {
    const { portraits } = await sitterOf(call, parts);
    const latest = latestOf(portraits);
    // Until the first portrait is there the drawing stands in for it.
    return towardsPicture(
      latest === undefined ? pathWith(CREATURE_DRAWING_PATH, call.params) : storedPathOf(latest.sha256),
    );
  },
};

export const creatureDrawing: Picture = {
  name: "creatureDrawing",
  path: CREATURE_DRAWING_PATH,
  limit: PICTURE_LIMIT,
  async answer(call, parts) {
    const [{ stored, keeper }, outages] = await Promise.all([sitterOf(call, parts), parts.outages.known()]);
    const clock = houseTime(keeper, call.exchange.now);
    const now = creatureAt(presentCreature(stored.creature, keeper.clockOffsetMs === 0 ? outages : [], clock), clock);
    const words = await wordsOf(parts.database, stored.creature.species.slug);
    return drawnPicture(call.exchange, portraitSvg(creatureLikeness(stored, words, presentPose(now))));
  },
};

function presentPose(now: CreatureNow) {
  const { stage, path } = now.creature;
  const memorial = now.kind === "dead";
  return { stage, path, memorial, mood: now.kind === "living" ? now.mood : "content" } as const;
}
