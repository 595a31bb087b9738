// What the parts of a sitting four-legged creature share: its proportions by age, its markings and its frames.
import { outline, type Colour } from "../kit/colour.ts";
import { frame, type Frame } from "../kit/frame.ts";
import { GROUND, MIDDLE, byStage, type LivingStage, type Subject } from "./subject.ts";

const MARKINGS = [
  // on head and body
  "mackerel",
  "classic",
  "spots",
  "ticked",
  "rosettes",
  "tiger",
  "patches",
  "points",
  "bands",
  "freckles",
  "wrinkles",
  "agouti",
  "merle",
  "brindle",
  // on the body
  "bib",
  "locket",
  "saddle",
  "socks",
  "darkSocks",
  "tailTip",
  "plates",
  // on the head
  "blaze",
  "thinBlaze",
  "whiteFace",
  "wolfMask",
  "darkMask",
  "bandit",
  "tanBrows",
  "frostMuzzle",
  "halfMask",
  "paleFace",
  "earTips",
  "eyeRings",
  "brow",
] as const;
export type Marking = (typeof MARKINGS)[number];

export type EarStyle =
  | "cat"
  | "tufted"
  | "bat"
  | "drop"
  | "hound"
  | "half"
  | "point"
  | "fox"
  | "rose"
  | "mastiff"
  | "long"
  | "round"
  | "small"
  | "low"
  | "horns"
  | "none";
export type MuzzleStyle = "cat" | "flat" | "dog" | "broad" | "slim" | "long" | "rabbit" | "snout" | "small" | "wide";
export type TailStyle =
  | "cat"
  | "plume"
  | "dog"
  | "otter"
  | "feathered"
  | "curl"
  | "brush"
  | "whip"
  | "puff"
  | "bob"
  | "spiral"
  | "dragon"
  | "none";

export interface MammalShape {
  readonly ears: EarStyle;
  readonly muzzle: MuzzleStyle;
  readonly tail: TailStyle;
  /** Markings that every one of the species has. */
  readonly always?: readonly Marking[];
  /** One of these sets is its own for life. */
  readonly patterns: readonly [readonly Marking[], ...(readonly Marking[])[]];
  /** And one of these, for its white. */
  readonly whites?: readonly [readonly Marking[], ...(readonly Marking[])[]];
  /** How it is drawn when it has left its shell; it sits unless said otherwise. */
  readonly stance?: "sits" | "stands" | "loafs";
  /** How far the waist of one that stands is drawn in. */
  readonly tuck?: number;
  /** How far its back is arched. */
  readonly arch?: number;
  /** How much longer the neck of one that stands is. */
  readonly neck?: number;
  /** How long its body is; 1 is a cat. */
  readonly length?: number;
  readonly headWidth?: number;
  readonly headHeight?: number;
  /** How far the widest place of the head lies below its middle, in hundredths. */
  readonly jowls?: number;
  readonly bodyWidth?: number;
  /** How high it sits; 1 is a cat. */
  readonly height?: number;
  readonly eyeSize?: number;
  readonly eyeApart?: number;
  readonly eyeY?: number;
  readonly eyeHeight?: number;
  readonly eyeHeavy?: number;
  readonly pupil?: "round" | "slit" | "bead";
  readonly oddEye?: Colour;
  /** How large its ears and its tail are; 1 is usual for their kind. */
  readonly earSize?: number;
  readonly tailSize?: number;
  /** Long fur on cheeks and chest. */
  readonly cheekFur?: boolean;
  readonly ruff?: boolean;
  /** Front paws held at the chest instead of standing on the ground. */
  readonly hands?: boolean;
}

interface MammalSize {
  readonly headWidth: number;
  readonly headHeight: number;
  readonly headY: number;
  readonly bodyWidth: number;
  readonly eye: number;
}

const SIZES: Readonly<Record<LivingStage, MammalSize>> = {
  baby: { headWidth: 116, headHeight: 108, headY: 258, bodyWidth: 84, eye: 0.27 },
  child: { headWidth: 108, headHeight: 100, headY: 216, bodyWidth: 88, eye: 0.245 },
  teen: { headWidth: 94, headHeight: 88, headY: 178, bodyWidth: 86, eye: 0.225 },
  adult: { headWidth: 102, headHeight: 95, headY: 176, bodyWidth: 122, eye: 0.205 },
};

export interface Mammal {
  readonly subject: Subject;
  readonly shape: MammalShape;
  readonly head: Frame;
  /** From the neck (y = 0) to the ground (y = 1). */
  readonly torso: Frame;
  readonly eyeSize: number;
  readonly marks: ReadonlySet<Marking>;
  readonly headFill: string;
  readonly bodyFill: string;
  readonly line: Colour;
}

/** The set out of a list that a number in [0, 1) stands for. */
function own(sets: readonly (readonly Marking[])[] | undefined, at: number): readonly Marking[] {
  return sets?.[Math.floor(at * sets.length)] ?? [];
}

export function measure(subject: Subject, shape: MammalShape): Mammal {
  const size = SIZES[subject.stage];
  const growing = byStage(subject.stage, [0.35, 0.75, 1, 1]);
  const ofShape = (factor: number | undefined): number => 1 + ((factor ?? 1) - 1) * growing;
  const { build, coat, defs } = subject;
  const headY = GROUND - (GROUND - size.headY) * ofShape(shape.height);
  const headWidth = size.headWidth * (shape.headWidth ?? 1) * (0.97 + build.ears * 0.06);
  const head = frame(MIDDLE, headY, headWidth, size.headHeight * (shape.headHeight ?? 1));
  const top = headY + size.headHeight * 0.5;
  const bodyWidth = size.bodyWidth * ofShape(shape.bodyWidth) * (0.92 + build.width * 0.16);
  return {
    subject,
    shape,
    head,
    torso: frame(MIDDLE, top, bodyWidth, GROUND - top),
    eyeSize: size.eye * size.headWidth * (shape.eyeSize ?? 1) * (0.94 + build.eyes * 0.12),
    marks: new Set([...(shape.always ?? []), ...own(shape.patterns, build.pattern), ...own(shape.whites, build.white)]),
    headFill: defs.shading(coat.base, 0.05, -0.06),
    bodyFill: defs.shading(coat.base),
    line: outline(coat.base),
  };
}
