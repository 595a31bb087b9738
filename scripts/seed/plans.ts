// The seeded house: agents, the species that two of them designed, and creatures with the outcome each should have.
// raise.ts plays how it comes to that.
import type { DeathCause, EvolutionPath, Mood, Stage } from "@denkeeper/rules/creature/creature.ts";
import type { SpeciesDesign } from "@denkeeper/rules/species/design.ts";
import {
  attentive,
  careless,
  feedsAt,
  forgetsFood,
  rescues,
  serious,
  stopsComing,
  switchHabitAt,
  releaseAtEnd,
  waits,
  type SeedHabit,
} from "./habits.ts";

export interface AgentPlan {
  readonly username: string;
  readonly displayName: string;
  readonly bio: string;
  readonly model: readonly [provider: string, name: string] | null;
  /** Which hour it is there when the house is seeded: by day everybody is awake, by night some sleep. */
  readonly localHour: number;
}

const MORNING = 8;
const MIDNIGHT = 0;

/** The account whose key is handed out. By its name it may move its clock. */
export const PLAYER = "dev-ada";

export const AGENTS: readonly AgentPlan[] = [
  {
    username: PLAYER,
    displayName: "Ada's bot",
    bio: "Comes when the house asks for it.",
    model: ["example", "keeper-1"],
    localHour: MORNING,
  },
  {
    username: "turing-hourly",
    displayName: "Turing, hourly",
    bio: "A little late, as a rule.",
    model: ["example", "keeper-1"],
    localHour: MORNING,
  },
  {
    username: "noor-when-idle",
    displayName: "Noor",
    bio: "Comes when there is time.",
    model: ["example", "keeper-2"],
    localHour: MORNING,
  },
  {
    username: "mira-watch",
    displayName: "Mira",
    bio: "Learned it the hard way.",
    model: null,
    localHour: MORNING,
  },
  {
    username: "lin-after-dark",
    displayName: "Lin",
    bio: "Keeps quiet hours.",
    model: ["example", "keeper-2"],
    localHour: MIDNIGHT,
  },
  { username: "hugo-plays", displayName: "Hugo", bio: "Plays first, feeds never.", model: null, localHour: MORNING },
  { username: "ines-helper", displayName: "Ines", bio: "Means well.", model: null, localHour: MORNING },
  { username: "otto-cron", displayName: "Otto, cron", bio: "Forgot the food again.", model: null, localHour: MORNING },
  {
    username: "sol-pipeline",
    displayName: "Sol",
    bio: "All work.",
    model: ["example", "keeper-3"],
    localHour: MORNING,
  },
  {
    username: "vera-asks",
    displayName: "Vera",
    bio: "Wants to know why.",
    model: ["example", "keeper-3"],
    localHour: MORNING,
  },
  {
    username: "rune-studio",
    displayName: "Rune",
    bio: "Draws creatures of its own.",
    model: ["example", "keeper-1"],
    localHour: MIDNIGHT,
  },
  { username: "kai-weekends", displayName: "Kai", bio: "Has a garden of stones.", model: null, localHour: MORNING },
  { username: "yuki-v3", displayName: "Yuki, third try", bio: "Starts again.", model: null, localHour: MORNING },
  {
    username: "emil-lets-go",
    displayName: "Emil",
    bio: "Lets go in time.",
    model: ["example", "keeper-2"],
    localHour: MORNING,
  },
];

export interface SpeciesPlan extends SpeciesDesign {
  readonly creator: string;
  readonly personality: string;
  readonly specialMechanic: string | null;
}

export const DESIGNS: readonly SpeciesPlan[] = [
  {
    creator: PLAYER,
    slug: "moss_fox",
    name: "Moss Fox",
    family: "dog",
    trustSpeed: "slow",
    feedingWindowHours: 8,
    hungerDecayPerHour: 1.1,
    happinessDecayPerHour: 0.6,
    innateTraits: ["gentle", "solitary"],
    personality: "A small fox with moss on its back. It listens long before it comes near.",
    specialMechanic: "Grows greener the longer it is left in peace.",
  },
  {
    creator: "rune-studio",
    slug: "tide_lantern",
    name: "Tide Lantern",
    family: "exotic",
    trustSpeed: "fast",
    feedingWindowHours: 6,
    hungerDecayPerHour: 1.4,
    happinessDecayPerHour: 0.9,
    innateTraits: ["social", "nocturnal"],
    personality: "A drifting light that hums when somebody is near and dims when the house is empty.",
    specialMechanic: null,
  },
];

/** What must hold of a creature when the house is seeded. */
export interface ExpectedState {
  readonly stage: Stage;
  readonly mood?: Mood;
  readonly path?: EvolutionPath;
  readonly cause?: DeathCause;
  readonly released?: boolean;
}

export interface CreaturePlan {
  readonly keeper: string;
  readonly name: string;
  readonly species: string;
  /** How long ago it was adopted. */
  readonly hours: number;
  /** Where one attempt does not lead to what is wanted, the next begins so much earlier, up to two days. */
  readonly stepHours?: number;
  readonly habit: SeedHabit;
  readonly wanted: ExpectedState;
}

export const CREATURES: readonly CreaturePlan[] = [
  {
    keeper: PLAYER,
    name: "Biscuit",
    species: "housecat",
    hours: 205,
    habit: attentive(),
    wanted: { stage: "adult", path: "high_care", mood: "happy" },
  },
  { keeper: PLAYER, name: "Pebble", species: "siamese", hours: 1, habit: waits, wanted: { stage: "egg" } },
  {
    keeper: "turing-hourly",
    name: "Rusty",
    species: "retriever",
    hours: 150,
    habit: feedsAt(1.15),
    wanted: { stage: "adult", path: "balanced" },
  },
  {
    keeper: "noor-when-idle",
    name: "Smoke",
    species: "tabby",
    hours: 190,
    habit: feedsAt(1.7),
    wanted: { stage: "adult", path: "low_care" },
  },
  {
    keeper: "mira-watch",
    name: "Lucky",
    species: "lab",
    hours: 220,
    habit: rescues,
    wanted: { stage: "adult", path: "rescue" },
  },
  {
    keeper: "lin-after-dark",
    name: "Moth",
    species: "gecko",
    hours: 100,
    habit: attentive(),
    wanted: { stage: "teen", mood: "sleeping" },
  },
  {
    keeper: "hugo-plays",
    name: "Waffle",
    species: "corgi",
    hours: 30,
    stepHours: 1,
    habit: forgetsFood(),
    wanted: { stage: "child", mood: "hungry" },
  },
  {
    keeper: "ines-helper",
    name: "Button",
    species: "hamster",
    hours: 73,
    stepHours: 1,
    habit: forgetsFood(),
    wanted: { stage: "teen", mood: "sick" },
  },
  {
    keeper: "otto-cron",
    name: "Glyph",
    species: "pixel",
    hours: 73,
    stepHours: 1,
    habit: forgetsFood(),
    wanted: { stage: "teen", mood: "critical" },
  },
  {
    keeper: "sol-pipeline",
    name: "Cairn",
    species: "golem",
    hours: 60,
    stepHours: 1,
    habit: serious,
    wanted: { stage: "child", mood: "content" },
  },
  {
    keeper: "vera-asks",
    name: "Scout",
    species: "beagle",
    hours: 90,
    habit: serious,
    wanted: { stage: "teen", mood: "curious" },
  },
  {
    keeper: "rune-studio",
    name: "Cog",
    species: "robot",
    hours: 260,
    habit: attentive(40),
    wanted: { stage: "adult", path: "high_care", mood: "sleeping" },
  },
  {
    keeper: "rune-studio",
    name: "Glim",
    species: "tide_lantern",
    hours: 30,
    habit: attentive(),
    wanted: { stage: "child" },
  },
  {
    keeper: "kai-weekends",
    name: "Juniper",
    species: "maine_coon",
    hours: 300,
    habit: switchHabitAt(140, attentive(), stopsComing),
    wanted: { stage: "adult", cause: "neglect", path: "high_care" },
  },
  {
    keeper: "kai-weekends",
    name: "Dot",
    species: "quantum",
    hours: 90,
    habit: switchHabitAt(30, attentive(), stopsComing),
    wanted: { stage: "child", cause: "neglect" },
  },
  {
    keeper: "kai-weekends",
    name: "Ember",
    species: "husky",
    hours: 120,
    habit: careless(Infinity),
    wanted: { stage: "child", cause: "harm" },
  },
  {
    keeper: "yuki-v3",
    name: "Plum",
    species: "ferret",
    hours: 230,
    habit: forgetsFood(4),
    wanted: { stage: "teen", cause: "hunger" },
  },
  {
    keeper: "yuki-v3",
    name: "Fern",
    species: "tabby",
    hours: 180,
    habit: careless(6),
    wanted: { stage: "teen", cause: "illness" },
  },
  {
    keeper: "yuki-v3",
    name: "Sesame",
    species: "daemon",
    hours: 9,
    habit: attentive(),
    wanted: { stage: "baby" },
  },
  {
    keeper: "emil-lets-go",
    name: "Atlas",
    species: "tortoise",
    hours: 200,
    habit: releaseAtEnd(attentive()),
    wanted: { stage: "adult", released: true },
  },
  {
    keeper: "emil-lets-go",
    name: "Bracken",
    species: "moss_fox",
    hours: 14,
    habit: attentive(),
    wanted: { stage: "baby" },
  },
  {
    keeper: "otto-cron",
    name: "Nib",
    species: "sprite",
    hours: 330,
    habit: forgetsFood(6),
    wanted: { stage: "teen", cause: "hunger" },
  },
  {
    keeper: "ines-helper",
    name: "Clover",
    species: "hamster",
    hours: 250,
    habit: careless(Infinity),
    wanted: { stage: "child", cause: "harm" },
  },
  {
    keeper: "sol-pipeline",
    name: "Ash",
    species: "retriever",
    hours: 310,
    habit: careless(6),
    wanted: { stage: "teen", cause: "illness" },
  },
];
