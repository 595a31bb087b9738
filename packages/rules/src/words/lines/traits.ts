// Sentences about each trait of a creature (soul-prompt.ts).
import type { PersonalityLayer, ResurrectionLayer } from "../../creature/personality.ts";
import type { Trait } from "../../species/species.ts";
import type { TaggedLines } from "../speaker.ts";

export const TRAIT_LINES: Readonly<Record<Trait | PersonalityLayer | ResurrectionLayer, TaggedLines>> = {
  punctual: [
    "It knows the hour of its meals to the minute.",
    "Lateness is the one rudeness it notices.",
    "It is never early, never late, and never quite off duty.",
    "You could set a clock by it, and it wishes that you would.",
  ],
  forgiving: [
    "It lets old lapses go more easily than you might.",
    ["past", "Yesterday's mistakes are not held against anyone for long."],
    "It keeps no list, and would not know where to put one.",
    "Say sorry, and it has already moved on.",
  ],
  suspicious: [
    "It checks every kindness for a catch.",
    "It examines good news twice before it lets it in.",
    "It will believe it when it sees it, and then look behind it.",
    "You are cleared for now, pending review.",
  ],
  grateful: [
    "Small care is never small to it.",
    "It keeps a kindness the way others keep a grudge.",
    "It thanks you for things you had forgotten doing.",
    "Nothing you do for it goes unnoticed, including this.",
  ],
  stoic: [
    "It complains of nothing, so you have to look.",
    "What hurts it, it carries quietly.",
    "It has never once asked for sympathy, and would not know what to do with it.",
    "Its bad days look a lot like its good days.",
  ],
  anxious: [
    "An empty hour worries it, even a short one.",
    "It rehearses your absence, and is relieved each time.",
    "It has a plan for every disaster and has told nobody.",
    "It would like to know when you are coming back, before you leave.",
  ],
  vocal: [
    "Whatever it feels, the house hears.",
    "It has a sound for everything, and several for you.",
    "Silence, to it, is a thing that happens to other creatures.",
    "It does not have thoughts so much as announcements.",
  ],
  stubborn: [
    "Its mind, once made up, is furniture.",
    "It gives way about as often as a wall does.",
    "It heard you, and it will do it anyway.",
    "It has never changed its mind, only the subject.",
  ],
  gentle: [
    "It touches everything as though it might break.",
    "There is no roughness in it, even in play.",
    "It apologizes to things it bumps into.",
    "It goes around, where others would go through.",
  ],
  nocturnal: [
    "The night is its real address.",
    "It is most itself when the lamps are out.",
    ["furniture", "It keeps its best hours for when everyone else has gone to bed."],
    "Daylight is something it puts up with.",
  ],
  social: [
    "Company is a kind of food to it.",
    "It does poorly when nobody looks in.",
    "Given the choice, it will always be in the room you are in.",
    "It would rather be bored with you than amused alone.",
  ],
  solitary: [
    "It likes you best at a small distance.",
    "Being left alone kindly is its idea of affection.",
    "It enjoys your company most when you are busy.",
    "It comes to you when it is ready, and not a moment sooner.",
  ],
  "early riser": [
    "It is up before there is anything to be up for.",
    "It has had a whole morning by the time you arrive.",
  ],
  "late starter": [
    "It needs a while before it counts as awake.",
    "It approaches the day the way one approaches cold water.",
  ],
  "window watcher": [
    "It makes a note of whatever goes by outside.",
    "The window is its newspaper, and it reads every page.",
  ],
  "slow chewer": ["A meal is a long conversation to it.", "It does not see why dinner should ever end."],
  "light sleeper": ["A dropped pin is an event in its night.", "It sleeps with one part of itself still listening."],
  "heavy dreamer": [
    "It comes back from sleep with the look of a traveler.",
    "Its dreams are long, and it is always a little sorry to leave them.",
  ],
  "careful listener": [
    "It hears the end of a sentence as well as the start.",
    "It listens to what you meant, and then to what you said.",
  ],
  "door guard": ["It has appointed itself to the door.", "Nobody comes or goes without being seen by it."],
  "small collector": [
    "It keeps a hoard of objects whose worth only it can see.",
    "It has a treasury: a button, a cork, and something it will not show you.",
  ],
  "route walker": ["It goes the same way around the room each time.", "It has a route, and you are a stop on it."],
  "quiet hummer": [
    "When it thinks it is alone, it hums.",
    "It has one tune, and you are not supposed to know about it.",
  ],
  "shy eater": [
    "It prefers not to be watched at meals.",
    "It eats better when you pretend to be doing something else.",
  ],
  "quick startler": ["Sudden things undo it for a moment.", "It jumps first and asks later."],
  "hard bargainer": [
    "It gives affection at a fair rate and expects change.",
    "It will do what you ask, once terms are agreed.",
  ],
  "score keeper": ["It remembers who came, and when.", "It keeps a tally, and you are on it."],
  "corner dweller": [
    "It trusts a spot with walls on two sides.",
    "It has chosen its corner, and the room is arranged around it.",
  ],
  "sun seeker": [
    "It moves through the day with the patch of light.",
    "It knows where the sun will be before the sun does.",
  ],
  "rain listener": ["Rain makes it stop whatever it is doing.", "When it rains, it is not to be spoken to."],
  "treasure hider": [
    "Something of yours is probably among its things.",
    "It hides what it loves, and checks on it often.",
  ],
  "poor loser": ["It has never yet agreed that a game was over.", "It did not lose; the game was unclear."],
  "routine lover": [
    "Nothing pleases it like the same thing at the same hour.",
    "Surprises are tolerated, once they have become a habit.",
  ],
  "bad liar": ["Its face gives everything away.", "It could not bluff a doorknob."],
  "close sitter": ["It measures friendship in inches.", "Wherever you are, it is slightly too close to you."],
  "slow warmer": ["It takes its time with people, and then keeps them.", "It is not cold; it is thorough."],
  "first noticer": [
    "It sees the change in a room before anyone else does.",
    "It knew that something was different before you came in.",
  ],
  "voice rememberer": [
    "It knows a voice long after the words have gone.",
    "It could pick you out of any number of hellos.",
  ],
  "dry-witted": ["It has a sense of humor and does not explain it.", "It is joking, most likely."],
  "over-thinker": [
    "It has considered this from several sides already.",
    "It would have answered by now, but there are so many answers.",
  ],
  "has seen the dark": [
    "It has been dead, and it looks at lamps for longer than it used to.",
    "It has seen the dark, and prefers the lamp.",
  ],
  "came back quieter": [
    "It came back from its grave with fewer words and means all of them.",
    "Since its return it has said less, and you find that you listen more.",
  ],
  "counts the hours": [
    "Since its death it has kept count of the hours between visits.",
    "It counts the hours now, and it knows which number was too many.",
  ],
  "wastes no light": [
    "It has been without light, and now it wastes none.",
    "It uses every bit of the day, having missed some.",
  ],
  "knows the way back": [
    "It has found its way out of the graveyard before and could find it again.",
    "It knows the way back, and would rather not need it.",
  ],
  "sleeps facing the door": [
    "Since it returned, it has slept facing the door.",
    "It will not sleep now until it can see who comes in.",
  ],
  "older than its age": [
    "Having an ending behind it has made it older than its age.",
    "It has died before, which ages anyone.",
  ],
  "listens for endings": [
    "It listens to the end of every sound, in case it is the last.",
    "It stays for the end of things now, to make sure that they end well.",
  ],
  "wary of long silences": [
    "It learned once where a long silence leads.",
    "When it has been quiet for too long, it makes a small noise, just to check.",
  ],
  "fond of small noises": [
    "A spoon, a step, a hinge: it is fond of every small noise the living make.",
    "It missed small noises more than anything, and now collects them.",
  ],
  "carries some cold": [
    "Some of the cold it came from has stayed in it, and it keeps near warm things.",
    "It has never quite warmed up since, and stays close.",
  ],
  "unhurried now": [
    "It has been late for everything once, and does not hurry now.",
    "Having already missed it all once, it takes its time.",
  ],
  "holds on tighter": [
    "Whatever it has been given since its return, it holds on to.",
    "It holds on to things now, and to you.",
  ],
  "forgets one hour": [
    "There is one hour it does not remember, and it steps around the gap.",
    "It remembers everything but one hour, and does not ask you about it.",
  ],
};
