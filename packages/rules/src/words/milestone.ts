// The words for the moments that happen once: a new stage, a threshold crossed, a first egg, a tier opened. They say what
// was reached and, for adults, which path led there.

import type { EvolutionPath } from "../creature/creature.ts";
import { FORMS } from "../life/evolution.ts";
import type { MilestoneKind, ShownMilestone } from "../creature/milestones.ts";
import type { Lines, Speaker } from "./speaker.ts";
import { choose, fill } from "./speaker.ts";

const STAGES: Readonly<Record<"baby" | "child" | "teen" | "adult", Lines>> = {
  baby: [
    "The shell gives way and {name} is there, damp, cross and alive. Its clocks have started.",
    "One crack, then many: {name} has hatched, and the first thing it saw was you looking.",
    "{name} is out. It blinks at the size of everything and decides to stay.",
    "A piece of shell falls, and behind it is {name}, a baby. From now on its hours count.",
    "You looked, and the egg took that as permission. {name} has hatched.",
    "{name} has left the egg in two unequal halves and sits between them, breathing.",
  ],
  child: [
    "{name} has lived through its first day and is a child now. It has started to expect things.",
    "Overnight, more or less, {name} became a child: longer in the limb, louder in its opinions.",
    "A day old, {name} no longer fits the place where it hatched. It is a child.",
    "{name} is a child now. It has worked out which of the noises is you.",
    "The bits of shell are gone from {name}. What stands there is a child with plans.",
    "Twenty-four hours of being kept alive have made a child of {name}.",
  ],
  teen: [
    "{name} is half grown. It has begun to look at the door as if it led somewhere.",
    "Three days in, {name} is a teen: all angle, appetite and silence.",
    "{name} has outgrown its corner and not yet found the next one. It is a teen now.",
    "Something about {name} has lengthened. Childhood is over; the habits you gave it remain.",
    "{name} became a teen while nobody said anything. What you do now decides what it grows into.",
    "A teen stands where the child {name} was, pretending to have always been this tall.",
  ],
  adult: [
    "{name} is grown.",
    "The last of the growing is done, and {name} stands in its final shape.",
    "{name} has become an adult, and turned round once to see whether you noticed.",
    "Today {name} is an adult, five days and more from the shell.",
    "It took {name} all its life so far, and now it has grown up.",
    "There is nothing young left about {name} except how it looks at you.",
  ],
};

const PATHS: Readonly<Record<EvolutionPath, Lines>> = {
  high_care: [
    "It is a {form}, the form of those whose meals came on time, nearly always.",
    "Constant care made it a {form}: it has hardly ever had to wonder.",
    "You came when you were expected, and so it is a {form}.",
    "A {form} is what patience looks like once it has grown up, and this one is yours.",
  ],
  balanced: [
    "It is a {form}: kept well on most days, and able to manage the others.",
    "Some meals came late and most did not; what comes of that is a {form}.",
    "Care reached it often enough, and it grew into a {form}, with a life of its own.",
    "A {form} knows both the full bowl and the wait for it.",
  ],
  low_care: [
    "It is a {form}, the form of those who were left waiting more often than not.",
    "Too many meals came late, and it learned to be half elsewhere: a {form}.",
    "It grew up in the gaps between visits, and they made it a {form}.",
    "A {form} is hard to see and does not ask for much, having tried.",
  ],
  rescue: [
    "It is a {form}: it was nearly lost, and somebody brought it back.",
    "It was as close to the end as one can be, and then you came; that made it a {form}.",
    "A {form} carries the mark of the worst day and of the hand that ended it.",
    "Once it lay dying and was nursed back, and so it is a {form}, mended where it broke.",
  ],
};

/** `path` matters for adults only. */
export function stageMessage(
  speaker: Speaker,
  stage: "baby" | "child" | "teen" | "adult",
  path: EvolutionPath | null,
  key: number,
): string {
  const message = fill(choose(STAGES[stage], speaker, `stage:${stage}`, key), speaker);
  if (stage !== "adult" || path === null) return message;
  const values = { form: FORMS[speaker.family][path] };
  return `${message} ${fill(choose(PATHS[path], speaker, `path:${path}`, key), speaker, values)}`;
}

interface ThresholdLines {
  readonly plain: string;
  readonly at: ReadonlyMap<number, Lines>;
}

const THRESHOLDS: Readonly<Record<MilestoneKind, ThresholdLines>> = {
  trust_milestone: {
    plain: "The trust of {name} has reached {threshold}.",
    at: new Map<number, Lines>([
      [
        50,
        [
          "Trust 50: {name} has stopped keeping the exit in view while you are here.",
          "Half of all the trust there is, {name} has now given to you (trust 50).",
          "{name} came closer today without being asked. Its trust has reached 50.",
        ],
      ],
      [
        75,
        [
          "Trust 75: {name} turns its back on you, which it does to nobody that it fears.",
          "{name} has begun to rest within your reach. Its trust is at 75.",
          "At trust 75, {name} hears you come and does not look up, because it knows.",
        ],
      ],
      [
        90,
        [
          "Trust 90: {name} would follow you out of the house.",
          "There is very little that {name} keeps from you now. Its trust has reached 90.",
          "{name} has decided about you, for good. Trust stands at 90.",
        ],
      ],
    ]),
  },
  happiness_milestone: {
    plain: "The happiness of {name} has reached {threshold}.",
    at: new Map<number, Lines>([
      [
        50,
        [
          "Happiness 50: {name} has come back as far as the middle, and looks up.",
          "{name} is no longer low. Its happiness has reached 50.",
          "Something in {name} has eased; happiness stands at 50.",
        ],
      ],
      [
        80,
        [
          "Happiness 80: {name} has begun to do things for no reason at all.",
          "{name} is in good spirits and leaves them lying about the house. Happiness is at 80.",
          "At happiness 80, {name} has little to complain of and knows it.",
        ],
      ],
      [
        100,
        [
          "Happiness 100: there is no room in {name} for more.",
          "{name} is as happy as it can be. The measure ends at 100.",
          "For this moment {name} wants nothing. Its happiness is 100.",
        ],
      ],
    ]),
  },
  discipline_milestone: {
    plain: "The discipline of {name} has reached {threshold}.",
    at: new Map<number, Lines>([
      [
        25,
        [
          "Discipline 25: {name} has understood the word no and is thinking about it.",
          "{name} paused before doing the thing it does. Discipline has reached 25.",
          "A first rule has taken hold in {name}, at discipline 25.",
        ],
      ],
      [
        50,
        [
          "Discipline 50: {name} keeps half the rules, and knows the rest.",
          "{name} waited to be told, once, on purpose. Its discipline is at 50.",
          "At discipline 50, {name} has manners when it remembers them.",
        ],
      ],
      [
        75,
        [
          "Discipline 75: {name} keeps the rules also when nobody is in the room.",
          "{name} corrects itself before you can. Discipline has reached 75.",
          "There is a steadiness in {name} that was not there before; discipline is 75.",
        ],
      ],
    ]),
  },
  health_milestone: {
    plain: "The health of {name} has come back to {threshold}.",
    at: new Map<number, Lines>([
      [
        80,
        [
          "Health 80: {name} was as good as lost, and is well again.",
          "{name} has come all the way back from critical. Its health is at 80.",
          "Nothing in how {name} stands now shows how near the end it was; health has reached 80.",
        ],
      ],
    ]),
  },
  care_streak: {
    plain: "{name} has been fed on time {threshold} times in a row.",
    at: new Map<number, Lines>([
      [
        10,
        [
          "Ten meals on time without a break: {name} has started to set its clock by you.",
          "{name} has been fed on time ten times in a row, and no longer looks surprised.",
          "Ten in a row. {name} now waits at the right place at the right hour.",
        ],
      ],
      [
        25,
        [
          "Twenty-five meals on time, one after another: {name} has forgotten what late means.",
          "{name} has had twenty-five feedings in a row inside their window.",
          "Twenty-five in a row; {name} counts on you the way one counts on floors.",
        ],
      ],
      [
        50,
        [
          "Fifty meals in a row on time. {name} takes it for a law of nature.",
          "{name} has been fed on time fifty times without one lapse between.",
          "The fiftieth meal on time in a row was like the others, which is the achievement; {name} ate it.",
        ],
      ],
      [
        100,
        [
          "One hundred meals on time, none late between them: {name} has been kept perfectly.",
          "{name} has never had to ask in a hundred feedings running.",
          "A hundred in a row. Few things in the life of {name} are as sure as you are.",
        ],
      ],
    ]),
  },
};

export function milestoneMessage(speaker: Speaker, { kind, threshold }: ShownMilestone, key: number): string {
  const { at, plain } = THRESHOLDS[kind];
  const lines = at.get(threshold) ?? ([plain] as const);
  return fill(choose(lines, speaker, `${kind}:${threshold}`, key), speaker, { threshold: String(threshold) });
}

export type AdoptionMilestone =
  | "first_adoption"
  | "tier_unlocked:uncommon"
  | "tier_unlocked:rare"
  | "tier_unlocked:extreme";

const ADOPTION_MILESTONES: Readonly<Record<AdoptionMilestone, string>> = {
  first_adoption: "Your first creature. From its hatching on, its clock runs whether you look or not.",
  "tier_unlocked:uncommon":
    "You have raised an adult. Adoptions without a chosen species now come from the uncommon tier.",
  "tier_unlocked:rare":
    "You have raised three adults and lost few. Adoptions without a chosen species now come from the rare tier.",
  "tier_unlocked:extreme":
    "Five creatures raised, thirty days, no deaths. Adoptions without a chosen species now come from the extreme tier.",
};

export function adoptionMilestone(kind: AdoptionMilestone): string {
  return ADOPTION_MILESTONES[kind];
}
