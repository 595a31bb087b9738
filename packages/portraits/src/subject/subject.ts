// The subject of a portrait: everything that body plans and parts may use to draw it.
import type { EvolutionPath, Mood, Stage } from "@denkeeper/rules/creature/creature.ts";
import type { MarkName } from "@denkeeper/rules/creature/memory.ts";
import type { Family } from "@denkeeper/rules/species/species.ts";
import type { Colour } from "../kit/colour.ts";
import type { Defs } from "../kit/defs.ts";
import type { Dice } from "../kit/dice.ts";
import type { Frame } from "../kit/frame.ts";
import type { Coat } from "./coat.ts";
import type { Material } from "./materials.ts";
import type { Accessory } from "./words.ts";

export type { Coat } from "./coat.ts";

export interface PortraitInput {
  readonly id: string;
  /** What the keeper asked for. Its words choose from fixed lists; none of its text is ever drawn. */
  readonly prompt: string;
  readonly speciesSlug: string;
  readonly family: Family;
  readonly stage: Stage;
  readonly mood: Mood;
  readonly path: EvolutionPath | null;
  /** Whether nobody has cared for it for long: it looks at the door, whatever its mood, and its lamp is low. */
  readonly waiting?: boolean;
  readonly memorial: boolean;
  /** Name, look, personality and traits of a designed species, in this order; built-in species need none. */
  readonly words: readonly string[];
  /** What its life has left on it. Without any, nothing of it is drawn. */
  readonly marks?: readonly MarkName[];
}

/** What its life has left on it: how many of the four ages it has reached, and of the deeds. */
export interface Wear {
  readonly ages: number;
  readonly deeds: number;
}

/** How a body shows its age, and where on its head if not where most have room for it. */
export type Aging = readonly [sign: "gray" | "patch" | "rivets" | "rings", x?: number, y?: number];

export type LivingStage = Exclude<Stage, "egg">;

/** Small differences between creatures of one species, the same for life. Each lies in [0, 1). */
export interface BodyBuild {
  readonly width: number;
  readonly ears: number;
  readonly eyes: number;
  readonly pattern: number;
  readonly white: number;
  readonly toy: number;
  readonly collar: number;
  readonly lashes: boolean;
  readonly tongue: boolean;
  /** What its collar is made of. */
  readonly keepsake: number;
}

export interface Subject {
  readonly stage: LivingStage;
  readonly mood: Mood;
  /** It looks at the door, which is on the left before the drawing is mirrored. */
  readonly waiting?: true;
  /** Only adults show it. */
  readonly path: EvolutionPath | null;
  readonly memorial: boolean;
  readonly coat: Coat;
  /** The colour of collar, toy and rug. */
  readonly accent: Colour;
  readonly accessories: ReadonlySet<Accessory>;
  /** How it shows its age, which also decides what grows on the crown of an adult. */
  readonly aging: Aging;
  /** What a designed species is made of. */
  readonly material?: Material;
  readonly build: BodyBuild;
  /** The same rolls at every age: markings. */
  readonly lifeDice: Dice;
  /** Other rolls at each age: pose and details. */
  readonly ageDice: Dice;
  /** How far the head leans, in degrees. */
  readonly tilt: number;
  /** Drawn for a picture that moves: its eyes are drawn open and shut. */
  readonly blinks?: true;
  readonly defs: Defs;
}

/** A drawn creature. */
export interface Figure {
  readonly art: string;
  /** What hangs over the rim of a baby's shell. */
  readonly overRim?: string;
  /** Where the head is: signs of mood stand beside it. */
  readonly head: Frame;
  /** What wears the signs of its life where its head is only a part of what is seen. */
  readonly dressed?: Frame;
  /** The highest point of ears or horns, if they reach far above the head. */
  readonly top?: number;
  /** How wide its shadow is; 0 for those who float. */
  readonly shadow: number;
}

export type BodyPlan = (subject: Subject) => Figure;

export const MIDDLE = 256;
/** Where feet stand. */
export const GROUND = 446;

export function byStage<Value>(stage: LivingStage, values: readonly [Value, Value, Value, Value]): Value {
  const [baby, child, teen, adult] = values;
  return { baby, child, teen, adult }[stage];
}

/** Whether its face says that it waits. Hunger, illness and sleep keep theirs. */
export function isWorried({ waiting, mood }: Subject): boolean {
  return waiting === true && mood === "content";
}

/** Whether it is unwell, which shows in colours and faces. */
export function isPoorly(subject: Subject): boolean {
  return subject.mood === "sick" || subject.mood === "critical";
}
