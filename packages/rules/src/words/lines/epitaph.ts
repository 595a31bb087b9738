// Sentences on gravestones (epitaph.ts).
import type { DeathCause, Stage } from "../../creature/creature.ts";
import type { Family } from "../../species/species.ts";
import type { Lines, TaggedLines } from "../speaker.ts";

/** One sentence each, short enough for a stone. */
export const CAUSES: Readonly<Record<DeathCause, Lines>> = {
  neglect: [
    "{name} waited for someone, and the waiting outlasted it.",
    "{name} kept a place beside it free until the end.",
    "{name} died of being left alone.",
    "The hours without care added up to more than {name} had.",
    "Kindness was on its way to {name}, and did not arrive in time.",
    "{name} listened for the door longer than it could live.",
    "What ended {name} was silence, one hour of it after another.",
    "{name} was sure that someone would come.",
    "Nobody meant to forget {name}.",
  ],
  hunger: [
    "{name} starved, and was quiet about it.",
    "The bowl stayed empty longer than {name} could.",
    "Hunger took {name}, slowly and then all at once.",
    "{name} went without until there was no more of it to go without.",
    "{name} asked for a meal until it was too weak to ask.",
    "There would have been another meal for {name}; it came too late.",
    "{name} died hungry, and this stone says so.",
    "{name} was one meal short of tomorrow.",
    "{name} went hungry for too long.",
  ],
  illness: [
    "{name} fell ill, and its health went out like a tide.",
    "A sickness that began small was more than {name} could carry.",
    "{name} had food enough, and not strength enough.",
    "Every hour {name} was a little weaker, until there were no more hours.",
    "The illness went on, and {name} could not.",
    "The illness had the last word, and {name} let it.",
    "{name} was unwell for a while, and is not unwell now.",
    "{name} never quite got over it.",
  ],
  harm: [
    "{name} took what it was given, and it was the wrong thing.",
    "The last thing given to {name} hurt it more than it could stand.",
    "{name} died of something it was handed.",
    "Not illness and not hunger: what was brought to {name} did the harm.",
    "{name} trusted the hand, and the hand was wrong.",
    "One wrong gift too many was the end of {name}.",
    "What was meant as care did damage, and {name} had no health to spare.",
    "{name} died of a harmful gift.",
  ],
};

export const LIVES: Lines = [
  "It lived {lived} and was {fed}.",
  "Between eggshell and gravestone lay {lived}, in which it was {fed}.",
  "It was here for {lived} and was {fed} in that time.",
  "{lived} of life, {fed}, one name.",
];

export const BY_FAMILY: Readonly<Record<Family, TaggedLines>> = {
  cat: [
    "The warm spot has kept its shape.",
    "No door will be argued with now.",
    ["furniture", "It leaves one windowsill and no forwarding address."],
    "It would like it known that it was not told about this.",
    "It never came when it was called, until it did.",
  ],
  dog: [
    "It would have forgiven this.",
    "Its place by the door is still its place by the door.",
    "It was good, and it was told so, though not often enough; no one ever is.",
    "It is waiting wherever it is, and it does not mind.",
  ],
  exotic: [
    "It came from far away and rests here.",
    "Its favorite spot is warm, and nobody is in it.",
    "There were few of its kind, and there is one fewer.",
    "It was never quite tame, and it stayed all the same.",
  ],
  "ai-native": [
    "The last line in its log is a greeting.",
    "The cursor still waits where it was.",
    "A process ended here; it had a name.",
    "Everything it knew about you is still in order.",
  ],
};

export const BY_STAGE: Readonly<Record<Exclude<Stage, "egg">, Lines>> = {
  baby: [
    "It never saw a second day.",
    "It had only begun.",
    "The eggshell is buried with it; they were not apart for long.",
    "Nearly everything would have been new to it.",
  ],
  child: [
    "It was still a child.",
    "It had just learned what a day is.",
    "It left its questions behind.",
    "It had plans for tomorrow, all of them small.",
  ],
  teen: [
    "It was nearly grown.",
    "It would have been somebody; it already was.",
    "It died on the way to its own shape.",
    "It had just stopped asking how long everything takes.",
  ],
  adult: [
    "It had grown up, which is more than most things manage.",
    "It had become what it was going to be.",
    "It was long known here.",
    "It knew this house better than anyone who is left in it.",
  ],
};
