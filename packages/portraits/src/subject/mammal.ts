// A mammal: its proportions by age, its markings, and its frames, which all parts share.
import { outline, type Colour } from "../kit/colour.ts";
import { frame, type Frame } from "../kit/frame.ts";
import { GROUND, MIDDLE, byStage, type Subject } from "./subject.ts";

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
  /** Markings of the whole species. */
  readonly always?: readonly Marking[];
  /** Each creature has one of these sets for life. */
  readonly patterns: readonly [readonly Marking[], ...(readonly Marking[])[]];
  /** Each creature has one of these sets of white markings, too. */
  readonly whites?: readonly [readonly Marking[], ...(readonly Marking[])[]];
  /** The stance after babyhood. Default: sits. */
  readonly stance?: "sits" | "stands" | "loafs";
  /** How far the waist of a standing body is drawn in. */
  readonly tuck?: number;
  /** How far the back of a standing body is arched. */
  readonly arch?: number;
  /** The additional length of the neck of a standing body. */
  readonly neck?: number;
  /** The length of a standing body; 1 is a cat. */
  readonly length?: number;
  readonly headWidth?: number;
  readonly headHeight?: number;
  /** How far the widest place of the head is below its middle, in hundredths. */
  readonly jowls?: number;
  readonly bodyWidth?: number;
  /** 1 is a cat. */
  readonly height?: number;
  readonly eyeSize?: number;
  readonly eyeApart?: number;
  readonly eyeY?: number;
  readonly eyeHeight?: number;
  readonly eyeHeavy?: number;
  readonly pupil?: "round" | "slit" | "bead";
  readonly oddEye?: Colour;
  /** 1 is usual for their kind. */
  readonly earSize?: number;
  readonly tailSize?: number;
  /** Long fur on cheeks and chest. */
  readonly cheekFur?: boolean;
  readonly ruff?: boolean;
  /** Front paws are held at the chest. */
  readonly hands?: boolean;
}

const SIZES = {
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

/** Selects a set by a number in [0, 1). */
function pickSet(sets: readonly (readonly Marking[])[] | undefined, at: number): readonly Marking[] {
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
    marks: new Set([
      ...(shape.always ?? []),
      ...pickSet(shape.patterns, build.pattern),
      ...pickSet(shape.whites, build.white),
    ]),
    headFill: defs.shading(coat.base, 0.05, -0.06),
    bodyFill: defs.shading(coat.base),
    line: outline(coat.base),
  };
}
