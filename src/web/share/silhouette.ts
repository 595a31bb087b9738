// A grown creature of a species as a shape in one color, for albums: not met yet.
import { cutout } from "@denkeeper/portraits/portrait.ts";
import { findBuiltIn } from "@denkeeper/rules/species/catalog/index.ts";
import { speciesPortraitInput } from "../../app/portraits/portrait-subject.ts";
import { PICTURE_LIMIT } from "../../http/respond/picture-reply.ts";
import { notFound } from "../pages/lost.ts";
import type { WebPage } from "../page.ts";

/** Keeps the shape and replaces every color by one, thinner where it was light: the lines of a face stay faintly seen. */
const FLAT =
  '<filter id="flat"><feColorMatrix values="0 0 0 0 .36 0 0 0 0 .42 0 0 0 0 .38 -.14 -.34 -.04 .9 0"/></filter>';

export const silhouette: WebPage = {
  name: "silhouette",
  path: "/species/{slug}/silhouette.svg",
  limit: PICTURE_LIMIT,
  async render(request, services) {
    const species = findBuiltIn(request.params["slug"] ?? "");
    if (species === undefined) return notFound(request, services, "picture");
    const { defs, art } = cutout(speciesPortraitInput(species, []));
    const body = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 512 512" width="512" height="512"><defs>${FLAT}${defs}</defs><g filter="url(#flat)">${art}</g></svg>`;
    return {
      status: 200,
      contentType: "image/svg+xml; charset=utf-8",
      body,
      cacheControl: "public, max-age=86400",
      headers: { "content-security-policy": "default-src 'none'; sandbox" },
    };
  },
};
