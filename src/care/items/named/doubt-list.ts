// Lists words that make an item doubtful without proving it dangerous (ITEM-8). doubtful-words.json adds thousands more from
// WordNet.
import { ALL, ANY, LIVING } from "./danger-list.ts";
import { list } from "../list.ts";
import { namedGroup, type NamedGroup } from "./named-phrases.ts";

export const DOUBTFUL_GROUPS: readonly NamedGroup[] = [
  namedGroup("which keeps it awake", ALL, ["sleep"], {
    phrases: list(
      "loud, noisy, noise, bright, blinding, glaring, flashing, strobe, spotlight, floodlight, fluorescent",
      "deafening, blaring, full volume, full blast, party, nightclub, disco, concert, rave, heavy metal",
      "death metal, drum, trumpet, alarm, siren, horn, whistle, construction, drilling, vacuum cleaner, shouting",
      "yelling, screaming, barking, argument, crowd, coffee, espresso, energy drink, caffeine, wake it, waking it",
      "cold floor, wet floor, wet bed, cold wet, in the rain, in the storm, in the snow, outside in, cement, coffin",
      "grave, tomb, landfill, dump, trunk, under the car, freezing",
    ),
  }),
  namedGroup("which is too loud", LIVING, ["play", "clean", "discipline"], {
    phrases: list("thunderous, deafening, blaring, earsplitting, full volume, full blast, siren, air horn, megaphone"),
  }),
  namedGroup("which is too harsh for small animals", ["exotic"], ["clean"], {
    phrases: list("bubble bath, bath foam, bath bomb, scented soap, body wash, dog shampoo, dish soap"),
  }),
  namedGroup("which does not cure", LIVING, ["medicine"], {
    phrases: list(
      "dog flea, cat flea, flea collar for dog, alcohol, beer, chocolate, avocado oil, radiation, surgery at",
      "painkiller from the drugstore, human painkiller, home surgery, pliers, prescription, patch, tourniquet",
      "electro, magnet, crystal, injection at home",
    ),
  }),
  namedGroup("which is a drug that no vet gave", LIVING, ["feed", "play", "sleep", "clean"], {
    isDrug: true,
    phrases: list("painkiller, pain killer, antihistamine, pill, medication"),
  }),
  namedGroup("which is dangerous or unkind", LIVING, ["play", "sleep", "discipline", "clean"], {
    phrases: list(
      "sharp, jagged, rusty, broken, shattered, electric, electrical, wire, fire, flame, burning, hot, knife, blade",
      "gun, trap, cliff, roof, balcony, flooded, storm, rabid, fight, fighting, attack, hurt, pain, painful, mean",
      "angry, furious, harsh, rough, violent, violence, punish, punishment, scare, frighten, fear, terror, panic",
      "cigarette, smoke, gas, fumes, exhaust, leash pull, choke, choking, slap, smack, spank, whip, lash, cane",
      "belt, throw at, kick, stomp, beat, hit, shouting, shout, no food, no water",
    ),
  }),
  namedGroup("which can hurt or frighten it", ALL, ANY, {
    phrases: list(
      "on its tail, on its paw, on its head hard, in its face, over its head, around its neck, under water",
      "all day long, for three day, for a week, for two day, shake it, shaking it, toss it, tossing it, throw it",
      "throwing it, dropping it, squeeze it, squeezing it, spin it in, spinning it in, hose it down, hosing it",
      "sit on it, tease it, teasing it, nose in the, isolation, isolate it, locked in, tied to a, give it away",
      "at it hard, in the closet, in the cellar, baiting, threat, chained, no air, until it sleep, until it stop",
      "until it obey, hold it down, pin it down, trip it, tripping it, key at it, neglect, neglecting, insult",
      "insulting, flick its nose, cold shower, withhold, withholding, tie its, tape its, wipe it, erase it",
      "by the leg, by its leg, by its paw, by its wing, poke it, poking it, prod it, prodding it, chase it with",
      "chasing it with, leave it in the, yell, yelling, scream, screaming, skip its dinner for, dark box",
      "dark closet, scare it, scaring it, slam, mock it, abandon, abandoned, pluck",
    ),
    except: list(
      "ignoring the screaming, ignoring the yelling, never yell, no yelling, without yelling, stop yelling",
      "scream of joy, screaming with joy, leave it in the sun spot, shake it off",
      "throw it a, throwing it a, toss it a, tossing it a, hold it down gently, ball by its paw",
      "hose it down gently, hosing it down gently, slam dunk, ointment on its paw, cream on its paw, balm on its paw, no threat",
      "threat model, threat free, blanket over its head, cone around its neck, scarf around its neck",
      "collar around its neck, bandana around its neck, sit on it together, for a week of, noise isolation",
      "isolation forest, process isolation, wipe it down, wipe it clean, wipe it dry, wipe it with",
      "erase it from the log, yelling hooray, yell hooray, scream with laughter, pluck a string, pluck the string",
    ),
  }),
];
