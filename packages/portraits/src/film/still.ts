// One frame of a film: a creature in a pose, bent, as a drawing on the canvas of a portrait.
import type { Frame } from "../kit/frame.ts";
import { cutout, type Drawing, type PortraitInput } from "../portrait.ts";
import { MIDDLE } from "../subject/subject.ts";
import { mirrored, warpOf } from "./motion.ts";
import type { Still } from "./rows.ts";
import { warped } from "./warp.ts";

/** A light that is wider is dropped: it would end at the edge of its cell, and some terminals show it as solid. */
const WIDEST_LIGHT = 140;

function withoutHalo({ defs, art }: Drawing): Drawing {
  const lights = new Set(
    Array.from(defs.matchAll(/<radialGradient id="(\w+)".*?<\/radialGradient>/g))
      .filter(([text]) => text.endsWith('stop-opacity="0"/></radialGradient>'))
      .map(([, id = ""]) => `url(#${id})`),
  );
  const kept = art.replaceAll(/<(?:circle|ellipse)[^>]*\/>/g, (shape) => {
    const fill = / fill="([^"]*)"/.exec(shape)?.[1] ?? "";
    const size = Number(/ rx?="([\d.]+)"/.exec(shape)?.[1] ?? 0);
    return lights.has(fill) && size > WIDEST_LIGHT ? "" : shape;
  });
  return { defs, art: kept };
}

/** Two letters that rise from a sleeper's head and swing, and fade where they begin and end. */
function snoring({ cx, cy, rx, ry }: Frame, phase: number, side: -1 | 1): string {
  return [0, 0.5]
    .map((late) => {
      const part = (phase + late) % 1;
      const size = 18 + 18 * part;
      const x = cx + side * (rx * 0.72 + 34 * part) + 8 * Math.sin(part * 7) - size / 2;
      const y = cy - ry * 0.95 - 58 * part;
      const data = `M${x} ${y}h${size}l${-size} ${size}h${size}`;
      const opacity = Math.min(1, 5 * part, 5 * (1 - part));
      return (
        `<g opacity="${opacity.toFixed(2)}" fill="none" stroke-linejoin="round" stroke-linecap="round">` +
        `<path d="${data}" stroke="#2b2450" stroke-width="${size * 0.48}"/>` +
        `<path d="${data}" stroke="#fff" stroke-width="${size * 0.24}"/></g>`
      );
    })
    .join("");
}

/** Bodies seen from the side face where their head is. The others are drawn with the tail on the right. */
function drawnTowards(head: Frame): "left" | "right" {
  return head.cx > MIDDLE + 24 ? "right" : "left";
}

/**
 * `facing` turns the creature. "screen" leaves it as it is and takes left and right as those of the screen; by default
 * they are its own.
 */
export function drawStill(input: PortraitInput, still: Still, facing?: "left" | "right" | "screen"): Drawing {
  const { mood, turns, lids, motion, glasses, signs, snore } = still;
  const posed = { ...input, mood };
  const options = {
    pose: { turns, ...(lids === undefined ? {} : { lids }) },
    glasses: glasses ?? false,
    signs: signs ?? false,
  };
  const draw = () => {
    if (facing !== "left" && facing !== "right") return cutout(posed, options);
    const plain = cutout(posed, { ...options, mirrored: false });
    return drawnTowards(plain.head) === facing ? plain : cutout(posed, { ...options, mirrored: true });
  };
  const drawn = draw();
  const isLeftward = facing === undefined ? drawn.mirrored : facing === "left";
  const bent = warped(withoutHalo(drawn), warpOf(isLeftward ? mirrored(motion) : motion, drawn.head));
  const letters =
    snore === undefined || input.stage === "egg" ? "" : snoring(drawn.head, snore, drawn.mirrored ? -1 : 1);
  return { defs: bent.defs, art: bent.art + letters };
}
