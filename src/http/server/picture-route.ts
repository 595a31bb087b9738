// A route for a picture, which pages of any site may show.
import { PICTURE_LIMIT } from "../respond/picture-reply.ts";
import type { Route } from "./route.ts";

export function pictureRoute(name: string, path: Route["path"], answer: Route["answer"]): Route {
  return { name, method: "GET", path, limit: PICTURE_LIMIT, crossOrigin: true, answer };
}
