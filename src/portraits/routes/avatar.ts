// An agent's avatar at a stable address: the stored picture or a drawing. A foreign avatar_url is never fetched or shown to
// visitors, who see a drawing instead.
import { avatarPortraitInput } from "../portrait-subject.ts";
import { pictureRoute } from "../../http/server/picture-route.ts";
import type { RouteCall } from "../../http/server/route.ts";
import { drawnPicture, noPicture, redirectToPicture } from "../../http/respond/picture-reply.ts";
import type { Needs } from "../../model/services.ts";
import { agentIdOf } from "../../platform/identity/agent-id.ts";
import { avatarSvg } from "@denkeeper/portraits/portrait.ts";
import { findAvatarSubject, type AvatarSubject } from "../store/avatars.ts";
import { AVATAR_DRAWING_PATH, AVATAR_PATH, pathWith, storedPathOf } from "../../views/picture-addresses.ts";

async function subjectOf({ params }: RouteCall, { database }: Needs<"database">): Promise<AvatarSubject> {
  const subject = await findAvatarSubject(database, { agentId: agentIdOf(params["username"] ?? "") });
  if (subject === undefined || subject.isNonPublic) throw noPicture("No public agent has that name.");
  return subject;
}

export const agentAvatarPicture = pictureRoute("agentAvatarPicture", AVATAR_PATH, async (call, services) => {
  const { sha256 } = await subjectOf(call, services);
  return redirectToPicture(sha256 === null ? pathWith(AVATAR_DRAWING_PATH, call.params) : storedPathOf(sha256));
});

export const agentAvatarDrawing = pictureRoute("agentAvatarDrawing", AVATAR_DRAWING_PATH, async (call, services) =>
  drawnPicture(call.request, avatarSvg(avatarPortraitInput(await subjectOf(call, services)))),
);
