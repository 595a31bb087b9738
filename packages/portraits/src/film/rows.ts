// The nine rows of a pet sheet, frame by frame. Players fix the number of frames and how long each is shown: they play an
// action three times, then go back to idle. Left and right in `turns` are those of a creature that is not mirrored, whose
// tail is on the right.
import type { Mood } from "@denkeeper/rules/creature/creature.ts";
import type { Pose } from "../portrait.ts";
import type { Motion } from "./motion.ts";

export interface Still {
  readonly mood: Mood;
  readonly motion: Motion;
  readonly turns: Pose["turns"];
  readonly lids?: NonNullable<Pose["lids"]>;
  readonly glasses?: true;
  /** With the thermometer of the sick. */
  readonly signs?: true;
  /** How far the letters of sleep have risen, 0 to 1. */
  readonly snore?: number;
}

export interface Row {
  readonly name: string;
  /** How long each frame is shown, in milliseconds. */
  readonly times: readonly number[];
  /** Which way it must face; its own way by default. */
  readonly facing?: "left" | "right";
  readonly stills: readonly Still[];
}

function both(kind: "Ear" | "Arm" | "Leg" | "Wing", degrees: number): Pose["turns"] {
  return { [`left${kind}`]: degrees, [`right${kind}`]: degrees };
}

function wave(frame: number, of: number, cycles = 1, late = 0): number {
  return Math.sin(2 * Math.PI * cycles * (frame / of - late));
}

function frames(count: number, draw: (frame: number) => Still): readonly Still[] {
  return Array.from({ length: count }, (_, frame) => draw(frame));
}

/** All frames alike, the last one longer. */
function times(count: number, each: number, last: number): readonly number[] {
  return Array.from({ length: count }, (_, frame) => (frame === count - 1 ? last : each));
}

/** Some players hold these for long, so each must look like sitting there, not like half of a movement. */
const idle: readonly Still[] = [
  { mood: "content", motion: {}, turns: {} },
  { mood: "content", motion: { breath: 0.7 }, turns: { tail: 7 } },
  { mood: "content", motion: { breath: 1 }, turns: { tail: 12, ...both("Wing", 3) }, lids: "shut" },
  { mood: "content", motion: { breath: 0.8, tilt: 2 }, turns: { tail: 5, rightEar: 16 } },
  { mood: "content", motion: { breath: 0.3, tilt: 3, turn: 0.25 }, turns: { tail: -6 } },
  { mood: "content", motion: { tilt: 1 }, turns: { tail: -3 } },
];

/** Two bounds in eight frames, to the right. The tail trails, so most bodies are mirrored for it. */
const run = frames(8, (frame) => {
  const bound = Math.abs(wave(frame, 8, 1));
  const step = wave(frame, 8, 1, 0.12);
  const lands = frame % 4 === 0;
  return {
    mood: "happy",
    motion: {
      lift: 34 * bound,
      squash: lands ? 0.1 : -0.05 * bound,
      bend: 34 - 12 * bound,
      spin: 4 * wave(frame, 8, 2, 0.2),
      turn: 0.85,
      nod: lands ? 0.3 : -0.15,
      bob: lands ? 9 : -4,
    },
    turns: {
      leftArm: 26 * step,
      rightArm: -26 * step,
      leftLeg: -20 * step,
      rightLeg: 20 * step,
      tail: -14 + 20 * wave(frame, 8, 2, 0.25),
      ...both("Ear", 6 - 16 * wave(frame, 8, 2, 0.1)),
      ...both("Wing", 26 + 26 * wave(frame, 8, 2)),
    },
  };
});

/** With an arm or a wing; bodies without either lean and hop. */
const waving: readonly Still[] = (
  [
    [74, -6, 0],
    [138, -14, 10],
    [112, -8, 4],
    [142, -16, 12],
  ] as const
).map(([up, bend, lift]) => ({
  mood: "happy",
  motion: { bend, tilt: -6, lift: lift * 0.5, squash: -0.02 },
  turns: { rightArm: up, rightWing: up * 0.86, leftWing: 10, tail: up * 0.06, ...both("Ear", 4) },
}));

const jumping: readonly Still[] = [
  {
    mood: "content",
    motion: { squash: 0.2, bob: 10, nod: 0.3 },
    turns: { ...both("Ear", 14), tail: 4, ...both("Wing", 6) },
  },
  {
    mood: "happy",
    motion: { lift: 34, squash: -0.09, nod: -0.3 },
    turns: { ...both("Ear", -6), ...both("Arm", 24), ...both("Wing", 70), tail: -10 },
  },
  {
    mood: "happy",
    motion: { lift: 62, squash: -0.03, nod: -0.2 },
    turns: { ...both("Ear", -10), ...both("Arm", 32), ...both("Leg", 14), ...both("Wing", 112), tail: -24 },
  },
  {
    mood: "happy",
    motion: { lift: 28, squash: -0.06 },
    turns: { ...both("Ear", -16), ...both("Arm", 30), ...both("Wing", 76), tail: -30 },
  },
  { mood: "happy", motion: { squash: 0.14, bob: 6 }, turns: { ...both("Ear", 12), ...both("Wing", 16), tail: 10 } },
];

/** It sinks, shivers, sighs and sinks again. */
const failed = frames(8, (frame) => {
  const sunk = [0.35, 0.7, 1, 1, 1, 0.8, 0.9, 0.6][frame] ?? 1;
  const shiver = [0, 0, 7, -7, 6, -4, 0, 0][frame] ?? 0;
  return {
    mood: "sick",
    signs: true,
    motion: { squash: 0.09 * sunk, bob: 22 * sunk, nod: 0.38 * sunk, tilt: 6 * sunk, shift: shiver, bend: -10 * sunk },
    turns: { ...both("Ear", 26 * sunk), ...both("Wing", -4 * sunk), tail: 10 * sunk },
    ...(frame === 6 ? { lids: "shut" } : {}),
  };
});

/** It fell asleep. One eye opens and shuts again. */
const waiting = frames(6, (frame) => {
  const breath = 0.5 - 0.5 * Math.cos((2 * Math.PI * frame) / 6);
  return {
    mood: "sleeping",
    motion: {
      squash: 0.05 - 0.03 * breath,
      bob: 14 - 5 * breath,
      nod: 0.42 - 0.15 * breath,
      tilt: -7,
      breath: 1.5 * breath,
    },
    turns: { ...both("Ear", 12 - 4 * breath), tail: 6 + 3 * breath },
    snore: frame / 6,
    ...(frame === 4 ? { lids: "peek" } : {}),
  };
});

/** At work: paws, wings or arms in turn, the eyes on the work. */
const running = frames(6, (frame) => {
  const step = wave(frame, 6, 1, 0.08);
  const beat = Math.abs(wave(frame, 6, 1));
  return {
    mood: "content",
    motion: {
      lift: 10 * beat,
      squash: 0.05 - 0.07 * beat,
      bend: 13 * step,
      nod: 0.5,
      bob: 5 - 7 * beat,
      tilt: 3 * step,
    },
    turns: {
      leftArm: 7 + 19 * step,
      rightArm: 7 - 19 * step,
      leftLeg: 8 * step,
      rightLeg: -8 * step,
      leftWing: 24 + 24 * step,
      rightWing: 24 - 24 * step,
      tail: 13 * wave(frame, 6, 1, 0.25),
      leftEar: 7 * step,
      rightEar: -7 * step,
    },
    ...(frame === 5 ? { lids: "shut" } : {}),
  };
});

/** With glasses on: from line to line, then a nod. */
const review: readonly Still[] = [
  { turn: -0.7, nod: 0.35, tilt: -5 },
  { turn: 0, nod: 0.45, tilt: -2 },
  { turn: 0.7, nod: 0.4, tilt: 3 },
  { turn: -0.5, nod: 0.7, tilt: 0 },
  { turn: 0.5, nod: 0.7, tilt: 4 },
  { turn: 0.1, nod: -0.1, tilt: 0 },
].map((motion, frame) => ({
  mood: frame === 5 ? "curious" : "content",
  glasses: true,
  motion: { ...motion, bend: motion.turn * 10, bob: 3 },
  turns: { tail: 10 * wave(frame, 6), ...both("Ear", frame === 5 ? -6 : 3) },
}));

export const ROWS: readonly Row[] = [
  { name: "idle", times: [1680, 660, 660, 840, 840, 1920], stills: idle },
  { name: "running-right", times: times(8, 120, 220), facing: "right", stills: run },
  { name: "running-left", times: times(8, 120, 220), facing: "left", stills: run },
  { name: "waving", times: times(4, 140, 280), stills: waving },
  { name: "jumping", times: times(5, 140, 280), stills: jumping },
  { name: "failed", times: times(8, 140, 240), stills: failed },
  { name: "waiting", times: times(6, 150, 260), stills: waiting },
  { name: "running", times: times(6, 120, 220), stills: running },
  { name: "review", times: times(6, 150, 280), stills: review },
];

const DIRECTIONS = 16;

/** Sixteen directions, clockwise from up, for players whose pet follows the pointer. */
export const LOOKS: readonly Still[] = frames(DIRECTIONS, (index) => {
  const angle = (2 * Math.PI * index) / DIRECTIONS;
  const [right, down] = [Math.sin(angle), -Math.cos(angle)];
  return {
    mood: "content",
    motion: {
      turn: 1.05 * right,
      nod: (down < 0 ? 0.95 : 0.8) * down,
      tilt: 3 * right,
      bob: 4 * Math.max(0, down),
      bend: 8 * right,
    },
    turns: {},
  };
});
