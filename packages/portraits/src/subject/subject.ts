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
  /** True for a neglected creature, which looks at an open door beside a dim lamp. */
  readonly waiting?: boolean;
  readonly memorial: boolean;
  /** Name, look, personality, and traits of a designed species, in this order. Empty for a built-in species. */
  readonly words: readonly string[];
  readonly marks?: readonly MarkName[];
}

/** The numbers of ages and of deeds among a creature's marks. */
export interface Wear {
  readonly ages: number;
  readonly deeds: number;
}

/** A body's sign of age, and its position on the head if not the default. */
export type AgeSign = readonly [sign: "gray" | "patch" | "rivets" | "rings", x?: number, y?: number];

export type LivingStage = Exclude<Stage, "egg">;

/** Rolls the small, lifelong differences between creatures of one species. */
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
    /** Selects the collar's material. */
    keepsake: dice.roll(),
  };
}

export interface Subject {
  readonly stage: LivingStage;
  readonly mood: Mood;
  /** The subject looks at the door, which is on the left before mirroring. */
  readonly waiting?: true;
  /** Null before the adult stage and in memorials. */
  readonly path: EvolutionPath | null;
  readonly memorial: boolean;
  readonly coat: Coat;
  /** The color of belongings such as the collar, the toy, and the rug. */
  readonly accent: Colour;
  readonly accessories: ReadonlySet<Accessory>;
  /** Also determines an adult's crest. */
  readonly ageSign: AgeSign;
  readonly material?: Material;
  readonly build: Readonly<ReturnType<typeof rollBuild>>;
  /** Dice that roll the same at every age, for markings. */
  readonly lifeDice: Dice;
  /** Dice that roll differently at each age, for pose and details. */
  readonly ageDice: Dice;
  /** The tilt of the head in degrees. */
  readonly tilt: number;
  /** True for moving pictures, in which eyes are drawn both open and shut. */
  readonly blinks?: true;
  readonly defs: Defs;
}

/** A creature as its body plan draws it. */
export interface Figure {
  readonly art: string;
  /** Parts that are drawn over the rim of a baby's shell. */
  readonly overRim?: string;
  /** The head's frame, next to which mood signs are drawn. */
  readonly head: Frame;
  /** The frame that an adult's cape, wreath, or blanket is fitted to, if not the head. */
  readonly dressed?: Frame;
  /** The highest point of ears or horns that reach far above the head. */
  readonly top?: number;
  /** Half the shadow's width; 0 for a floating creature. */
  readonly shadow: number;
}

export type BodyPlan = (subject: Subject) => Figure;

export const MIDDLE = 256;
/** The y position of the feet. */
export const GROUND = 446;

export function byStage<Value>(stage: LivingStage, values: StageValues<Value>): Value {
  const [baby, child, teen, adult] = values;
  return { baby, child, teen, adult }[stage];
}

type StageValues<Value> = readonly [Value, Value, Value, Value];

/** Returns a centered head's frame from its height and its radii by stage. */
export function headByStage(
  { stage }: Subject,
  y: StageValues<number>,
  rx: StageValues<number>,
  ry: StageValues<number>,
): Frame {
  return frame(MIDDLE, byStage(stage, y), byStage(stage, rx), byStage(stage, ry));
}

/** Checks whether the subject looks worried: it waits, and is not hungry, ill, or asleep. */
export function isWorried({ waiting, mood }: Subject): boolean {
  return waiting === true && mood === "content";
}

export function isPoorly(subject: Subject): boolean {
  return subject.mood === "sick" || subject.mood === "critical";
}
