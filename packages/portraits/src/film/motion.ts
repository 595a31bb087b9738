// How a creature moves: a few numbers for each frame, and what they do to the points of its drawing. All that is known of a
// body is where its head is and where the ground is, so every species moves the same way.
import type { Frame } from "../kit/frame.ts";
import { GROUND, MIDDLE } from "../subject/subject.ts";
import { point } from "./geometry.ts";
import type { Warp } from "./warp.ts";

/** Lengths are in units of the portrait, which is 512 wide. Without any of these it stands still. */
export interface Motion {
  /** Off the ground. */
  readonly lift?: number;
  /** To the right. */
  readonly shift?: number;
  /** Flatter and wider above zero, taller and slimmer below. */
  readonly squash?: number;
  /** How far the top sways to the right. */
  readonly bend?: number;
  /** The whole body, in degrees around its feet. */
  readonly spin?: number;
  /** The face to the right and down, where 1 is as far as a head turns. */
  readonly turn?: number;
  readonly nod?: number;
  /** The head in degrees around the neck, and how far it sinks. */
  readonly tilt?: number;
  readonly bob?: number;
  /** 1 is a full breath. */
  readonly breath?: number;
}

/** The same motion to the other side. */
export function mirrored(motion: Motion): Motion {
  const { bend = 0, shift = 0, turn = 0, tilt = 0, spin = 0 } = motion;
  return { ...motion, bend: -bend, shift: -shift, turn: -turn, tilt: -tilt, spin: -spin };
}

function smooth(from: number, to: number, value: number): number {
  const part = Math.min(1, Math.max(0, (value - from) / (to - from)));
  return part * part * (3 - 2 * part);
}

function rotation(degrees: number): readonly [cos: number, sin: number] {
  const radians = (degrees * Math.PI) / 180;
  return [Math.cos(radians), Math.sin(radians)];
}

/** A face slides over its head: far in the middle, not at all at the rim. That makes a flat head turn. */
function facing({ cx, cy, rx, ry }: Frame, turn: number, nod: number): Warp {
  return ({ x, y }) => {
    const [u, v] = [(x - cx) / rx, (y - cy) / ry];
    const far = Math.max(0, 1 - (u * u + v * v) / 1.7) ** 2;
    return point(x + turn * 0.34 * rx * far, y + nod * 0.3 * ry * far);
  };
}

function nodding({ cx, cy, rx, ry }: Frame, degrees: number, sink: number): Warp {
  const neck = cy + ry * 0.9;
  const [cos, sin] = rotation(degrees);
  return ({ x, y }) => {
    const weight = (1 - smooth(neck - ry * 0.5, neck + ry * 0.6, y)) * (1 - smooth(1.7, 2.7, Math.abs(x - cx) / rx));
    const [dx, dy] = [x - cx, y - neck];
    return point(x + weight * (dx * cos - dy * sin - dx), y + weight * (dx * sin + dy * cos - dy + sink));
  };
}

function breathing({ cy, ry }: Frame, breath: number): Warp {
  const chest = (cy + ry + GROUND) / 2;
  const reach = Math.max(60, GROUND - chest);
  return ({ x, y }) => {
    const part = Math.max(0, 1 - ((y - chest) / (reach * 1.25)) ** 2);
    return point(x + (x - MIDDLE) * 0.045 * breath * part, y - 6 * breath * smooth(GROUND, cy + ry, y));
  };
}

function moving({ bend = 0, squash = 0, lift = 0, shift = 0, spin = 0 }: Motion): Warp {
  const [cos, sin] = rotation(spin);
  return ({ x, y }) => {
    const high = (GROUND - y) / 400;
    const swayed = x - MIDDLE + bend * high * Math.abs(high);
    const [flatX, flatY] = [swayed * (1 + squash * 0.62), (y - GROUND) * (1 - squash)];
    return point(MIDDLE + shift + flatX * cos - flatY * sin, GROUND - lift + flatX * sin + flatY * cos);
  };
}

/** What a motion does to each point of a creature whose head is at `head`. */
export function warpOf(motion: Motion, head: Frame): Warp {
  const { turn = 0, nod = 0, tilt = 0, bob = 0, breath = 0 } = motion;
  const steps: readonly Warp[] = [
    ...(turn === 0 && nod === 0 ? [] : [facing(head, turn, nod)]),
    ...(tilt === 0 && bob === 0 ? [] : [nodding(head, tilt, bob)]),
    ...(breath === 0 ? [] : [breathing(head, breath)]),
    moving(motion),
  ];
  return (start) => steps.reduce((at, step) => step(at), start);
}
