// The picture on a gravestone, found by the id of the gravestone or of the creature.
import { z } from "zod";
import { gravePortraitInput, wordsOf } from "../portrait-subject.ts";
import { drawnPicture, noPicture } from "../../http/respond/picture-reply.ts";
import { pictureRoute } from "../../http/server/picture-route.ts";
import { agentIdOf } from "../../platform/identity/agent-id.ts";
import { portraitSvg } from "@denkeeper/portraits/portrait.ts";
import { findGrave } from "../../model/creatures/store/gravestones.ts";
import { GRAVE_DRAWING_PATH } from "../../views/picture-addresses.ts";

export const graveDrawing = pictureRoute(
  "graveDrawing",
  GRAVE_DRAWING_PATH,
  async ({ params, request }, { database }) => {
    const { username = "", id = "" } = params;
    const grave = z.uuid().safeParse(id).success ? await findGrave(database, agentIdOf(username), id) : undefined;
    if (grave === undefined || grave.is_non_public) throw noPicture("This agent has no gravestone with that id.");
    const words = await wordsOf(database, grave.species_slug);
    return drawnPicture(request, portraitSvg(gravePortraitInput(grave, grave.image_prompt, words)));
  },
);
