// The subject of a portrait: everything that bodies and parts need to draw it.
import type { EvolutionPath, Mood, Stage } from "@denkeeper/rules/creature/creature.ts";
import type { MarkName } from "@denkeeper/rules/creature/memory.ts";
import type { Family } from "@denkeeper/rules/species/species.ts";
import type { Colour } from "../kit/colour.ts";
import type { Defs } from "../kit/defs.ts";
import type { Dice } from "../kit/dice.ts";
import { frame, type Frame } from "../kit/frame.ts";
import type { Coat } from "./coat.ts";
import type { Material } from "./materials.ts";
import type { Accessory } from "./words.ts";

export type { Coat } from "./coat.ts";

export interface PortraitInput {
  readonly id: string;
  /** The keeper's text. Its words select from fixed lists; the text itself is never drawn. */
  readonly prompt: string;
  readonly speciesSlug: string;
  readonly family: Family;
  readonly stage: Stage;
  readonly mood: Mood;
  readonly path: EvolutionPath | null;
  /** A neglected creature looks at the door, in any mood, and its lamp is low. */
  readonly waiting?: boolean;
  readonly memorial: boolean;
  /** Name, look, personality, and traits of a designed species, in this order; empty for built-in species. */
  readonly words: readonly string[];
  readonly marks?: readonly MarkName[];
}

/** The marks of a life: the number of ages reached, and of deeds. */
export interface Wear {
  readonly ages: number;
  readonly deeds: number;
}

/** The sign of age of a body, and its place on the head, if not the usual one. */
export type AgeSign = readonly [sign: "gray" | "patch" | "rivets" | "rings", x?: number, y?: number];

export type LivingStage = Exclude<Stage, "egg">;

/** Rolls the small differences between creatures of one species, which stay for life. */
export function rollBuild(dice: Dice) {
  return {
    width: dice.roll(),
    ears: dice.roll(),
    eyes: dice.roll(),
    pattern: dice.roll(),
    white: dice.roll(),
    toy: dice.roll(),
    collar: dice.roll(),
    lashes: dice.odds(0.4),
    tongue: dice.odds(0.55),
    /** The material of the collar. */
    keepsake: dice.roll(),
  };
}

export interface Subject {
  readonly stage: LivingStage;
  readonly mood: Mood;
  /** Looks at the door, which is on the left before the drawing is mirrored. */
  readonly waiting?: true;
  /** Null for all but adults. */
  readonly path: EvolutionPath | null;
  readonly memorial: boolean;
  readonly coat: Coat;
  /** The colour of collar, toy, and rug. */
  readonly accent: Colour;
  readonly accessories: ReadonlySet<Accessory>;
  /** Determines the crest of an adult, too. */
  readonly ageSign: AgeSign;
  readonly material?: Material;
  readonly build: Readonly<ReturnType<typeof rollBuild>>;
  /** Rolls the same at every age, for markings. */
  readonly lifeDice: Dice;
  /** Rolls differently at each age, for pose and details. */
  readonly ageDice: Dice;
  /** The lean of the head, in degrees. */
  readonly tilt: number;
  /** In moving pictures, eyes are drawn both open and shut. */
  readonly blinks?: true;
  readonly defs: Defs;
}

/** A drawn creature. */
export interface Figure {
  readonly art: string;
  /** Parts that hang over the rim of a baby's shell. */
  readonly overRim?: string;
  /** The place of the head, next to which signs of mood are drawn. */
  readonly head: Frame;
  /** The frame that signs of an adult's life are fitted to, if not the head. */
  readonly dressed?: Frame;
  /** The highest point of ears or horns, if they reach far above the head. */
  readonly top?: number;
  /** Half the width of the shadow; 0 for a floating creature. */
  readonly shadow: number;
}

export type BodyPlan = (subject: Subject) => Figure;

export const MIDDLE = 256;
/** The height of the feet. */
export const GROUND = 446;

export function byStage<Value>(stage: LivingStage, values: StageValues<Value>): Value {
  const [baby, child, teen, adult] = values;
  return { baby, child, teen, adult }[stage];
}

type StageValues<Value> = readonly [Value, Value, Value, Value];

/** Returns the frame of a head in the middle, from its height and its radii by stage. */
export function headByStage(
  { stage }: Subject,
  y: StageValues<number>,
  rx: StageValues<number>,
  ry: StageValues<number>,
): Frame {
  return frame(MIDDLE, byStage(stage, y), byStage(stage, rx), byStage(stage, ry));
}

/** A waiting creature has a worried face, unless it is hungry, ill, or asleep. */
export function isWorried({ waiting, mood }: Subject): boolean {
  return waiting === true && mood === "content";
}

export function isPoorly(subject: Subject): boolean {
  return subject.mood === "sick" || subject.mood === "critical";
}
