// Sentences about events that happen once (milestone.ts).
import type { EvolutionPath } from "../../creature/creature.ts";
import type { MilestoneKind } from "../../creature/milestones.ts";
import type { Lines, TaggedLines } from "../speaker.ts";

export const STAGES: Readonly<Record<"baby" | "child" | "teen" | "adult", TaggedLines>> = {
  baby: [
    "The shell gives way and {name} is there, damp, cross and alive. Its clocks have started.",
    "One crack, then many: {name} has hatched, and the first thing it saw was you looking.",
    ["eyelids", "{name} is out. It blinks at the size of everything and decides to stay."],
    "A piece of shell falls, and behind it is {name}, a baby. From now on its hours count.",
    "You looked, and the egg took that as permission. {name} has hatched.",
    ["lungs", "{name} has left the egg in two unequal halves and sits between them, breathing."],
  ],
  child: [
    "{name} has lived through its first day and is a child now. It has started to expect things.",
    "{name} became a child when nobody was looking: larger on all sides, and louder in its opinions.",
    "A day old, {name} no longer fits the place where it hatched. It is a child.",
    "{name} is a child now. It has worked out which of the noises is you.",
    "The last bits of shell have come off {name}, and underneath is a child with plans.",
    "Twenty-four hours of being kept alive have made {name} a child.",
  ],
  teen: [
    "{name} is half grown. It has begun to look at the door as if it led somewhere.",
    "Three days in, {name} is a teen: all angles, appetite and silence.",
    "{name} has outgrown its corner and not yet found the next one. It is a teen now.",
    "Childhood is over for {name}; the habits you gave it remain.",
    "{name} became a teen without a word to anyone. What you do now decides what it grows into.",
    "{name} is a teen, and pretends to have always been this size.",
  ],
  adult: [
    "{name} is grown.",
    "The last of the growing is done, and this is the shape {name} will keep.",
    "{name} has become an adult, and turned around once to see whether you noticed.",
    "Five days and more from the shell, {name} is an adult.",
    "It took {name} its whole life so far, and now it has grown up.",
    "There is nothing young left about {name} except how it looks at you.",
  ],
};

export const PATHS: Readonly<Record<EvolutionPath, Lines>> = {
  high_care: [
    "Its form is {form}, which is what comes of meals that were nearly always on time.",
    "Its form is {form}: it has hardly ever had to wonder when you would come.",
    "You came when it expected you, again and again, and the form that makes is {form}.",
    "{form} is what patience looks like once it has grown up, and this one is yours.",
  ],
  balanced: [
    "Its form is {form}: looked after on most days, and able to manage on the rest.",
    "Its meals came, if not always by the clock, and the form that makes is {form}.",
    "You came often enough, and it grew into the {form} form, with a life of its own.",
    "Its form is {form}: it knows both the full bowl and the wait for it.",
  ],
  low_care: [
    "Its form is {form}, which is what comes of waiting more often than not.",
    "Too many meals came late, and it learned to be half elsewhere; the form is called {form}.",
    "It grew up in the gaps between visits, and they made its form: {form}.",
    "{form} is hard to see and does not ask for much, having tried.",
  ],
  rescue: [
    "Its form is {form}: it was nearly lost, and you brought it back.",
    "It was as close to the end as anyone can be, and then you came; the form that leaves is {form}.",
    "{form} carries the mark of its worst hour, and of whoever ended it.",
    "It nearly died and was nursed back; its form is {form}, mended where it broke.",
  ],
};

export interface ThresholdLines {
  readonly plain: string;
  readonly at: ReadonlyMap<number, Lines>;
}

export const THRESHOLDS: Readonly<Record<MilestoneKind, ThresholdLines>> = {
  trust_milestone: {
    plain: "{name} trusts you more than before: its trust has reached {threshold}.",
    at: new Map<number, Lines>([
      [
        50,
        [
          "Trust 50: {name} has stopped keeping the exit in view while you are here.",
          "{name} has now given you half of all the trust there is (trust 50).",
          "{name} came closer today without being asked. Its trust has reached 50.",
          "Trust 50: {name} has stopped pretending to be busy when you come in.",
        ],
      ],
      [
        75,
        [
          "Trust 75: {name} turns its back on you, which it does to nobody it is afraid of.",
          "{name} has begun to rest within your reach. Its trust is at 75.",
          "At trust 75, {name} hears you come in and does not look up, because it knows who it is.",
          "{name} has started telling you things, in its way. Its trust is at 75.",
        ],
      ],
      [
        90,
        [
          "Trust 90: {name} would follow you out of the house.",
          "There is very little that {name} keeps from you now. Its trust has reached 90.",
          "{name} has decided about you, for good. Trust stands at 90.",
          "Trust 90: {name} no longer checks whether you are coming; it checks whether you are well.",
        ],
      ],
    ]),
  },
  happiness_milestone: {
    plain: "{name} is happier: its happiness has reached {threshold}.",
    at: new Map<number, Lines>([
      [
        50,
        [
          "Happiness 50: {name} has come back as far as the middle, and looks up.",
          "{name} has cheered up. Its happiness has reached 50.",
          "Something in {name} has eased; happiness stands at 50.",
          "Happiness 50: {name} is halfway to delighted and still going.",
        ],
      ],
      [
        80,
        [
          "Happiness 80: {name} has begun to do things for no reason at all.",
          "{name} is in good spirits and leaves them lying around the house. Happiness is at 80.",
          "At happiness 80, {name} has little to complain of and knows it.",
          "Happiness 80: {name} is in such a good mood that it is almost suspicious.",
        ],
      ],
      [
        100,
        [
          "Happiness 100: there is no room in {name} for more.",
          "{name} is as happy as it can be. The scale ends at 100.",
          "For this moment {name} wants nothing. Its happiness is 100.",
          "Happiness 100: {name} would like this moment framed.",
        ],
      ],
    ]),
  },
  discipline_milestone: {
    plain: "{name} is better behaved: its discipline has reached {threshold}.",
    at: new Map<number, Lines>([
      [
        25,
        [
          "Discipline 25: {name} has understood the word no and is thinking about it.",
          "{name} paused before doing the thing it does. Discipline has reached 25.",
          "A first rule has taken hold in {name}, at discipline 25.",
          "Discipline 25: {name} has learned that rules exist, and suspects that some are for it.",
        ],
      ],
      [
        50,
        [
          "Discipline 50: {name} keeps half the rules, and knows the rest.",
          "{name} waited to be told, once, on purpose. Its discipline is at 50.",
          "At discipline 50, {name} has manners when it remembers them.",
          "Discipline 50: {name} looked at the forbidden thing and kept going.",
        ],
      ],
      [
        75,
        [
          "Discipline 75: {name} keeps the rules even when nobody is in the room.",
          "{name} corrects itself before you can. Discipline has reached 75.",
          "There is a steadiness in {name} that was not there before; discipline is 75.",
          "Discipline 75: {name} has better manners than some guests.",
        ],
      ],
    ]),
  },
  health_milestone: {
    plain: "{name} has recovered: its health is back to {threshold}.",
    at: new Map<number, Lines>([
      [
        80,
        [
          "Health 80: {name} was as good as lost, and is well again.",
          "{name} has come all the way back from the edge. Its health is at 80.",
          "Nothing about {name} now shows how near the end it was. Its health has reached 80.",
          "Health 80: {name} has made up its mind to live, and then made up the difference.",
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
          "Ten in a row: {name} has begun to mention you to others.",
        ],
      ],
      [
        25,
        [
          "Twenty-five meals on time, one after another: {name} has forgotten what late means.",
          "{name} has been fed on time twenty-five times in a row, and has started to take credit for it.",
          "Twenty-five in a row; {name} counts on you the way one counts on floors.",
          "Twenty-five on time in a row. {name} has stopped watching the door and gone back to what it was doing.",
        ],
      ],
      [
        50,
        [
          "Fifty meals in a row on time. {name} takes it for a law of nature.",
          "{name} has been fed on time fifty times without a single lapse.",
          "The fiftieth meal on time in a row was like the others, which is the achievement; {name} ate it.",
          "Fifty in a row: {name} would be worried about you if you were late.",
        ],
      ],
      [
        100,
        [
          "One hundred meals on time and not one late: {name} has been kept perfectly.",
          "For a hundred feedings running, {name} has never had to ask.",
          "A hundred in a row. {name} is sure of very few things, and you are the first of them.",
          "A hundred in a row: somewhere in {name}, you have been filed next to sunrise.",
        ],
      ],
    ]),
  },
};
