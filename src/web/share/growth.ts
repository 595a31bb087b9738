// The growth film of a creature: a drawing of each stage it has reached, and they take turns. One SVG file that style alone
// moves, so pages can show it as an image. Where nothing moves, the latest stage is seen.
import { STAGES, type Stage } from "@denkeeper/rules/creature/creature.ts";
import { cutout, scenery, type PortraitInput } from "@denkeeper/portraits/portrait.ts";
import { LIVELY_STYLE, embedded } from "./face.ts";
import { pictureSvg } from "./theme.ts";
import { trimmed } from "./trim.ts";

export interface Growth {
  readonly name: string;
  /** As it is at its latest stage. */
  readonly subject: PortraitInput;
}

const SIZE = 512;
const EGG_SECONDS = 2.8;
const STAGE_SECONDS = 2.6;
const LAST_SECONDS = 4.4;
/** How long before it hatches the egg begins to crack. */
const CRACK_SECONDS = 1.3;
/** Around the feet. */
const ORIGIN = "256px 446px";

/** When each stage begins and ends, in seconds, and how long the film is. */
interface Cut {
  readonly begins: number;
  readonly ends: number;
}

function cutsOf(stages: number): { readonly cuts: readonly Cut[]; readonly length: number } {
  const ends = (index: number): number =>
    EGG_SECONDS + STAGE_SECONDS * index + (index === stages - 1 ? LAST_SECONDS - STAGE_SECONDS : 0);
  const cuts = Array.from({ length: stages }, (_, i) => ({ begins: i === 0 ? 0 : ends(i - 1), ends: ends(i) }));
  return { cuts, length: ends(stages - 1) };
}

type Frames = readonly (readonly [seconds: number, style: string])[];

/** Keyframes at seconds of the film, and the rule that plays them. */
function animation(name: string, frames: Frames, length: number, timing: string): string {
  const steps = frames.map(([at, style]) => `${Math.round((10_000 * at) / length) / 100}%{${style}}`);
  return `@keyframes ${name}{${steps.join("")}}.${name}{animation:${name} ${length}s ${timing} infinite}`;
}

/** It comes with a bounce, and draws itself together before it changes. */
function bouncing({ begins, ends }: Cut, length: number): Frames {
  const still = "transform:none";
  return [
    [0, still],
    [begins, "transform:scale(1.22,.66)"],
    [begins + 0.12, "transform:scale(.9,1.13)"],
    [begins + 0.26, "transform:scale(1.06,.94)"],
    [begins + 0.4, "transform:scale(.99,1.02)"],
    [begins + 0.52, still],
    [ends - 0.3, still],
    [ends - 0.02, ends === length ? still : "transform:scale(1.14,.8)"],
    [length, still],
  ];
}

/** More and more, until it hatches. An egg that has not hatched rocks a little, and stops. */
function rocking({ ends }: Cut, length: number): Frames {
  const most = ends === length ? 3 : 9.7;
  const swings = Array.from({ length: 8 }, (_, i) => {
    const degrees = (i % 2 === 0 ? -1 : 1) * (most * (0.2 + 0.1 * i));
    return [0.5 + i * 0.24, `transform:rotate(${degrees.toFixed(1)}deg)`] as const;
  });
  const hatching = ends === length ? [] : ([[ends - 0.05, "transform:scale(1.12,.84)"]] as const);
  return [[0, "transform:none"], ...swings, [2.42, "transform:none"], ...hatching, [length, "transform:none"]];
}

function seen({ begins, ends }: Cut, length: number): Frames {
  return [
    [0, `opacity:${begins === 0 ? 1 : 0}`],
    [begins, "opacity:1"],
    [ends, `opacity:${ends === length ? 1 : 0}`],
    [length, "opacity:0"],
  ];
}

function flashes(cuts: readonly Cut[], length: number): Frames {
  const dark = "opacity:0;transform:scale(.25)";
  const changes = cuts.slice(1).flatMap(
    ({ begins }) =>
      [
        [begins - 0.32, dark],
        [begins, "opacity:.95;transform:scale(.8)"],
        [begins + 0.5, "opacity:0;transform:scale(1.5)"],
      ] as const,
  );
  return [[0, dark], ...changes, [length, dark]];
}

function moves(cuts: readonly Cut[], length: number): string {
  const stages = cuts.flatMap((cut, i) => [
    animation(`v${i}`, seen(cut, length), length, "steps(1)"),
    animation(`m${i}`, i === 0 ? rocking(cut, length) : bouncing(cut, length), length, "ease-in-out"),
    animation(
      `l${i}`,
      [
        [0, `fill-opacity:${i === 0 ? 1 : 0.3}`],
        [cut.begins, "fill-opacity:1"],
        [length, "fill-opacity:1"],
      ],
      length,
      "steps(1)",
    ),
  ]);
  const hatches = cuts[1]?.begins;
  if (hatches === undefined) return stages.join("");
  const cracking = [
    [0, "stroke-dashoffset:330"],
    [hatches - CRACK_SECONDS, "stroke-dashoffset:330"],
    [hatches - 0.3, "stroke-dashoffset:0"],
    [length, "stroke-dashoffset:0"],
  ] as const;
  return (
    stages.join("") +
    animation("flash", flashes(cuts, length), length, "ease-out") +
    animation("crack", cracking, length, "linear")
  );
}

function styleFor(stages: number): string {
  const { cuts, length } = cutsOf(stages);
  const classes = (letter: string, count: number): string =>
    Array.from({ length: count }, (_, i) => `.${letter}${i}`).join(",");
  const earlier = stages === 1 ? "" : `${classes("v", stages - 1)},.flash{opacity:0}`;
  return (
    `${LIVELY_STYLE}${earlier}.flash{transform-origin:256px 300px}.crack{stroke-dasharray:330}` +
    `${classes("m", stages)}{transform-origin:${ORIGIN}}` +
    `@media(prefers-reduced-motion:no-preference){${moves(cuts, length)}}`
  );
}

const CRACK =
  '<path class="crack" d="M166 306L186 288L204 312L226 286L246 316L268 288L288 312L308 286L326 308L346 290" ' +
  'fill="none" stroke="#3a2418" stroke-width="6" stroke-linejoin="round" stroke-linecap="round"/>';

const RAYS = Array.from({ length: 12 }, (_, i) => {
  const at = (far: number): string =>
    `${Math.round(256 + Math.cos((i * Math.PI) / 6) * far)} ${Math.round(300 + Math.sin((i * Math.PI) / 6) * far)}`;
  return `M${at(150)}L${at(215)}`;
}).join("");

const FLASH =
  '<radialGradient id="light"><stop offset="0" stop-color="#fffdf0"/>' +
  '<stop offset=".5" stop-color="#fff0b8" stop-opacity=".75"/>' +
  '<stop offset="1" stop-color="#ffd873" stop-opacity="0"/></radialGradient>' +
  '<g class="flash"><circle cx="256" cy="300" r="230" fill="url(#light)"/>' +
  `<path d="${RAYS}" stroke="#fff6d0" stroke-width="10" stroke-linecap="round"/></g>`;

/** A lamp for each stage of a life; those that it has not reached stay dim. */
function lamps(reached: number): string {
  const dots = STAGES.map((_, i) => {
    const look = i < reached ? `class="l${i}"` : 'fill-opacity=".3"';
    return `<circle ${look} cx="${256 + (i - 2) * 30}" cy="488" r="6" fill="#f7c748"/>`;
  });
  return `<rect x="172" y="472" width="168" height="32" rx="16" fill="#13211f" fill-opacity=".55"/>${dots.join("")}`;
}

const WHOLE = { x: 0, y: 0, side: SIZE } as const;

function standing(subject: PortraitInput, stage: Stage, index: number, hatched: boolean): string {
  const path = stage === "adult" ? subject.path : null;
  const input = { ...subject, stage, path, mood: stage === "child" ? "happy" : "content", memorial: false } as const;
  const drawing = trimmed(cutout(input, { pose: { turns: {} }, blinks: true }), WHOLE);
  const place = { prefix: `g${index}`, x: 0, y: 0, size: SIZE };
  const body = embedded(drawing, place, `0 0 ${SIZE} ${SIZE}`);
  const breathing = stage === "egg" ? body : `<g class="breathes">${body}</g>`;
  const crack = stage === "egg" && hatched ? CRACK : "";
  return `<g class="v${index}"><g class="m${index}">${breathing}${crack}</g></g>`;
}

export function growthSvg({ name, subject }: Growth): string {
  const stages = STAGES.slice(0, STAGES.indexOf(subject.stage) + 1);
  const hatched = stages.length > 1;
  // Its room is the same all its life.
  const room = scenery({ ...subject, stage: "egg", path: null, mood: "content", memorial: false });
  const whole = `0 0 ${SIZE} ${SIZE}`;
  const layer = (art: string, prefix: string): string =>
    embedded(trimmed({ defs: room.defs, art }, WHOLE), { prefix, x: 0, y: 0, size: SIZE }, whole);
  const drawn = stages.map((stage, index) => standing(subject, stage, index, hatched)).join("");
  const body =
    `<clipPath id="round"><rect width="${SIZE}" height="${SIZE}" rx="28"/></clipPath><g clip-path="url(#round)">` +
    layer(room.behind, "s") +
    '<ellipse cx="256" cy="450" rx="124" ry="16" fill="#1a1030" opacity=".2"/>' +
    drawn +
    layer(room.before, "f") +
    (hatched ? FLASH : "") +
    `${lamps(stages.length)}</g>`;
  const title = hatched ? `${name}, from egg to ${subject.stage}` : `${name}, an egg`;
  return pictureSvg({ width: SIZE, height: SIZE, title, body, style: styleFor(stages.length) }, "light");
}
