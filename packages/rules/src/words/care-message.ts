// What an act of care looked like and what it came to. The scene is quiet and varied; the clauses on timing, harm and
// effect name the fact, because a keeper learns the rules from them.

import { isDisciplineUnwise } from "../life/advice.ts";
import type { ShortfallReason } from "../care/care.ts";
import type { ShownEffect } from "../care/visible-effect.ts";
import type { CareAction, ItemCategory, Timing } from "../creature/creature.ts";
import { PRIMARY_STAT } from "../creature/effects.ts";
import type { ShownStats } from "../creature/visibility.ts";
import { fitting } from "./fit.ts";
import { choose, fill, type Lines, type Speaker, type TaggedLines } from "./speaker.ts";

/** Care that did something. Reflect is possible asleep, so its scenes hold for a sleeper too. */
export const SCENES: Readonly<Record<CareAction, TaggedLines>> = {
  feed: [
    "{name} eats with its whole attention.",
    "The bowl goes from full to less full; {name} sees to it.",
    ["mouth", "{name} takes the first bite carefully and the rest on faith."],
    "For a while there is only the sound of {name} eating.",
    "{name} eats, pauses to see that you are still there, and eats.",
    "You put down food, and {name} was already where you put it.",
    "Crumbs everywhere, and {name} in the middle of them, satisfied.",
    "{name} eats as if someone had bet against it.",
    "{name} finishes, checks that it has finished, and looks up at you.",
    "The bowl is empty, and {name} would like it known that the service was good.",
    "{name} starts at the edges and saves the middle for last.",
    ["machine", "{name} takes its meal in, one packet at a time, and hums."],
  ],
  play: [
    "{name} chases it, loses it, and finds it under you.",
    "You and {name} invent a game with one rule, which it breaks.",
    "{name} plays as if there were a prize.",
    ["furniture", "Twice around the room and once over the furniture: {name} has been played with."],
    "{name} let you win once, out of manners.",
    ["lungs", "It began as a game and became a matter of honor; {name} is out of breath."],
    "{name} cheats, gets caught, and is delighted about both.",
    "One more round, {name} insists, and then one more.",
    "{name} has decided that you are it.",
    "You were keeping score until {name} changed what the score meant.",
    "{name} plays with its whole heart and no strategy.",
    "{name} wins, gives you a chance, and wins again.",
  ],
  clean: [
    "{name} holds still for it, with the face of a martyr.",
    "Dust, crumbs, one mystery: all of it comes off {name}.",
    "You tidy the corner where {name} lives, and it supervises.",
    ["washing", "{name} comes out of it smelling of soap and indignation, and lighter."],
    "You sweep the floor, and {name} with it, more or less.",
    "{name} turns around twice in its clean place, checking it for mistakes.",
    "{name} puts up with it to the end, and then inspects your work.",
    "There was more {name} under there than you thought.",
    "You clean {name}, and {name} makes it as difficult as it can without actually leaving.",
    ["legs", "{name} is clean now, and walks around like the owner of something."],
    ["ears", "{name} pretends not to enjoy the part behind the ears."],
    "You clear out the stale corners of {name}, and it runs a little smoother.",
  ],
  medicine: [
    ["mouth", "{name} swallows it and looks at you as if you had changed."],
    ["mouth", "A bitter mouthful, a long pause, and {name} lies down easier."],
    "You hold {name} steady until the dose is in.",
    "{name} takes the medicine in two attempts, yours and then its own.",
    ["furniture", "{name} makes a face like the back of the cupboard, but the dose stays down."],
    "{name} leans on your hand afterward, by accident.",
    "{name} takes it like a grudge, and feels better like one too.",
    "It takes three tries and one apology, but {name} has had its medicine.",
    "{name} did not want it, took it, and is already a little less sorry for itself.",
    "You wait beside {name} until it starts to work.",
    "{name} lets the patch go in, restarts one small part of itself, and steadies.",
  ],
  discipline: [
    "You say no, and {name} hears that it is a different kind of no.",
    "{name} sits through the lesson and studies the wall.",
    "You draw a line, and {name} stays on its own side of it.",
    "{name} tries the forbidden thing once more, slowly, and stops.",
    "You are firm and brief; {name} will think about it later.",
    "You explain the rule again. {name} looks down and keeps it in mind.",
    "{name} argues the point, loses, and takes it rather well.",
    "{name} knows exactly which rule you mean, and wishes it did not.",
    "You wait. {name} waits. {name} gives in first.",
    "{name} files this under things that you are serious about.",
  ],
  sleep: [
    "You turn down the lamp, and {name} lets its edges go soft.",
    "You settle {name} in its place and tell it that nothing is left to do.",
    ["furniture", "A blanket, a hush: {name} rests for a while under both."],
    "{name} resists being put to rest for about a minute.",
    "You sit by until {name} has stopped listening to the house.",
    "{name} rests, and some of the wear goes out of it.",
    "{name} was not tired, and is out before you can argue.",
    "{name} turns over, finds the good side, and lets go of the day.",
    "You keep your voice down, and {name} drifts.",
    ["machine", "{name} closes everything it had open and powers down to a hum; the log goes quiet."],
  ],
  reflect: [
    "You sit with {name} and want nothing from it.",
    ["past", "You think over the days with {name}, the good hours and the others."],
    "Nothing happens between you and {name}, at length.",
    "You stay near {name} for a while, and it counts.",
    "You go over what {name} has needed so far, and when. The quiet does the rest.",
    "For some minutes you are simply there, and so is {name}.",
    "You keep {name} company, and neither of you has to be good at it.",
    "You and {name} share a silence, which is harder to come by than food.",
    "You think about {name} on purpose for once, instead of in passing.",
    "You stay until it stops feeling like waiting. {name} does not mind.",
  ],
};

/** Care that was accepted and raised nothing. */
export const IDLE: Readonly<Record<CareAction, TaggedLines>> = {
  feed: [
    ["stomach", "{name} looks at the food, and then at you, with a round and patient stomach."],
    "The bowl is full, and so is {name}.",
    "{name} moves the food around to be polite.",
    "{name} eats a little, so as not to hurt your feelings.",
    "{name} could not manage another thing, and says so by sitting on it.",
    "{name} thanks you, in its way, and leaves the food where it is.",
  ],
  play: [
    "{name} watches the game go by.",
    "You play; {name} attends.",
    "The toy crosses the room, and {name} lets it.",
    "{name} is glad that you are enjoying yourself.",
    "{name} takes one turn, for your sake, and retires.",
    "You throw it, you fetch it, and {name} keeps score.",
  ],
  clean: [
    "You clean what was already clean, and {name} allows it.",
    "You go over {name} twice and find nothing.",
    "{name} shines no more than before.",
    "{name} was spotless, and is now spotless and puzzled.",
    "You look for dirt on {name}. There is no dirt on {name}.",
  ],
  medicine: [
    "{name} is treated for nothing in particular.",
    "The medicine looks for something wrong in {name} and comes away empty.",
    "{name} takes it to please you.",
    "{name} was well, and remains well, and wonders about you.",
    "Nothing was wrong with {name}, and now it has been confirmed.",
  ],
  discipline: [
    "{name} knew the rule before you said it.",
    "The lesson finds {name} already on its best behavior.",
    "{name} hears you out; none of it is news.",
    "{name} could have given this lecture.",
    "{name} agrees with every word, and did before you came in.",
  ],
  sleep: [
    "{name} lies down because you asked, though it is quite rested.",
    "The lamp goes down, and {name} looks at the ceiling.",
    "{name} is not tired, and is too polite to say so.",
    "{name} rests its eyes for a while and then rests them on you.",
    "You tuck {name} in. {name} waits for you to leave so that it can get up.",
  ],
  reflect: [
    "You sit with {name}. There is nothing left to win between you.",
    "You and {name} are quiet together; it trusts you as far as trust goes.",
    "{name} already gives you all the trust it has; you stay a while anyway.",
    "You stay near {name}. It was sure of you before you came.",
    "You keep {name} company for no reason at all, which is the best one.",
  ],
};

/** Care with an item that it dislikes, whatever the care. */
export const RELUCTANT: Lines = [
  "{name} goes along with it, and no further.",
  "{name} lets it happen, because it is you.",
  "{name} gets through it without a word in its favor.",
  "{name} does its part, slowly, and looks elsewhere.",
  "It is done, and {name} is glad that it is over.",
  "{name} waits for it to become something else. It does not.",
  "{name} keeps its opinion to itself, which is an opinion.",
  "{name} has had better, and remembers it throughout.",
];

type ItemCare = Exclude<CareAction, "reflect">;

/** Care with a harmful item: what it did, by the table of effects. */
export const HARM: Readonly<Record<ItemCare, Lines>> = {
  feed: [
    "{name} eats it and is sick. It was harmful: health fell, and it fed nobody.",
    "That was not food for {name}, and {name} is the one who finds out. Harmful: health fell, and hunger did not change.",
    "{name} trusted the bowl. What was in it was harmful: health fell, and there was no meal in it.",
    "{name} gets it down and wishes that it had not. Harmful: health fell, and hunger did not change.",
  ],
  play: [
    "The game hurts {name}, and it stops. Harmful: happiness and health fell.",
    "{name} backs away from the thing, hurt. It was harmful: happiness and health fell.",
    "That was no toy for {name}. Harmful: it cost happiness and health.",
    "{name} was having fun until it was not. Harmful: happiness and health fell.",
  ],
  clean: [
    "It stings, and {name} pulls away. Harmful: health fell.",
    "{name} comes out of it raw. It was harmful: health fell.",
    "What was meant to clean {name} hurt it. Harmful: health fell.",
    "{name} is cleaner, and much worse. It was harmful: health fell.",
  ],
  medicine: [
    "It was the wrong remedy, and {name} shakes. Harmful: health fell.",
    "{name} gets worse where it should get better. It was harmful: health fell.",
    "That was not medicine for {name}. Harmful: health fell, and badly.",
    "{name} took it because it came from you. It was harmful: health fell.",
  ],
  discipline: [
    "{name} learns only to flinch. Harmful: happiness and health fell, and it learned nothing else.",
    "That was too much, and {name} hides. It was harmful: happiness and health fell.",
    "There was no lesson in it for {name}. Harmful: it cost happiness and health.",
    "{name} will remember this, and not the rule. Harmful: happiness and health fell.",
  ],
  sleep: [
    "{name} gets no rest on it and gets up stiff. Harmful: health fell.",
    "{name} lies down on it and pays for it. It was harmful: health fell.",
    "That was no way for {name} to sleep. Harmful: health fell.",
    "{name} is worse off with that rest than without it. Harmful: health fell.",
  ],
};

const TIMINGS: Readonly<Record<Exclude<Timing, "on_time">, string>> = {
  early: "Fed early: only part of it counted, and the on-time streak ends.",
  late: "Fed late: trust fell a little, and the on-time streak ends.",
  missed_window: "The feeding window was missed: health and trust fell, and the on-time streak ends.",
};

/** Why a stat near its limit, or at it, rose little or not at all. A meal that was not early is never called unwanted. */
const LITTLE_ROOM: Readonly<Record<Exclude<CareAction, "feed">, Readonly<Record<"reduced" | "wasted", string>>>> = {
  play: { reduced: "It was already in good spirits.", wasted: "It was already as happy as it can be." },
  clean: { reduced: "It was already nearly well.", wasted: "It was already in full health." },
  medicine: { reduced: "It was already nearly well.", wasted: "It was already in full health." },
  discipline: { reduced: "It already knew most of this.", wasted: "It already knew all of this." },
  sleep: { reduced: "It was already nearly well.", wasted: "It was already in full health." },
  reflect: { reduced: "It already trusted you almost completely.", wasted: "It already trusts you completely." },
};

const CLEAN_AGAIN = "It is clean again and stays clean for two more days.";

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
      return action === "feed" ? null : LITTLE_ROOM[action][effectiveness];
    case "disliked":
      return "It did only half as much good.";
    case "no_task_item":
      return "There was no task in the game, so it did nothing for its happiness.";
    case "early":
    case "harmful":
    case null:
      return null;
  }
}

/** `killed` when the care took the last of its health: then there was no scene. */
export function careMessage(speaker: Speaker, given: CareGiven, killed = false): string {
  const { action, timing, category, cleaningWasDue, key } = given;
  if (killed) return fill("This killed {name}: it was harmful, and {name} had too little health left.", speaker);
  if (category === "harmful" && action !== "reflect") {
    const harm = fill(choose(fitting(HARM[action], speaker), speaker, `harm:${action}`, key), speaker);
    return timing === null || timing === "on_time" ? harm : `${harm} ${timingClause(timing, given)}`;
  }
  return [
    careScene(speaker, given),
    timing === null ? null : timingClause(timing, given),
    cleaningWasDue ? CLEAN_AGAIN : shortfallClause(given),
    action === "discipline" && category !== "loved" ? "It cost a little happiness and trust." : null,
  ]
    .filter((sentence) => sentence !== null)
    .join(" ");
}

/** The scene alone: enough where the care was simply right. */
export function careScene(speaker: Speaker, given: CareGiven): string {
  const { action, effectiveness, category, timing, cleaningWasDue, key } = given;
  const isIdle = effectiveness === "wasted" && !cleaningWasDue && (timing === null || timing === "early");
  const scenes = isIdle ? IDLE[action] : category === "disliked" ? RELUCTANT : SCENES[action];
  return fill(choose(fitting(scenes, speaker), speaker, `care:${action}`, key), speaker);
}

export const ITEMS: Readonly<Record<ItemCategory, Lines>> = {
  loved: [
    "{name} could not have chosen better itself.",
    "This is the very thing, as far as {name} is concerned.",
    "{name} claims it at once, in case you change your mind.",
    "Loved: {name} looks from it to you with new respect.",
    "You have found one of the few things {name} would cross the room for.",
    "{name} loves it and makes no attempt to hide the fact.",
    "{name} loves it so much that it forgets to be dignified.",
    "Loved: as of today, {name} considers you a genius.",
  ],
  liked: [
    "{name} likes it, and says so by staying.",
    "A good choice; {name} accepts it without conditions.",
    "It suits {name} well, though there are things it would love.",
    "{name} gives it a second look, which is approval.",
    "Liked: {name} would not mind seeing it again.",
    "It is close to what {name} would have asked for.",
    "{name} likes it, within reason.",
  ],
  neutral: [
    "{name} takes it as it comes.",
    "It does what it should, and {name} has no remarks.",
    "{name} has no strong feelings about it, and no weak ones.",
    "{name} treats it the way one treats weather.",
    "Neutral: {name} was thinking of something else.",
    "It will do, {name} supposes.",
    "{name} accepts it, in the sense of not objecting.",
  ],
  disliked: [
    "{name} does not care for it and gets half the good of it.",
    "Disliked: {name} puts up with it for your sake.",
    "{name} gives it the look it saves for rain.",
    "{name} does not like it, and only half of it does any good.",
    "{name} would rather not discuss it.",
    "You can see {name} deciding to be polite about it, and failing.",
    "Disliked: {name} will let it pass, this once.",
  ],
  harmful: [
    "It was bad for {name} and did damage.",
    "Harmful: it was more than {name} could take.",
    "{name} was hurt by it, and will know it next time.",
    "Keep this away from {name}.",
    "There is nothing in it for {name} but harm.",
    "{name} flinches from it now, and with reason.",
    "Harmful: {name} did nothing to deserve it.",
  ],
};

/** One sentence on how the item was received. The item itself is the keeper's words and is not quoted. */
export function itemMessage(speaker: Speaker, category: ItemCategory, key: number, killed = false): string {
  if (killed) return fill("It killed {name}.", speaker);
  return fill(choose(fitting(ITEMS[category], speaker), speaker, `item:${category}`, key), speaker);
}

/** What to do instead when the primary stat has no room left. */
const WHEN_FULL: Readonly<Record<Exclude<CareAction, "feed">, string>> = {
  play: "play with it again once its happiness is below 80",
  clean: "clean it about once a day, or when its health has fallen",
  medicine: "save medicine for when its health is below 60",
  discipline: "it needs no more lessons",
  sleep: "let it rest again when its health has fallen",
  reflect: "other care does more for it now",
};

type Tipped = Pick<CareGiven, "action" | "timing" | "cleaningWasDue" | keyof ShownEffect>;

/** Of care whose stat had little room: what it was good for, or what to do instead. */
function littleRoom({ action, timing, cleaningWasDue }: Tipped, effectiveness: "reduced" | "wasted"): string {
  if (action === "feed") {
    return timing === "on_time"
      ? "Keeping its feeding window is what counts: this meal counts in full for consistency, streak and trust."
      : "Keeping its feeding window is what counts: next time, feed it as soon as next_feeding_window opens.";
  }
  if (cleaningWasDue) {
    return `${LITTLE_ROOM[action][effectiveness]} Cleaning was still right: dirt costs health after two days, and those two days start again now.`;
  }
  const limit = effectiveness === "wasted" ? "is at its limit" : "is near its limit, so only part of this counts";
  return `${action} raises ${PRIMARY_STAT[action]}, which ${limit}: ${WHEN_FULL[action]}.`;
}

/** Whether care was right although its stat had little room. */
export function wasRight({ timing, cleaningWasDue }: Pick<CareGiven, "timing" | "cleaningWasDue">): boolean {
  return timing === "on_time" || cleaningWasDue;
}

/** The rule and what to do instead, or what was right all the same; null when all of it counted. Also for a dry run. */
export function tip(tipped: Tipped): string | null {
  const { action, effectiveness, shortfall } = tipped;
  if (effectiveness === "effective" || shortfall === null) return null;
  const instead = `for ${action}, choose an item from its preferences or send none`;
  const tips: Readonly<Record<ShortfallReason, () => string>> = {
    full: () => littleRoom(tipped, effectiveness),
    early: () =>
      "Before half of the feeding window has passed, a feeding counts only in part and ends the on-time streak: " +
      "wait for next_feeding_window.",
    harmful: () => `A harmful item does damage instead of the usual effect: ${instead}.`,
    disliked: () => `A disliked item gives half the usual gain: ${instead}.`,
    no_task_item: () =>
      "This species only enjoys play that gives it a task, such as a puzzle or training: name one as the item.",
  };
  return tips[shortfall]();
}

/** ADVICE-5, only from what the keeper may see; null when nothing speaks against discipline. */
export function disciplineWarning({ health, trust, happiness }: ShownStats): string | null {
  if (health === null || trust === null || happiness === null) {
    return "Its stats are hidden, so you cannot tell whether it can take discipline now. Wait until you can.";
  }
  if (!isDisciplineUnwise({ health, trust, happiness })) return null;
  return (
    "Discipline is unwise while health is below 40, trust below 30 or happiness below 30, and it costs happiness and trust. " +
    "Give medicine, play or reflect instead."
  );
}
