// The looks of cats.
import type { CatSlug } from "@denkeeper/rules/species/catalog/index.ts";
import { blanket, letter } from "../bodies/base/belongings.ts";
import { cat, cloud, crumb, jumperCat, mirrorCat } from "../bodies/cats/cat.ts";
import { cheshire } from "../bodies/cats/cheshire.ts";
import type { Marking } from "../subject/mammal.ts";
import { WHITE, type Colour } from "../kit/colour.ts";
import { coat, type SpeciesLook } from "./look.ts";

const AMBER: Colour = [0.78, 0.15, 75];
const GOLD: Colour = [0.84, 0.15, 95];
const GREEN: Colour = [0.74, 0.16, 135];
const COPPER: Colour = [0.7, 0.15, 55];
const BLUE: Colour = [0.72, 0.14, 240];
const PALE: Colour = [0.94, 0.035, 85];

const WHITES: readonly [readonly Marking[], ...(readonly Marking[])[]] = [
  [],
  ["bib"],
  ["bib", "socks"],
  ["locket"],
  ["bib", "blaze", "socks"],
  ["whiteFace", "bib"],
  ["socks"],
];

export const CAT_LOOKS: Readonly<Record<CatSlug, SpeciesLook>> = {
  housecat: {
    body: cat(
      {
        stance: "loafs",
        patterns: [
          ["bib", "socks", "blaze"],
          ["patches", "bib", "socks"],
          ["halfMask", "bib"],
          ["bib", "whiteFace", "socks"],
          ["patches", "whiteFace", "bib"],
          ["locket", "thinBlaze", "socks"],
        ],
      },
      { behind: letter },
    ),
    coats: [
      coat([0.66, 0.015, 255], WHITE, [0.46, 0.015, 260], GREEN),
      coat([0.34, 0.015, 280], WHITE, [0.26, 0.015, 280], GOLD),
      coat([0.8, 0.012, 250], WHITE, [0.58, 0.014, 258], BLUE),
      coat([0.86, 0.065, 76], WHITE, [0.7, 0.11, 58], AMBER),
      coat([0.56, 0.05, 55], WHITE, [0.4, 0.045, 50], GREEN),
      coat([0.76, 0.11, 62], WHITE, [0.6, 0.12, 50], GREEN),
    ],
    scenes: ["room", "room", "meadow"],
  },
  tabby: {
    body: cat(
      {
        bodyWidth: 1.1,
        patterns: [
          ["mackerel"],
          ["classic"],
          ["spots", "mackerel"],
          ["ticked", "mackerel"],
          ["mackerel", "patches"],
          ["spots"],
          ["classic", "locket"],
        ],
        whites: WHITES,
      },
      { overBody: blanket },
    ),
    coats: [
      coat([0.64, 0.055, 68], PALE, [0.4, 0.045, 55], AMBER),
      coat([0.79, 0.125, 65], [0.95, 0.04, 85], [0.62, 0.13, 50], GREEN),
      coat([0.7, 0.012, 260], [0.94, 0.008, 260], [0.38, 0.012, 260], GREEN),
      coat([0.56, 0.02, 250], [0.86, 0.012, 250], [0.36, 0.02, 255], GOLD),
      coat([0.87, 0.06, 78], [0.97, 0.02, 88], [0.74, 0.09, 66], AMBER),
      coat([0.5, 0.065, 52], [0.88, 0.04, 75], [0.3, 0.04, 48], GREEN),
      coat([0.68, 0.095, 48], [0.92, 0.04, 72], [0.5, 0.1, 40], GOLD),
      coat([0.92, 0.012, 240], [0.98, 0.005, 240], [0.56, 0.014, 255], BLUE),
    ],
    scenes: ["room", "room", "meadow", "autumn"],
  },
  chonk: {
    body: cat(
      {
        earSize: 0.66,
        headWidth: 1.14,
        jowls: 20,
        bodyWidth: 1.74,
        height: 0.78,
        eyeSize: 0.86,
        eyeHeavy: 0.6,
        patterns: [
          ["bib", "mackerel"],
          ["bib", "classic"],
          ["bib", "socks"],
          ["bib", "whiteFace", "mackerel"],
          ["patches", "bib"],
        ],
      },
      { overHead: crumb },
    ),
    coats: [
      coat([0.77, 0.13, 60], WHITE, [0.63, 0.13, 48], COPPER),
      coat([0.6, 0.012, 260], WHITE, [0.42, 0.012, 260], COPPER),
      coat([0.88, 0.05, 78], WHITE, [0.74, 0.08, 65], AMBER),
      coat([0.34, 0.012, 280], WHITE, [0.27, 0.012, 280], GOLD),
      coat([0.56, 0.06, 55], WHITE, [0.4, 0.05, 50], GREEN),
    ],
    scenes: ["room"],
  },
  maine_coon: {
    body: cat({
      ears: "tufted",
      tail: "plume",
      tailSize: 1.3,
      bodyWidth: 1.2,
      headHeight: 0.96,
      cheekFur: true,
      ruff: true,
      always: ["bib"],
      patterns: [["classic"], ["mackerel"], ["classic", "whiteFace"], ["ticked"], ["classic", "socks"]],
    }),
    coats: [
      coat([0.53, 0.06, 58], [0.88, 0.045, 78], [0.33, 0.045, 50], [0.8, 0.16, 110]),
      coat([0.64, 0.105, 50], [0.94, 0.03, 80], [0.45, 0.095, 42], AMBER),
      coat([0.56, 0.012, 250], [0.92, 0.008, 250], [0.32, 0.012, 250], GREEN),
      coat([0.33, 0.015, 60], [0.7, 0.03, 70], [0.24, 0.012, 60], GOLD),
      coat([0.86, 0.045, 78], WHITE, [0.68, 0.075, 62], COPPER),
    ],
    scenes: ["snow", "forest", "room"],
    size: 1.04,
  },
  siamese: {
    body: cat({
      ears: "fox",
      tail: "whip",
      tailSize: 1.3,
      headWidth: 0.86,
      headHeight: 0.9,
      jowls: -2,
      bodyWidth: 0.7,
      height: 1.18,
      always: ["points", "darkSocks"],
      patterns: [[], ["locket"], ["ticked"]],
    }),
    coats: [
      coat([0.93, 0.03, 80], [0.97, 0.015, 85], [0.36, 0.04, 50], [0.68, 0.16, 248]),
      coat([0.95, 0.015, 80], [0.98, 0.01, 85], [0.55, 0.025, 255], [0.74, 0.13, 235]),
      coat([0.94, 0.03, 82], [0.97, 0.02, 85], [0.52, 0.07, 48], [0.7, 0.14, 245]),
      coat([0.96, 0.02, 70], [0.98, 0.012, 80], [0.76, 0.09, 55], [0.72, 0.14, 240]),
      coat([0.95, 0.012, 40], [0.98, 0.008, 60], [0.68, 0.035, 30], [0.76, 0.12, 232]),
    ],
    scenes: ["room", "jungle", "night"],
  },
  persian: {
    body: cat(
      {
        muzzle: "flat",
        tail: "plume",
        earSize: 0.7,
        headWidth: 1.14,
        jowls: 18,
        bodyWidth: 1.24,
        height: 0.86,
        eyeSize: 1.06,
        eyeHeavy: 0.34,
        ruff: true,
        patterns: [[], ["ticked"], ["patches"], ["points"], ["paleFace"]],
      },
      cloud,
    ),
    coats: [
      coat([0.965, 0.012, 80], WHITE, [0.86, 0.03, 70], COPPER),
      coat([0.72, 0.02, 265], [0.85, 0.012, 265], [0.6, 0.02, 265], COPPER),
      coat([0.88, 0.05, 78], [0.96, 0.025, 85], [0.76, 0.08, 62], AMBER),
      coat([0.36, 0.012, 280], [0.48, 0.012, 280], [0.28, 0.012, 280], COPPER),
      coat([0.9, 0.01, 240], WHITE, [0.68, 0.012, 250], GREEN),
    ],
    scenes: ["room", "candy"],
  },
  bengal: {
    body: cat({
      stance: "stands",
      headWidth: 0.92,
      bodyWidth: 0.9,
      height: 0.96,
      length: 1.24,
      always: ["rosettes"],
      patterns: [["bib"], [], ["bib", "socks"], ["locket"]],
    }),
    coats: [
      coat([0.77, 0.12, 72], [0.95, 0.03, 85], [0.32, 0.055, 50], [0.8, 0.18, 145]),
      coat([0.9, 0.015, 85], [0.98, 0.006, 85], [0.45, 0.02, 60], [0.78, 0.13, 220]),
      coat([0.66, 0.1, 60], [0.92, 0.04, 80], [0.26, 0.04, 45], [0.82, 0.18, 120]),
      coat([0.7, 0.012, 255], [0.94, 0.006, 255], [0.3, 0.01, 260], [0.8, 0.17, 140]),
      coat([0.5, 0.05, 55], [0.82, 0.04, 75], [0.24, 0.03, 50], GOLD),
    ],
    scenes: ["jungle", "room", "jungle"],
  },
  sphynx: {
    body: jumperCat({
      ears: "bat",
      earSize: 1.16,
      headWidth: 0.94,
      jowls: 2,
      bodyWidth: 1.16,
      eyeSize: 1.2,
      tail: "whip",
      always: ["wrinkles"],
      patterns: [[], ["freckles"], ["patches"], ["points"], ["halfMask"]],
    }),
    coats: [
      coat([0.85, 0.045, 25], [0.9, 0.035, 30], [0.7, 0.06, 15], [0.88, 0.15, 105], [0.8, 0.1, 15]),
      coat([0.72, 0.02, 300], [0.82, 0.02, 320], [0.55, 0.025, 290], [0.85, 0.14, 100], [0.74, 0.09, 5]),
      coat([0.88, 0.04, 60], [0.93, 0.03, 60], [0.62, 0.05, 45], [0.8, 0.11, 215], [0.82, 0.1, 20]),
      coat([0.52, 0.03, 20], [0.64, 0.03, 20], [0.4, 0.025, 10], [0.85, 0.16, 120], [0.66, 0.1, 10]),
      coat([0.9, 0.03, 10], [0.95, 0.02, 20], [0.6, 0.02, 260], [0.76, 0.13, 240], [0.84, 0.1, 5]),
    ],
    scenes: ["room", "snow", "rain"],
  },
  lynx: {
    body: cat({
      stance: "stands",
      ears: "tufted",
      tail: "bob",
      headWidth: 1.04,
      headHeight: 0.98,
      bodyWidth: 1.14,
      cheekFur: true,
      ruff: true,
      always: ["spots", "bib"],
      patterns: [["whiteFace"], ["whiteFace", "ticked"], ["mackerel"], ["eyeRings"], ["agouti"]],
    }),
    coats: [
      coat([0.78, 0.045, 75], [0.96, 0.015, 85], [0.34, 0.02, 60], [0.84, 0.13, 92]),
      coat([0.66, 0.014, 250], [0.95, 0.006, 250], [0.3, 0.012, 260], [0.82, 0.1, 200]),
      coat([0.7, 0.08, 58], [0.95, 0.025, 80], [0.32, 0.04, 50], [0.84, 0.15, 90]),
      coat([0.88, 0.025, 80], [0.98, 0.008, 85], [0.46, 0.03, 65], [0.78, 0.1, 215]),
      coat([0.6, 0.03, 70], [0.9, 0.02, 80], [0.26, 0.02, 60], [0.86, 0.15, 105]),
    ],
    scenes: ["snow", "snow", "forest"],
    size: 1.04,
  },
  mirror: {
    body: mirrorCat({ headWidth: 0.98, bodyWidth: 0.88, height: 1.06, patterns: [[], ["ticked"], ["locket"]] }),
    coats: [
      coat([0.86, 0.012, 240], [0.97, 0.005, 240], [0.62, 0.02, 250], [0.85, 0.1, 200], [0.88, 0.05, 300]),
      coat([0.86, 0.1, 88], [0.97, 0.04, 95], [0.66, 0.11, 78], [0.7, 0.14, 250], [0.9, 0.05, 60]),
      coat([0.85, 0.04, 300], [0.97, 0.015, 300], [0.6, 0.07, 290], [0.76, 0.15, 330], [0.9, 0.06, 340]),
      coat([0.84, 0.04, 180], [0.97, 0.015, 180], [0.58, 0.07, 200], [0.84, 0.13, 160], [0.9, 0.05, 160]),
      coat([0.72, 0.015, 260], [0.92, 0.008, 260], [0.44, 0.02, 265], [0.88, 0.12, 30], [0.84, 0.06, 10]),
    ],
    scenes: ["room", "space", "room"],
  },
  cheshire: {
    body: cheshire({
      ears: "cat",
      muzzle: "cat",
      tail: "plume",
      headWidth: 1.2,
      headHeight: 0.94,
      jowls: 18,
      bodyWidth: 1.1,
      eyeSize: 1.24,
      eyeY: -0.16,
      pupil: "slit",
      always: ["tiger"],
      patterns: [[], ["bib"], ["paleFace"], ["mackerel"], ["spots"]],
    }),
    ages: ["gray", 0.7, 0.24],
    coats: [
      coat([0.62, 0.15, 310], [0.86, 0.06, 320], [0.42, 0.15, 325], [0.9, 0.18, 100], [0.8, 0.14, 350]),
      coat([0.58, 0.15, 285], [0.84, 0.07, 290], [0.72, 0.15, 340], [0.9, 0.18, 105], [0.8, 0.13, 340]),
      coat([0.6, 0.13, 200], [0.88, 0.07, 190], [0.46, 0.15, 290], [0.92, 0.17, 110], [0.82, 0.12, 330]),
      coat([0.7, 0.16, 345], [0.9, 0.07, 350], [0.5, 0.16, 310], [0.9, 0.19, 125], [0.86, 0.12, 10]),
      coat([0.44, 0.09, 290], [0.7, 0.09, 300], [0.62, 0.17, 315], [0.92, 0.18, 95], [0.74, 0.15, 345]),
    ],
    scenes: ["wonderland"],
    shell: [0.6, 0.12, 310],
  },
};
