// /portraits/<sha256>.webp: a picture under its own hash. Anyone with the address can see it, unless all its subjects are hidden.
import { noPicture, storedPicture } from "../../http/respond/picture-reply.ts";
import { pictureRoute } from "../../http/server/picture-route.ts";
import { isPublicPicture } from "../../model/visibility/store/public-visibility.ts";
import { STORED_PATH } from "../../views/picture-addresses.ts";

const FILE = /^([0-9a-f]{64})\.webp$/;

export const storedPortrait = pictureRoute(
  "storedPortrait",
  STORED_PATH,
  async ({ params, request }, { pictures, database }) => {
    const sha256 = FILE.exec(params["file"] ?? "")?.[1];
    if (sha256 === undefined) throw noPicture("Stored pictures are named <sha256>.webp.");
    if (!(await isPublicPicture(database, sha256))) throw noPicture("This picture is no longer public.");
    return storedPicture(request, sha256, () => pictures.get(sha256));
  },
);
