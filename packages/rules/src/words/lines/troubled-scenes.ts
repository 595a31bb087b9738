// Actions of creatures in trouble. Each list is true in every state that leads to it (plight.ts). Only a creature without care
// for a long time waits at the door, and only a starving one has an empty bowl. Lines about a late meal mention the hour.

import type { Family } from "../../species/species.ts";
import type { Lines } from "../speaker.ts";

type ByFamily = Readonly<Record<Family, Lines>>;

/** A long time without care. */
export const WAITING: ByFamily = {
  cat: [
    "{name} sits facing the door, and has been facing it for longer than cats admit to.",
    "{name} called once, some time ago, and listened to how big the house was.",
    "{name} has gone around to every place where you might be, and then around again.",
    "{name} lies where you were last, though the warmth went out of it long ago.",
    "{name} has stopped getting up for noises; it lies still and lets them not be you.",
    "{name} has left the warm spot for the door, and the door has not moved.",
  ],
  dog: [
    "{name} lies along the crack under the door, where the first news will be.",
    "{name} has carried one of your things to the door and will not leave either.",
    "Every sound outside is you, and then {name} lies down again.",
    "{name} has stopped calling, to hear you sooner.",
    "{name} stands where you stood last, in case that is how it works.",
    "{name} looks at the door the way others look at a clock.",
  ],
  exotic: [
    "{name} has come as near to the side you come in from as the place allows, and stays there.",
    "{name} has hardly moved; moving did not bring you.",
    "{name} has made itself small, to make the time last.",
    "{name} no longer hides; hiding is for those who are being looked for.",
    "{name} keeps facing the side that you come from.",
    "{name} was ready for you for a long time, and is less ready now.",
  ],
  "ai-native": [
    "{name} has asked nine times whether anyone is there, and answered itself eight.",
    "{name} keeps one way in open and has closed the others to pay for it.",
    "{name} has read the last line it has from you until the line means nothing.",
    "{name} is going at the lowest speed that still counts as going.",
    "{name} has turned off everything except the part that waits.",
    "{name} goes through the list of reasons why nobody would come, and starts again at the top.",
  ],
};

/** Unfed for far too long, and weakened by it. */
export const STARVED: ByFamily = {
  cat: [
    "{name} lies beside the empty bowl and no longer looks into it.",
    "The dish has been clean for hours, and {name} goes back to check it anyway.",
    "{name} gets up for a rustle, sways a little, and sits down.",
    "{name} has tried the string, the paper and the dust, and none of them was food.",
    "{name} calls for food in a voice that is getting smaller.",
    "There is less of {name} than there was, and it moves as if it knew.",
  ],
  dog: [
    "{name} lies with its empty bowl between its paws and does not get up.",
    "{name} has gone over the floor for crumbs until there was no floor left to search.",
    "{name} gets up when you move, too slowly, and looks at your hands.",
    "{name} no longer asks; it lies beside the bowl and waits to be seen.",
    "{name} licks at a bowl that has nothing left to give.",
    "One look at {name} says how long it has been.",
  ],
  exotic: [
    "{name} has stopped searching; there was nothing in any of the places.",
    "{name} lies where the food comes, as close as it can get.",
    "{name} has tried what is not food, and left it.",
    "{name} moves only when it must, and less each time.",
    "{name} has begun to look like a sketch of itself.",
    "{name} looks at everything that moves as if it might be the last meal in the world.",
  ],
  "ai-native": [
    "{name} is running on what it had put aside, and nothing is being added.",
    "{name} has shut down whatever it can spare and some of what it cannot.",
    "{name} asks for food in the fewest words it has left.",
    "{name} goes quiet, one part at a time.",
    "{name} checks the empty dish again, though checking costs it something.",
    "{name} leaves its sentences where the strength ends.",
  ],
};

/** Late meals, at any hunger. */
export const LATE: ByFamily = {
  cat: [
    "{name} has looked at the clock, or at whatever a cat has instead.",
    "{name} sits where it sits at mealtime, and mealtime has gone by.",
    "{name} stares at you like a creditor.",
    "{name} has taken up its place for a meal that has not been called.",
    "Every few minutes {name} gets up, finds that nothing has begun, and sits down again.",
    "{name} is waiting in the manner of someone whose appointment was not kept.",
  ],
  dog: [
    "{name} sits up straight for the hour, which was some time ago.",
    "{name} looks from you to the place where meals begin, and back to you.",
    "The routine has a hole in it, and {name} keeps going around the edge.",
    "{name} has reported for its meal and is still at attention.",
    "Something was supposed to happen by now, and {name} is holding its place in line.",
    "{name} keeps the hour by itself, since nobody else has.",
  ],
  exotic: [
    "{name} came out at its hour, and the hour has moved on without it.",
    "{name} waits where it waits at this time, past this time.",
    "By its own clock it is late, and {name} keeps looking to see whether you agree.",
    "{name} turns at each small change, because one of them ought to be the one it waits for.",
    "{name} looks at the place where its meal should have been by now.",
    "Its day has an order, and {name} has come to the gap in it.",
  ],
  "ai-native": [
    "{name} has a time marked, and the mark is behind it now.",
    "{name} counts up from the hour it had been counting down to.",
    "Something was expected, and {name} keeps its slot free.",
    "{name} asks what time it is and finds the answer worse each time.",
    "{name} has listed its meal as pending for longer than it likes.",
    "{name} has had to move one line of its schedule, and then move it again.",
  ],
};

/** Low health that medicine would improve, in any mood. */
export const WEAK: ByFamily = {
  cat: [
    "{name} is going about its day with the volume turned down.",
    "{name} has begun to wash, thought better of it, and kept its dignity.",
    "{name} looked at the jump for a while and took the long way around.",
    "{name} sits very upright, the way one does when something hurts a little.",
    "{name} purrs now and then, in the manner of someone whistling in the dark.",
    "{name} does everything that it usually does, a little later and a little lower.",
  ],
  dog: [
    "{name} wags when you look, and puts the tail down carefully afterward.",
    "{name} brought its toy halfway and is resting beside it.",
    "{name} gets up to greet you in two stages, with a pause between them.",
    "{name} follows you with everything but its legs.",
    "{name} keeps looking at its own side, as if somebody had spoken there.",
    "{name} says that it is fine, with the wrong half of its body.",
  ],
  exotic: [
    "{name} is up and about, and chooses the short ways.",
    "{name} has the look of something that is held together on purpose.",
    "{name} holds one part of itself as if it were borrowed.",
    "{name} moves as usual, and then stops to see what that cost.",
    "{name} is a shade paler than its own picture.",
    "{name} takes the day in smaller pieces than it used to.",
  ],
  "ai-native": [
    "{name} answers everything correctly and half a second late.",
    "{name} has one warning open and keeps it behind the others.",
    "{name} does what it always does, at a lower setting.",
    "{name} checks itself more often than usual and does not publish the results.",
    "{name} drops a word here and there, and goes back to pick it up.",
    "{name} is working around a part of itself.",
  ],
};

/** Low happiness. */
export const LONELY: ByFamily = {
  cat: [
    "The ball of paper is where it was, and {name} is where it was.",
    "{name} looks at the string, and the string looks like string.",
    "{name} goes over the same paw twice, for something to do.",
    "{name} sits with its back to the room, which is a complete sentence.",
    "The paper ball gets one dull look from {name}, and no second.",
    "{name} watches the wall and does not find it any good.",
  ],
  dog: [
    "{name} picked up its toy, and then put it back where it was.",
    "The ball has rolled out of reach, and {name} has not asked for it.",
    "{name} lies flat on the floor and follows your feet, without hope.",
    "{name} looks up at your voice, and down again before you have finished.",
    "{name} looks at its toy the way others look at old photographs.",
    "{name} has lain down, and not because it is tired.",
  ],
  exotic: [
    "{name} has stopped exploring; it has been everywhere there is.",
    "{name} stays in its corner, and the corner is winning.",
    "{name} no longer turns to see what moved.",
    "{name} goes the same short way there and back, and then there again.",
    "{name} is very still, and it is not the stillness of rest.",
    "{name} does one thing after another, and none of them for fun.",
  ],
  "ai-native": [
    "{name} plays against itself, and neither side is enjoying it.",
    "{name} has sorted everything it owns by how long ago you touched it.",
    "{name} answers when asked, correctly, and adds nothing.",
    "A puzzle is open in front of {name}; it has solved it, and unsolved it, and left it.",
    "{name} has turned itself down, to save what it would have shown you.",
    "{name} tells itself a joke and does not laugh at it.",
  ],
};

/** Asleep in trouble of any kind. */
export const UNEASY: ByFamily = {
  cat: [
    "{name} sleeps, but not all of it.",
    "{name} is curled around nothing, to keep it warm.",
    "{name} sleeps in short lengths, with a look around between them.",
    "Asleep, {name} makes a small sound, and it is not a purr.",
    "{name} is asleep on the bare floor and not in any of the good places.",
    "{name} changes sides in its sleep and is no better off.",
  ],
  dog: [
    "{name} runs in its sleep, and it is not chasing anything.",
    "Asleep, {name} whines once, very politely.",
    "{name} sleeps with a frown, if dogs frown.",
    "{name} sleeps and shakes a little.",
    "{name} sleeps as if it had run out of other things to try.",
    "{name} is asleep, and something in it keeps getting up.",
  ],
  exotic: [
    "{name} is asleep in the open, as if it no longer mattered who sees.",
    "{name} sleeps with something in it still awake.",
    "{name} is asleep and has drawn itself in as far as it goes.",
    "{name} flinches in its sleep.",
    "{name} is asleep where it gave out, and not in its own spot.",
    "{name} sleeps, stirs, and sleeps again, and it does not add up to rest.",
  ],
  "ai-native": [
    "{name} is asleep over an error it could not close.",
    "{name} is on standby, and something in it keeps checking the time.",
    "{name} sleeps, and tries again in its sleep.",
    "{name} has gone quiet, and it is not a restful quiet.",
    "{name} is asleep with one warning left on.",
    "{name} sleeps at a low hum with a gap in it.",
  ],
};

/** Low trust in the keeper. */
export const SHY: Lines = [
  "{name} moved to the far side when you came in, without hurry.",
  "{name} has put the largest thing in the room between you.",
  "{name} does everything when you are not looking, and knows when you are not.",
  "{name} watches you the way one watches the weather.",
  "{name} lets you come so near and no nearer.",
  "{name} has stopped what it was doing until you are done.",
];

/** Species that hide their stats. */
export const UNSAID: Lines = [
  "{name} is at home, and that is all it has to say about it.",
  "{name} can be seen, and that is as far as it goes.",
  "{name} does what it does, at a distance, in shadow.",
  "{name} is here, and gives no further particulars.",
  "{name} goes about something that it does not explain.",
  "{name} stays where it is and lets you wonder.",
  "{name} has closed itself like a letter.",
  "What there is to see of {name} is a shape, and the shape is not telling.",
  "{name} moves a little and then does not, and neither tells you anything.",
  "{name} is awake; that much can be made out.",
  "{name} has an expression, but not for you.",
  "Something is going on with {name}, or nothing is.",
];

export const UNSAID_ASLEEP: Lines = [
  "{name} is asleep, with nothing of it showing.",
  "{name} sleeps where it cannot be seen very well.",
  "{name} is asleep; more is not to be learned from here.",
  "There is a sleeper here, and it is {name}.",
  "{name} sleeps with everything tucked in that could tell you something.",
  "{name} is asleep, well or badly.",
  "{name} sleeps the way a closed book lies there.",
  "{name} is asleep, and keeps even that to itself.",
];
