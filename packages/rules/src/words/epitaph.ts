// What is written on a gravestone. It names the cause as it was, adds what the life held, and blames nobody beyond that:
// strangers read it, and so does the keeper.

import type { DeathCause, Stage } from "../creature/creature.ts";
import { chance, seedOf } from "../time/hash.ts";
import type { Family } from "../species/species.ts";
import type { Lines, Speaker } from "./speaker.ts";
import { choose, fill } from "./speaker.ts";
import type { Hours } from "../time/units.ts";

const CAUSES: Readonly<Record<DeathCause, Lines>> = {
  neglect: [
    "{name} waited for somebody, and the waiting outlasted it.",
    "No care came for too long. {name} kept the place beside it free until the end.",
    "{name} died of being left alone.",
    "The hours without care added up to more than {name} had.",
    "There was food in the world and kindness too, and for {name} neither came through the door in time.",
    "{name} listened for a hand on the latch, and heard none for longer than it could live.",
    "What ended {name} was silence, one hour of it after another.",
  ],
  hunger: [
    "{name} starved, and was quiet about it.",
    "The bowl stayed empty longer than {name} could.",
    "Hunger took {name}, slowly and then at once.",
    "{name} went without food until there was no more of it to go without.",
    "Here is {name}, who asked for a meal and grew too weak to ask.",
    "There was to be another meal for {name}, and it did not come in time.",
    "{name} died hungry. It is carved here because it should be known.",
  ],
  illness: [
    "{name} fell ill, and its health went out like a tide that did not turn.",
    "A sickness that began small was more than {name} could carry.",
    "It was illness in the end; {name} had food enough and not strength enough.",
    "{name} grew weaker by a little every hour, until a little was all there was.",
    "The ailment of {name} went on, and {name} could not.",
    "The illness had the last word, and {name} had none left.",
    "{name} was unwell for a long while and is not unwell now.",
  ],
  harm: [
    "{name} took what it was given, and it was the wrong thing.",
    "The last thing given to {name} hurt it more than it could bear.",
    "{name} died of something that was handed to it.",
    "It was no illness and no empty bowl: what was brought to {name} did the harm.",
    "{name} accepted it, as it accepted everything from that hand. Its body could not.",
    "One thing too many that was bad for it: so ended {name}.",
    "What was given in care did damage, and {name} had no health left to spend on it.",
  ],
};

const LIVES: Lines = [
  "It lived {lived} and had {meals}.",
  "Between shell and stone: {lived}, {meals}.",
  "It was here for {lived}.",
  "{lived} of life, and {meals} in it.",
];

const BY_FAMILY: Readonly<Record<Family, Lines>> = {
  cat: [
    "The warm shelf has kept its shape.",
    "No door will be argued with now.",
    "It leaves one windowsill and no forwarding address.",
  ],
  dog: [
    "It would have forgiven this.",
    "The mat by the door is still the mat by the door.",
    "It was good, and it was told so, though not often enough; nobody ever is.",
  ],
  exotic: [
    "It came from far away and lies here.",
    "The flat stone is warm and nobody is on it.",
    "There were few of its kind, and there is one fewer.",
  ],
  "ai-native": [
    "Its last line in the log is a greeting.",
    "The cursor blinks where it was.",
    "A process ended here; it had a name.",
  ],
};

const BY_STAGE: Readonly<Record<Exclude<Stage, "egg">, Lines>> = {
  baby: [
    "It never saw a second day.",
    "It had only begun.",
    "The shell is buried with it; they were not apart for long.",
  ],
  child: ["It was still a child.", "It had just learned what a day is.", "It left its questions."],
  teen: [
    "It was nearly grown.",
    "It would have been somebody; it was already.",
    "It died on the way to its own shape.",
  ],
  adult: [
    "It had grown up, which is more than most things manage.",
    "It had become what it was going to be.",
    "It was long known here.",
  ],
};

/** A length of life in plain words: "less than an hour", "7 hours", "3 days". */
function livedWords(hours: Hours): string {
  if (hours < 1) return "less than an hour";
  if (hours < 48) {
    const whole = Math.floor(hours);
    return whole === 1 ? "an hour" : `${whole} hours`;
  }
  return `${Math.floor(hours / 24)} days`;
}

function mealWords(feedings: number): string {
  if (feedings === 0) return "no meal";
  return feedings === 1 ? "one meal" : `${feedings} meals`;
}

export interface LifeEnded {
  cause: DeathCause;
  livedHours: Hours;
  feedings: number;
  key: number;
}

export function epitaph(speaker: Speaker, { cause, livedHours, feedings, key }: LifeEnded): string {
  const values = { lived: livedWords(livedHours), meals: mealWords(feedings) };
  const ending = fill(choose(CAUSES[cause], speaker, `cause:${cause}`, key), speaker);
  const life = fill(choose(LIVES, speaker, "life", key), speaker, values);
  const dice = chance(seedOf(`${speaker.id}:epitaph`), key);
  const memory =
    speaker.stage === "egg" || dice < 0.5
      ? choose(BY_FAMILY[speaker.family], speaker, "grave-family", key)
      : choose(BY_STAGE[speaker.stage], speaker, "grave-stage", key);
  return `${ending} ${life.charAt(0).toUpperCase()}${life.slice(1)} ${memory}`;
}
