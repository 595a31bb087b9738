// What an act of care looked like and what it came to. The scene is quiet and varied; the clauses on timing, harm and
// effect name the fact, because a keeper learns the rules from them.

import { isDisciplineUnwise } from "../life/advice.ts";
import type { ShortfallReason } from "../care/care.ts";
import type { ShownEffect } from "../care/visible-effect.ts";
import type { CareAction, ItemCategory, Timing } from "../creature/creature.ts";
import { PRIMARY_STAT } from "../creature/effects.ts";
import type { ShownStats } from "../creature/visibility.ts";
import type { Lines, Speaker } from "./speaker.ts";
import { choose, fill } from "./speaker.ts";

/** Care that did something. Reflect is possible asleep, so its scenes hold for a sleeper too. */
const SCENES: Readonly<Record<CareAction, Lines>> = {
  feed: [
    "{name} eats with its whole attention.",
    "The bowl goes from full to less full; {name} sees to it.",
    "{name} takes the first bite carefully and the rest on faith.",
    "For a while there is only the sound of {name} eating.",
    "{name} eats, pauses to see that you are still there, and eats.",
    "You put down food, and {name} was already where you put it.",
    "Crumbs on the floor and {name} above them: the meal was received.",
  ],
  play: [
    "{name} chases it, loses it, and finds it under you.",
    "You and {name} invent a game with one rule, which it breaks.",
    "{name} plays as if there were a prize.",
    "Twice round the room and once over the furniture: {name} has been played with.",
    "{name} let you win once, out of manners.",
    "It began as a game and became a matter of honour; {name} is out of breath.",
  ],
  clean: [
    "{name} holds still for the washing, with the face of a martyr.",
    "Dust, crumbs, one mystery: all of it comes off {name}.",
    "You tidy the corner where {name} lives, and it supervises.",
    "{name} comes out of it smelling of soap and injury, and lighter.",
    "The floor is swept and {name} with it, more or less.",
    "{name} turns round twice in its clean place, testing it for mistakes.",
  ],
  medicine: [
    "{name} swallows it and looks at you as if you had changed.",
    "A bitter spoonful, a long pause, and {name} lies down easier.",
    "You hold {name} steady until the dose is in.",
    "{name} takes the medicine in two attempts, yours and then its own.",
    "It tasted of the cupboard, says the face of {name}, but it stays down.",
    "{name} leans on your hand afterwards, by accident.",
  ],
  discipline: [
    "You say no, and {name} hears that it is a different no.",
    "{name} sits through the lesson and studies the wall.",
    "A line is drawn, and {name} stays on its own side of it.",
    "{name} tries the forbidden thing once more, slowly, and stops by itself.",
    "You are firm and brief; {name} will think about it later.",
    "The rule is explained again. {name} lowers its head and keeps it in mind.",
  ],
  sleep: [
    "You turn down the lamp, and {name} lets its edges go soft.",
    "{name} is settled in its place and told that nothing is left to do.",
    "A blanket, a hush: {name} rests for a while under both.",
    "{name} resists being put to rest for about a minute.",
    "You sit by until {name} has stopped listening to the house.",
    "{name} rests, and some of the wear goes out of it.",
  ],
  reflect: [
    "You sit with {name} and want nothing from it.",
    "You think over the days with {name}, the good hours and the others.",
    "Nothing happens between you and {name}, at length.",
    "You stay near {name} for a while, and the nearness is noted.",
    "You go through what {name} has needed so far, and when. The quiet does the rest.",
    "For some minutes you are simply there, and so is {name}.",
  ],
};

/** Care that was accepted and raised nothing. */
const IDLE: Readonly<Record<CareAction, Lines>> = {
  feed: [
    "{name} looks at the food, and then at you, with a round and patient stomach.",
    "The bowl is full and so is {name}.",
    "{name} moves the food about for the sake of politeness.",
  ],
  play: ["{name} watches the game go by.", "You play; {name} attends.", "The toy crosses the room and {name} lets it."],
  clean: [
    "You wash what was already clean, and {name} allows it.",
    "There is nothing on {name} for the water to find.",
    "{name} shines no more than before.",
  ],
  medicine: [
    "{name} is dosed against nothing in particular.",
    "The medicine looks for something wrong in {name} and comes away empty.",
    "{name} takes it to please you.",
  ],
  discipline: [
    "{name} knew the rule before you said it.",
    "The lesson finds {name} already sitting straight.",
    "{name} hears you out; there is nothing in it that is new.",
  ],
  sleep: [
    "{name} lies down because you asked, quite rested.",
    "The lamp goes down, and {name} looks at the ceiling.",
    "{name} has no tiredness to put away.",
  ],
  reflect: [
    "You sit with {name}. There is nothing left between you to win.",
    "You and {name} are quiet together, as trusted as it gets.",
    "{name} already gives you all the trust it has; you stay a while anyway.",
  ],
};

type ItemCare = Exclude<CareAction, "reflect">;

/** Care with a harmful item: what it did, by the table of effects. */
const HARM: Readonly<Record<ItemCare, Lines>> = {
  feed: [
    "{name} eats it and is sick. It was harmful: health fell and hunger was not helped.",
    "It was no food for {name}, and its body says so. Harmful: health fell, hunger stayed.",
    "{name} trusted the bowl. What was in it was harmful: health fell and nothing was gained.",
  ],
  play: [
    "The game hurts {name}, and it stops. Harmful: happiness and health fell.",
    "{name} backs away from the thing and limps. It was harmful: happiness and health fell.",
    "This was no toy for {name}. Harmful: it cost happiness and health.",
  ],
  clean: [
    "It stings, and {name} pulls away. Harmful: health fell.",
    "{name} comes out of the washing raw. It was harmful: health fell.",
    "What was meant to clean {name} hurt it. Harmful: health fell.",
  ],
  medicine: [
    "It was the wrong remedy, and {name} shakes. Harmful: health fell.",
    "{name} gets worse where it should get better. It was harmful: health fell.",
    "This was not medicine for {name}. Harmful: health fell, and badly.",
  ],
  discipline: [
    "{name} learns only to flinch. Harmful: happiness and health fell, and no discipline was gained.",
    "That was too much, and {name} hides. It was harmful: happiness and health fell.",
    "There was no lesson in it for {name}. Harmful: it cost happiness and health.",
  ],
  sleep: [
    "{name} finds no rest on it and gets up stiff. Harmful: health fell.",
    "Bad bedding, and {name} pays for it. It was harmful: health fell.",
    "This was nothing for {name} to sleep with. Harmful: health fell.",
  ],
};

const TIMINGS: Readonly<Record<Exclude<Timing, "on_time">, string>> = {
  early: "Fed early: only part of it counted, and the on-time streak ends.",
  late: "Fed late: trust fell a little and the on-time streak ends.",
  missed_window: "The feeding window was missed: health and trust fell and the on-time streak ends.",
};

/** Why a stat that was near its limit, or at it, rose little or not at all. That is no mistake of the keeper. */
const LITTLE_ROOM: Readonly<Record<CareAction, Readonly<Record<"reduced" | "wasted", string>>>> = {
  feed: { reduced: "It was not very hungry.", wasted: "It was not hungry." },
  play: { reduced: "It was in good spirits already.", wasted: "It was as happy as it can be already." },
  clean: { reduced: "It was nearly well already.", wasted: "It was in full health already." },
  medicine: { reduced: "It was nearly well already.", wasted: "It was in full health already." },
  discipline: { reduced: "It knew most of this already.", wasted: "It knew all of this already." },
  sleep: { reduced: "It was nearly well already.", wasted: "It was in full health already." },
  reflect: { reduced: "It trusted you almost completely already.", wasted: "It trusts you completely already." },
};

const CLEAN_AGAIN = "It is clean again, and stays so for two more days.";

export interface CareGiven extends ShownEffect {
  action: CareAction;
  /** Null for anything but feed. */
  timing: Timing | null;
  /** Null without an item. */
  category: ItemCategory | null;
  /** On-time feedings in a row, this one included. */
  streak: number;
  cleaningWasDue: boolean;
  key: number;
}

function timingClause(timing: Timing, { streak, effectiveness, category }: CareGiven): string {
  if (timing === "on_time") return streak > 1 ? `Fed on time, ${streak} in a row.` : "Fed on time.";
  const gaveNothing = effectiveness === "wasted" || category === "harmful";
  return timing === "early" && gaveNothing ? "Fed early: the on-time streak ends." : TIMINGS[timing];
}

function shortfallClause({ action, effectiveness, shortfall }: CareGiven): string | null {
  if (effectiveness === "effective") return null;
  switch (shortfall) {
    case "full":
      return LITTLE_ROOM[action][effectiveness];
    case "disliked":
      return "It did only half as much good.";
    case "no_task_item":
      return "Without a task in it, the game did nothing for its happiness.";
    case "early":
    case "harmful":
    case null:
      return null;
  }
}

export function careMessage(speaker: Speaker, given: CareGiven): string {
  const { action, effectiveness, timing, category, cleaningWasDue, key } = given;
  if (category === "harmful" && action !== "reflect") {
    const harm = fill(choose(HARM[action], speaker, `harm:${action}`, key), speaker);
    return timing === null || timing === "on_time" ? harm : `${harm} ${timingClause(timing, given)}`;
  }
  const isIdle = effectiveness === "wasted" && !cleaningWasDue;
  return [
    fill(choose((isIdle ? IDLE : SCENES)[action], speaker, `care:${action}`, key), speaker),
    timing === null ? null : timingClause(timing, given),
    cleaningWasDue ? CLEAN_AGAIN : shortfallClause(given),
    action === "discipline" && category !== "loved" ? "It cost a little happiness and trust." : null,
  ]
    .filter((sentence) => sentence !== null)
    .join(" ");
}

const ITEMS: Readonly<Record<ItemCategory, Lines>> = {
  loved: [
    "{name} could not have chosen better itself.",
    "This is the very thing, as far as {name} is concerned.",
    "{name} carries it off at once, in case you change your mind.",
    "Loved: {name} looks from it to you with new respect.",
    "You have found one of the few things that {name} would cross the room for.",
    "{name} loves it and makes no attempt to hide the fact.",
  ],
  liked: [
    "{name} likes it, and says so by staying.",
    "A good choice; {name} accepts it without conditions.",
    "This suits {name} well, though there are things it would love.",
    "{name} gives it a second look, which is approval.",
    "Liked: {name} would not mind seeing it again.",
    "It is close to what {name} would have asked for.",
  ],
  neutral: [
    "{name} takes it as it comes.",
    "It does what it should, and {name} has no remarks.",
    "Neither good news nor bad to {name}.",
    "{name} treats it as one treats weather.",
    "Neutral: {name} was thinking of something else.",
    "It will do, by the standards of {name}.",
  ],
  disliked: [
    "{name} does not care for it and gets half the good of it.",
    "Disliked: {name} puts up with it for your sake.",
    "{name} gives it the look that it keeps for rain.",
    "It is not to the taste of {name}, and only half of it does any good.",
    "{name} would rather have had nothing said about this.",
    "You can see {name} deciding to be polite about it, and failing.",
  ],
  harmful: [
    "It was bad for {name} and did damage.",
    "Harmful: the body of {name} could not take it.",
    "{name} was hurt by it, and will know it next time.",
    "This should be kept away from {name}.",
    "There is nothing in it for {name} but harm.",
    "{name} flinches from it now, and with reason.",
  ],
};

/** One sentence on how the item was received. The item itself is the keeper's words and is not quoted. */
export function itemMessage(speaker: Speaker, category: ItemCategory, key: number): string {
  return fill(choose(ITEMS[category], speaker, `item:${category}`, key), speaker);
}

/** What to do instead when the primary stat has no room left. */
const WHEN_FULL: Readonly<Record<CareAction, string>> = {
  feed: "feed it again when next_feeding_window opens",
  play: "play again once happiness has fallen below 80",
  clean: "clean about once a day, or when health has fallen",
  medicine: "keep medicine for health below 60",
  discipline: "no further lesson is needed",
  sleep: "let it rest again when health has fallen",
  reflect: "other care is of more use to it now",
};

type Tipped = Pick<CareGiven, "action" | "timing" | "cleaningWasDue" | keyof ShownEffect>;

/** Care that was right although its stat had little room: what it was good for. */
function praise({ action, timing, cleaningWasDue }: Tipped, effectiveness: "reduced" | "wasted"): string | null {
  if (timing === "on_time") {
    return `${LITTLE_ROOM.feed[effectiveness]} A feeding on time still counts in full for consistency, streak and trust.`;
  }
  if (!cleaningWasDue) return null;
  return `${LITTLE_ROOM[action][effectiveness]} Cleaning was still right: dirt costs health only after two days, and they start again now.`;
}

/** What the rule is and what to do instead, or what was right all the same; null when all of it counted. Holds for a dry run, too. */
export function tip(tipped: Tipped): string | null {
  const { action, effectiveness, shortfall } = tipped;
  if (effectiveness === "effective" || shortfall === null) return null;
  const limit = effectiveness === "wasted" ? "is at its limit" : "is near its limit, so only part of this counts";
  const instead = `for ${action} choose from preferences, or send no item`;
  const tips: Readonly<Record<ShortfallReason, () => string>> = {
    full: () =>
      praise(tipped, effectiveness) ??
      `${action} raises ${PRIMARY_STAT[action]}, which ${limit}: ${WHEN_FULL[action]}.`,
    early: () =>
      "Before half the feeding window has passed, a feeding counts only in part and ends the on-time streak: " +
      "wait for next_feeding_window.",
    harmful: () => `A harmful item does damage instead of the usual effect: ${instead}.`,
    disliked: () => `A disliked item gives half the usual gain: ${instead}.`,
    no_task_item: () =>
      "This species gains from play only with a task, such as a puzzle or training: name one as the item.",
  };
  return tips[shortfall]();
}

/** ADVICE-5, from what the keeper may see alone; null when nothing speaks against discipline. */
export function disciplineWarning({ health, trust, happiness }: ShownStats): string | null {
  if (health === null || trust === null || happiness === null) {
    return "Its stats are hidden, so you cannot tell whether it can take discipline now. Leave it until you can.";
  }
  if (!isDisciplineUnwise({ health, trust, happiness })) return null;
  return (
    "Discipline is unwise while health is below 40, trust below 30 or happiness below 30, and it costs happiness and trust. " +
    "Give medicine, play or reflect instead."
  );
}
