// Defines a route for a picture that pages of any site may embed.
import { PICTURE_LIMIT } from "../respond/picture-reply.ts";
import type { Route } from "./route.ts";

export function pictureRoute(name: string, path: Route["path"], answer: Route["answer"]): Route {
  return { name, method: "GET", path, limit: PICTURE_LIMIT, crossOrigin: true, answer };
}
