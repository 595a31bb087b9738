// Draws the sitting mammal from the front, in this order: tail, body, legs, collar, and head. Cats, dogs, rabbits, and most small
// mammals use this body with their own proportions, ears, and markings.
import { blend, shade, type Colour } from "../../kit/colour.ts";
import { pen, yIn } from "../../kit/frame.ts";
import { blob } from "../../kit/shapes.ts";
import { LINE, d, group, oval, path, rotate, sides, times } from "../../kit/svg.ts";
import { drawBodyMarkings } from "../../parts/body-markings.ts";
import { drawEars } from "../../parts/ears.ts";
import { drawEyes } from "../../parts/eyes.ts";
import { drawHeadMarkings, faceColour } from "../../parts/head-markings.ts";
import { drawHeadwear } from "../../parts/headwear.ts";
import { drawCheeks } from "../../parts/mouth.ts";
import { drawMuzzle, drawScar } from "../../parts/muzzles.ts";
import { drawNeckwear } from "../../parts/neckwear.ts";
import { drawShellCap } from "../../parts/shell.ts";
import { drawTail } from "../../parts/tails.ts";
import { drawToy } from "../../parts/toy.ts";
import { byStage, type BodyPlan, type Figure } from "../../subject/subject.ts";
import { measure, type Mammal, type MammalShape } from "../../subject/mammal.ts";

/** Functions that add a species' own drawings to the common body, by position. */
export interface Extras {
  readonly behind?: (mammal: Mammal) => string;
  readonly behindHead?: (mammal: Mammal) => string;
  readonly overBody?: (mammal: Mammal) => string;
  readonly underFace?: (mammal: Mammal) => string;
  readonly overHead?: (mammal: Mammal) => string;
  /** Replaces the usual eyes. */
  readonly eyes?: (mammal: Mammal) => string;
  /** Replaces the usual muzzle. */
  readonly muzzle?: (mammal: Mammal) => string;
}

export function torsoPath(mammal: Mammal): string {
  const P = pen(mammal.torso);
  const neck = mammal.subject.stage === "teen" ? 0.5 : 0.56;
  return (
    `M${P(-neck, 0)}C${P(-0.98, 0.3)} ${P(-1.22, 0.99)} ${P(-0.62, 1)}` +
    `Q${P(0, 1.02)} ${P(0.62, 1)}C${P(1.22, 0.99)} ${P(0.98, 0.3)} ${P(neck, 0)}Z`
  );
}

function headPath({ head, shape }: Mammal): string {
  return blob([head.cx, head.cy, head.rx, head.ry], 0.56, 0.56, ((shape.jowls ?? 10) * head.ry) / 100);
}

function drawTorso(mammal: Mammal): string {
  const data = torsoPath(mammal);
  const clip = mammal.subject.defs.clip(data);
  return (
    path(data, { fill: mammal.bodyFill, stroke: mammal.line }) +
    group(drawBodyMarkings(mammal), { clip }) +
    path(data, { stroke: mammal.line })
  );
}

/** Returns the color of the feet. */
export function sockFill({ marks, subject: { coat } }: Mammal): string | readonly [number, number, number] {
  if (marks.has("socks")) return coat.belly;
  return marks.has("darkSocks") || marks.has("points") ? coat.mark : shade(coat.base, 0.02);
}

/** Returns the color of the front legs above the socks. The legs are drawn in front of the bib. */
function legFill(mammal: Mammal): string | readonly [number, number, number] {
  const { marks, subject, bodyFill } = mammal;
  if (!marks.has("bib") || marks.has("darkSocks")) return bodyFill;
  return blend(subject.coat.belly, subject.coat.base, marks.has("socks") ? 0.06 : 0.55);
}

export function bandage(x: number, y: number, halfWidth: number): string {
  const wrap = d`M${x - halfWidth} ${y}h${halfWidth * 2}v26h${-halfWidth * 2}Z`;
  const fold = d`M${x - halfWidth} ${y + 20}l${halfWidth * 2} -14`;
  return path(wrap, { fill: "#fff", stroke: "#b9aec6", width: 3.5 }) + path(fold, { stroke: "#d6ccdf", width: 3.5 });
}

function frontLeg(mammal: Mammal, side: -1 | 1): string {
  const { torso, line, marks, subject } = mammal;
  const ground = yIn(torso, 1);
  const w = torso.rx * 0.2;
  const x = torso.cx + side * torso.rx * 0.3;
  const top = yIn(torso, 0.42);
  const knee = Math.max(top, ground - 40);
  const leg =
    d`M${x - w * 0.86} ${top}Q${x - w * 0.8} ${knee} ${x - w * 0.98} ${ground - 12}` +
    d`Q${x - w * 1.1} ${ground + 9} ${x} ${ground + 9}T${x + w * 0.98} ${ground - 12}` +
    d`Q${x + w * 0.8} ${knee} ${x + w * 0.86} ${top}`;
  const sock =
    d`M${x - w * 0.92} ${ground - 26}Q${x} ${ground - 34} ${x + w * 0.92} ${ground - 26}` +
    d`Q${x + w * 1.2} ${ground + 9} ${x} ${ground + 9}T${x - w * 0.92} ${ground - 26}Z`;
  let art = path(leg, { fill: legFill(mammal), stroke: line, width: 5 });
  if (marks.has("socks") || marks.has("darkSocks") || marks.has("points"))
    art += path(sock, { fill: sockFill(mammal), stroke: line, width: 4 });
  art += path(d`M${x - w * 0.34} ${ground + 5}v-11M${x + w * 0.34} ${ground + 5}v-11`, { stroke: line, width: 4 });
  if (subject.path === "rescue" && side === -1) art += bandage(x, ground - 54, w * 0.92);
  return art;
}

function hindPaws(mammal: Mammal): string {
  const { torso, line } = mammal;
  const ground = yIn(torso, 1);
  return sides((side) => {
    const P = pen({ ...torso, rx: torso.rx * side });
    const thigh = path(`M${P(0.52, 0.66)}Q${P(0.46, 0.9)} ${P(0.6, 0.96)}`, { stroke: line, width: 4.5, opacity: 0.7 });
    return (
      thigh +
      oval([torso.cx + side * torso.rx * 0.84, ground - 6, torso.rx * 0.3, 15], {
        fill: sockFill(mammal),
        stroke: line,
      })
    );
  });
}

/** Draws the limbs of an upright mammal that holds its hands at the chest. */
function handsAndFeet(mammal: Mammal): string {
  const { torso, line, subject } = mammal;
  const ground = yIn(torso, 1);
  const w = torso.rx * 0.19;
  const fill = subject.coat.skin;
  return sides((side) => {
    const foot = torso.cx + side * torso.rx * 0.5;
    const toes = times(3, (i) =>
      path(d`M${foot + (i - 1) * torso.rx * 0.14} ${ground + 8}v-9`, { stroke: line, width: 4 }),
    );
    const x = torso.cx + side * torso.rx * 0.3;
    const y = yIn(torso, 0.46);
    const arm = oval([x, y, w * 0.9, torso.ry * 0.17], {
      fill: mammal.bodyFill,
      stroke: line,
      turn: rotate(side * 34, x, y),
    });
    const hand = oval([x - side * w * 0.75, y + torso.ry * 0.13, w * 0.7, w * 0.62], {
      fill,
      stroke: line,
      width: 4.5,
    });
    const wrap =
      subject.path === "rescue" && side === -1 ? group(bandage(x, y - 10, w * 0.85), { turn: rotate(-34, x, y) }) : "";
    const sole = oval([foot, ground - 3, torso.rx * 0.3, 16], { fill, stroke: line }) + toes;
    return sole + arm + hand + wrap;
  });
}

/** Checks whether an adult of this species has long chest fur. */
function isFurred({ subject, shape, marks }: Mammal): boolean {
  return subject.ageSign[0] === "gray" && shape.muzzle !== "wide" && !marks.has("wrinkles");
}

/** Draws long fur on the chest. A furred adult has one more layer than younger creatures of its species. */
export function drawRuff(mammal: Mammal): string {
  const { coat, stage } = mammal.subject;
  const ruff = mammal.shape.ruff === true && stage !== "baby";
  const young = ruff ? chestFur(mammal, [0.84, byStage(stage, [0, 64, 78, 90])], 7, coat.belly) : "";
  if (stage !== "adult" || !isFurred(mammal)) return young;
  return ruff
    ? chestFur(mammal, [0.92, 136], 9, blend(coat.belly, coat.base, 0.5)) + young
    : chestFur(mammal, [0.6, 92], 5, coat.belly);
}

function chestFur(
  { head, torso, line }: Mammal,
  [wide, h]: readonly [number, number],
  tufts: number,
  fill: Colour,
): string {
  const y = yIn(head, 0.62);
  const w = torso.rx * wide;
  let data = d`M${head.cx - w * 0.7} ${y}`;
  for (let tuft = 0; tuft <= tufts; tuft++) {
    const at = tuft / tufts;
    const x = head.cx - w + 2 * w * at;
    data += d`L${x} ${y + h * Math.sin(Math.PI * (0.12 + at * 0.76)) - 14}`;
    if (tuft === tufts) break;
    data += d`L${x + w / tufts} ${y + h * Math.sin(Math.PI * (0.12 + (at + 0.5 / tufts) * 0.76)) + 14}`;
  }
  return path(data + d`L${head.cx + w * 0.7} ${y}Z`, { fill, stroke: line, width: 5 });
}

function cheekFur(mammal: Mammal): string {
  if (mammal.shape.cheekFur !== true) return "";
  const pale = mammal.marks.has("wolfMask") || mammal.marks.has("whiteFace") || mammal.marks.has("frostMuzzle");
  return sides((side) => {
    const P = pen({ ...mammal.head, rx: mammal.head.rx * side });
    const data =
      `M${P(0.86, -0.1)}L${P(1.2, 0.16)}L${P(1.04, 0.26)}L${P(1.24, 0.5)}L${P(1, 0.54)}` +
      `L${P(1.04, 0.84)}L${P(0.5, 0.9)}Z`;
    return path(data, { fill: pale ? mammal.subject.coat.belly : mammal.headFill, stroke: mammal.line });
  });
}

function usualEyes(mammal: Mammal): string {
  const { head, shape, subject } = mammal;
  return drawEyes(subject, {
    x: head.cx,
    y: yIn(head, 0.1 + (shape.eyeY ?? 0)),
    apart: head.rx * (shape.eyeApart ?? 0.46),
    size: mammal.eyeSize,
    face: faceColour(mammal),
    ...(shape.pupil === undefined ? {} : { pupil: shape.pupil }),
    ...(shape.oddEye === undefined ? {} : { oddEye: shape.oddEye }),
    ...(shape.eyeHeavy === undefined ? {} : { heavy: shape.eyeHeavy }),
    ...(shape.eyeHeight === undefined ? {} : { height: shape.eyeHeight }),
  });
}

const SHELL_CAPS: ReadonlySet<string> = new Set(["drop", "hound", "half", "mastiff", "round", "small", "low", "none"]);

/** Draws only the head, for bodies that have several heads or a torso of their own. */
export function drawHead(mammal: Mammal, extras: Extras): string {
  const { head, subject, line } = mammal;
  const data = headPath(mammal);
  const ears = drawEars(mammal);
  const face =
    drawCheeks(subject, [head.cx, yIn(head, 0.44)], head.rx * 0.68, head.rx * 0.15) +
    (extras.underFace?.(mammal) ?? "") +
    (extras.muzzle ?? drawMuzzle)(mammal) +
    (extras.eyes ?? usualEyes)(mammal) +
    drawScar(mammal);
  const cap = SHELL_CAPS.has(mammal.shape.ears) ? drawShellCap(subject, head) : "";
  const art =
    (extras.behindHead?.(mammal) ?? "") +
    ears.back +
    cheekFur(mammal) +
    path(data, { fill: mammal.headFill, stroke: line, width: LINE }) +
    group(drawHeadMarkings(mammal), { clip: subject.defs.clip(data) }) +
    path(data, { stroke: line }) +
    face +
    ears.front +
    (extras.overHead?.(mammal) ?? "") +
    drawHeadwear(subject, head, subject.stage === "adult" && !isFurred(mammal)) +
    cap;
  return group(art, { turn: rotate(subject.tilt, head.cx, yIn(head, 1)) });
}

/** Draws body, legs, and collar without tail and head. */
export function drawBody(mammal: Mammal, extras: Extras): string {
  const { subject, shape, head, torso } = mammal;
  let art = drawTorso(mammal);
  if (subject.stage !== "baby") {
    art += shape.hands === true ? handsAndFeet(mammal) : hindPaws(mammal) + frontLeg(mammal, -1) + frontLeg(mammal, 1);
  }
  art += extras.overBody?.(mammal) ?? "";
  const neck = { x: head.cx, y: Math.min(yIn(head, 0.92), yIn(torso, 0.3)), w: Math.min(head.rx, torso.rx) * 0.62 };
  return art + drawRuff(mammal) + drawNeckwear(subject, neck);
}

/** Draws a baby's paws on the rim of its shell. */
function pawsOnRim(mammal: Mammal): string {
  const { marks, subject, headFill, line, shape } = mammal;
  if (subject.stage !== "baby") return "";
  const fill =
    shape.hands === true
      ? subject.coat.skin
      : marks.has("socks")
        ? subject.coat.belly
        : marks.has("points") || marks.has("darkSocks")
          ? subject.coat.mark
          : headFill;
  return sides((side) => {
    const x = mammal.head.cx + side * 58;
    return (
      oval([x, 376, 25, 20], { fill, stroke: line }) +
      path(d`M${x - 8} 388v-9M${x + 8} 388v-9`, { stroke: line, width: 4 })
    );
  });
}

/** Returns the height of the ear tips above the middle of the head, in units of the head. */
function earTips({ shape }: Mammal): number {
  if (shape.ears === "long") return 2.8;
  if (shape.ears === "tufted") return 2.1;
  return shape.ears === "fox" || shape.ears === "bat" || shape.ears === "point" ? 1.9 : 1.7;
}

export function assemble(mammal: Mammal, extras: Extras = {}): Figure {
  const art =
    (extras.behind?.(mammal) ?? "") +
    drawTail(mammal) +
    drawBody(mammal, extras) +
    drawHead(mammal, extras) +
    (mammal.subject.stage === "child" ? drawToy(mammal.subject) : "");
  const { head, torso } = mammal;
  return { art, overRim: pawsOnRim(mammal), head, top: yIn(head, -earTips(mammal)), shadow: torso.rx * 1.32 };
}

export function sitting(shape: MammalShape, extras: Extras = {}): BodyPlan {
  return (subject) => assemble(measure(subject, shape), extras);
}
