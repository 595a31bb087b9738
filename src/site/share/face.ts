// Portraits inside other pictures: only the head in small doorways, or a whole portrait that breathes and blinks.
import { cutout, portraitLayers, type Drawing, type PortraitInput } from "@denkeeper/portraits/portrait.ts";

interface FacePlacement {
  /** Prefix that makes ids unique, so that several drawings fit in one file. */
  readonly prefix: string;
  readonly x: number;
  readonly y: number;
  readonly size: number;
}

/** Every egg's outline, in units of a portrait. */
const EGG = { cx: 256, cy: 311, rx: 95, ry: 119 } as const;

/** Rounds coordinates to whole units, which is invisible in a small picture, and drops line ends, which `embedded` sets once. */
function roundCoordinates(art: string): string {
  return art
    .replaceAll(/ (d|c?x|c?y|r[xy]?)="([^"]*)"/g, (_, name: string, data: string) => {
      return ` ${name}="${data.replaceAll(/-?\d+\.\d+/g, (number) => String(Math.round(Number(number))))}"`;
    })
    .replaceAll(' stroke-linejoin="round" stroke-linecap="round"', "");
}

function prefixed(text: string, prefix: string): string {
  return text.replaceAll(/url\(#(\w+)\)/g, `url(#${prefix}$1)`).replaceAll(/ id="(\w+)"/g, ` id="${prefix}$1"`);
}

/** Embeds a drawing in another picture. */
function embedded({ defs, art }: Drawing, { prefix, x, y, size }: FacePlacement, viewBox: string): string {
  const inside = prefixed(`<defs>${defs}</defs>${roundCoordinates(art)}`, prefix);
  return (
    `<svg x="${x}" y="${y}" width="${size}" height="${size}" viewBox="${viewBox}" ` +
    `stroke-linejoin="round" stroke-linecap="round">${inside}</svg>`
  );
}

/** Draws the head. Smaller heads have bolder lines. */
export function face(input: PortraitInput, place: FacePlacement): string {
  const drawn = cutout(input);
  const isEgg = input.stage === "egg";
  const { cx, cy, rx, ry } = isEgg ? EGG : drawn.head;
  const side = Math.round((isEgg ? 2.5 : 2.7) * Math.max(rx, ry));
  const view = { x: Math.round(cx - side / 2), y: Math.round(cy - side * (isEgg ? 0.53 : 0.57)), side };
  const bold = Math.min(2.2, Math.max(1, (side / place.size) * 0.16));
  const { defs, art } = drawn;
  const lines = art.replaceAll(
    /stroke-width="([\d.]+)"/g,
    (_, width: string) => `stroke-width="${Math.round(Number(width) * bold * 10) / 10}"`,
  );
  return embedded({ defs, art: lines }, place, `${view.x} ${view.y} ${side} ${side}`);
}

/** Animates for a minute, because each frame costs power, and not at all for readers who prefer reduced motion. */
export const LIVELY_STYLE =
  ".shut{opacity:0}@media(prefers-reduced-motion:no-preference){" +
  ".breathes{animation:breath 4.6s ease-in-out 13;transform-origin:256px 446px}" +
  ".awake{animation:awake 5.8s steps(1) 10}.shut{animation:shut 5.8s steps(1) 10}}" +
  "@keyframes breath{50%{transform:scale(1.006,1.017)}}" +
  "@keyframes awake{0%,100%{opacity:1}93%{opacity:0}96%{opacity:1}}" +
  "@keyframes shut{0%,100%{opacity:0}93%{opacity:1}96%{opacity:0}}";

/** Draws the whole portrait. LIVELY_STYLE animates it unless it is an egg or a memorial. */
export function livelyPortrait(input: PortraitInput, place: FacePlacement): string {
  const { defs, behind, creature, before } = portraitLayers(input);
  const inside = input.stage === "egg" ? creature : `<g class="breathes">${creature}</g>`;
  return embedded({ defs, art: behind + inside + before }, place, "0 0 512 512");
}
