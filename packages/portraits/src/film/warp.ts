// Bends a drawing: every point of every shape moves as a function says. A point is moved on the canvas and written back in
// the coordinates of its group, so groups, gradients and strokes stay as they are.
import type { Drawing } from "../portrait.ts";
import { apply, inverse, scaleOf, type Matrix, type Point } from "./geometry.ts";
import { readPath, refined, writePath, type Segment } from "./path.ts";
import { elementTag, rewritten } from "./shapes.ts";

export type Warp = (point: Point) => Point;

/** Curves of this length bend well enough. */
const FINE = 46;

function bent(data: string, matrix: Matrix, warp: Warp): string {
  const back = inverse(matrix);
  const move = (point: Point): Point => apply(back, warp(apply(matrix, point)));
  const moved = refined(readPath(data), FINE / scaleOf(matrix)).map((segment): Segment => {
    if (segment.kind === "close") return segment;
    if (segment.kind === "move") return { kind: "move", to: move(segment.to) };
    return { kind: "curve", a: move(segment.a), b: move(segment.b), to: move(segment.to) };
  });
  return writePath(moved);
}

const CLIP = /<clipPath id="(\w+)"><path d="([^"]*)"\/><\/clipPath>/g;

/** The drawing after the warp. Each place that uses a clip gets its own, bent with it. */
export function warped({ defs, art }: Drawing, warp: Warp): Drawing {
  const clips = new Map(Array.from(defs.matchAll(CLIP), ([, id = "", data = ""]) => [`url(#${id})`, data]));
  const bentClips: string[] = [];
  const bentArt = rewritten(art, (element) => {
    const { attributes, matrix, data } = element;
    const clip = clips.get(attributes.get("clip-path") ?? "");
    if (clip === undefined && data === undefined) return element.tag;
    const changed = new Map(attributes);
    if (clip !== undefined) {
      const id = `w${bentClips.length}`;
      bentClips.push(`<clipPath id="${id}"><path d="${bent(clip, matrix, warp)}"/></clipPath>`);
      changed.set("clip-path", `url(#${id})`);
    }
    const bentData = data === undefined ? undefined : bent(data, matrix, warp);
    return elementTag({ name: element.name, attributes: changed, data: bentData });
  });
  return { defs: defs + bentClips.join(""), art: bentArt };
}
