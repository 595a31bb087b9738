// Renders the main portrait of a page. Living creatures breathe, and blink if their eyes are open; all others do not move.
import { html, type Html } from "../../ui/html.ts";
import { picture, type PictureOptions } from "../../ui/components/picture.ts";
import { faceUrl, layerUrl } from "../../ui/urls.ts";

type PortraitSubject = Parameters<typeof faceUrl>[0];

/** Moods that are drawn with closed eyes. */
const SHUT: ReadonlySet<string | null> = new Set(["sleeping", "happy"]);

export function portrait(entry: PortraitSubject, alt: string, options: PictureOptions): Html {
  if (entry.mood === null || entry.stage === "egg") return picture(faceUrl(entry), alt, options);
  const sheet = (layer: "scene" | "body" | "shut", words = ""): Html => picture(layerUrl(entry, layer), words, options);
  return html`<span class="sheets"
    >${sheet("scene")}${sheet("body", alt)}${!SHUT.has(entry.mood) && sheet("shut")}</span
  >`;
}
