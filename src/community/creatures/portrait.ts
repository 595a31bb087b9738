// The portrait that a page is about. The living breathe, and blink where their eyes are open; eggs and the dead lie still.
import { html, type Html } from "../../ui/html.ts";
import { picture, type PictureOptions } from "../../ui/components/picture.ts";
import { faceUrl, layerUrl } from "../../ui/urls.ts";

type Shown = Parameters<typeof faceUrl>[0];

/** In these moods the eyes are shut anyway. */
const SHUT: ReadonlySet<string | null> = new Set(["sleeping", "happy"]);

export function portrait(entry: Shown, alt: string, options: PictureOptions): Html {
  if (entry.mood === null || entry.stage === "egg") return picture(faceUrl(entry), alt, options);
  const sheet = (layer: "scene" | "body" | "shut", words = ""): Html => picture(layerUrl(entry, layer), words, options);
  return html`<span class="sheets"
    >${sheet("scene")}${sheet("body", alt)}${!SHUT.has(entry.mood) && sheet("shut")}</span
  >`;
}
