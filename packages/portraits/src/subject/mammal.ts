// A mammal: proportions by age, markings, and the frames that all its parts share.
import { outline, type Colour } from "../kit/colour.ts";
import { frame, type Frame } from "../kit/frame.ts";
import { GROUND, MIDDLE, byStage, type Subject } from "./subject.ts";

const MARKINGS = [
  // Markings of head and body.
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
  // Markings of the body only.
  "brindle",
  "bib",
  "locket",
  "saddle",
  "socks",
  "darkSocks",
  "tailTip",
  "plates",
  // Markings of the head only.
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
  /** Each creature also has one of these sets of white markings. */
  readonly whites?: readonly [readonly Marking[], ...(readonly Marking[])[]];
  /** The stance after the baby stage. Default: sits. */
  readonly stance?: "sits" | "stands" | "loafs";
  /** How much narrower a standing body is at the waist, as a part of its height. */
  readonly tuck?: number;
  /** How far a standing body's back and belly rise in the middle, as a part of its height. */
  readonly arch?: number;
  /** How much higher a standing body's head is than with a short neck, in units of the picture. */
  readonly neck?: number;
  /** A standing body's length relative to a cat. */
  readonly length?: number;
  readonly headWidth?: number;
  readonly headHeight?: number;
  /** How far below its middle the head is widest, in hundredths of half its height. */
  readonly jowls?: number;
  readonly bodyWidth?: number;
  /** The height relative to a cat. */
  readonly height?: number;
  readonly eyeSize?: number;
  readonly eyeApart?: number;
  readonly eyeY?: number;
  readonly eyeHeight?: number;
  readonly eyeHeavy?: number;
  readonly pupil?: "round" | "slit" | "bead";
  readonly oddEye?: Colour;
  /** The ear size relative to others of this kind. */
  readonly earSize?: number;
  readonly tailSize?: number;
  /** Long fur on the cheeks. */
  readonly cheekFur?: boolean;
  readonly ruff?: boolean;
  /** True if the front paws are held at the chest. */
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
  /** The frame from the neck (y = 0) to the ground (y = 1). */
  readonly torso: Frame;
  readonly eyeSize: number;
  readonly marks: ReadonlySet<Marking>;
  readonly headFill: string;
  readonly bodyFill: string;
  readonly line: Colour;
}

/** Returns the set at a place from 0 to 1 in the list. */
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
