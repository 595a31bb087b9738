// /portraits/<sha256>.webp: a picture under its own hash. Anyone who knows the address may see it, unless everyone it
// shows is hidden.
import type { Route } from "../../http/server/route.ts";
import { PICTURE_LIMIT, noPicture, storedPicture } from "../../http/respond/picture-reply.ts";
import { isPublicPicture } from "../../store/moderation/public-visibility.ts";
import { STORED_PATH } from "../shared/picture-addresses.ts";

const FILE = /^([0-9a-f]{64})\.webp$/;

export const storedPortrait: Route = {
  name: "storedPortrait",
  method: "GET",
  path: STORED_PATH,
  limit: PICTURE_LIMIT,
  crossOrigin: true,
  async answer({ params, request }, { pictures, database }) {
    const sha256 = FILE.exec(params["file"] ?? "")?.[1];
    if (sha256 === undefined) throw noPicture("Stored pictures are named <sha256>.webp.");
    if (!(await isPublicPicture(database, sha256))) throw noPicture("This picture is no longer public.");
    return storedPicture(request, sha256, () => pictures.get(sha256));
  },
};
