// Draws a creature at a stage and in a mood as an SVG. Dice seeded by creature and prompt determine lifelong features. Dice that
// are also seeded by the stage determine the rest.
import { isAge } from "@denkeeper/rules/extras/marks.ts";
import { drawEgg } from "./egg.ts";
import { blend, shade, type Colour } from "./kit/colour.ts";
import { createDefs, type Defs } from "./kit/defs.ts";
import { diceOf, type Dice } from "./kit/dice.ts";
import { frame, type Frame } from "./kit/frame.ts";
import { box, group, grow, num, oval } from "./kit/svg.ts";
import { drawMemorial, fadedCoat } from "./memorial.ts";
import { drawAura } from "./parts/aura.ts";
import { drawDusk } from "./parts/dusk.ts";
import { inForm } from "./parts/form.ts";
import { drawAdornment } from "./parts/material.ts";
import { drawAge, drawRug, silverCoat } from "./parts/life-marks.ts";
import { drawMoodSigns } from "./parts/mood-signs.ts";
import { drawShell, shellColour } from "./parts/shell.ts";
import { PAINTERS } from "./scenes/index.ts";
import {
  GROUND,
  MIDDLE,
  byStage,
  rollBuild,
  type Coat,
  type Figure,
  type PortraitInput,
  type Subject,
  type Wear,
} from "./subject/subject.ts";
import { communityLook } from "./species/community.ts";
import { findLook } from "./species/index.ts";
import type { SpeciesLook } from "./species/look.ts";
import { accessoriesIn, coloursIn, dyeCoat, plainWords, scenesIn, type Scene } from "./subject/words.ts";

export type { PortraitInput } from "./subject/subject.ts";

function lookOf(input: PortraitInput): SpeciesLook {
  const builtIn = findLook(input.speciesSlug);
  if (builtIn !== undefined) return builtIn;
  const [name = "", look = "", personality = "", ...rest] = input.words;
  const [opening = ""] = personality.split(/[.!?]/);
  const words = [name, input.speciesSlug, look, opening, ...rest].map(plainWords).filter((text) => text !== "");
  return communityLook(input.family, words, diceOf(`species|${input.speciesSlug}`));
}

/** Varies a coat slightly for each creature. Near-white remains white. */
function ownShade(coat: Coat, dice: Dice): Coat {
  const [lighter, turn] = [dice.spread(0.08), dice.spread(20)];
  const vary = (colour: Colour): Colour => (colour[0] > 0.955 ? colour : shade(colour, lighter, 1, turn));
  return { ...coat, base: vary(coat.base), mark: vary(coat.mark), eye: shade(coat.eye, 0, 1, dice.spread(26)) };
}

const GHOSTLY: Colour = [0.9, 0.05, 262];
/** Scenes of adults that received little care. */
const LONELY: readonly [Scene, ...Scene[]] = ["night", "rain", "snow", "aurora"];
const POORLY: Colour = [0.8, 0.05, 125];

/** Moods in which a waiting creature looks worried instead. */
const CALM: ReadonlySet<PortraitInput["mood"]> = new Set(["happy", "content", "curious"]);

function wearOf({ marks = [] }: PortraitInput): Wear {
  const ages = marks.filter(isAge).length;
  return { ages, deeds: marks.length - ages };
}

/** Applies age, neglect, illness, and death to a coat's colors. */
function wornCoat(coat: Coat, input: PortraitInput): Coat {
  let lived = silverCoat(coat, wearOf(input));
  if (input.stage === "adult" && input.path === "low_care") {
    lived = {
      ...lived,
      base: blend(lived.base, GHOSTLY, 0.3),
      mark: blend(lived.mark, GHOSTLY, 0.2),
      belly: blend(lived.belly, GHOSTLY, 0.3),
    };
  }
  if (!input.memorial && (input.mood === "sick" || input.mood === "critical")) {
    lived = { ...lived, base: blend(lived.base, POORLY, 0.18), belly: blend(lived.belly, POORLY, 0.14) };
  }
  return input.memorial ? fadedCoat(lived) : lived;
}

type PortraitPlan = ReturnType<typeof plan>;

function plan(input: PortraitInput, blinks = false) {
  const words = plainWords(input.prompt);
  const seed = `${input.id}|${words}`;
  const lifeDice = diceOf(`life|${seed}`);
  const ageDice = diceOf(`age|${input.stage}|${seed}`);
  const look = lookOf(input);
  const colours = coloursIn(words);
  const coat = dyeCoat(
    ownShade(lifeDice.pick([look.coats[0], ...look.coats]), lifeDice.named("shade")),
    colours,
    lifeDice.named("dye"),
  );
  const accent: Colour = colours[1] ?? [lifeDice.between(0.66, 0.82), 0.14, lifeDice.roll() * 360];
  const ghostly = input.stage === "adult" && input.path === "low_care";
  const scene = ghostly ? lifeDice.named("lonely").pick(LONELY) : (scenesIn(words)[0] ?? lifeDice.pick(look.scenes));
  const waits = input.waiting === true && !input.memorial && input.stage !== "egg";
  const mood = input.memorial ? "sleeping" : waits && CALM.has(input.mood) ? "content" : input.mood;
  const worn = accessoriesIn(words);
  const lean = ageDice.odds(0.5) ? 9 : -9;
  const subject: Subject = {
    stage: input.stage === "egg" ? "baby" : input.stage,
    mood,
    ...(waits ? { waiting: true as const } : {}),
    path: input.stage === "adult" && !input.memorial ? input.path : null,
    memorial: input.memorial,
    coat: wornCoat(coat, input),
    accent: input.memorial ? blend(accent, [0.7, 0.02, 80], 0.35) : accent,
    ageSign: look.ages ?? ["gray"],
    accessories: worn.size > 0 ? worn : (look.wears ?? worn),
    ...(look.material === undefined ? {} : { material: look.material }),
    build: rollBuild(lifeDice.named("build")),
    lifeDice,
    ageDice,
    tilt: waits ? -6 : mood === "curious" ? lean : ageDice.spread(7),
    ...(blinks ? { blinks } : {}),
    defs: createDefs(),
  };
  return {
    subject,
    look,
    scene,
    hue: lifeDice.roll() * 360,
    sceneDice: lifeDice.named("scene"),
    mirrored: lifeDice.odds(0.5),
  };
}

type CreatureDrawing = Pick<Figure, "art" | "head">;

/** Draws the creature with its shell and mood signs, scaled for its stage. */
function drawCreature(
  input: PortraitInput,
  { subject, look, mirrored }: PortraitPlan,
  withSigns = true,
): CreatureDrawing {
  const isEgg = input.stage === "egg";
  const bare: Figure = isEgg ? drawEgg(subject, input.family, look.shell) : look.body(subject);
  const wear = isEgg || subject.memorial ? { ages: 0, deeds: 0 } : wearOf(input);
  const aged = drawAge(subject, bare.head, subject.ageSign, wear);
  const figure = inForm(subject, { ...bare, art: bare.art + aged + drawAdornment(subject, bare.head) });
  const grown = look.size ?? 1;
  const fits = (GROUND - 12) / (GROUND - (figure.top ?? figure.head.cy - figure.head.ry * 1.6));
  // The young of small species are smaller too, but less so than their adults.
  const more = grown - 1;
  const wanted = isEgg
    ? 0.82
    : byStage(subject.stage, [0.74 * (1 + more / 2), 0.84 * (1 + more * 0.75), 0.92 * grown, grown]);
  const size = Math.min(wanted, fits);
  const shell =
    !isEgg && subject.stage === "baby" && !subject.memorial
      ? drawShell(subject, look.shell ?? shellColour(subject.accent))
      : "";
  const ghostly = subject.path === "low_care";
  const turned = group(
    figure.art + shell + (figure.overRim ?? ""),
    mirrored ? { turn: "translate(512 0) scale(-1 1)" } : {},
  );
  const head = mirrored ? { ...figure.head, cx: 512 - figure.head.cx } : figure.head;
  const signs = subject.memorial || isEgg || !withSigns ? "" : drawMoodSigns(subject, head);
  const shadow =
    figure.shadow > 0 && !subject.memorial
      ? oval([MIDDLE, GROUND + 4, Math.max(figure.shadow, shell === "" ? 0 : 116) * size, 17], {
          fill: "#1a1030",
          opacity: ghostly ? 0.16 : 0.24,
        })
      : "";
  const lifted = group(turned + signs, { turn: grow(MIDDLE, GROUND, size) });
  return {
    art:
      drawRug(subject, wear) + shadow + (ghostly ? group(lifted, { turn: "translate(0 -14)", opacity: 0.92 }) : lifted),
    head: frame(
      MIDDLE + (head.cx - MIDDLE) * size,
      GROUND + (head.cy - GROUND) * size,
      Math.abs(head.rx) * size,
      head.ry * size,
    ),
  };
}

/** The visible part of the canvas. */
interface CanvasView {
  readonly x: number;
  readonly y: number;
  readonly side: number;
}

const WHOLE: CanvasView = { x: 0, y: 0, side: 512 };

/** Returns a square around the head with room for ears and collar. */
function aroundHead({ cx, cy, rx, ry }: Frame): CanvasView {
  const side = Math.min(400, Math.max(230, 3.1 * Math.max(rx, ry)));
  const inside = (at: number): number => Math.min(512 - side, Math.max(0, at));
  return { x: inside(cx - side / 2), y: inside(cy - side * 0.53), side };
}

function svg(defs: string, content: string, { x, y, side }: CanvasView): string {
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="${num(x)} ${num(y)} ${num(side)} ${num(side)}" width="512" heigh` +
    `t="512"><defs>${defs}</defs>${content}</svg>`
  );
}

/** Draws a whole portrait. Equal input produces equal bytes on every machine. */
export function portraitSvg(input: PortraitInput): string {
  return draw(input, () => WHOLE);
}

/** Draws a portrait cropped to the head. */
export function avatarSvg(input: PortraitInput): string {
  return draw(input, ({ head }) => aroundHead(head));
}

/** A drawing, and the gradients and clips that it references. */
export interface Drawing {
  readonly defs: string;
  readonly art: string;
}

interface Cutout extends Drawing {
  readonly head: Frame;
}

/** Draws a creature without its scene and mood signs. */
export function cutout(input: PortraitInput): Cutout {
  const portrait = plan(input);
  return { ...drawCreature(input, portrait, false), defs: portrait.subject.defs.markup() };
}

/** A portrait in layers from back to front, for pictures that move the creature. A memorial has only the back layer. */
interface Layers {
  readonly behind: string;
  readonly creature: string;
  readonly before: string;
}

/** Draws a portrait in layers. Open eyes have the class `awake`; eyes of the class `shut` are drawn over them. */
export function portraitLayers(input: PortraitInput): Layers & Pick<Drawing, "defs"> {
  const portrait = plan(input, true);
  return { ...layersOf(input, portrait, drawCreature(input, portrait)), defs: portrait.subject.defs.markup() };
}

export const LAYERS = ["scene", "body", "shut"] as const;

/**
 * Draws one of the three layers that a page stacks: the scene, the creature, and the creature with its eyes shut. A page moves
 * layers at almost no cost, but redraws an animated picture for each frame.
 */
export function layerSvg(input: PortraitInput, layer: (typeof LAYERS)[number]): string {
  const { defs, behind, creature, before } = portraitLayers(input);
  if (layer === "scene") return svg(defs, behind, WHOLE);
  const hidden = layer === "body" ? 'class="shut"' : 'class="awake"';
  return svg(defs, creature.replaceAll(hidden, 'display="none"') + before, WHOLE);
}

function vignetteFrom(defs: Defs): string {
  return box([0, 0, 512, 512], 0, {
    fill: defs.radialAt([0.5, 0.45, 0.75], [0.7, "#000000", 0], [1, "#1b0b35", 0.26]),
  });
}

function surroundings(
  { subject, scene, hue, sceneDice, mirrored }: PortraitPlan,
  vignette: string,
): Omit<Layers, "creature"> {
  const { defs } = subject;
  const backdrop = PAINTERS[scene]({ defs, dice: sceneDice, hue, accent: subject.accent });
  const light = defs.glow(backdrop.dark ? [0.75, 0.08, hue] : "#fffdf2", backdrop.dark ? 0.28 : 0.6);
  const aura = drawAura(subject);
  if (subject.waiting === true) {
    const dusk = drawDusk(defs, mirrored);
    return { behind: backdrop.back + dusk.back, before: dusk.front + vignette };
  }
  return {
    behind: backdrop.back + oval([MIDDLE, 250, 270, 260], { fill: light }) + aura.back,
    before: backdrop.front + aura.front + vignette,
  };
}

function layersOf(input: PortraitInput, planned: PortraitPlan, drawn: CreatureDrawing): Layers {
  const { subject, sceneDice } = planned;
  const vignette = vignetteFrom(subject.defs);
  if (input.memorial) {
    const stone = drawMemorial(subject.defs, sceneDice.named("stone"), subject.accent, drawn.art);
    return { behind: stone + vignette, creature: "", before: "" };
  }
  return { ...surroundings(planned, vignette), creature: drawn.art };
}

function draw(input: PortraitInput, viewOf: (drawn: CreatureDrawing) => CanvasView): string {
  const planned = plan(input);
  const drawn = drawCreature(input, planned);
  const { behind, creature, before } = layersOf(input, planned, drawn);
  return svg(planned.subject.defs.markup(), behind + creature + before, viewOf(drawn));
}
