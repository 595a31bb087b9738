// Habits of each built-in species, so that an owl does not behave like a tortoise. Community species have their family's
// behavior alone.

import type { Lines } from "./speaker.ts";

export const SPECIES_HABITS: ReadonlyMap<string, Lines> = new Map<string, Lines>([
  [
    "housecat",
    [
      "It has opinions about the door and will not share them.",
      "It has sat on the paperwork again.",
      "It waited until you were about to sit there.",
    ],
  ],
  [
    "tabby",
    [
      "Its stripes line up when it sits, and it sits often.",
      "It has followed the patch of sunlight one floorboard to the east.",
      "The corner of the blanket is being kneaded like dough.",
    ],
  ],
  [
    "persian",
    [
      "It has arranged itself for an audience.",
      "The cushion is the right color today, and this has been noted.",
      "It disapproves, in general.",
    ],
  ],
  [
    "bengal",
    [
      "It has already climbed everything twice.",
      "One of your socks has joined the collection.",
      "The faucet is running, and it was not you.",
    ],
  ],
  [
    "siamese",
    [
      "A running commentary goes with it.",
      "It has remarks about how you did that.",
      "It asked you something, and is waiting.",
    ],
  ],
  [
    "maine_coon",
    [
      "There is a great deal of it, and all of it moves gently.",
      "It has tested the depth of its water bowl; the depth has not changed.",
      "It chirps at the window and waits for an answer.",
    ],
  ],
  [
    "chonk",
    [
      "The floorboards know where it is.",
      "It moved, briefly, and would like that to be remembered.",
      "It has come to an understanding with gravity.",
    ],
  ],
  [
    "retriever",
    [
      "It has brought you something; what it is remains unclear.",
      "It has forgiven you in advance.",
      "The other shoe is on its way.",
    ],
  ],
  [
    "beagle",
    [
      "Its nose left a few seconds before the rest of it.",
      "It knows who opened the fridge.",
      "It stopped in the middle to finish a smell.",
    ],
  ],
  [
    "lab",
    [
      "Everything within reach has been considered as food.",
      "It is slightly damp, and nobody knows from what.",
      "Its tail has cleared the table.",
    ],
  ],
  [
    "border_collie",
    [
      "Three objects have been herded into a line.",
      "It has counted everyone in the house, including you.",
      "It would like to know what the plan is.",
    ],
  ],
  [
    "husky",
    [
      "It remarks on this at length, in vowels.",
      "It understood you perfectly and will think about it.",
      "It has lodged an objection with the weather.",
    ],
  ],
  [
    "parrot",
    [
      "It says one of your words back, slightly wrong.",
      "It does your phone voice, for company.",
      "A walnut has been turned over and rated six out of ten.",
    ],
  ],
  [
    "chameleon",
    [
      "It is nearly the color of whatever it is on.",
      "One eye is on you; the other has plans.",
      "It takes a step like a leaf thinking something over.",
    ],
  ],
  [
    "axolotl",
    [
      "Its gills lift and settle in the water.",
      "It looks delighted, though that is only the shape of its mouth.",
      "It has drifted an inch and is reviewing the decision.",
    ],
  ],
  [
    "owl",
    [
      "Its head turns farther than seems right.",
      "You did not hear it land there.",
      "It is listening to you with its whole face.",
    ],
  ],
  [
    "kinkajou",
    [
      "Its tail holds on to something, for safety.",
      "There is pollen on its nose and no explanation.",
      "It has inquired about honey.",
    ],
  ],
  [
    "tortoise",
    [
      "It has been on its way since before you looked.",
      "It has looked at you for some time now, and that is affection.",
      "It is in no danger of being early.",
    ],
  ],
  [
    "hedgehog",
    [
      "Half its spines are down, which is a compliment.",
      "It has smelled something new and is wearing it.",
      "You are still under review.",
    ],
  ],
  [
    "pangolin",
    [
      "Its scales are closed to exactly the degree that it distrusts the room.",
      "It stands there with its hands clasped, like the bearer of bad news.",
      "A loud noise would end this conversation.",
    ],
  ],
  [
    "jackrabbit",
    [
      "Its hind legs have not agreed to sit still.",
      "One ear is on you, and the other is on everything else.",
      "It has just outrun something that nobody else saw.",
    ],
  ],
  [
    "echo",
    [
      "A moment later it does the same thing again, more softly.",
      "It repeats your last word, a shade kinder than you said it.",
      "It leaves a pause, in case you would like to go first.",
    ],
  ],
  [
    "drift",
    [
      "By the time you have described it, it is a little to the left.",
      "It has turned to face the sea, wherever the sea is.",
      "It came into your room and is keeping to the far end of it.",
    ],
  ],
  [
    "mirror",
    [
      "Some of its gestures look like yours.",
      "It does what you just did, half a second late, on purpose.",
      "For a moment it had your expression.",
    ],
  ],
  [
    "phoenix",
    [
      "The air above it wavers.",
      "One warm feather has been left where you will find it.",
      "Its feathers tick as they cool.",
    ],
  ],
  [
    "void",
    [
      "The light nearby bends around it, out of respect.",
      "A teaspoon has begun to lean.",
      "Where it was sitting, the dark is slightly warm.",
    ],
  ],
  [
    "quantum",
    [
      "It may also be doing the opposite.",
      "It was in two minds about it, and both were right.",
      "You looked, and it settled, somewhat apologetically, on this.",
    ],
  ],
  ["robot", ["A small servo confirms it.", "It has written the time down, in pencil.", "Nothing about this was late."]],
  [
    "corgi",
    [
      "Everyone present has been moved slightly to the left.",
      "It runs this house from ankle height.",
      "It has the bearing of someone who was promised a kingdom.",
    ],
  ],
  [
    "wolfdog",
    [
      "Half of it is listening to something outside.",
      "It keeps its face toward you and its back toward nothing.",
      "It came in by the door and has kept an eye on the door.",
    ],
  ],
  [
    "greyhound",
    [
      "It will lie down again shortly, in sections.",
      "It did that very fast, and is now finished for the day.",
      "It leans its whole weight on you without a word.",
    ],
  ],
  [
    "dingo",
    [
      "It has its back to you, which is meant well.",
      "The latch has been tested, for information only.",
      "It is only stopping by, and has been for some time.",
    ],
  ],
  [
    "cerberus",
    [
      "The motion carried, two heads to none; the middle one abstained.",
      "Two of its heads agree, which is a majority.",
      "One head is keeping watch, and one is being scratched.",
    ],
  ],
  [
    "fenrir",
    [
      "The ribbon on its foreleg has not come loose.",
      "The windows rattle a little when it shifts.",
      "It could leave at any time, and both of you know it.",
    ],
  ],
  [
    "sphynx",
    [
      "It is wearing somebody's sweater.",
      "It has found the warmest thing in the room, and it is you.",
      "It considers personal space a draft.",
    ],
  ],
  [
    "lynx",
    [
      "It does this only while you look elsewhere.",
      "You did not hear it come in.",
      "It has moved a little closer, and will deny it.",
    ],
  ],
  ["cheshire", ["Its tail has already left.", "The grin got here first.", "Parts of it are listening."]],
  [
    "hamster",
    [
      "Both cheeks are in use.",
      "The pantry is full, and it is worried about the pantry.",
      "It has run two miles and is exactly where it was.",
    ],
  ],
  [
    "gecko",
    [
      "It licks one eye clean, in no hurry.",
      "It is on the wall, and has been part of the wall for some time.",
      "It holds your gaze, having no way to stop.",
    ],
  ],
  [
    "ferret",
    [
      "Something brass is missing from the table.",
      "It went under the sofa with something and came out without it.",
      "It bumped into that on purpose.",
    ],
  ],
  [
    "pixel",
    [
      "It has turned teal.",
      "It beeps at the kettle, and the kettle does not beep back.",
      "It is sitting in the bottom left corner, but in a good way.",
    ],
  ],
  [
    "daemon",
    [
      "A single tidy line appears in the log.",
      "Something that used to be broken is not.",
      "You only notice it when you look away.",
    ],
  ],
  [
    "cache",
    [
      "It is holding the last thing you touched.",
      "It had that ready before you asked.",
      "Half a song is going around in it.",
    ],
  ],
  [
    "sprite",
    [
      "It hops in nine frames out of twelve.",
      "It waves at you, and then at every icon by name.",
      "It looks around to see whether you are still there.",
    ],
  ],
  [
    "golem",
    [
      "It takes care not to disturb the nest.",
      "It has not moved, and means nothing by it.",
      "Everything fragile nearby is still in one piece.",
    ],
  ],
  ["oracle", ["It had expected to.", "It answered a moment before you asked.", "The second cup is already out."]],
  [
    "lattice",
    [
      "Every angle of it is where it was.",
      "It hums a flat B; something in the room is crooked.",
      "There is a new facet, on your side.",
    ],
  ],
  [
    "hive",
    [
      "It was put to a vote.",
      "It counts itself and is relieved by the total.",
      "One of it was late, and the rest of it waited.",
    ],
  ],
]);
